/** What a model is told of an answer of its own in which something is wrong. */
import { expect, it } from 'vitest';
import { textOf } from '../../../domain/chat.ts';
import type { Claim, Evidence } from '../../../domain/claim.ts';
import { claimOf } from '../../../engine/factcheck/judge/judge-in-tests.ts';
import { retryMessages } from './retry-messages.ts';

const WORD = 'c0ffeec0ffeec0ffee00';
const evidence = (quote: string, stance: string): Evidence =>
  ({ source: 'corpus', title: 'Handbook', url: 'https://a.b/c', quote, stance }) as unknown as Evidence;
const wrong = (original_text: string, given?: readonly Evidence[]): Claim =>
  ({ ...claimOf(original_text), original_text, ...(given && { evidence: given }) }) as Claim;
const told = (...claims: Claim[]) => retryMessages({ content: 'It was 1890.' }, claims, () => WORD);

it('is its answer, and behind it each statement with what decides it', () => {
  const against = evidence('It was 1889.', 'refutes');
  const messages = told(
    wrong('It was 1890.', [evidence('Perhaps.', 'neutral'), against]),
    wrong('It is red.'),
    wrong('It is old.', []),
  );
  expect(messages.map(({ role }) => role)).toEqual(['assistant', 'user']);
  expect(textOf(messages[0]!)).toBe('It was 1890.');
  const lines = textOf(messages[1]!).split('\n');
  expect(lines.filter((line) => /^(?:Statement|Evidence): /.test(line))).toEqual([
    'Statement: It was 1890.',
    'Evidence: “It was 1889.” (Handbook, https://a.b/c)',
    'Statement: It is red.',
    'Evidence: no evidence was found',
    'Statement: It is old.',
    'Evidence: no evidence was found',
  ]);
});

it('says before it between which lines they stand', () => {
  const [, said] = told(wrong('It is red.'));
  const [instructions = '', ...rest] = textOf(said!).split('\n\n');
  const lines = rest.join('\n\n').split('\n');
  const [open, close] = [lines[0]!, lines.at(-1)!];
  expect(open).not.toBe(close);
  for (const line of [open, close]) {
    expect(line).toContain(WORD);
    expect(textOf(said!).split(line)).toHaveLength(3);
    expect(instructions).toContain(line);
  }
  expect(instructions.indexOf(open)).toBeLessThan(instructions.indexOf(close));
  expect(instructions).not.toMatch(/\{open\}|\{close\}/);
});
