/** What a check of a text comes to in each mode, and that its length makes no difference. */
import { describe, expect, it } from 'vitest';
import { GatewayError } from '../../domain/errors.ts';
import type { CheckMode } from '../../domain/fact-check-mode.ts';
import { createTextChecker, type TextCheck } from './check-text.ts';
import { agreeable, echo, simulateJudge, TARGET } from './judge/judge-in-tests.ts';
import type { VerifySettings } from './verify-settings.ts';

const CLAIM = 'The tower in Paris was completed in 1889.';

async function check(mode: CheckMode, text: string, asked?: TextCheck['asked'], refusal?: GatewayError) {
  const judge = simulateJudge((question) => refusal ?? agreeable(question));
  const checkText = createTextChecker({
    upstream: judge.upstream,
    verify: {
      concurrency: 3,
      deadlineMs: 600_000,
      judgeTimeoutMs: 600_000,
      tokenBudget: 1_000_000,
      now: () => Date.now(),
      today: () => '2026-11-22',
    } as unknown as VerifySettings,
    newNonce: () => 'c0ffee0000000000000001',
    yieldTurn: async () => {},
  });
  const events = [];
  const wanted = { text, mode, ...(asked === undefined ? {} : { asked }) };
  for await (const batch of checkText(wanted, new AbortController().signal)) events.push(...batch);
  const last = events.at(-1);
  const metadata = last?.type === 'done' ? last.metadata : undefined;
  return { events: events.map(({ type }) => type), metadata, asked: judge.calls.length };
}
const asked = { target: TARGET, retrieve: echo, maxClaims: 5 } as unknown as NonNullable<TextCheck['asked']>;

describe('a text', () => {
  it('is searched for claims alone', async () => {
    for (const known of [undefined, asked]) {
      const { events, metadata, asked: calls } = await check('detect', CLAIM, known);
      expect([events, calls]).toEqual([['claim', 'done'], 0]);
      expect(metadata?.claims[0]).not.toHaveProperty('evidence');
    }
  });

  it('gets evidence in mode ground, and no verdict', async () => {
    const { events, metadata, asked: calls } = await check('ground', CLAIM, asked);
    expect([events, calls]).toEqual([['claim', 'done'], 0]);
    expect(metadata?.claims[0]?.evidence).toHaveLength(1);
    expect(metadata?.claims[0]).not.toHaveProperty('verdict');
  });

  it('gets verdicts in mode verify', async () => {
    const { events, metadata, asked: calls } = await check('verify', CLAIM, asked);
    expect(events.filter((type) => type !== 'judging')).toEqual(['claim', 'verdict', 'done']);
    expect(calls).toBe(1);
    expect(metadata?.claims[0]?.verdict).toBe('supported');
  });

  it('is refused as the judge’s provider refuses it', async () => {
    const refusal = new GatewayError('api_key_invalid');
    await expect(check('verify', CLAIM, asked, refusal)).rejects.toBe(refusal);
  });

  it.each([3_999, 4_000, 4_001, 8_000])('of %i characters ends with its last claim', async (length) => {
    const text = CLAIM.padStart(length);
    const { metadata } = await check('detect', text);
    expect(metadata?.claims.map(({ start, end }) => text.slice(start, end))).toEqual([CLAIM]);
  });
});
