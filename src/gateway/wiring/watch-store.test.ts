import { pino } from 'pino';
import { expect, it } from 'vitest';
import { watchStore } from './watch-store.ts';

function watch(probe: () => Promise<void>) {
  const lines: string[] = [];
  const log = pino({ base: null }, { write: (line: string) => void lines.push(JSON.parse(line).msg) });
  return { ...watchStore({ probe, log }), lines };
}

it('a database is asked once, however many want to know', async () => {
  let asked = 0;
  const { isWell, lines } = watch(async () => void asked++);
  expect(await Promise.all(Array.from({ length: 50 }, isWell))).toEqual(Array(50).fill(true));
  expect(asked).toBe(1);
  expect(lines).toEqual([]);
});

it('a database that falls silent is not waited for, and not asked again before it has answered', async () => {
  let asked = 0;
  let answer = (): void => {};
  const silence = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const { isWell, lines } = watch(() => {
    asked++;
    return silence;
  });
  expect(await isWell()).toBe(false);
  expect(await Promise.all([isWell(), isWell()])).toEqual([false, false]);
  expect(asked).toBe(1);
  answer();
  await expect.poll(isWell, { timeout: 5_000 }).toBe(true);
  expect(lines).toEqual([
    'cannot write to the database: it does not answer',
    'the database can be written again',
  ]);
});

it('a fault is logged once, in plain words', async () => {
  const full = Object.assign(new Error('could not extend file'), { code: '53100' });
  const { isWell, lines } = watch(() => Promise.reject(full));
  expect([await isWell(), await isWell()]).toEqual([false, false]);
  expect(lines).toEqual(['cannot write to the database: disk full']);
});
