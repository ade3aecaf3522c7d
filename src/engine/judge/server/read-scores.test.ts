import { describe, expect, it } from 'vitest';
import { readScores, type ScoringRules, writeQuestion } from './read-scores.ts';

const rulesOf = (form: ScoringRules['form'], labels: ScoringRules['labels'] = {}): ScoringRules => ({
  ...{ form, labels, separator: ' | ' },
});
const PAIRS = [
  { claim: 'c1', passage: 'p1' },
  { claim: 'c2', passage: 'p2' },
];
const THREE = { LABEL_0: 'refuted', LABEL_1: 'not_enough_info', LABEL_2: 'supported' } as const;

it.each([
  [
    'predict',
    {
      inputs: [
        ['p1', 'c1'],
        ['p2', 'c2'],
      ],
      truncate: true,
      raw_scores: false,
    },
  ],
  ['score', { text_1: ['p1', 'p2'], text_2: ['c1', 'c2'], truncate_prompt_tokens: -1 }],
  ['classify', { input: ['p1 | c1', 'p2 | c2'], truncate_prompt_tokens: -1 }],
] as const)('a question in the form of %s, the passage first', (form, question) => {
  expect(JSON.parse(writeQuestion(PAIRS, rulesOf(form)))).toEqual(question);
});

describe('scores', () => {
  const read = (answer: unknown, rules: ScoringRules, count = 1) =>
    readScores(typeof answer === 'string' ? answer : JSON.stringify(answer), count, rules);
  const shown = (answer: unknown, rules: ScoringRules, count = 1) =>
    read(answer, rules, count).map(({ supported, refuted, not_enough_info }) =>
      [supported, refuted, not_enough_info].map((share) => Number(share.toFixed(6))),
    );
  const score = (label: string, of: unknown) => ({ label, score: of });

  it('of every label of each pair', () => {
    const rows = [
      [score('entailment', 0.5), score('contradiction', 0.25), score('neutral', 0.25)],
      [score('contradiction', 1), score('neutral', 0)],
    ];
    expect(shown(rows, rulesOf('predict'), 2)).toEqual([
      [0.5, 0.25, 0.25],
      [0, 1, 0],
    ]);
  });

  it('of labels that the operator explains', () => {
    expect(shown([[score('LABEL_2', 0.5), score('LABEL_0', 0.5)]], rulesOf('predict', THREE))).toEqual([
      [0.5, 0.5, 0],
    ]);
    expect(() => read([[score('LABEL_7', 1)]], rulesOf('predict', THREE))).toThrow('judge.local.labels');
    expect(() => read([[score('toString', 1)]], rulesOf('predict', THREE))).toThrow('judge.local.labels');
  });

  it('of which a part is missing leave the rest open, and of which there is too much are shared', () => {
    expect(shown([[score('entailment', 0.25)]], rulesOf('predict'))).toEqual([[0.25, 0, 0.75]]);
    expect(shown([[score('entailment', 0.5), score('entailment', 0.5)]], rulesOf('predict'))).toEqual([
      [1, 0, 0],
    ]);
    expect(
      shown(
        [[score('entailment', 1), score('contradiction', 0.5), score('neutral', 0.5)]],
        rulesOf('predict'),
      ),
    ).toEqual([[0.5, 0.25, 0.25]]);
  });

  it('of probabilities in the order of the labels, the rows by their numbers', () => {
    const data = [
      { index: 1, probs: [0.75, 0, 0.25] },
      { index: 0, probs: [0.125, 0.25, 0.625] },
    ];
    expect(shown({ data }, rulesOf('classify', THREE), 2)).toEqual([
      [0.625, 0.125, 0.25],
      [0.25, 0.75, 0],
    ]);
    for (const probs of [[1], [0, 0, 0, 1], undefined])
      expect(() => read({ data: [{ index: 0, probs }] }, rulesOf('classify', THREE))).toThrow();
  });

  it('of how far the passage supports the claim', () => {
    const data = [
      { index: 1, score: 0 },
      { index: 0, score: 1 },
    ];
    expect(shown({ data }, rulesOf('score'), 2)).toEqual([
      [1, 0, 0],
      [0, 0, 1],
    ]);
  });

  it.each<[string, unknown, RegExp]>([
    ['no JSON', '{', /no JSON/],
    ['no list', { data: {} }, /another form/],
    ['no data', [], /another form/],
    ['null', null, /another form/],
    ['too few', { data: [] }, /another number of pairs/],
    ['too many', { data: [{ score: 1 }, { score: 1 }] }, /another number of pairs/],
    ['more than all', { data: [{ score: 1.01 }] }, /no probabilities/],
    ['less than nothing', { data: [{ score: -0.01 }] }, /no probabilities/],
    ['words', { data: [{ score: '1' }] }, /no probabilities/],
    ['nothing of a pair', { data: [null] }, /no probabilities/],
  ])('that are %s are refused', (_, answer, why) => {
    expect(() => read(answer, rulesOf('score'))).toThrow(why);
  });
});
