/** Which part of a claim decides, and what the whole takes from it. */
import { describe, expect, it } from 'vitest';
import { claimOf, itemOf } from '../judge/judge-in-tests.ts';
import type { Judgement } from '../judge/read-judgements.ts';
import { type Outcome, stateVerdict, verdictOf } from './state-verdict.ts';

const CLAIM = claimOf('Rain is dry, snow is warm and ice is soft.');
const PARTS = ['Rain is dry.', 'Snow is warm.', 'Ice is soft.'];

type Stance = Judgement['evidence'][number]['stance'];
const STANCES: Readonly<Record<Judgement['verdict'], readonly Stance[]>> = {
  supported: ['supports'],
  refuted: ['refutes'],
  conflicting: ['supports', 'refutes'],
  not_enough_evidence: [],
};

/** Judged by a model of this name, which explains it in its name. */
function judged(verdict: Judgement['verdict'], by: string, probability = 0.9): Outcome {
  const texts = [`${by} has read one thing.`, `${by} has read another thing.`];
  return {
    items: texts.map(
      (text) => ({ item: itemOf(text), relevance: 0.8, excerpt: text }) as Outcome['items'][number],
    ),
    judgement: {
      verdict,
      probability,
      explanation: `${by} says so.`,
      evidence: STANCES[verdict].map((stance, index) => ({ index, stance, words: '' })),
      nextQueries: [],
      wrong: '',
      right: '',
    },
    by,
  };
}
const unjudged: Outcome = { items: [], fault: 'no-time' };

const state = (...outcomes: Outcome[]) =>
  stateVerdict(CLAIM, { reading: { text: CLAIM.text, parts: PARTS.slice(0, outcomes.length) }, outcomes });

describe('the verdict of several parts', () => {
  it.each<[Judgement['verdict'], Judgement['verdict'], Judgement['verdict']]>([
    ['refuted', 'supported', 'refuted'],
    ['refuted', 'conflicting', 'refuted'],
    ['refuted', 'not_enough_evidence', 'refuted'],
    ['conflicting', 'supported', 'conflicting'],
    ['conflicting', 'not_enough_evidence', 'conflicting'],
    ['not_enough_evidence', 'supported', 'not_enough_evidence'],
    ['supported', 'supported', 'supported'],
  ])('%s and %s is %s, whichever comes first', (one, other, whole) => {
    expect(state(judged(one, 'Ann'), judged(other, 'Bob')).verdict).toBe(whole);
    expect(state(judged(other, 'Bob'), judged(one, 'Ann')).verdict).toBe(whole);
  });

  it('is explained by the parts that decide, and by no other', () => {
    const claim = state(judged('supported', 'Ann'), judged('refuted', 'Bob'), judged('refuted', 'Cid'));
    expect(claim.explanation).toBe('Bob says so. Cid says so.');
  });

  it('begins with their evidence, and goes on with the others', () => {
    const claim = state(judged('supported', 'Ann'), judged('refuted', 'Bob'));
    expect(claim.evidence.map(({ quote }) => quote)).toEqual([
      'Bob has read one thing.',
      'Ann has read one thing.',
    ]);
  });

  it('is as sure as the surest part that refutes, and as the least sure of those that must all be right', () => {
    const confidence = (verdict: 'supported' | 'refuted', probability: number) =>
      state(judged(verdict, 'Ann', probability)).verdict_confidence as number;
    for (const [verdict, least] of [
      ['supported', true],
      ['refuted', false],
    ] as const) {
      const both = [confidence(verdict, 0.95), confidence(verdict, 0.6)];
      expect(both[0]).toBeGreaterThan(both[1] as number);
      const whole = state(judged(verdict, 'Ann', 0.95), judged(verdict, 'Ann', 0.6)).verdict_confidence;
      expect(whole).toBe(least ? Math.min(...both) : Math.max(...both));
    }
  });

  it('does not count a part that nobody judged among those that decide', () => {
    const claim = state(unjudged, judged('not_enough_evidence', 'Ann'), judged('supported', 'Bob'));
    expect(claim).toMatchObject({ verdict: 'not_enough_evidence', explanation: 'Ann says so.' });
    expect(claim).not.toHaveProperty('checked');
  });

  it('names the model where the own judge read some of the parts', () => {
    expect(state(judged('supported', 'local'), judged('supported', 'm-1')).judged_by).toBe('m-1');
    expect(state(judged('supported', 'm-1'), judged('supported', 'local')).judged_by).toBe('m-1');
    expect(state(judged('supported', 'local'), judged('supported', 'local')).judged_by).toBe('local');
    expect(state(unjudged, unjudged)).not.toHaveProperty('judged_by');
  });
});

describe('a verdict', () => {
  const backed = (verdict: Judgement['verdict'], ...stances: Stance[]) =>
    verdictOf({
      ...(judged(verdict, 'Ann').judgement as Judgement),
      evidence: stances.map((stance, index) => ({ index, stance, words: '' })),
    });

  it.each<[Judgement['verdict'], Stance[], Judgement['verdict']]>([
    ['supported', ['supports'], 'supported'],
    ['supported', ['refutes'], 'not_enough_evidence'],
    ['supported', ['neutral'], 'not_enough_evidence'],
    ['supported', ['neutral', 'supports'], 'supported'],
    ['refuted', ['refutes'], 'refuted'],
    ['refuted', ['supports'], 'not_enough_evidence'],
    ['refuted', ['neutral', 'refutes'], 'refuted'],
    ['conflicting', ['supports', 'refutes'], 'conflicting'],
    ['conflicting', ['supports'], 'not_enough_evidence'],
    ['conflicting', ['refutes'], 'not_enough_evidence'],
    ['not_enough_evidence', ['supports'], 'not_enough_evidence'],
  ])('%s with evidence that %j is %s', (verdict, stances, expected) => {
    expect(backed(verdict, ...stances)).toBe(expected);
  });

  it('shows what decides first, then what says the opposite, and nothing neutral', () => {
    const stancesOf = (...stances: Stance[]) => {
      const { judgement, ...outcome } = judged('refuted', 'Ann');
      const evidence = stances.map((stance, index) => ({ index, stance, words: '' }));
      const shown = state({ ...outcome, judgement: { ...judgement, evidence } } as Outcome);
      return shown.evidence.map(({ stance }) => stance);
    };
    expect(stancesOf('supports', 'refutes')).toEqual(['refutes', 'supports']);
    expect(stancesOf('neutral', 'refutes')).toEqual(['refutes']);
  });
});
