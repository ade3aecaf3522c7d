/** What a check of a text comes to in each mode, and that its length makes no difference. */
import { describe, expect, it } from 'vitest';
import { GatewayError } from '../../domain/errors.ts';
import type { CheckMode } from '../../domain/fact-check-mode.ts';
import { jsonModel } from '../../models/upstream/ask-json.ts';
import { type VerifySettings, wishFor } from './check-plan.ts';
import { createTextChecker } from './check-text.ts';
import { agreeable, echo, simulateJudge, TARGET } from './judge/judge-in-tests.ts';

const CLAIM = 'The tower in Paris was completed in 1889.';

const settings = {
  concurrency: 3,
  deadlineMs: 600_000,
  judgeTimeoutMs: 600_000,
  tokenBudget: 1_000_000,
  fenceWord: () => 'c0ffee0000000000000001',
  now: () => Date.now(),
  today: () => '2026-11-22',
} as unknown as VerifySettings;

async function check(mode: CheckMode, text: string, refusal?: GatewayError, revise?: boolean) {
  const judge = simulateJudge((question) => refusal ?? agreeable(question));
  const checkText = createTextChecker({ verify: settings, yieldTurn: async () => {} });
  const wish = wishFor(mode, { model: jsonModel(judge.upstream, TARGET), retrieve: echo, maxClaims: 5 });
  const events = [];
  for await (const batch of checkText(
    { text, wish, ...(revise && { revise }) },
    new AbortController().signal,
  ))
    events.push(...batch);
  const last = events.at(-1);
  const metadata = last?.type === 'done' ? last.metadata : undefined;
  return { events: events.map(({ type }) => type), metadata, asked: judge.calls.length };
}

describe('a text', () => {
  it('is searched for claims alone', async () => {
    const { events, metadata, asked } = await check('detect', CLAIM);
    expect([events, asked]).toEqual([['found', 'done'], 0]);
    expect(metadata?.claims[0]).not.toHaveProperty('evidence');
  });

  it('gets evidence in mode ground, and no verdict', async () => {
    const { events, metadata, asked } = await check('ground', CLAIM);
    expect([events, asked]).toEqual([['found', 'evidence', 'done'], 0]);
    expect(metadata?.claims[0]?.evidence).toHaveLength(1);
    expect(metadata?.claims[0]).not.toHaveProperty('verdict');
  });

  it('gets verdicts in mode verify', async () => {
    const { events, metadata, asked } = await check('verify', CLAIM);
    expect(events.filter((type) => type !== 'judging')).toEqual(['found', 'verdict', 'done']);
    expect(asked).toBe(1);
    expect(metadata?.claims[0]?.verdict).toBe('supported');
  });

  it.each<[CheckMode, boolean, string | undefined]>([
    ['verify', true, CLAIM],
    ['verify', false, undefined],
    ['ground', true, undefined],
    ['detect', true, undefined],
  ])(
    'checked in mode %s comes with its corrections put in where they are wanted (%s): %s',
    async (mode, revise, revised) => {
      const { metadata } = await check(mode, CLAIM, undefined, revise);
      expect(metadata?.revised_content).toBe(revised);
    },
  );

  it('is refused as the judge’s provider refuses it', async () => {
    const refusal = new GatewayError('api_key_invalid');
    await expect(check('verify', CLAIM, refusal)).rejects.toBe(refusal);
  });

  it.each([3_999, 4_000, 4_001, 8_000])('of %i characters ends with its last claim', async (length) => {
    const text = CLAIM.padStart(length);
    const { metadata } = await check('detect', text);
    expect(metadata?.claims.map(({ start, end }) => text.slice(start, end))).toEqual([CLAIM]);
  });
});
