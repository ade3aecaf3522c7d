import { describe, expect, it } from 'vitest';
import { claimOf, itemOf } from '../judge/judge-in-tests.ts';
import type { Judgement } from '../judge/read-judgements.ts';
import { toClaimReview } from './claim-review.ts';
import { decides, type Fault, type Outcome, stateVerdict, verdictOf } from './state-verdict.ts';

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

/** An item of a page of its own for each letter, as relevant as all others. */
const itemsOf = (letters: string, more: Partial<ReturnType<typeof itemOf>> = {}): Outcome['items'] =>
  [...letters].map((letter) => {
    const text = `Water ${letter} is wet.`;
    const item = itemOf(text, { title: `Page ${letter}`, url: `https://example.org/${letter}`, ...more });
    return { item, relevance: 0.8, excerpt: text, start: 0, hash: letter };
  });
type Stances = readonly (readonly [number, Judgement['evidence'][number]['stance']])[];
const judgementOf = (
  verdict: Judgement['verdict'],
  stances: Stances,
  more: Partial<Judgement> = {},
): Judgement => ({
  ...judged(verdict).judgement!,
  ...more,
  verdict,
  evidence: stances.map(([index, stance]) => ({ index, stance, words: '' })),
});
const stateWhole = (outcome: Outcome) =>
  stateVerdict(CLAIM, { reading: { text: CLAIM.text, parts: [] }, outcomes: [outcome] });

describe('the evidence of a verdict', () => {
  const shown = (verdict: Judgement['verdict'], stances: Stances, letters = 'ABCDEF') =>
    stateWhole({ items: itemsOf(letters), judgement: judgementOf(verdict, stances) }).evidence.map(
      ({ title, stance }) => `${title.at(-1)} ${stance}`,
    );

  it.each<[Judgement['verdict'], Stances, readonly string[]]>([
    [
      'supported',
      [
        [0, 'refutes'],
        [3, 'supports'],
        [1, 'neutral'],
        [2, 'supports'],
      ],
      ['C supports', 'D supports', 'A refutes'],
    ],
    [
      'refuted',
      [
        [0, 'supports'],
        [3, 'refutes'],
        [2, 'refutes'],
      ],
      ['C refutes', 'D refutes', 'A supports'],
    ],
    [
      'conflicting',
      [
        [2, 'refutes'],
        [1, 'supports'],
        [0, 'neutral'],
      ],
      ['B supports', 'C refutes'],
    ],
    [
      'not_enough_evidence',
      [
        [0, 'neutral'],
        [2, 'supports'],
        [1, 'refutes'],
      ],
      ['B refutes', 'C supports', 'A neutral'],
    ],
  ])('of %s begins with what decides it, and then with what is best', (verdict, stances, expected) => {
    expect(shown(verdict, stances)).toEqual(expected);
  });

  it('is no more than four items, and none that was not shown', () => {
    const all = [0, 1, 2, 3, 4].map((index) => [index, 'supports'] as const);
    expect(shown('supported', all)).toHaveLength(4);
    expect(shown('supported', [[9, 'supports'], ...all.slice(1, 2)])).toEqual(['B supports']);
  });

  it('of several parts is no more than eight items, each once, those of the deciding part first', () => {
    const [first, second, third] = ['ABCD', 'EFGH', 'IJKL'].map((letters, at) => ({
      items: itemsOf(letters),
      judgement: judgementOf(
        at === 2 ? 'refuted' : 'supported',
        [0, 1, 2, 3].map((index) => [index, at === 2 ? 'refutes' : 'supports']),
      ),
    }));
    const parts = [...PARTS, 'Snow is cold.'];
    const claim = stateVerdict(CLAIM, {
      reading: { text: CLAIM.text, parts },
      outcomes: [first!, second!, third!],
    });
    expect(claim.evidence.map(({ title }) => title.at(-1)).join('')).toBe('IJKLABCD');
    const same = stateParts(first!, first!);
    expect(same.evidence.map(({ title }) => title.at(-1)).join('')).toBe('ABCD');
  });

  it('that nobody judged is of what is most relevant, in the order in which it was found', () => {
    const items = itemsOf('ABCDE').map((one, at) => ({
      ...one,
      item: { ...one.item, source: 'wikipedia' },
      relevance: [0.6, 0.9, 0.8, 0.85, 0.7][at]!,
    }));
    const { evidence } = stateWhole({ items, fault: 'no-time' });
    expect(evidence.map(({ title, stance }) => [title.at(-1), stance])).toEqual([
      ['B', 'unjudged'],
      ['C', 'unjudged'],
      ['D', 'unjudged'],
    ]);
  });
});

