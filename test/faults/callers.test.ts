/** What callers do wrong, and that the gateway takes no harm from it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runAll } from './run-all.ts';
import { CALLERS } from './table.ts';
import { startWorld, type World } from './world.ts';

let world: World;
let results: Map<unknown, Promise<void>>;
beforeAll(async () => {
  world = await startWorld();
  results = runAll(CALLERS, (caller) => caller.run(world));
});
afterAll(() => world.stop());

describe('a caller', () => {
  it.each(CALLERS.map((caller) => [caller.name, caller] as const))(
    '%s',
    async (_name, caller) => {
      await results.get(caller);
    },
    60_000,
  );
});

it('leaves no rejection unhandled, and nothing that nobody expected', () => {
  expect(world.alarms).toEqual([]);
  const log = world.gateways.flatMap(({ logLines }) => logLines);
  expect(log.filter((line) => line.includes('"internal"'))).toEqual([]);
});

it('leaves no request open', async () => {
  for (let i = 0; i < 50 && (await world.requestsOpen()) > 0; i++) {
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  expect(await world.requestsOpen()).toBe(0);
});
