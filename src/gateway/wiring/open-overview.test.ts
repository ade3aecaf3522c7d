import { expect, it } from 'vitest';
import type { MetricsData } from '../telemetry/merge-metrics.ts';
import { openOverview } from './open-overview.ts';

const HOUR = 3_600_000;

it('counts what was done in each hour, of callers alone, whatever process counted it', async () => {
  let now = Date.parse('2026-11-05T13:20:00Z');
  let chats = 5;
  const read = async (): Promise<MetricsData> =>
    [
      {
        name: 'claimgate_requests_total',
        values: [
          { value: chats, labels: { route: '/chat', status: 200 } },
          { value: 1, labels: { route: '/v1/claims', status: 429, sandbox: 'true' } },
          { value: 99, labels: { route: '/health', status: 200 } },
        ],
      },
      { name: 'claimgate_verdicts_total', values: [{ value: 2, labels: { verdict: 'refuted' } }] },
      {
        name: 'claimgate_provider_failures_total',
        values: [
          { value: 1, labels: { provider: 'openai', code: 'provider_timeout' } },
          { value: 2, labels: { provider: 'openai', code: 'provider_failed' } },
        ],
      },
    ] as unknown as MetricsData;
  const overview = openOverview({ read, now: () => now, log: { warn: () => expect.unreachable() } });
  expect((await overview.lastHours(1)).total).toEqual({
    requests: { total: 6, '2xx': 5, '4xx': 1, simulated: 1 },
    tokens: { prompt: 0, completion: 0 },
    claims: 0,
    verdicts: { refuted: 2 },
    errors: {},
    providers: { openai: { failures: 3 } },
    sources: {},
  });
  // A worker has just ended, and its counts are back a moment later.
  chats = 2;
  await overview.lastHours(1);
  now += HOUR;
  chats = 8;
  const { hours, total } = await overview.lastHours(3);
  expect(hours.map(({ hour, requests }) => [hour, requests.total])).toEqual([
    ['2026-11-05T12:00:00.000Z', 0],
    ['2026-11-05T13:00:00.000Z', 6],
    ['2026-11-05T14:00:00.000Z', 3],
  ]);
  expect(total.requests).toEqual({ total: 9, '2xx': 8, '4xx': 1, simulated: 1 });
  now += 48 * HOUR;
  expect((await overview.lastHours(48)).total.requests).toEqual({ total: 0 });
  overview.close();
});