describe('a verdict', () => {
  it.each<[Judgement['verdict'], Stances, Judgement['verdict']]>([
    ['supported', [[0, 'supports']], 'supported'],
    ['supported', [[0, 'refutes']], 'not_enough_evidence'],
    ['supported', [[0, 'neutral']], 'not_enough_evidence'],
    ['supported', [], 'not_enough_evidence'],
    ['refuted', [[0, 'refutes']], 'refuted'],
    ['refuted', [[0, 'supports']], 'not_enough_evidence'],
    ['refuted', [[0, 'neutral']], 'not_enough_evidence'],
    ['conflicting', [[0, 'supports']], 'not_enough_evidence'],
    ['conflicting', [[0, 'refutes']], 'not_enough_evidence'],
    [
      'conflicting',
      [
        [0, 'supports'],
        [1, 'refutes'],
      ],
      'conflicting',
    ],
    [
      'not_enough_evidence',
      [
        [0, 'supports'],
        [1, 'refutes'],
      ],
      'not_enough_evidence',
    ],
  ])('of %s on %o is %s', (verdict, stances, expected) => {
    const judgement = judgementOf(verdict, stances);
    expect(verdictOf(judgement)).toBe(expected);
    expect(decides(judgement)).toBe(expected !== 'not_enough_evidence');
  });

  it('is none without a judgement', () => {
    expect(decides(undefined)).toBe(false);
  });

  it('that nothing named stands behind says so in the gateway’s words, and not in the judge’s', () => {
    const backless = { items: itemsOf('A'), judgement: judgementOf('supported', []) };
    expect(stateWhole(backless)).toMatchObject({
      verdict: 'not_enough_evidence',
      explanation: 'The judge model named no evidence that decides this claim.',
    });
    expect(stateWhole({ ...backless, by: 'local' }).explanation).toBe(
      'Read by a small model of the gateway’s own. Nothing in the evidence decides this claim.',
    );
  });

  it('of not enough evidence that comes without words is explained', () => {
    const judgement = judgementOf('not_enough_evidence', [[0, 'neutral']], { explanation: '' });
    expect(stateWhole({ items: itemsOf('A'), judgement }).explanation).toBe(
      'The judge model named no evidence that decides this claim.',
    );
    expect(stateWhole({ items: itemsOf('A'), judgement, by: 'local' }).explanation).toBe(
      'Read by a small model of the gateway’s own. Nothing in the evidence decides this claim.',
    );
  });

  it('that nothing named stands behind has no confidence of a judge that was sure of another', () => {
    const of = (probability: number) =>
      stateWhole({ items: itemsOf('A'), judgement: judgementOf('supported', [], { probability }) });
    expect(of(0.98).verdict_confidence).toBe(of(0.7).verdict_confidence);
  });

  it.each<[Judgement['verdict'], string, RegExp]>([
    ['supported', 'Water', /^The evidence quoted from “Water” \(corpus\) supports this claim\.$/],
    ['refuted', 'Water', /^The evidence quoted from “Water” \(corpus\) contradicts this claim\.$/],
    ['supported', '', /^The evidence quoted from corpus supports this claim\.$/],
    ['supported', 'x'.repeat(151), /“x{150}”/],
    ['conflicting', 'Water', /^Some evidence supports this claim, and some contradicts it\.$/],
  ])('of %s without words of the judge is explained by its evidence: %s', (verdict, title, explanation) => {
    const stances: Stances =
      verdict === 'conflicting'
        ? [
            [0, 'supports'],
            [1, 'refutes'],
          ]
        : [[0, verdict === 'supported' ? 'supports' : 'refutes']];
    const items = itemsOf('AB', { title });
    const claim = stateWhole({ items, judgement: judgementOf(verdict, stances, { explanation: '' }) });
    expect(claim.explanation).toMatch(explanation);
  });

  it('on what somebody else says of a page is never surer than 0.6', () => {
    const [shown] = itemsOf('A', { text: '', ...{ hearsay: 'Water is wet.' } });
    const outcome = (items: Outcome['items']): Outcome => ({
      items,
      judgement: judgementOf('supported', [[0, 'supports']], { probability: 0.98 }),
    });
    expect(stateWhole(outcome([shown!])).verdict_confidence).toBeLessThanOrEqual(0.6);
    expect(stateWhole(outcome(itemsOf('A'))).verdict_confidence).toBeGreaterThan(0.6);
  });

  it('of the gateway’s own judge is never surer than 0.98, and calibrated no second time', () => {
    const even = { slope: 0, offset: 0 };
    const fitted = { claims: 100, ece_raw: 0.1, ece: 0.01 };
    const calibration = { judge: 'x', prompt: 'y', decided: even, undecided: even, fitted };
    const judgement = judgementOf('supported', [[0, 'supports']], { probability: 1 });
    const by = (id: string) => {
      const outcomes = [{ items: itemsOf('A'), judgement, by: id }];
      return stateVerdict(CLAIM, { reading: { text: CLAIM.text, parts: [] }, outcomes }, calibration);
    };
    expect(by('local').verdict_confidence).toBe(0.98);
    expect(by('gpt').verdict_confidence).toBe(0.5);
  });
});

