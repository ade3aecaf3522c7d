import { PassThrough } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { sendStream } from './send-stream.ts';

/** Milliseconds. */
const SILENCE = 15_000;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** A stream that is being sent: what was written of it, and the next events of its source. */
function sending() {
  const written: string[] = [];
  const raw = Object.assign(new PassThrough(), { writeHead: () => raw });
  raw.on('data', (data: Buffer) => written.push(data.toString()));
  const reply = {
    raw,
    request: {},
    server: { silence: SILENCE, lastWords: { hold: () => {} } },
    hijack: () => {},
    getHeaders: () => ({}),
  } as unknown as FastifyReply;
  let resolve: (events: readonly string[] | undefined) => void = () => {};
  const source = {
    next: () =>
      new Promise<readonly string[] | undefined>((given) => {
        resolve = given;
      }),
    close: () => {},
  };
  const done = sendStream(reply, source, (events) => events.join(''));
  /** Hands events over once the stream waits for some. */
  const say = async (events: readonly string[] | undefined) => {
    resolve(events);
    await vi.advanceTimersByTimeAsync(0);
  };
  return { written, say, done };
}

it('signs of life do not come while text does, however long the stream is', async () => {
  const { written, say, done } = sending();
  for (let i = 0; i < 12; i++) {
    await vi.advanceTimersByTimeAsync(SILENCE - 1);
    await say([`${i} `]);
  }
  await say(undefined);
  await done;
  expect(written.join('')).toBe('0 1 2 3 4 5 6 7 8 9 10 11 data: [DONE]\n\n');
});

it('signs of life come at each silence’s end, before the first text and within a stream', async () => {
  const { written, say, done } = sending();
  await vi.advanceTimersByTimeAsync(SILENCE);
  expect(written).toEqual([': keep-alive\n\n']);
  await say(['text ']);
  await vi.advanceTimersByTimeAsync(2 * SILENCE);
  expect(written).toEqual([': keep-alive\n\n', 'text ', ': keep-alive\n\n', ': keep-alive\n\n']);
  await say(undefined);
  await done;
});
