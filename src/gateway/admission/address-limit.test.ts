import { expect, it } from 'vitest';
import { createAddressLimit } from './address-limit.ts';

/** A limit of two a minute, and its clock in seconds. */
function open(maxAddresses?: number) {
  let seconds = 1_000;
  const limit = createAddressLimit({
    perMinute: 2,
    now: () => seconds * 1_000,
    ...(maxAddresses === undefined ? {} : { maxAddresses }),
  });
  const wait = (more: number): void => {
    seconds += more;
  };
  return { ...limit, wait };
}

it('an address has so many a minute, which begins with its first, and others have theirs', () => {
  const { take, left, blocked, wait } = open();
  expect([take('a'), left('a'), take('a'), left('a')]).toEqual([undefined, 1, undefined, 0]);
  wait(20);
  expect([take('a'), take('b')]).toEqual([40, undefined]);
  wait(39);
  expect(blocked('a')).toBe(1);
  wait(1);
  expect([blocked('a'), take('a'), left('a')]).toEqual([undefined, undefined, 1]);
});

it('several at once are had all together, or not at all', () => {
  const { take, left } = open();
  expect([take('a', 3), left('a')]).toEqual([60, 2]);
  expect([take('a', 2), left('a')]).toEqual([undefined, 0]);
});

it('what is recorded counts though there is no room for it', () => {
  const { record, blocked, left } = open();
  for (let i = 0; i < 3; i++) record('a');
  expect([blocked('a'), left('a')]).toEqual([60, -1]);
});

it('a clock that was set back keeps nobody out for more than a minute', () => {
  const { record, blocked, wait } = open();
  record('a', 2);
  wait(-3_600);
  expect(blocked('a')).toBe(60);
  wait(60);
  expect(blocked('a')).toBeUndefined();
});

it('beyond the most addresses the oldest is forgotten', () => {
  const { record, left } = open(2);
  for (const address of ['a', 'b', 'c']) record(address);
  expect(['a', 'b', 'c'].map(left)).toEqual([2, 1, 1]);
});
