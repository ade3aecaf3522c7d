import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createDealer, type Dealer, type Dealt } from './deal-connections.ts';

let dealer: Dealer;
let sockets: Socket[];
beforeEach(async () => {
  dealer = createDealer();
  sockets = [];
  dealer.server.listen(0, '127.0.0.1');
  await once(dealer.server, 'listening');
});
afterEach(() => {
  for (const socket of sockets) socket.destroy();
  dealer.close();
});

interface FakeWorker extends Dealt {
  readonly ids: number[];
  /** Lets the next connection be sent. */
  written: () => void;
}

/** @param takes whether each connection is on its way at once. */
function workerThat(takes: boolean): FakeWorker {
  const worker: FakeWorker = {
    ids: [],
    written: () => {},
    send(id, _socket, written) {
      worker.ids.push(id);
      if (takes) setImmediate(written);
      else worker.written = written;
    },
  };
  return worker;
}
async function connectOnce(): Promise<Socket> {
  const socket = connect((dealer.server.address() as AddressInfo).port, '127.0.0.1');
  sockets.push(socket);
  await once(socket, 'connect');
  await delay(20);
  return socket;
}

it('deals to the worker that has the fewest, and to nobody who retires', async () => {
  const [one, two] = [workerThat(true), workerThat(true)];
  dealer.add(one);
  for (let i = 0; i < 3; i++) await connectOnce();
  dealer.add(two);
  for (let i = 0; i < 3; i++) await connectOnce();
  expect([one.ids.length, two.ids.length]).toEqual([3, 3]);
  dealer.closed(one, one.ids[0]!);
  dealer.closed(one, one.ids[1]!);
  await connectOnce();
  expect([one.ids.length, two.ids.length]).toEqual([4, 3]);
  dealer.retire(one);
  await connectOnce();
  expect([one.ids.length, two.ids.length]).toEqual([4, 4]);
});

it('holds connections while there is no worker', async () => {
  await connectOnce();
  const worker = workerThat(true);
  dealer.add(worker);
  expect(worker.ids).toHaveLength(1);
});

it.each([
  ['dies', (worker: Dealt) => dealer.remove(worker)],
  ['does not answer', (worker: Dealt) => dealer.setSilent(worker, true)],
  ['retires', (worker: Dealt) => dealer.retire(worker)],
])('what a worker that %s has not got goes to others', async (_what, lose) => {
  const lost = workerThat(false);
  dealer.add(lost);
  for (let i = 0; i < 5; i++) await connectOnce();
  expect(lost.ids).toHaveLength(1);
  const other = workerThat(true);
  dealer.add(other);
  lose(lost);
  await expect.poll(() => other.ids.length).toBe(4);
});

it('deals to a silent worker only where there is no other, and again once it answers', async () => {
  const [one, two] = [workerThat(true), workerThat(true)];
  dealer.add(one);
  dealer.setSilent(one, true);
  await connectOnce();
  expect(one.ids).toHaveLength(1);
  dealer.add(two);
  for (let i = 0; i < 3; i++) await connectOnce();
  expect([one.ids.length, two.ids.length]).toEqual([1, 3]);
  dealer.setSilent(one, false);
  await connectOnce();
  expect([one.ids.length, two.ids.length]).toEqual([2, 3]);
});

it('says last words for a worker that dies, to those who wait for something', async () => {
  const worker = workerThat(true);
  dealer.add(worker);
  const [waiting, idle] = [await connectOnce(), await connectOnce()];
  dealer.setLastWords(worker, worker.ids[0]!, 'the last words');
  dealer.remove(worker);
  expect(await text(waiting)).toBe('the last words');
  expect(await text(idle)).toBe('');
});