describe('a claim of several parts', () => {
  const surely = (verdict: Judgement['verdict'], probability: number, more: Partial<Judgement> = {}) => {
    const { items, judgement } = judged(verdict);
    return { items, judgement: { ...judgement!, probability, ...more }, by: 'gpt' } as Outcome;
  };

  it('is supported as surely as the part of which that is least sure, and refuted as the surest', () => {
    for (const [verdict, pick] of [
      ['supported', Math.min],
      ['refuted', Math.max],
    ] as const) {
      const alone = [0.6, 0.9].map((one) => stateWhole(surely(verdict, one)).verdict_confidence!);
      expect(alone[0]).toBeLessThan(alone[1]!);
      const both = stateParts(surely(verdict, 0.6), surely(verdict, 0.9));
      expect(both.verdict_confidence, verdict).toBe(pick(...alone));
    }
  });

  it.each([
    ['refuted', 'conflicting', 'refuted'],
    ['conflicting', 'supported', 'conflicting'],
    ['supported', 'refuted', 'refuted'],
    ['supported', 'not_enough_evidence', 'not_enough_evidence'],
    ['supported', 'supported', 'supported'],
  ] as const)('of which one is %s and one %s is %s', (one, other, whole) => {
    const stances: Stances = [
      [0, 'supports'],
      [1, 'refutes'],
    ];
    const of = (verdict: Judgement['verdict']): Outcome => ({
      items: itemsOf('AB'),
      judgement: judgementOf(verdict, stances),
    });
    expect(stateParts(of(one), of(other)).verdict).toBe(whole);
    expect(stateParts(of(other), of(one)).verdict).toBe(whole);
  });

  it('explains itself by as many explanations as fit, each once', () => {
    const explained = (first: string, second: string) =>
      stateParts(
        surely('supported', 0.9, { explanation: first }),
        surely('supported', 0.9, { explanation: second }),
      ).explanation;
    expect(explained('It is so.', 'It was so.')).toBe('It is so. It was so.');
    expect(explained('It is so.', 'It is so.')).toBe('It is so.');
    const [short, long] = ['It is so.', (length: number) => `${'truly '.repeat(99).slice(0, length - 1)}.`];
    expect(explained(short, long(490)), 'exactly 500 with the blank').toHaveLength(500);
    expect(explained(short, long(491))).toBe(short);
  });

  it.each([
    ['gpt', 'local', 'gpt'],
    ['local', 'gpt', 'gpt'],
    [undefined, 'gpt', 'gpt'],
    ['local', 'local', 'local'],
    ['gpt', 'other', 'gpt'],
  ])('judged by %s and %s names %s', (first, second, named) => {
    const by = (id: string | undefined): Outcome =>
      id === undefined ? failed('no-time') : ({ ...judged('supported'), by: id } as Outcome);
    expect(stateParts(by(first), by(second)).judged_by).toBe(named);
  });

  it('names no judge where nobody has said anything', () => {
    const claim = stateParts(failed('no-time'), { ...failed('no-time'), by: 'gpt' } as Outcome);
    expect(claim).not.toHaveProperty('judged_by');
  });

  it('of which one came to nothing in time has that part unchecked', () => {
    const claim = stateVerdict(CLAIM, {
      reading: { text: CLAIM.text, parts: PARTS },
      outcomes: [judged('supported')],
    });
    expect(claim.parts?.[1]).toMatchObject({
      text: 'Rain is dry.',
      checked: false,
      explanation: 'This claim was not checked: the time limit was reached.',
    });
  });
});

