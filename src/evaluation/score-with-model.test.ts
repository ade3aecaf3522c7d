/** What a model is asked, and what becomes of the ways in which it answers. */

import { describe, expect, it } from 'vitest';
import { type Message, textOf } from '../domain/chat.ts';
import type { Extraction } from '../domain/evaluation.ts';
import { batchClaims } from './batch-claims.ts';
import { judgeQuestions, readJudgements } from './score-with-model.ts';

const entry = (claim: number, over: Record<string, unknown> = {}) => ({
  claim,
  added: [],
  accuracy: 4,
  held: 3,
  missing: ['One thing.'],
  faults: [],
  coherence: 5,
  verifiable: true,
  ...over,
});

/** A conversation of so many sentences, each a claim. */
function conversation(sentences: number, messages = 1): Extraction {
  const passages = Array.from({ length: messages }, (_message, message) => ({
    role: 'user' as const,
    text: Array.from(
      { length: sentences },
      (_, at) => `Tower ${message}-${at} was built in ${1_000 + at}.`,
    ).join(' '),
  }));
  return {
    passages,
    claims: passages.flatMap(({ text }, passage) =>
      [...text.matchAll(/Tower \S+ was built in \d+\./g)].map((match, index) => ({
        id: `claim-${passage}-${index}`,
        text: match[0],
        original_text: match[0],
        passage,
        start: match.index,
        category: 'event' as const,
        confidence: 0.9,
      })),
    ),
  };
}

const materialOf = (question: { request: { messages: readonly Message[] } } | undefined) =>
  JSON.parse(textOf(question!.request.messages.at(-1)!)) as {
    passages: { passage: number; text: string }[];
    claims: { claim: number; passage: number; text: string }[];
    also_extracted: string[];
  };

describe('what a model is asked', () => {
  it('is one question where it fits, with every passage and claim', () => {
    const [question, ...rest] = judgeQuestions(conversation(6, 2));
    expect(rest).toEqual([]);
    const { passages, claims, also_extracted: others } = materialOf(question);
    expect(passages.map(({ passage }) => passage)).toEqual([1, 2]);
    expect(claims).toHaveLength(12);
    expect(claims.map(({ claim }) => claim)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
    expect(claims.at(-1)).toMatchObject({ passage: 2, text: 'Tower 1-5 was built in 1005.' });
    expect(others).toEqual([]);
  });

  it('is several where there are many claims, each claim in one', () => {
    const questions = judgeQuestions(conversation(60));
    expect(questions.map((question) => materialOf(question).claims.length)).toEqual([25, 25, 10]);
    expect(materialOf(questions[0]).also_extracted).toHaveLength(35);
  });

  it('holds of a long text what stands around the claims', () => {
    const extraction = conversation(2_000);
    const batches = batchClaims(extraction);
    expect(batches.flatMap(({ claims }) => claims)).toEqual(extraction.claims.map((_, index) => index));
    for (const { claims, passages, others } of batches) {
      const text = passages.map((passage) => passage.text).join('');
      expect(text.length).toBeLessThanOrEqual(27_000);
      for (const index of claims) expect(text).toContain(extraction.claims[index]!.text);
      expect(others.length).toBeLessThanOrEqual(50);
    }
    expect(judgeQuestions(extraction)).toHaveLength(10);
  });

  it('has one schema, whatever is asked, so that providers keep it', () => {
    const schemas = [conversation(1), conversation(60)]
      .flatMap(judgeQuestions)
      .map(({ schema }) => JSON.stringify(schema));
    expect(new Set(schemas).size).toBe(1);
  });

  it('is nothing where there is no claim', () => {
    expect(judgeQuestions({ passages: [{ role: 'user', text: 'Hello' }], claims: [] })).toEqual([]);
  });
});

describe('what a model answers', () => {
  it('becomes scores from 0 to 1: ratings from 1 to 5, and the share of what is held', () => {
    expect(readJudgements({ claims: [entry(1)] }, 1)).toEqual([
      {
        accuracy: 0.75,
        completeness: 0.75,
        coherence: 1,
        verifiable: true,
        added: [],
        missing: ['One thing.'],
        faults: [],
      },
    ]);
    expect(readJudgements({ claims: [entry(1, { held: 0, missing: [] })] }, 1)[0]!.completeness).toBe(1);
    expect(readJudgements({ claims: [entry(1, { held: 0 })] }, 1)[0]!.completeness).toBe(0);
  });

  it('belongs to the claim that it names, in whatever order', () => {
    const scores = readJudgements({ claims: [entry(2, { accuracy: 1 }), entry(1, { accuracy: 5 })] }, 2);
    expect(scores.map((score) => score?.accuracy)).toEqual([1, 0]);
    expect(readJudgements({ claims: [entry(2)] }, 3).map((score) => score !== undefined)).toEqual([
      false,
      true,
      false,
    ]);
  });

  it('belongs to the claims in their order, where the numbers are none', () => {
    for (const numbers of [
      [0, 1],
      [1, 1],
      ['1', '2'],
    ]) {
      const claims = numbers.map((claim, index) => entry(claim as number, { accuracy: index + 1 }));
      expect(readJudgements({ claims }, 2).map((score) => score?.accuracy)).toEqual([0, 0.25]);
    }
    expect(readJudgements({ claims: [entry(0)] }, 2)).toEqual([undefined, undefined]);
  });

  it.each([
    ['no object', null],
    ['no list', { claims: 'none' }],
    ['an empty list', { claims: [] }],
    ['entries that are none', { claims: [null] }],
    ['ratings out of range', { claims: [entry(1, { accuracy: 6 })] }],
    ['ratings that are no numbers', { claims: [entry(1, { coherence: '5' })] }],
    ['no word on whether it is verifiable', { claims: [entry(1, { verifiable: 'yes' })] }],
  ])('is no score where it is %s', (_what, value) => {
    expect(readJudgements(value, 1)).toEqual([undefined]);
  });

  it('is cut to a sane size', () => {
    const [score] = readJudgements(
      {
        claims: [
          entry(1, {
            missing: Array.from({ length: 50 }, () => 'x\n'.repeat(900)),
            added: [1, ' '],
            held: 1e9,
          }),
        ],
      },
      1,
    );
    expect(score!.missing).toHaveLength(10);
    expect(score!.missing[0]!.length).toBeLessThanOrEqual(300);
    expect(score!.missing[0]).not.toContain('\n');
    expect(score!.added).toEqual([]);
  });
});
