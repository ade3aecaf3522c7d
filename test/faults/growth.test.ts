/** The whole table, three times over: what was open is closed again, and what was used is free again. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runAll } from './run-all.ts';
import { CALLERS, FAULTS } from './table.ts';
import { startWorld, type World } from './world.ts';

/** Bytes by which the heap may differ from one round to the next: compiled code, caches that fill. */
const NOISE = 3 * 1024 * 1024;

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

/** How many there are of each thing that stays: sockets, servers, timers, files, work for the thread pool. */
function resources(): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const name of process.getActiveResourcesInfo()) {
    if (name !== 'Immediate') counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

/** Rounds that are run: what stays open in each of them is there so many times at the end. */
const ROUNDS = 3;
/** What the test runner and its own waiting may have open. */
const OF_THE_RUNNER = ROUNDS - 1;

/** What is open now and was not before; what was open for a moment then may be closed. */
function moreThan(before: Readonly<Record<string, number>>): [string, number][] {
  return Object.entries(resources()).filter(([name, count]) => count > (before[name] ?? 0) + OF_THE_RUNNER);
}

function usedBytes(): number {
  setFlagsFromString('--expose_gc');
  const gc = runInNewContext('gc') as () => void;
  for (let i = 0; i < 4; i++) gc();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

it('nothing grows', async () => {
  await world.settle();
  const before = resources();
  // All of them take a minute a round.
  const some = process.env.CLAIMGATE_TEST_SLOW === '1' ? 1 : 4;
  const faults = Object.values(FAULTS)
    .flat()
    .filter((_, index) => index % some === 0);
  const bytes: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    // What each comes to is told by the other tests.
    await Promise.allSettled(runAll(faults, (fault) => world.run(fault)).values());
    await Promise.allSettled(runAll(CALLERS, (caller) => caller.run(world)).values());
    await world.settle();
    expect(await world.requestsOpen()).toBe(0);
    bytes.push(usedBytes());
  }
  await expect.poll(() => moreThan(before), { timeout: 15_000 }).toEqual([]);
  expect(world.alarms).toEqual([]);
  const [, second, third] = bytes as [number, number, number];
  expect(third - second, `bytes in use: ${bytes}`).toBeLessThan(NOISE);
}, 150_000);
