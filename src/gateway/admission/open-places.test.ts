import { expect, it } from 'vitest';
import type { CallerId } from './caller-id.ts';
import { createOpenPlaces } from './open-places.ts';

const [ANN, BOB] = ['ann', 'bob'] as unknown as readonly [CallerId, CallerId];

it('each caller has so many places of its own, and those given back are free again', () => {
  const places = createOpenPlaces(2);
  const [first, second] = [places.take(ANN), places.take(ANN)];
  expect(first).toBeTypeOf('function');
  expect(second).toBeTypeOf('function');
  expect(places.take(ANN)).toBeUndefined();
  expect(places.take(BOB)).toBeTypeOf('function');
  first?.();
  const third = places.take(ANN);
  expect(third).toBeTypeOf('function');
  expect(places.take(ANN)).toBeUndefined();
  second?.();
  third?.();
  expect([places.take(ANN), places.take(ANN), places.take(ANN)].map((place) => place !== undefined)).toEqual([
    true,
    true,
    false,
  ]);
});

it('a caller has none where there are none', () => {
  expect(createOpenPlaces(0).take(ANN)).toBeUndefined();
});