it('shows how a claim was read only where that is another text', () => {
  const outcomes = [judged('supported')];
  const read = (text: string) => stateVerdict(CLAIM, { reading: { text, parts: [] }, outcomes });
  expect(read(CLAIM.text)).not.toHaveProperty('reading');
  expect(read('Water on Earth is wet.').reading).toBe('Water on Earth is wet.');
});

it('says what is right only where a claim is refuted', () => {
  const claim = claimOf('The bridge in Oberwald was opened in 1889.');
  const text = 'The bridge in Oberwald was opened in 1887.';
  const items = [{ item: itemOf(text), relevance: 0.8, excerpt: text, start: 0, hash: '' }];
  const named = { wrong: '1889', right: '1887' };
  const of = (verdict: 'refuted' | 'supported', more: Partial<Judgement>) => {
    const stance = verdict === 'refuted' ? 'refutes' : 'supports';
    const outcomes = [{ items, judgement: judgementOf(verdict, [[0, stance]], more) }];
    return stateVerdict(claim, { reading: { text: claim.text, parts: [] }, outcomes });
  };
  expect(of('refuted', named).correction).toMatchObject({ ...named, source: 'corpus' });
  expect(of('refuted', { explanation: 'No.', wrong: 'Oberwald', right: 'Rome' })).toMatchObject({
    correction: named,
  });
  expect(of('supported', named)).not.toHaveProperty('correction');
  expect(stateWhole(judged('refuted')), 'nothing certain is right').not.toHaveProperty('correction');
});

describe('a claim that a decision settles', () => {
  const review = { author: 'Ana', rating: 'Right', date: '2026-11-05T10:00:00Z', verdict: 'supported' };
  const decision = itemOf('Water is wet.', { title: 'Decided', review: review as never });
  const settle = (text: string, settledBy = decision) =>
    stateVerdict(CLAIM, {
      reading: { text, parts: [] },
      outcomes: [judged('refuted')],
      decisions: [decision],
      settledBy,
    });

  it('has its verdict, whatever was judged', () => {
    expect(settle(CLAIM.text)).toEqual({
      ...CLAIM,
      verdict: 'supported',
      explanation: 'Ana decided this claim on 2026-11-05: “Right”.',
      verdict_confidence: 0.95,
      evidence: [expect.objectContaining({ title: 'Decided', quote: 'Water is wet.', stance: 'supports' })],
    });
    expect(settle('Water on Earth is wet.').reading).toBe('Water on Earth is wet.');
  });

  it('is judged where that is no decision', () => {
    expect(settle(CLAIM.text, itemOf('Water is wet.')).verdict).toBe('refuted');
  });
});

it('shows what was decided on a claim before in front of its evidence', () => {
  const decision = itemOf('Water is wet.', {
    title: 'Decided',
    review: { verdict: 'supported', at: 0 } as never,
  });
  const claim = stateVerdict(CLAIM, {
    reading: { text: CLAIM.text, parts: [] },
    outcomes: [judged('supported')],
    decisions: [decision],
  });
  expect(claim.evidence.map(({ title }) => title)).toEqual(['Decided', 'A page']);
});

describe('what is checked of several parts', () => {
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
        explanation: 'The evidence quoted from “A page” (corpus) supports this claim.',
        judged_by: 'local',
        verdict_confidence: expect.closeTo(0.95, 1),
        evidence: [{ quote: 'Water is wet.', stance: 'supports' }],
      });
    }
    const refuted = undecided(0.9, [{ index: 0, stance: 'refutes', words: '' }]);
    expect(
      stateVerdict(claim, { reading: whole, outcomes: [{ ...refuted, items: own } as Outcome] }).verdict,
    ).toBe('not_enough_evidence');
    // What the judge takes against it stands elsewhere.
    const two = [...own, ...own.map((one) => ({ ...one, item: itemOf('Water is dry.') }))];
    for (const stances of [
      [{ index: 1, stance: 'refutes', words: '' }],
      [{ index: 0, stance: 'neutral', words: '' }],
    ] as const) {
      const outcome = { ...undecided(0.9, stances), items: two } as Outcome;
      expect(stateVerdict(claim, { reading: whole, outcomes: [outcome] }).verdict).toBe('supported');
    }
    const otherwise = { ...judged('refuted'), items: own } as Outcome;
    expect(stateVerdict(claim, { reading: whole, outcomes: [otherwise] }).verdict).toBe('refuted');
  });
});
