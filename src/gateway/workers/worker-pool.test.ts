import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createWorkerPool } from './worker-pool.ts';

interface FakeWorker {
  readonly number: number;
  readonly ready: Promise<void>;
  readonly ended: Promise<string>;
  readonly end: (why: string) => void;
  readonly kill: () => void;
}

/** @param starts whether the worker of that number, from 1, starts. */
function poolOf(count: number, starts: (number: number) => boolean = () => true) {
  const began: { worker: FakeWorker; at: number }[] = [];
  const said: string[] = [];
  const pool = createWorkerPool<FakeWorker>({
    count,
    start() {
      const { promise: ended, resolve: end } = Promise.withResolvers<string>();
      const number = began.length + 1;
      const ready = starts(number) ? Promise.resolve() : Promise.reject(new Error(`no ${number}`));
      ready.catch(() => end('exit code 1'));
      const worker = { number, ready, ended, end, kill: () => end('SIGKILL') };
      began.push({ worker, at: performance.now() });
      return worker;
    },
    onServing: ({ number }) => said.push(`${number} serves`),
    onRetired: ({ number, end }) => {
      said.push(`${number} retires`);
      end('exit code 0');
    },
    onEnded: ({ number }, why) => said.push(`${number} ended: ${why}`),
    onRefused: ({ message }) => said.push(message),
  });
  return { pool, began, said };
}

it('replaces one that dies, at once at first, then ever later', async () => {
  const { pool, began } = poolOf(1);
  await pool.open();
  for (let i = 0; i < 4; i++) {
    began.at(-1)!.worker.end('SIGKILL');
    const { length } = began;
    await expect.poll(() => began.length, { interval: 5, timeout: 5_000 }).toBe(length + 1);
  }
  const pauses = began.slice(1).map(({ at }, i) => at - began[i]!.at);
  expect(pauses[1]).toBeGreaterThan(90);
  expect(pauses[2]).toBeGreaterThan(190);
  expect(pauses[3]).toBeGreaterThan(390);
  await pool.end((worker) => worker.kill());
});

it('replaces one after the other, each once its successor serves', async () => {
  const { pool, said } = poolOf(2);
  await pool.open();
  said.length = 0;
  await pool.restart();
  await delay(0);
  expect(said.filter((line) => !line.includes('ended'))).toEqual([
    '3 serves',
    '1 retires',
    '4 serves',
    '2 retires',
  ]);
  expect(pool.serving.size).toBe(2);
});

it('keeps those that it has where a successor cannot start', async () => {
  const { pool } = poolOf(2, (number) => number < 3);
  await pool.open();
  await expect(pool.restart()).rejects.toThrow('no 3');
  expect([...pool.serving].map(({ number }) => number)).toEqual([1, 2]);
});

it('reports each successor that cannot start, and tries again until one does', async () => {
  const { pool, began, said } = poolOf(1, (number) => number === 1 || number > 3);
  await pool.open();
  began[0]!.worker.end('SIGKILL');
  await expect.poll(() => said).toEqual(['1 serves', '1 ended: SIGKILL', 'no 2', 'no 3', '4 serves']);
  await pool.end((worker) => worker.kill());
});

it('opens whole or not at all', async () => {
  const { pool } = poolOf(3, (number) => number !== 2);
  await expect(pool.open()).rejects.toThrow('no 2');
  expect(pool.alive.size).toBe(0);
});

it('ends those too that are about to start, and starts none any more', async () => {
  const { pool, began } = poolOf(2);
  await pool.open();
  const restarting = pool.restart();
  await pool.end((worker) => worker.kill());
  await restarting;
  const { length } = began;
  await delay(300);
  expect(began.length).toBe(length);
  expect(pool.alive.size).toBe(0);
});
