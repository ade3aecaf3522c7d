import { expect, it } from 'vitest';
import { judgeClaims } from './judge-claims.ts';
import type { JudgeClaim, Prompt, SentItem } from './prompt.ts';

const WORD = '0123456789abcdef0';
const FIELDS = ['claim', 'part', 'evidence', 'explanation', 'verdict', 'probability', 'wrong', 'right'];

function promptOf(text: string, fields = [...FIELDS, 'next_queries']): Prompt {
  const properties = Object.fromEntries(fields.map((field) => [field, {}]));
  const verdicts = { type: 'array', items: { type: 'object', properties } };
  return {
    system: ['You judge claims.'],
    turns: [{ role: 'user', text }],
    format: { type: 'json_schema', schema: { type: 'object', properties: { verdicts } } },
    stop: [],
    thinking: 0,
  };
}

function fence(name: string, lines: readonly string[]): string {
  return [`<<<${name} ${WORD}>>>`, ...lines, `<<<END ${name} ${WORD}>>>`].join('\n');
}

/** @param claim with its parts, a line each. */
function block(number: number, claim: readonly string[], items: readonly string[]): string {
  return [
    `Claim ${number}`,
    fence('CLAIM', claim),
    fence('CONTEXT', ['Before.']),
    fence('EVIDENCE', items),
  ].join('\n');
}

/** Of an item that has a claim's words, that it supports the claim. */
const literal: JudgeClaim = async (claim, items) => {
  const index = items.findIndex(({ text }) => text.includes(claim));
  if (index === -1) return undefined;
  const evidence = [{ index, stance: 'supports' as const, words: claim }];
  return { verdict: 'supported', probability: 0.9, evidence, wrong: '', right: '' };
};

const SHED = ['[3] Notes | docs.example | context | 2024-05', 'It is old. The shed has 9 doors.'];
const TOWER = ['[7] encyclopedia', 'The tower is high.'];

it('hands the judge each claim with the evidence that was sent for it', async () => {
  const asked: [string, readonly SentItem[]][] = [];
  const prompt = promptOf(
    ['Today is 2026-11-22.', block(1, ['The shed is red.'], [...SHED, ...TOWER]), block(2, ['A.'], [])].join(
      '\n\n',
    ),
  );
  await judgeClaims(prompt, async (claim, items) => {
    asked.push([claim, items.map(({ heading, text }) => ({ heading, text }))]);
    return undefined;
  });
  expect(asked).toEqual([
    [
      'The shed is red.',
      [
        { heading: ['Notes', 'docs.example', 'context', '2024-05'], text: SHED[1] },
        { heading: ['encyclopedia'], text: TOWER[1] },
      ],
    ],
    ['A.', []],
  ]);
});

it('answers with what the judge finds, for each part by itself', async () => {
  const parts = ['(1) The shed has 9 doors.', '(2) The tower is high.', '(3) The sea is wet.'];
  const answer = await judgeClaims(
    promptOf(`Today.\n\n${block(4, ['All of it.', ...parts], [...SHED, ...TOWER])}`),
    literal,
  );
  expect(JSON.parse(answer ?? '').verdicts).toMatchObject([
    {
      claim: 4,
      part: 1,
      verdict: 'supported',
      probability: 0.9,
      evidence: [{ number: 3, stance: 'supports' }],
    },
    { claim: 4, part: 2, verdict: 'supported', evidence: [{ number: 7, words: 'The tower is high.' }] },
    { claim: 4, part: 3, verdict: 'not_enough_evidence', evidence: [], next_queries: [] },
  ]);
});

it('decides nothing without a judge, and leaves other questions to others', async () => {
  const text = `Today.\n\n${block(1, ['The tower is high.'], TOWER)}`;
  expect(JSON.parse((await judgeClaims(promptOf(text))) ?? '').verdicts).toMatchObject([
    { claim: 1, part: 0, verdict: 'not_enough_evidence' },
  ]);
  expect(await judgeClaims(promptOf(text, FIELDS), literal)).toBeUndefined();
  expect(await judgeClaims({ ...promptOf(text), format: { type: 'text' } }, literal)).toBeUndefined();
});
