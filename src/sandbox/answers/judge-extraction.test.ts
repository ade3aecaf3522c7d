import { describe, expect, it } from 'vitest';
import { textOf } from '../../domain/chat.ts';
import { judgeQuestions } from '../../evaluation/score-with-model.ts';
import { judgeExtraction } from './judge-extraction.ts';
import type { Question } from './prompt.ts';

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
  it('judges each claim by its words', () => {
    const answer = JSON.parse(judgeExtraction(question(asked!.schema))!) as { claims: object[] };
    expect(answer.claims).toMatchObject([
      { claim: 1, accuracy: 5, coherence: 5, added: [] },
      { claim: 2, accuracy: 3, added: ['painted', 'blue'] },
      { claim: 3, accuracy: 5, coherence: 3 },
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
