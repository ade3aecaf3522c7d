import { describe, expect, it } from 'vitest';
import type { JsonModel } from '../../../models/upstream/ask-json.ts';
import { estimateTokens } from '../judge/compose-question.ts';
import { composeReading, LONGEST_QUESTION, readReadings } from './compose-reading.ts';
import { readReaderQuestion } from './reader-in-tests.ts';

const MODEL = { capabilities: { responseFormat: 'json_schema' } } as unknown as JsonModel['model'];
const compose = (...passages: Parameters<typeof composeReading>[0]) =>
  composeReading(passages, MODEL, () => '0123456789abcdef');
const seen = (asked: ReturnType<typeof composeReading>) => readReaderQuestion(asked.question.request)!;

describe("the reader's question", () => {
  it('numbers the claims of all passages', () => {
    const asked = compose(
      {
        question: 'What of Rome?',
        text: 'Rome. It is old. It is big.',
        claims: ['It is old.', 'It is big.'],
      },
      { question: '', text: 'Paris. It burned.', claims: ['It burned.'] },
    );
    expect(seen(asked).passages).toEqual([
      {
        ...{ number: 1, question: 'What of Rome?', text: 'Rome. It is old. It is big.' },
        claims: [
          { number: 1, text: 'It is old.' },
          { number: 2, text: 'It is big.' },
        ],
      },
      { number: 2, question: '', text: 'Paris. It burned.', claims: [{ number: 3, text: 'It burned.' }] },
    ]);
  });

  it('cuts long questions and claims', () => {
    const [passage] = seen(
      compose({ question: 'q'.repeat(LONGEST_QUESTION + 1), text: 't', claims: ['c'.repeat(1_001)] }),
    ).passages;
    expect(passage?.question).toHaveLength(600);
    expect(passage?.claims[0]?.text).toHaveLength(1_000);
  });

  it('leaves room for the reading of each claim and its parts', () => {
    const tokens = (claims: string[]) => compose({ question: '', text: 't', claims }).answerTokens;
    const claim = 'Rome is an old city.';
    const one = 3 * estimateTokens(claim) + 60;
    expect(tokens([])).toBe(60);
    expect(tokens([claim])).toBe(60 + one);
    expect(tokens([claim, claim])).toBe(60 + 2 * one);
  });
});

describe("the reader's answer", () => {
  const reading = (claim: unknown, of: unknown = 'r', parts: unknown = []) => ({ claim, reading: of, parts });

  it.each<[string, unknown[], unknown[]]>([
    ['by number', [reading(2, ' b '), reading(1, 'a')], ['a', 'b']],
    ['by a number in words', [reading('2', 'b')], [undefined, 'b']],
    ['of which the first counts', [reading(1, 'a'), reading(1, 'b')], ['a', undefined]],
    [
      'of no claim',
      [reading(0), reading(3), reading(1.5), reading(null), reading('x'), 7],
      [undefined, undefined],
    ],
    ['without a reading', [reading(1, 7)], ['', undefined]],
  ])('%s', (_, readings, texts) => {
    expect(readReadings({ readings }, 2)?.map((one) => one?.reading)).toEqual(texts);
  });

  it.each<[unknown, string[]]>([
    [
      [' a ', 'b'],
      ['a', 'b'],
    ],
    [Array(6).fill('a'), Array(6).fill('a')],
    [Array(7).fill('a'), []],
    [['a', 7], []],
    ['a', []],
    [undefined, []],
  ])('with the parts %j', (parts, expected) => {
    expect(readReadings({ readings: [reading(1, '', parts)] }, 1)).toEqual([
      { reading: '', parts: expected },
    ]);
  });

  it('of another form is none', () => {
    for (const value of [null, 'a', [], {}, { readings: 'a' }])
      expect(readReadings(value, 1)).toBeUndefined();
    expect(readReadings({ readings: [] }, 1)).toEqual([undefined]);
  });
});
