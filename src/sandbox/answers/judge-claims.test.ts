import { describe, expect, it } from 'vitest';
import { compareTexts } from './compare-texts.ts';
import { composeAnswer } from './compose-answer.ts';
import type { Prompt } from './prompt.ts';

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
  it('judges each claim by its own items, and says that no model has read them', () => {
    const { verdicts } = ask(
      [
        block(1, 'The Great Wall of China is visible from the Moon.', [
          '[1] Is the wall visible? | starter',
          'The Great Wall of China cannot be seen from the Moon with the naked eye. It is narrow.',
        ]),
        block(2, 'Water boils at 100 °C at sea level.', [
          '[2] Boiling | starter | 2024-01-01',
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
        evidence: [
          { number: 1, stance: 'refutes', words: 'The Great Wall of China cannot be seen from the' },
        ],
        next_query: '',
      },
      { claim: 2, verdict: 'supported', evidence: [{ number: 2, stance: 'supports' }] },
      { claim: 3, verdict: 'not_enough_evidence', evidence: [] },
    ]);
    for (const { explanation } of verdicts) expect(explanation).toContain('no model has read this');
  });
});

describe('the lexical rule', () => {
  it.each([
    ['Neil Armstrong was the first person on the Moon.', 'supports'],
    ['Buzz Aldrin was the first person on the Moon.', 'refutes'],
    ['Neil Armstrong was the last person on the Moon.', 'neutral'],
    ['Neil Armstrong was born in Ohio.', 'neutral'],
  ])('on a superlative: %s', (claim, reading) => {
    const text = 'Neil Armstrong was the first person on the Moon, and Buzz Aldrin the second.';
    expect(compareTexts(claim, text, 'The Moon').reading).toBe(reading);
  });

  it.each([
    ['Canberra is the capital of Australia.', 'supports'],
    ['The capital of Australia is Sydney.', 'refutes'],
    ['Canberra is not the capital of Australia.', 'refutes'],
    ['Sydney is not the capital of Australia.', 'supports'],
  ])('on what a "not" denies: %s', (claim, reading) => {
    const text = 'Canberra is the capital of Australia, not Sydney or Melbourne.';
    expect(compareTexts(claim, text, 'Australia').reading).toBe(reading);
  });

  it.each([
    ['The bridge was opened in 1931.', 'supports'],
    ['The bridge was opened in 1937.', 'refutes'],
    ['The bridge was opened by 3 mayors.', 'neutral'],
  ])('on numbers: %s', (claim, reading) => {
    expect(compareTexts(claim, 'The old bridge was opened in 1931.', '').reading).toBe(reading);
  });

  it.each([
    // Denials: of numbers, of nearly all that is said, and of something else.
    [
      'People use only 10 % of their brain.',
      'People use all of their brain, not only ten percent.',
      'refutes',
    ],
    ['Edison invented the telephone.', 'Edison did not invent the light bulb.', 'neutral'],
    ['Diamonds are made of carbon.', 'Diamonds were not made from coal.', 'neutral'],
    ['Ann won two prizes.', 'Ann was the first person to win two prizes.', 'supports'],
    ['Ann won the prize for relativity.', 'Ann won the prize for light, and not for relativity.', 'refutes'],
    ['Ann won the race.', 'Ann won’t win the race.', 'refutes'],
    // Superlatives.
    ['The Sahara is the largest desert.', 'The Sahara is the largest hot desert.', 'neutral'],
    ['The Sahara is the largest desert in Asia.', 'The Sahara is the largest desert.', 'neutral'],
    ['The Atlantic is the largest ocean.', 'The Atlantic is the second largest ocean.', 'refutes'],
    // Who does what to whom.
    ['Michelangelo painted the Mona Lisa.', 'Leonardo painted the Mona Lisa in 1503.', 'neutral'],
    ['The Sun orbits the Earth.', 'The Earth orbits the Sun.', 'neutral'],
    ['Mercury is hotter than Venus.', 'Venus is the hottest planet, although Mercury is closer.', 'neutral'],
    ['Penguins live at the Pole.', 'Polar bears live at the Pole; penguins live in the south.', 'neutral'],
    ['The Titanic struck a whale in 1912.', 'The Titanic struck an iceberg in 1912.', 'neutral'],
    // Numbers that are rounded, and those of something else.
    ['Everest is 8,849 metres high.', 'Everest is 8,848.86 metres high.', 'supports'],
    ['Everest is 8,840 metres high.', 'Everest is 8,848.86 metres high.', 'refutes'],
    ['Everest is 8,849 metres high.', 'Mauna Kea is higher than Everest: 10,000 metres.', 'neutral'],
  ])('on %j and %j: %s', (claim, text, reading) => {
    expect(compareTexts(claim, text, '').reading).toBe(reading);
  });

  it('does not believe what is only reported', () => {
    const claim = 'The wall is visible from the Moon.';
    for (const text of [
      'Some claim that the wall is visible from the Moon.',
      'Is the wall visible from the Moon?',
    ])
      expect(compareTexts(claim, text, '').reading).toBe('neutral');
  });
});
