import { describe, expect, it } from 'vitest';
import { textOf } from '../../domain/chat.ts';
import { judgeQuestions } from '../../evaluation/score-with-model.ts';
import { composeAnswer } from './compose-answer.ts';
import { judgeExtraction } from './gateway-questions.ts';
import type { Prompt, Question } from './prompt.ts';

/** A schema of a list of objects that have these fields. */
function listOf(name: string, fields: readonly string[]): object {
  const properties = Object.fromEntries(fields.map((field) => [field, {}]));
  return { type: 'object', properties: { [name]: { type: 'array', items: { type: 'object', properties } } } };
}

const READINGS = listOf('readings', ['claim', 'reading', 'parts']);
const WORD = '0123456789abcdef0';

function fence(name: string, lines: readonly string[]): string {
  return [`<<<${name} ${WORD}>>>`, ...lines, `<<<END ${name} ${WORD}>>>`].join('\n');
}

function ask(schema: object, text: string): Record<string, Record<string, unknown>[]> {
  const prompt: Prompt = {
    system: ['You judge claims.'],
    turns: [{ role: 'user', text }],
    format: { type: 'json_schema', schema },
    stop: [],
    thinking: 0,
  };
  return JSON.parse(composeAnswer(prompt, 'own', () => []).tokens.join(''));
}

describe('the sandbox as a reader', () => {
  it('leaves each claim as it is', () => {
    const claims = ['She died in France.', 'The Earth is flat, and water boils at 100 degrees.'];
    const passage = [
      'Passage 1',
      fence('TEXT', [`(7) ${claims.join(' ')}`]),
      fence(
        'CLAIMS',
        claims.map((claim, index) => `[${index + 1}] ${claim}`),
      ),
    ].join('\n');
    const { readings } = ask(READINGS, passage);
    expect(readings).toEqual([
      { claim: 1, reading: '', parts: [] },
      { claim: 2, reading: '', parts: [] },
    ]);
  });
});

const [asked] = judgeQuestions({
  passages: [{ role: 'user', text: 'The tower was built in 1874. It is high.' }],
  claims: ['The tower was built in 1874.', 'The tower was painted blue.', 'It is high.'].map(
    (text, index) => ({
      id: `claim-${index}`,
      text,
      original_text: '',
      passage: 0,
      category: 'other' as const,
      confidence: 0.8,
    }),
  ),
});

const question = (schema: unknown): Question => ({
  prompt: { system: [], turns: [], format: { type: 'json_schema', schema }, stop: [], thinking: 0 },
  message: textOf(asked!.request.messages.at(-1)!),
  claims: [],
});

describe('the sandbox as a judge of extraction', () => {
  it('says whether each claim stands word for word in a passage', () => {
    const answer = JSON.parse(judgeExtraction(question(asked!.schema))!) as { claims: object[] };
    expect(answer.claims).toMatchObject([
      { claim: 1, accuracy: 5, coherence: 5 },
      { claim: 2, accuracy: 3, coherence: 3 },
      { claim: 3, accuracy: 5, coherence: 5 },
    ]);
  });

  it('leaves other questions to others', () => {
    expect(
      judgeExtraction(question({ type: 'object', properties: { claims: { items: {} } } })),
    ).toBeUndefined();
    expect(judgeExtraction(question(null))).toBeUndefined();
    for (const message of ['Hello', 'null', '{"passages":[],"claims":[1]}']) {
      expect(judgeExtraction({ ...question(asked!.schema), message })).toBeUndefined();
    }
  });
});
