import { describe, expect, it } from 'vitest';
import { ApiKey } from '../../domain/api-key.ts';
import type { Allowance, Plan } from '../../domain/plan.ts';
import { openMemoryBackend } from './backends/memory.ts';
import { createCallerIds } from './caller-id.ts';
import type { LimitBackend } from './limit-backend.ts';
import { limitsMinutes, peekWithMinute, reserveInMinute } from './reserve-in-minute.ts';

const NOW = Date.parse('2026-11-05T13:20:40Z');
const TURN = Date.parse('2026-11-05T13:21:00Z') / 1_000;
const caller = createCallerIds('secret').callerOf(ApiKey.parse('sk-1')!);
const brisk: Plan = { name: 'brisk', models: 'all', requestsPerMinute: 2 };
const left = ({ windows }: Allowance) => windows.map(({ name, remaining }) => `${name} ${remaining}`);

/** Where an hour and a month are not asked for. */
async function minutesAlone(): Promise<LimitBackend> {
  const { minutes, close } = await openMemoryBackend({ now: () => NOW });
  const never = () => Promise.reject(new Error('The hour was asked for'));
  return { healthy: true, minutes, close, serves: async () => true, reserve: never, peek: never };
}

it.each<[Partial<Plan>, boolean]>([
  [{ requestsPerMinute: 1 }, true],
  [{ tokensPerMinute: 1 }, true],
  [{ perHour: 1, perMonth: 1 }, false],
])('a plan with %j limits minutes: %s', (limits, expected) => {
  expect(limitsMinutes({ name: 'p', models: 'all', ...limits })).toBe(expected);
});

describe('a plan that limits nothing but the minute', () => {
  it('asks for no hour', async () => {
    const backend = await minutesAlone();
    const first = await reserveInMinute(backend, caller, brisk, NOW);
    expect([first.passed, first.allowance]).toEqual([
      true,
      { plan: 'brisk', windows: [{ name: 'minute', limit: 2, remaining: 1, reset: TURN }] },
    ]);
    await reserveInMinute(backend, caller, brisk, NOW);
    const refused = await reserveInMinute(backend, caller, brisk, NOW);
    expect([refused.passed, left(refused.allowance)]).toEqual([false, ['minute 0']]);
    expect(left(await first.release(NOW))).toEqual(['minute 1']);
    expect(left(await peekWithMinute(backend, caller, brisk, NOW))).toEqual(['minute 1']);
  });

  it('has nothing given back where nothing was taken', async () => {
    const backend = await minutesAlone();
    for (let taken = 0; taken < 2; taken++) await reserveInMinute(backend, caller, brisk, NOW);
    const refused = await reserveInMinute(backend, caller, brisk, NOW);
    expect(left(await refused.release(NOW))).toEqual(['minute 0']);
    expect(left(await peekWithMinute(backend, caller, brisk, NOW))).toEqual(['minute 0']);
  });

  it('shows nothing below nought, where more was used than it has', async () => {
    const backend = await minutesAlone();
    const metered: Plan = { name: 'metered', models: 'all', tokensPerMinute: 5 };
    await backend.minutes.spend(caller, 7, NOW);
    expect(await peekWithMinute(backend, caller, metered, NOW)).toEqual({
      plan: 'metered',
      windows: [],
      tokensPerMinute: { limit: 5, remaining: 0, reset: TURN },
    });
    expect((await reserveInMinute(backend, caller, metered, NOW)).passed).toBe(false);
  });

  it('shows the minute of now when a place is given back in the next', async () => {
    const backend = await minutesAlone();
    const attempt = await reserveInMinute(backend, caller, brisk, NOW);
    expect((await attempt.release(NOW + 20_000)).windows).toEqual([
      { name: 'minute', limit: 2, remaining: 2, reset: TURN + 60 },
    ]);
  });
});

describe('a plan that limits the minute and the hour', () => {
  const both: Plan = { ...brisk, perHour: 1 };

  it('takes nothing from the minute where the hour is full', async () => {
    const backend = await openMemoryBackend({ now: () => NOW });
    const first = await reserveInMinute(backend, caller, both, NOW);
    expect(left(first.allowance)).toEqual(['minute 1', 'hour 0']);
    const refused = await reserveInMinute(backend, caller, both, NOW);
    expect([refused.passed, left(refused.allowance)]).toEqual([false, ['minute 1', 'hour 0']]);
    expect(left(await peekWithMinute(backend, caller, both, NOW))).toEqual(['minute 1', 'hour 0']);
    expect(left(await first.release(NOW))).toEqual(['minute 2', 'hour 1']);
  });

  it('shows the hour too where the minute is full', async () => {
    const backend = await openMemoryBackend({ now: () => NOW });
    const wide: Plan = { ...brisk, perHour: 9 };
    for (let taken = 0; taken < 2; taken++) await reserveInMinute(backend, caller, wide, NOW);
    const refused = await reserveInMinute(backend, caller, wide, NOW);
    expect([refused.passed, left(refused.allowance)]).toEqual([false, ['minute 0', 'hour 7']]);
  });

  it('gives the minute back where the hour cannot be counted', async () => {
    const backend = await minutesAlone();
    await expect(reserveInMinute(backend, caller, both, NOW)).rejects.toThrow('The hour was asked for');
    expect(await backend.minutes.peek(caller, NOW)).toMatchObject({ requests: 0 });
  });
});
