import { expect, it } from 'vitest';
import type { Caller, CallerId } from './caller-id.ts';
import { createMinuteCounts } from './minute-counts.ts';

const NOW = Date.parse('2026-11-05T13:20:30Z');
const LIMITS = { requestsPerMinute: 1 };
const caller = (id: string): Caller => ({ id: id as CallerId, formerIds: [] });

it('a clock that is set back a little gives nobody a minute twice, and one that was wrong holds nobody up', async () => {
  const minutes = createMinuteCounts();
  await minutes.take(caller('a'), LIMITS, NOW);
  expect((await minutes.take(caller('a'), LIMITS, NOW - 50_000)).passed).toBe(false);
  expect((await minutes.take(caller('a'), LIMITS, NOW - 3_600_000)).passed).toBe(true);
});

it('a place that is given back after its minute goes nowhere', async () => {
  const minutes = createMinuteCounts();
  const { minute } = await minutes.take(caller('a'), LIMITS, NOW);
  await minutes.take(caller('a'), LIMITS, NOW + 60_000);
  await minutes.giveBack(caller('a'), minute);
  expect((await minutes.peek(caller('a'), NOW + 60_000)).requests).toBe(1);
});

it('of more callers than there is room for, the first of the minute is forgotten', async () => {
  const minutes = createMinuteCounts(2);
  for (const id of ['a', 'b', 'c']) await minutes.take(caller(id), LIMITS, NOW);
  const counts = await Promise.all(['a', 'b', 'c'].map((id) => minutes.peek(caller(id), NOW)));
  expect(counts.map(({ requests }) => requests)).toEqual([0, 1, 1]);
});

it('requests and tokens are counted apart, and neither falls below nought', async () => {
  const minutes = createMinuteCounts();
  const [a, b] = [caller('a'), caller('b')];
  const countsOf = async (one: Caller) => {
    const { minute: _, ...counts } = await minutes.peek(one, NOW);
    return counts;
  };
  const { minute } = await minutes.take(a, {}, NOW);
  expect(minute).toBe(Math.floor(NOW / 60_000));
  await minutes.spend(a, 5, NOW);
  await minutes.spend(b, 7, NOW);
  expect([await countsOf(a), await countsOf(b)]).toEqual([
    { requests: 1, tokens: 5 },
    { requests: 0, tokens: 7 },
  ]);
  for (let time = 0; time < 2; time++) await minutes.giveBack(a, minute);
  await minutes.giveBack(caller('c'), minute);
  await minutes.spend(caller('c'), 0, NOW);
  expect([await countsOf(a), await countsOf(caller('c'))]).toEqual([
    { requests: 0, tokens: 5 },
    { requests: 0, tokens: 0 },
  ]);
});

it('a minute is full at its limit of requests or of tokens, whichever comes first', async () => {
  const minutes = createMinuteCounts();
  const one = caller('a');
  const passes = async (limits: object) => (await minutes.take(one, limits, NOW)).passed;
  expect([await passes({ requestsPerMinute: 0 }), await passes({ tokensPerMinute: 0 })]).toEqual([
    false,
    false,
  ]);
  await minutes.spend(one, 9, NOW);
  expect([await passes({ tokensPerMinute: 9 }), await passes({ tokensPerMinute: 10 })]).toEqual([
    false,
    true,
  ]);
  expect([await passes({ requestsPerMinute: 1 }), await passes({ requestsPerMinute: 2 })]).toEqual([
    false,
    true,
  ]);
  expect((await minutes.take(one, { requestsPerMinute: 2 }, NOW)).requests).toBe(2);
});

it('a caller is counted under the newest of its former ids, which every replica knows', async () => {
  const minutes = createMinuteCounts();
  const renamed: Caller = { id: 'new' as CallerId, formerIds: ['a', 'older'] as unknown as CallerId[] };
  await minutes.take(renamed, {}, NOW);
  expect((await minutes.peek(caller('a'), NOW)).requests).toBe(1);
  expect((await minutes.peek(caller('new'), NOW)).requests).toBe(0);
});

it('the minute turns with the clock, to the millisecond', async () => {
  const minutes = createMinuteCounts();
  await minutes.take(caller('a'), LIMITS, NOW);
  expect((await minutes.take(caller('a'), LIMITS, NOW + 29_999)).passed).toBe(false);
  expect((await minutes.take(caller('a'), LIMITS, NOW + 30_000)).passed).toBe(true);
  // Set back by two minutes, which is no small correction.
  expect((await minutes.take(caller('a'), LIMITS, NOW - 60_000)).passed).toBe(true);
});

it('nobody is forgotten where there is room for one more', async () => {
  const minutes = createMinuteCounts(2);
  for (const id of ['a', 'b', 'a', 'b']) await minutes.take(caller(id), {}, NOW);
  expect((await minutes.peek(caller('a'), NOW)).requests).toBe(2);
});
