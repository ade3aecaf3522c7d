/** A Redis that comes late, or answers late. */

import type { AddressInfo } from 'node:net';
import { createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { ApiKey } from '../../../domain/api-key.ts';
import { createCallerIds } from '../caller-id.ts';
import { openRedisBackend } from './redis.ts';

/** Milliseconds: longer than a command is waited for. */
const LATE = 500;
const CALLER = createCallerIds('secret').callerOf(ApiKey.parse('sk-canary')!);
const PLAN = { name: 'pro', perHour: 9, models: 'all' } as const;
const COUNTS = `*4\r\n:0\r\n:0\r\n:0\r\n:${Date.now()}\r\n`;
const REPLIES: Readonly<Record<string, string>> = { EVAL: COUNTS, INFO: '$10\r\nrun_id:abc\r\n' };

/**
 * @param answer gives the reply to a script that is known; the next command is answered behind it.
 * @param heard called with the name of each command.
 */
function createRedis(
  answer: (script: readonly string[]) => string | Promise<string>,
  heard: (name: string) => void = () => {},
) {
  return createServer((socket: Socket) => {
    let turn: Promise<void> = Promise.resolve();
    let unread = '';
    socket.on('error', () => {});
    socket.on('data', (data) => {
      unread += data.toString('latin1');
      for (let command = nextCommand(unread); command !== undefined; command = nextCommand(unread)) {
        unread = unread.slice(command.length);
        const [name = '', ...args] = command.words;
        heard(name);
        turn = turn.then(async () => {
          socket.write(name === 'EVALSHA' ? await answer(args) : (REPLIES[name] ?? '+OK\r\n'));
        });
      }
    });
  });
}

/** The first whole command: an array of bulk strings. */
function nextCommand(
  text: string,
): { readonly words: readonly string[]; readonly length: number } | undefined {
  const count = /^\*(\d+)\r\n/.exec(text);
  if (count === null) return undefined;
  let at = count[0].length;
  const words: string[] = [];
  for (let i = 0; i < Number(count[1]); i++) {
    const size = /^\$(\d+)\r\n/.exec(text.slice(at));
    if (size === null) return undefined;
    at += size[0].length;
    words.push(text.slice(at, at + Number(size[1])));
    at += Number(size[1]) + 2;
  }
  return at <= text.length ? { words, length: at } : undefined;
}

const listen = (server: ReturnType<typeof createRedis>, port = 0) =>
  new Promise<number>((resolve) => {
    server.listen(port, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });

it('an answer that comes once nobody waits for it, and that cannot be read, ends no process', async () => {
  const late = Promise.withResolvers<void>();
  const server = createRedis(async () => {
    await sleep(LATE);
    setImmediate(late.resolve);
    return '$-1\r\n';
  });
  const unhandled: unknown[] = [];
  const note = (reason: unknown): void => void unhandled.push(reason);
  process.on('unhandledRejection', note);
  const redisUrl = `redis://127.0.0.1:${await listen(server)}`;
  const backend = await openRedisBackend({ redisUrl, whenAway: 'allow' });
  expect(backend.healthy).toBe(true);
  expect((await backend.reserve(CALLER, PLAN, Date.now())).passed).toBe(true);
  await late.promise;
  await sleep(50);
  process.off('unhandledRejection', note);
  await backend.close();
  server.close();
  expect(unhandled).toEqual([]);
});

it('what one caller used without Redis is written to it before Redis counts as back', async () => {
  const scripts: string[] = [];
  const server = createRedis((script) => {
    scripts.push(script.at(-1)!);
    return COUNTS;
  });
  const port = await listen(server);
  await new Promise((resolve) => server.close(resolve));
  const back = Promise.withResolvers<readonly string[]>();
  const backend = await openRedisBackend({
    ...{ redisUrl: `redis://127.0.0.1:${port}`, whenAway: 'allow' },
    onBack: () => back.resolve([...scripts]),
  });
  expect((await backend.reserve(CALLER, PLAN, Date.now())).passed).toBe(true);
  await listen(server, port);
  const written = (await back.promise).map((script) => JSON.parse(script));
  expect(written).toMatchObject([{ kind: 'add', amount: 1 }]);
  await backend.close();
  server.close();
});

it('whoever waits beside the one that finds Redis silent waits no longer', async () => {
  const server = createRedis(() => new Promise(() => {}));
  const redisUrl = `redis://127.0.0.1:${await listen(server)}`;
  const backend = await openRedisBackend({ redisUrl, whenAway: 'allow' });
  const first = backend.reserve(CALLER, PLAN, Date.now());
  await sleep(150);
  let hasPassed = false;
  const second = backend.reserve(CALLER, PLAN, Date.now()).then(({ passed }) => {
    hasPassed = passed;
  });
  await first;
  await new Promise((resolve) => setImmediate(resolve));
  expect(hasPassed).toBe(true);
  await second;
  await backend.close();
  server.close();
});

it('a Redis that is well is prepared once, by commands that an old one knows too', async () => {
  const heard: string[] = [];
  const server = createRedis(
    () => COUNTS,
    (name) => heard.push(name),
  );
  const redisUrl = `redis://127.0.0.1:${await listen(server)}`;
  const backend = await openRedisBackend({ redisUrl, whenAway: 'allow' });
  // Longer than it takes until one that was away is tried again.
  await sleep(2 * LATE);
  const commands = heard.filter((name) => name !== 'CLIENT');
  expect(commands).toEqual(['SET', 'EVAL', 'INFO']);
  expect(backend.healthy).toBe(true);
  await backend.close();
  expect(backend.healthy).toBe(false);
  server.close();
});

it.each([
  [undefined, false],
  [false, false],
  [true, true],
])('counts by the clock of Redis, unless it is handed one: %s', async (clockHandedIn, isSent) => {
  const scripts: string[] = [];
  const server = createRedis((script) => {
    scripts.push(script.at(-1)!);
    return COUNTS;
  });
  const redisUrl = `redis://127.0.0.1:${await listen(server)}`;
  const backend = await openRedisBackend({
    ...{ redisUrl, whenAway: 'allow' },
    ...(clockHandedIn === undefined ? {} : { clockHandedIn }),
  });
  await backend.minutes.peek(CALLER, 7);
  await backend.peek(CALLER, PLAN, 7);
  expect(scripts.map((script) => JSON.parse(script).now)).toEqual(isSent ? [7, 7] : [undefined, undefined]);
  await backend.close();
  server.close();
});

it('a place that was taken too late is given back, and one that was not is not', async () => {
  for (const [taken, given] of [
    [1, ['give']],
    [0, []],
  ] as const) {
    const late = Promise.withResolvers<void>();
    const kinds: string[] = [];
    let isFirst = true;
    const server = createRedis(async (script) => {
      const { kind } = JSON.parse(script.at(-1)!);
      if (!isFirst) {
        kinds.push(kind);
        return COUNTS;
      }
      isFirst = false;
      await sleep(LATE);
      setImmediate(late.resolve);
      return COUNTS.replace(':0', `:${taken}`);
    });
    const redisUrl = `redis://127.0.0.1:${await listen(server)}`;
    const back = Promise.withResolvers<void>();
    const backend = await openRedisBackend({ redisUrl, whenAway: 'allow', onBack: back.resolve });
    // By itself, and that is carried over when Redis is back.
    expect((await backend.reserve(CALLER, { ...PLAN, perHour: 0 }, Date.now())).passed).toBe(false);
    await Promise.all([late.promise, back.promise]);
    await expect.poll(() => kinds.length).toBe(given.length);
    await sleep(50);
    expect(kinds).toEqual(given);
    await backend.close();
    server.close();
  }
});
