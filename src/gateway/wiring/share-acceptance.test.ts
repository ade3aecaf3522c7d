import { expect, it } from 'vitest';
import { createAcceptedKeys } from '../admission/accepted-keys.ts';
import type { CallerId } from '../admission/caller-id.ts';
import { createShelf } from './open-shelf.ts';
import { shareAcceptance } from './share-acceptance.ts';

const [ANN, BOB] = ['ann', 'bob'] as CallerId[];

it('a replica knows whose key another one has seen accepted', async () => {
  const shelf = createShelf();
  const [one, other] = [0, 1].map(() =>
    shareAcceptance(createAcceptedKeys({ now: () => 0 }), shelf, () => 0),
  );
  one!.record(ANN!);
  expect(other!.acceptedLately(ANN!)).toBe(false);
  expect(await other!.askOthers(ANN!)).toBe(true);
  expect(await other!.askOthers(BOB!)).toBe(false);
});

it('a shelf that is away makes nobody accepted, and holds nobody up', async () => {
  const away = async () => {
    throw new Error('away');
  };
  const keys = shareAcceptance(
    createAcceptedKeys({ now: () => 0 }),
    { get: away, set: away, close: async () => {} },
    () => 0,
  );
  keys.record(ANN!);
  expect(keys.acceptedLately(ANN!)).toBe(true);
  expect(await keys.askOthers(BOB!)).toBe(false);
});

it('a caller is noted once a minute, however often it asks', () => {
  let now = 0;
  let notes = 0;
  const set = async () => {
    notes += 1;
  };
  const shelf = { ...createShelf(), set };
  const keys = shareAcceptance(createAcceptedKeys({ now: () => 0 }), shelf, () => now);
  for (now = 0; now < 120_000; now += 1_000) keys.record(ANN!);
  expect(notes).toBe(2);
});
