/** What providers do wrong, and what a caller sees of it. Cases run side by side; each has a key of its own. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runAll } from './run-all.ts';
import { FAULTS } from './table.ts';
import { startWorld, type World } from './world.ts';

let world: World;
let results: Map<unknown, Promise<void>>;
beforeAll(async () => {
  world = await startWorld();
  results = runAll(Object.values(FAULTS).flat(), (fault) => world.run(fault));
});
afterAll(() => world.stop());

describe.each(Object.entries(FAULTS))('%s', (_name, faults) => {
  it.each(faults.map((fault) => [fault.name, fault] as const))(
    '%s',
    async (_fault, fault) => {
      await results.get(fault);
    },
    60_000,
  );
});

it('follows no redirect', () => {
  expect(world.trap.connections).toBe(0);
});

it('leaves no rejection unhandled, and nothing that nobody expected', () => {
  expect(world.alarms).toEqual([]);
  const log = world.gateways.flatMap(({ logLines }) => logLines);
  expect(log.filter((line) => line.includes('"internal"'))).toEqual([]);
});

it('writes no key and no provider’s text into the log', () => {
  const log = world.gateways.flatMap(({ logLines }) => logLines).join('');
  expect(log).not.toMatch(/caller-\w{6}-secret|sk-page-secret|Please log in|Overloaded|Sorry/);
});

it('has at least 120 cases, each with a name of its own', () => {
  const names = Object.values(FAULTS).flatMap((faults) => faults.map(({ name }) => name));
  expect(names.length).toBeGreaterThan(120);
  expect(new Set(names).size).toBe(names.length);
});
