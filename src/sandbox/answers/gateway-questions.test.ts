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

const VERDICTS = listOf('verdicts', [
  ...['claim', 'part', 'evidence', 'explanation', 'verdict', 'probability'],
  ...['wrong', 'right', 'next_queries'],
]);
const READINGS = listOf('readings', ['claim', 'reading', 'parts']);
const WORD = '0123456789abcdef0';

function fence(name: string, lines: readonly string[]): string {
  return [`<<<${name} ${WORD}>>>`, ...lines, `<<<END ${name} ${WORD}>>>`].join('\n');
}

/** @param claim with its parts, a line each. */
function block(number: number, claim: readonly string[], items: readonly string[], before?: string): string {
  const context = before === undefined ? [] : [fence('CONTEXT', [before])];
  return [`Claim ${number}`, fence('CLAIM', claim), ...context, fence('EVIDENCE', items)].join('\n');
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

function judge(...blocks: readonly string[]): readonly Record<string, unknown>[] {
  const text = ['Today is 2026-11-22.', ...blocks].join('\n\n');
  return ask(VERDICTS, text).verdicts ?? [];
}

const WALL = 'The Great Wall of China is visible from the Moon.';
const WALL_ENTRY = [
  '[1] Is the Great Wall of China visible from space? | encyclopedia',
  'The Great Wall of China cannot be seen from the Moon with the naked eye. It is narrow.',
];

describe('the sandbox as a judge', () => {
  it('gives each claim the label of its own entry, and says that no model has read it', () => {
    const verdicts = judge(
      block(1, [WALL], WALL_ENTRY),
      block(
        2,
        ['Water boils at 100 °C at sea level.'],
        [
          '[2] At what temperature does water boil? | encyclopedia | 2024-01-01',
          'Pure water boils at 100 degrees Celsius at the normal air pressure of sea level.',
          '[3] Cats | encyclopedia',
          'Cats sleep a lot.',
        ],
        'Water boils, and ice melts.',
      ),
      block(3, ['The village of Oberunterbach has 312 inhabitants.'], []),
    );
    expect(verdicts).toMatchObject([
      {
        claim: 1,
        part: 0,
        verdict: 'refuted',
        evidence: [{ number: 1, stance: 'refutes', words: '' }],
        next_queries: [],
      },
      { claim: 2, verdict: 'supported', evidence: [{ number: 2, stance: 'supports' }] },
      { claim: 3, verdict: 'not_enough_evidence', evidence: [] },
    ]);
    for (const { explanation } of verdicts) expect(explanation).toContain('no model has read this');
  });

  it('judges no claim that is not labelled, nor one whose entry is not among its evidence', () => {
    const [heading = '', text = ''] = WALL_ENTRY;
    const verdicts = judge(
      block(1, ['The Great Wall of China is visible from Mars.'], WALL_ENTRY),
      block(2, [WALL], [heading.replace(' | ', ' | en.wikipedia.org | '), text]),
      block(3, [WALL], ['[3] Walls | encyclopedia', text]),
      block(4, [WALL], [heading.replace('encyclopedia', 'own_document'), text]),
      block(5, [WALL.toUpperCase()], WALL_ENTRY),
    );
    const no = { verdict: 'not_enough_evidence', evidence: [] };
    expect(verdicts).toMatchObject([no, no, no, no, { verdict: 'refuted' }]);
  });

  it('judges each part by itself', () => {
    const verdicts = judge(
      block(
        1,
        [`${WALL} The shed has 9 doors.`, `(1) ${WALL}`, '(2) The shed has 9 doors.'],
        [...WALL_ENTRY, '[2] Notes | docs.example | context | 2024-05', 'It is old. The shed has 7 doors.'],
      ),
    );
    expect(verdicts).toMatchObject([
      { claim: 1, part: 1, verdict: 'refuted', evidence: [{ number: 1 }], wrong: '', right: '' },
      { claim: 1, part: 2, verdict: 'refuted', evidence: [{ number: 2 }], wrong: '9', right: '7' },
    ]);
  });

  it('names what is wrong and what is right where the two sentences differ in one place', () => {
    const shed = (...rows: readonly string[]) =>
      rows.flatMap((row, index) => [`[${index + 1}] context`, row]);
    const nine = 'The shed has 9 doors.';
    const entry = (title: string, text: string) => [`[1] ${title} | encyclopedia`, text];
    const verdicts = judge(
      block(1, [nine], shed('The shed has 7 doors.')),
      block(2, [nine], shed('The shed has 7 doors.', nine)),
      block(3, [nine], shed(nine)),
      block(4, ['Bats are blind.'], entry('Are bats blind?', 'Bats are not blind; they see well.')),
      block(5, ['Bats are not blind.'], entry('Are bats blind?', 'Bats are not blind; they see well.')),
    );
    const nothing = { wrong: '', right: '' };
    expect(verdicts).toMatchObject([
      { verdict: 'refuted', wrong: '9', right: '7' },
      { verdict: 'conflicting', ...nothing },
      { verdict: 'supported', ...nothing },
      { verdict: 'refuted', wrong: 'blind', right: 'not blind' },
      { verdict: 'supported', ...nothing },
    ]);
  });
});

describe('the sandbox as a reader', () => {
  it('leaves each claim as it is, and parts one that joins two of its list', () => {
    const claims = [
      'She died in France.',
      'The Earth is flat, and Water boils at 100 degrees Celsius at sea level.',
      'The Earth is flat and water boils at 300 degrees.',
      'The Eiffel Tower was completed in 1889 and stands in Paris.',
      `Bats are blind and ${WALL}`,
    ];
    const passage = (number: number, from: number, to: number) =>
      [
        `Passage ${number}`,
        fence('TEXT', [`(7) ${claims.slice(from, to).join(' ')}`]),
        fence(
          'CLAIMS',
          claims.slice(from, to).map((claim, index) => `[${from + index + 1}] ${claim}`),
        ),
      ].join('\n');
    const { readings } = ask(READINGS, `${passage(1, 0, 2)}\n\n${passage(2, 2, 5)}`);
    const none = { reading: '', parts: [] };
    expect(readings).toEqual([
      { claim: 1, ...none },
      {
        claim: 2,
        reading: '',
        parts: ['The Earth is flat.', 'Water boils at 100 degrees Celsius at sea level.'],
      },
      { claim: 3, ...none },
      { claim: 4, ...none },
      { claim: 5, reading: '', parts: ['Bats are blind.', WALL] },
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
