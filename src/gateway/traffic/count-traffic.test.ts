import { expect, it } from 'vitest';
import type { TrafficRow } from '../store/traffic.ts';
import { createTrafficCounter } from './count-traffic.ts';
import { PLACE, Tally } from './tally.ts';

const HOUR_MS = 3_600_000;
const request = {
  provider: 'openai',
  model: 'gpt',
  app: 'Shop',
  keyId: 'ik_1',
  teamId: undefined,
  isSandbox: false,
  failure: undefined,
  milliseconds: 700,
  tally: undefined,
};

it('is written in sums, by the hour and by the day, and tried again where the store is away', async () => {
  const written: (readonly TrafficRow[])[] = [];
  let isAway = true;
  let now = 50 * HOUR_MS;
  const counter = createTrafficCounter({
    records: {
      async add(rows) {
        if (isAway) throw new Error('away');
        written.push(rows);
      },
    },
    now: () => now,
    onFailure: () => {},
  });
  for (let i = 0; i < 3; i++) counter.count(request);
  await counter.flush();
  isAway = false;
  now += HOUR_MS;
  counter.count({ ...request, failure: 'provider_failed', keyId: 'ik_2', teamId: 'tm_1' });
  counter.count({ ...request, failure: 'caller_left', keyId: undefined });
  await counter.close();
  expect(written).toHaveLength(1);
  const rows = written[0]!.map(({ series, at, name, sums }) => [
    series,
    at,
    name,
    sums[PLACE.requests],
    sums[PLACE.errors],
    sums[PLACE.whole_1],
  ]);
  expect(rows.sort()).toEqual(
    [
      ['hour model', 50, 'openai/gpt', 3, 0, 3],
      ['hour model', 51, 'openai/gpt', 2, 1, 0],
      ['day model', 48, 'openai/gpt', 5, 1, 3],
      ['hour app', 50, 'Shop', 3, 0, 3],
      ['hour app', 51, 'Shop', 2, 1, 0],
      ['day app', 48, 'Shop', 5, 1, 3],
      ['hour key ik_1', 50, 'openai/gpt', 3, 0, 3],
      ['day key ik_1', 48, 'openai/gpt', 3, 0, 3],
      ['hour key ik_1 app', 50, 'Shop', 3, 0, 3],
      ['day key ik_1 app', 48, 'Shop', 3, 0, 3],
      ['hour key ik_2', 51, 'openai/gpt', 1, 1, 0],
      ['day key ik_2', 48, 'openai/gpt', 1, 1, 0],
      ['hour key ik_2 app', 51, 'Shop', 1, 1, 0],
      ['day key ik_2 app', 48, 'Shop', 1, 1, 0],
      ['hour key ik_2 error', 51, 'provider_failed', 1, 1, 0],
      ['day key ik_2 error', 48, 'provider_failed', 1, 1, 0],
      ['hour team', 51, 'tm_1', 1, 1, 0],
      ['day team', 48, 'tm_1', 1, 1, 0],
      ['hour error', 51, 'provider_failed', 1, 1, 0],
      ['day error', 48, 'provider_failed', 1, 1, 0],
    ].sort(),
  );
});

it('claims of a text that was to be checked are not those of the model that judged them', async () => {
  const written: TrafficRow[] = [];
  const counter = createTrafficCounter({
    records: { add: async (rows) => void written.push(...rows) },
    now: () => 0,
    onFailure: () => {},
  });
  const tally = new Tally();
  tally.isCheck = true;
  tally.addTokens({ promptTokens: 5, completionTokens: 1, nanos: 9 });
  tally.addClaim({ verdict: 'refuted' }, undefined);
  tally.addClaim({ verdict: 'not_enough_evidence' }, 'limit');
  counter.count({ ...request, tally });
  await counter.close();
  const sumOf = (series: string, name: string) => {
    const { sums } = written.find((row) => row.series === series && row.name === name)!;
    return (['requests', 'nanos', 'claims', 'refuted', 'unchecked_limit'] as const).map(
      (count) => sums[PLACE[count]],
    );
  };
  expect(sumOf('hour model', 'openai/gpt')).toEqual([1, 9, 0, 0, 0]);
  expect(sumOf('hour model', '')).toEqual([0, 0, 2, 1, 1]);
  expect(sumOf('hour app', 'Shop')).toEqual([1, 9, 2, 1, 1]);
});
