/** An answer of Redis that comes once nobody waits for it any more, and that cannot be read. */

import type { AddressInfo } from 'node:net';
import { createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { ApiKey } from '../../../domain/api-key.ts';
import { createCallerIds } from '../caller-id.ts';
import { openRedisBackend } from './redis.ts';

/** Milliseconds: longer than a command is waited for. */
const LATE = 500;

/** Answers each command in its turn, `EVALSHA` late and with nothing. */
function serveLate(socket: Socket, onLate: () => void): void {
  let turn: Promise<void> = Promise.resolve();
  let unread = '';
  socket.on('error', () => {});
  socket.on('data', (data) => {
    unread += data.toString('latin1');
    for (let command = nextCommand(unread); command !== undefined; command = nextCommand(unread)) {
      unread = unread.slice(command.length);
      const { name } = command;
      turn = turn.then(async () => {
        if (name === 'EVALSHA') await sleep(LATE);
        socket.write(REPLIES[name] ?? '+OK\r\n');
        if (name === 'EVALSHA') onLate();
      });
    }
  });
}

const REPLIES: Readonly<Record<string, string>> = {
  EVALSHA: '$-1\r\n',
  EVAL: `*4\r\n:0\r\n:0\r\n:0\r\n:${Date.now()}\r\n`,
  INFO: '$10\r\nrun_id:abc\r\n',
};

/** The first whole command: an array of bulk strings. */
function nextCommand(text: string): { readonly name: string; readonly length: number } | undefined {
  const count = /^\*(\d+)\r\n/.exec(text);
  if (count === null) return undefined;
  let at = count[0].length;
  let name = '';
  for (let i = 0; i < Number(count[1]); i++) {
    const size = /^\$(\d+)\r\n/.exec(text.slice(at));
    if (size === null) return undefined;
    at += size[0].length;
    if (i === 0) name = text.slice(at, at + Number(size[1])).toUpperCase();
    at += Number(size[1]) + 2;
  }
  return at <= text.length ? { name, length: at } : undefined;
}

it('ends no process', async () => {
  const late = Promise.withResolvers<void>();
  const server = createServer((socket) => serveLate(socket, late.resolve));
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const unhandled: unknown[] = [];
  const note = (reason: unknown): void => void unhandled.push(reason);
  process.on('unhandledRejection', note);
  const backend = await openRedisBackend({
    redisUrl: `redis://127.0.0.1:${(server.address() as AddressInfo).port}`,
    whenAway: 'allow',
  });
  expect(backend.healthy).toBe(true);
  const caller = createCallerIds('secret').callerOf(ApiKey.parse('sk-canary')!);
  const plan = { name: 'pro', perHour: 9, models: 'all' } as const;
  expect((await backend.reserve(caller, plan, Date.now())).passed).toBe(true);
  await late.promise;
  await sleep(50);
  process.off('unhandledRejection', note);
  await backend.close();
  server.close();
  expect(unhandled).toEqual([]);
});
