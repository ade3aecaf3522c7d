import { describe, expect, it } from 'vitest';
import { ApiKey } from '../../domain/api-key.ts';
import type { Plan } from '../../domain/plan.ts';
import { AdmissionRefused, createAdmission, givesPlaceBack } from './admit.ts';
import { openMemoryBackend } from './backends/memory.ts';
import { createCallerIds } from './caller-id.ts';

const free: Plan = { name: 'free', perHour: 2, perMonth: 3, models: 'basic' };
const enterprise: Plan = { name: 'enterprise', models: 'all' };
const caller = createCallerIds('secret').callerOf(ApiKey.parse('sk-1')!);

async function gateway(plan: Plan, start = '2026-11-05T13:20:00Z') {
  const clock = { nowMs: Date.parse(start) };
  const now = () => clock.nowMs;
  const admission = createAdmission({ backend: await openMemoryBackend({ now }), planOf: () => plan, now });
  const ask = (over: Partial<Parameters<typeof admission.admit>[0]> = {}) =>
    admission.admit({ caller, tier: 'basic', listed: true, ...over });
  const refusal = (over = {}) =>
    ask(over).then(
      () => undefined,
      (error: unknown) => (error instanceof AdmissionRefused ? error : undefined),
    );
  return { admission, ask, refusal, clock };
}

describe('admission', () => {
  it('says 403 for a model outside the plan, with the state and no place taken', async () => {
    const { refusal, admission } = await gateway(free);
    const refused = await refusal({ tier: 'premium' });
    expect(refused?.status).toBe(403);
    expect(refused?.message).toBe(
      "The plan 'free' does not include this model; it includes the models of tier 'basic' that GET /models lists. The operator of this gateway can give the key another plan with 'claimgate keys set --plan NAME'",
    );
    expect(refused?.allowance.windows[0]?.remaining).toBe(2);
    expect((await refusal({ listed: false }))?.code).toBe('model_not_in_plan');
    expect((await admission.allowanceOf(caller)).windows.map((window) => window.remaining)).toEqual([2, 3]);
  });

  it('says 429 when a window is full, which one, and when it turns', async () => {
    const { ask, refusal, clock } = await gateway(free);
    await ask();
    expect((await ask()).allowance().windows.map((window) => window.remaining)).toEqual([0, 1]);
    const hour = await refusal();
    expect(hour?.message).toBe(
      "Rate limit exceeded: the plan 'free' has 2 requests per hour, all used. The next hour begins at 2026-11-05T14:00:00Z",
    );
    expect(hour?.retryAfter).toBe('2400');
    expect(hour?.openaiCode).toBe('rate_limit_exceeded');
    clock.nowMs = Date.parse('2026-11-05T14:00:00Z');
    await ask();
    const month = await refusal();
    expect(month?.message).toContain('3 requests per month, all used. The next month begins at 2026-12-01');
    clock.nowMs = Date.parse('2026-11-30T23:59:59.900Z');
    expect((await refusal())?.retryAfter).toBe('1');
    clock.nowMs = Date.parse('2026-12-01T00:00:00Z');
    await expect(ask()).resolves.toBeDefined();
  });

  it('names the later turn where both windows are full', async () => {
    const { ask, refusal } = await gateway({ ...free, perMonth: 2 });
    await ask();
    await ask();
    expect((await refusal())?.message).toContain('per month');
  });

  it('gives a place back once, and not after it was kept', async () => {
    const { ask, admission } = await gateway(free);
    const left = async () => (await admission.allowanceOf(caller)).windows[0]?.remaining;
    const rejected = await ask();
    const kept = await ask();
    expect(await left()).toBe(0);
    await rejected.release();
    await rejected.release();
    expect(rejected.allowance().windows[0]?.remaining).toBe(1);
    kept.keep();
    await kept.release();
    expect(await left()).toBe(1);
  });

  it('shows the windows of now when a place is given back after they turned', async () => {
    const { ask, clock } = await gateway(free, '2026-11-30T23:59:59Z');
    const reservation = await ask();
    clock.nowMs += 2000;
    await reservation.release();
    expect(reservation.allowance().windows).toEqual([
      { name: 'hour', limit: 2, remaining: 2, reset: Date.parse('2026-12-01T01:00:00Z') / 1000 },
      { name: 'month', limit: 3, remaining: 3, reset: Date.parse('2027-01-01T00:00:00Z') / 1000 },
    ]);
  });

  it('of a minute says so, beside the hour, and begins anew with the next', async () => {
    const brisk: Plan = { name: 'brisk', models: 'all', requestsPerMinute: 2, perHour: 3 };
    const { ask, refusal, clock, admission } = await gateway(brisk, '2026-11-05T13:20:40Z');
    const left = async () => (await admission.allowanceOf(caller)).windows.map(({ remaining }) => remaining);
    await ask();
    const second = await ask();
    expect(second.allowance().windows).toMatchObject([
      { name: 'minute', limit: 2, remaining: 0, reset: Date.parse('2026-11-05T13:21:00Z') / 1_000 },
      { name: 'hour', remaining: 1 },
    ]);
    const refused = await refusal();
    expect(refused?.message).toBe(
      "Rate limit exceeded: the plan 'brisk' has 2 requests per minute, all used. The next minute begins at 2026-11-05T13:21:00Z",
    );
    expect(refused?.retryAfter).toBe('20');
    expect(await left()).toEqual([0, 1]);
    await second.release();
    expect(second.allowance().windows.map(({ remaining }) => remaining)).toEqual([1, 2]);
    await ask();
    clock.nowMs += 20_000;
    await ask();
    // The hour is full: nothing is taken from the minute, and waiting for that would not help.
    expect((await refusal())?.message).toContain('3 requests per hour, all used');
    expect(await left()).toEqual([1, 0]);
  });

  it('of tokens lets the answers be counted, and refuses the next request', async () => {
    const metered: Plan = { name: 'metered', models: 'all', tokensPerMinute: 100 };
    const { ask, refusal, clock, admission } = await gateway(metered, '2026-11-05T13:20:30Z');
    const one = await ask();
    one.spendTokens?.(60);
    const two = await ask();
    two.spendTokens?.(70);
    const refused = await refusal();
    expect(refused?.message).toContain(
      "the plan 'metered' has 100 tokens per minute, all used. The next minute",
    );
    expect([refused?.code, refused?.retryAfter]).toEqual(['plan_limit_reached', '30']);
    expect(await admission.allowanceOf(caller)).toEqual({
      plan: 'metered',
      models: 'all',
      windows: [],
      tokensPerMinute: { limit: 100, remaining: 0, reset: Date.parse('2026-11-05T13:21:00Z') / 1_000 },
    });
    clock.nowMs += 30_000;
    expect((await ask()).allowance().tokensPerMinute?.remaining).toBe(100);
    expect(await (await gateway(free)).ask()).not.toHaveProperty('spendTokens');
  });

  it('counts nothing where the plan has no limit', async () => {
    const { ask, admission } = await gateway(enterprise);
    for (let i = 0; i < 100; i++) (await ask({ tier: 'premium', listed: false })).keep();
    expect(await admission.allowanceOf(caller)).toEqual({
      plan: 'enterprise',
      models: 'all',
      windows: [],
    });
  });
});

describe('what does not count', () => {
  it('is exactly what was rejected', () => {
    const statuses = [200, 400, 401, 403, 404, 413, 422, 429, 499, 500, 502, 503, 504];
    expect(statuses.filter(givesPlaceBack)).toEqual([400, 401, 403, 422, 429]);
  });
});
