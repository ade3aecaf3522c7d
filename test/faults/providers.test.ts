/** What providers do wrong, and what a caller sees of it. Cases run side by side; each has a key of its own. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CONNECTIONS } from './cases/connections.ts';
import { CONTENTS } from './cases/contents.ts';
import { FRAMING } from './cases/framing.ts';
import { RESETS } from './cases/resets.ts';
import { SILENCE } from './cases/silence.ts';
import { STATUSES } from './cases/statuses.ts';
import { STREAMS } from './cases/streams.ts';
import { runAll } from './run-all.ts';
import { startWorld, type World } from './world.ts';

const TABLE = { CONNECTIONS, SILENCE, RESETS, FRAMING, CONTENTS, STATUSES, STREAMS };

let world: World;
let results: Map<unknown, Promise<void>>;
beforeAll(async () => {
  world = await startWorld();
  results = runAll(Object.values(TABLE).flat(), (fault) => world.run(fault));
});
afterAll(() => world.stop());

describe.each(Object.entries(TABLE))('%s', (_name, faults) => {
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
  expect(world.gateway.logLines.filter((line) => line.includes('"internal"'))).toEqual([]);
});

it('writes no key and no provider’s text into the log', () => {
  const log = world.gateway.logLines.join('');
  expect(log).not.toMatch(/caller-\w{6}-secret|sk-page-secret|Please log in|Overloaded|Sorry/);
});

it('has at least 120 cases, each with a name of its own', () => {
  const names = Object.values(TABLE).flatMap((faults) => faults.map(({ name }) => name));
  expect(names.length).toBeGreaterThan(120);
  expect(new Set(names).size).toBe(names.length);
});
