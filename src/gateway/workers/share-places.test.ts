import { expect, it } from 'vitest';
import { seededRandom } from '../../evaluation/seeded-random.ts';
import { askForPlaces, createPlaceGrants } from './share-places.ts';

const gatewayOf = (most: number, workers: number, atOnce: number) => {
  const grants = createPlaceGrants(most);
  const lent = Array.from({ length: workers }, () => grants.lend());
  const places = lent.map(({ grant, giveBack }) =>
    askForPlaces(
      atOnce,
      async (count) => {
        await new Promise((resolve) => setImmediate(resolve));
        return grant(count);
      },
      giveBack,
    ),
  );
  return { grants, lent, places };
};

it('few places are taken exactly, by whichever worker', async () => {
  const { places } = gatewayOf(3, 4, 0);
  const took = await Promise.all(places.map((worker) => worker.take()));
  expect(took.filter(Boolean)).toHaveLength(3);
  places[took.indexOf(true)]!.leave();
  expect(await places[took.indexOf(false)]!.take()).toBe(true);
});

it('never are more taken than there are, and most of them can be', async () => {
  const random = seededRandom(7);
  for (const [most, atOnce] of [
    [5, 0],
    [200, 2],
  ] as const) {
    const { places } = gatewayOf(most, 4, atOnce);
    const taken = [0, 0, 0, 0];
    let highest = 0;
    let refusedAt: number = most;
    for (let turn = 0; turn < 3_000; turn++) {
      const worker = Math.floor(random() * 4);
      if (random() < 0.6) {
        const before = taken.reduce((sum, count) => sum + count, 0);
        if (await places[worker]!.take()) taken[worker]!++;
        else refusedAt = Math.min(refusedAt, before);
      } else if (taken[worker]! > 0) {
        taken[worker]!--;
        places[worker]!.leave();
      }
      highest = Math.max(
        highest,
        taken.reduce((sum, count) => sum + count, 0),
      );
    }
    expect(highest).toBe(most);
    expect(refusedAt).toBeGreaterThanOrEqual(most - 3 * 2 * atOnce);
  }
});

it('what a worker had is free again when it has ended', async () => {
  const { grants, lent, places } = gatewayOf(2, 2, 0);
  expect([await places[0]!.take(), await places[0]!.take(), await places[1]!.take()]).toEqual([
    true,
    true,
    false,
  ]);
  expect(grants.isFull).toBe(true);
  lent[0]!.end();
  expect([grants.isFull, await places[1]!.take()]).toEqual([false, true]);
});

it('there may be more or fewer of them from one moment to the next', async () => {
  const { grants, places } = gatewayOf(2, 2, 0);
  expect([await places[0]!.take(), await places[0]!.take()]).toEqual([true, true]);
  grants.resize(3);
  expect([await places[1]!.take(), await places[1]!.take()]).toEqual([true, false]);
  grants.resize(1);
  places[0]!.leave();
  expect(await places[1]!.take()).toBe(false);
  places[0]!.leave();
  places[1]!.leave();
  expect([await places[0]!.take(), await places[1]!.take()]).toEqual([true, false]);
});
