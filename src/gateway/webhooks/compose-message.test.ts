import { expect, it } from 'vitest';
import type { Claim, FactCheckMetadata, Verdict } from '../../domain/claim.ts';
import type { FinishedCheck } from '../../domain/finished-check.ts';
import { composeMessage, isWanted } from './compose-message.ts';

const NOW = Date.parse('2026-11-05T13:20:00Z');
const NONE = { claims: 0, supported: 0, refuted: 0, conflicting: 0, not_enough_evidence: 0, unchecked: 0 };

const claim = (id: string, verdict: Verdict, over: Partial<Claim> = {}): Claim =>
  ({
    ...{ id, verdict, role: 'assistant', text: `Text of ${id}`, original_text: `Words of ${id}` },
    explanation: `Why ${id}`,
    evidence: [
      {
        source: 'corpus',
        kind: 'own_document',
        title: 'A title',
        url: 'https://example.org/a',
        quote: 'A quote',
        stance: 'refutes',
      },
    ],
    ...over,
  }) as Claim;
const check = (
  claims: readonly Claim[],
  summary: Partial<FactCheckMetadata['summary']> = {},
): FinishedCheck => ({
  ...{
    requestId: 'req_1',
    api: '/v1/chat/completions',
    callerId: 'ann',
    plan: 'pro',
    profile: 'support',
    model: 'm',
  },
  metadata: {
    mode: 'ground',
    claims,
    summary: { ...NONE, ...summary },
    searches: [{ text: 'searched' }],
  } as never,
});
const read = (text: string) =>
  JSON.parse(text) as { data: { claims: { id: string }[]; claims_left_out?: number } };

it('says what was found, and without texts nothing that anybody wrote', () => {
  const body = composeMessage(
    check([claim('c1', 'supported'), claim('c2', 'refuted', { verdict_confidence: 0.9 })], {
      supported: 1,
      refuted: 1,
    }),
    { on: ['refuted'], texts: false },
    NOW,
  );
  expect(JSON.parse(body)).toEqual({
    type: 'claims.checked',
    timestamp: '2026-11-05T13:20:00.000Z',
    data: {
      ...{
        request_id: 'req_1',
        api: '/v1/chat/completions',
        model: 'm',
        caller: 'ann',
        plan: 'pro',
        profile: 'support',
      },
      mode: 'ground',
      verdicts: { supported: 1, refuted: 1, conflicting: 0, not_enough_evidence: 0 },
      claims: [
        { id: 'c2', role: 'assistant', verdict: 'refuted', verdict_confidence: 0.9, sources: ['corpus'] },
        { id: 'c1', role: 'assistant', verdict: 'supported', sources: ['corpus'] },
      ],
    },
  });
  expect(body).not.toMatch(/Text of|Words of|Why|A quote|A title|example\.org|searched/);
});

it('has claims and quotes where texts are wanted', () => {
  const body = composeMessage(check([claim('c1', 'refuted')]), { on: ['refuted'], texts: true }, NOW);
  expect(read(body).data.claims).toEqual([
    expect.objectContaining({
      text: 'Text of c1',
      evidence: [
        {
          source: 'corpus',
          stance: 'refutes',
          title: 'A title',
          url: 'https://example.org/a',
          quote: 'A quote',
        },
      ],
    }),
  ]);
});

it('is at most 64 KiB, says how many claims it leaves out, and leaves out no wanted one for another', () => {
  const many = Array.from({ length: 300 }, (_, at) =>
    claim(`c${at}`, at === 299 ? 'refuted' : 'supported', { text: 'é'.repeat(5_000) }),
  );
  const body = composeMessage(check(many), { on: ['refuted'], texts: true }, NOW);
  expect(Buffer.byteLength(body)).toBeLessThanOrEqual(64 * 1024);
  const { claims, claims_left_out } = read(body).data;
  expect(claims[0]?.id).toBe('c299');
  expect(claims.length + claims_left_out!).toBe(300);
});

it('is wanted for a verdict that somebody reached, listed or counted', () => {
  expect(isWanted(check([claim('c1', 'refuted')]), ['refuted'])).toBe(true);
  expect(isWanted(check([claim('c1', 'refuted')]), ['conflicting'])).toBe(false);
  expect(isWanted(check([], { refuted: 1 }), ['refuted'])).toBe(true);
  const unchecked = claim('c1', 'not_enough_evidence', { checked: false });
  expect(isWanted(check([unchecked]), ['not_enough_evidence'])).toBe(false);
});
