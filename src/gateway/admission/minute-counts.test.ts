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
