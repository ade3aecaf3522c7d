import { describe, expect, it } from 'vitest';
import { textOf } from '../../domain/chat.ts';
import { judgeQuestions } from '../../evaluation/score-with-model.ts';
import { composeAnswer } from './compose-answer.ts';
import { judgeExtraction } from './gateway-questions.ts';
import type { Prompt, Question } from './prompt.ts';

const SCHEMA = {
  type: 'object',
  properties: {
    verdicts: {
      type: 'array',
      items: {
        type: 'object',
        properties: Object.fromEntries(
          ['claim', 'evidence', 'verdict', 'probability', 'explanation', 'next_query'].map((field) => [
            field,
            {},
          ]),
        ),
      },
    },
  },
};

function block(number: number, claim: string, items: readonly string[]): string {
  const word = `0123456789abcdef0${number}`;
  return [
    `Claim ${number}`,
    `<<<CLAIM ${word}>>>`,
    claim,
    `<<<END CLAIM ${word}>>>`,
    `<<<EVIDENCE ${word}>>>`,
    ...items,
    `<<<END EVIDENCE ${word}>>>`,
  ].join('\n');
}

function ask(text: string): { verdicts: Record<string, unknown>[] } {
  const prompt: Prompt = {
    system: ['You judge claims.'],
    turns: [{ role: 'user', text }],
    format: { type: 'json_schema', schema: SCHEMA },
    stop: [],
    thinking: 0,
  };
  return JSON.parse(composeAnswer(prompt, 'own', () => []).tokens.join(''));
}

describe('the sandbox as a judge', () => {
  it('gives each claim the label of its own entry, and says that no model has read it', () => {
    const { verdicts } = ask(
      [
        block(1, 'The Great Wall of China is visible from the Moon.', [
          '[1] Is the Great Wall of China visible from space? | starter',
          'The Great Wall of China cannot be seen from the Moon with the naked eye. It is narrow.',
        ]),
        block(2, 'Water boils at 100 °C at sea level.', [
          '[2] At what temperature does water boil? | starter | 2024-01-01',
          'Pure water boils at 100 degrees Celsius at the normal air pressure of sea level.',
          '[3] Cats | starter',
          'Cats sleep a lot.',
        ]),
        block(3, 'The village of Oberunterbach has 312 inhabitants.', []),
      ].join('\n\n'),
    );
    expect(verdicts).toMatchObject([
      {
        claim: 1,
        verdict: 'refuted',
        evidence: [{ number: 1, stance: 'refutes', words: '' }],
        next_query: '',
      },
      { claim: 2, verdict: 'supported', evidence: [{ number: 2, stance: 'supports' }] },
      { claim: 3, verdict: 'not_enough_evidence', evidence: [] },
    ]);
    for (const { explanation } of verdicts) expect(explanation).toContain('no model has read this');
  });

  it('judges no claim that is not labelled, nor one whose entry is not among its evidence', () => {
    const wall = 'The Great Wall of China is visible from the Moon.';
    const title = 'Is the Great Wall of China visible from space?';
    const text = 'The Great Wall of China cannot be seen from the Moon with the naked eye.';
    const { verdicts } = ask(
      [
        block(1, 'The Great Wall of China is visible from Mars.', [`[1] ${title} | starter`, text]),
        block(2, wall, [`[2] ${title} | wikipedia`, text]),
        block(3, wall, ['[3] Walls | starter', text]),
        block(4, wall.toUpperCase(), [`[4] ${title} | starter`, text]),
      ].join('\n\n'),
    );
    const no = { verdict: 'not_enough_evidence', evidence: [] };
    expect(verdicts).toMatchObject([no, no, no, { verdict: 'refuted' }]);
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
