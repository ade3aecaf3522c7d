import { describe, expect, it } from 'vitest';
import { claimOf, itemOf } from '../judge/judge-in-tests.ts';
import type { Judgement } from '../judge/read-judgements.ts';
import { toClaimReview } from './claim-review.ts';
import { type Fault, type Outcome, stateVerdict } from './state-verdict.ts';

const ABOUT = { url: 'https://claims.example/', datePublished: '2026-11-22', author: { name: 'Example' } };
const CLAIM = claimOf('Water is wet and rain is dry.');
const PARTS = ['Water is wet.', 'Rain is dry.'];

const failed = (fault: Fault): Outcome => ({ items: [], fault });
const judged = (verdict: Judgement['verdict']): Outcome => ({
  items: [
    { item: itemOf('Water is wet.'), relevance: 0.8, excerpt: 'Water is wet.' } as Outcome['items'][number],
  ],
  judgement: {
    verdict,
    probability: 0.9,
    explanation: 'It is so.',
    evidence: [{ index: 0, stance: verdict === 'refuted' ? 'refutes' : 'supports', words: '' }],
    nextQueries: [],
    wrong: '',
    right: '',
  },
});
const stateParts = (first: Outcome, second: Outcome) =>
  stateVerdict(CLAIM, { reading: { text: CLAIM.text, parts: PARTS }, outcomes: [first, second] });

describe('a claim without a judgement', () => {
  const UNCHECKED: readonly Fault[] = [
    'no-source',
    'too-many-claims',
    'no-time',
    'no-tokens',
    'judge-silent',
    'judge-unusable',
    'judge-undecided',
    'judge-failed',
    'judge-refused',
  ];

  it.each(UNCHECKED)('was not checked (%s): it has no confidence and no review, and says why', (fault) => {
    const reading = { text: CLAIM.text, parts: [] };
    const claim = stateVerdict(CLAIM, { reading, outcomes: [failed(fault)] });
    expect(claim).toMatchObject({ verdict: 'not_enough_evidence', checked: false });
    expect(claim.explanation).toMatch(/not (?:checked|judged): /);
    expect(claim).not.toHaveProperty('verdict_confidence');
    expect(toClaimReview(claim, ABOUT)).toBeUndefined();
  });

  it('was checked where the sources have nothing on it', () => {
    const reading = { text: CLAIM.text, parts: [] };
    const claim = stateVerdict(CLAIM, { reading, outcomes: [failed('nothing-found')] });
    expect(claim).toMatchObject({ verdict: 'not_enough_evidence', verdict_confidence: 0.6 });
    expect(claim).not.toHaveProperty('checked');
    expect(toClaimReview(claim, ABOUT)).toBeDefined();
  });
});

describe('a claim that the gateway decides itself', () => {
  const state = (outcome: Outcome) => {
    const { judgement } = judged('supported');
    const silent = { ...judgement!, explanation: '' };
    return stateVerdict(CLAIM, {
      reading: { text: CLAIM.text, parts: [] },
      outcomes: [{ ...judged('supported'), judgement: silent, ...outcome } as Outcome],
    });
  };

  it('says that a small model has read it, but not of one that a document has word for word', () => {
    const read = state({ by: 'local' } as Outcome);
    const verbatim = state({ by: 'local', isVerbatim: true } as Outcome);
    expect(read.explanation).toMatch(
      /^Read by a small model of the gateway’s own\. The evidence quoted from /,
    );
    expect(verbatim.explanation).toMatch(/^The evidence quoted from /);
    expect([read.judged_by, verbatim.judged_by]).toEqual(['local', 'local']);
  });

  it('has the probability of its judge, which is calibrated as it comes', () => {
    expect(state({ by: 'local' } as Outcome).verdict_confidence).toBe(0.9);
    expect(state({ by: 'gpt' } as Outcome).verdict_confidence).not.toBe(0.9);
  });
});

describe('a claim of several parts', () => {
  it('was not checked where no part was', () => {
    const claim = stateParts(failed('no-time'), failed('judge-unusable'));
    expect(claim).toMatchObject({ checked: false, parts: [{ checked: false }, { checked: false }] });
    expect(claim).not.toHaveProperty('verdict_confidence');
  });

  it('was checked where one part was; the other one is marked', () => {
    const claim = stateParts(judged('supported'), failed('judge-unusable'));
    expect(claim).toMatchObject({
      verdict: 'not_enough_evidence',
      explanation: 'A part of this claim was not checked.',
      verdict_confidence: 0.25,
    });
    expect(claim).not.toHaveProperty('checked');
    expect(claim.parts?.map(({ checked }) => checked)).toEqual([undefined, false]);
    for (const part of claim.parts ?? []) expect(part).not.toHaveProperty('verdict_confidence');
  });

  it('is refuted by the part that was judged, whatever became of the other', () => {
    const claim = stateParts(failed('no-tokens'), judged('refuted'));
    expect(claim).toMatchObject({
      verdict: 'refuted',
      explanation: 'It is so.',
      parts: [{ checked: false }, {}],
    });
    expect(claim.verdict_confidence).toBeGreaterThan(0.5);
  });
});

describe('a judge that decides nothing', () => {
  const reading = { text: CLAIM.text, parts: [] };
  const undecided = (probability: number | undefined, evidence: Judgement['evidence'] = []): Outcome => {
    const { items, judgement } = judged('not_enough_evidence');
    const { probability: _, ...rest } = judgement as Judgement;
    return {
      items,
      judgement: { ...rest, evidence, ...(probability === undefined ? {} : { probability }) },
    };
  };

  it('is undecided where it believes less than half of it, and what it read is shown unjudged', () => {
    const claim = stateVerdict(CLAIM, { reading, outcomes: [undecided(0.49)] });
    expect(claim).toMatchObject({
      verdict: 'not_enough_evidence',
      checked: false,
      evidence: [{ quote: 'Water is wet.', stance: 'unjudged' }],
    });
    expect(claim).not.toHaveProperty('verdict_confidence');
  });

  it.each([0.5, 0.9, undefined])('has found that the evidence is not enough at %s', (probability) => {
    const claim = stateVerdict(CLAIM, { reading, outcomes: [undecided(probability)] });
    expect(claim).not.toHaveProperty('checked');
    expect(claim.verdict_confidence).toBeGreaterThan(0);
    expect(claim.evidence, 'what was found is shown').toMatchObject([
      { quote: 'Water is wet.', stance: 'unjudged' },
    ]);
  });

  it('does not count where a document has the claim word for word', () => {
    const claim = claimOf('Water is wet.');
    const { items } = judged('supported');
    const own = items.map((one) => ({ ...one, item: { ...one.item, source: 'corpus' } }));
    const whole = { text: claim.text, parts: [] };
    for (const outcome of [
      { ...undecided(0.9), items: own },
      { ...undecided(0.2), items: own },
      { items: own, fault: 'judge-silent' as const },
    ] as Outcome[]) {
      expect(stateVerdict(claim, { reading: whole, outcomes: [outcome] })).toMatchObject({
        verdict: 'supported',
        evidence: [{ quote: 'Water is wet.', stance: 'supports' }],
      });
    }
    const refuted = undecided(0.9, [{ index: 0, stance: 'refutes', words: '' }]);
    expect(
      stateVerdict(claim, { reading: whole, outcomes: [{ ...refuted, items: own } as Outcome] }).verdict,
    ).toBe('not_enough_evidence');
    const otherwise = { ...judged('refuted'), items: own } as Outcome;
    expect(stateVerdict(claim, { reading: whole, outcomes: [otherwise] }).verdict).toBe('refuted');
  });
});
