/** What of a judge's explanation is shown. */
import { describe, expect, it } from 'vitest';
import { cleanExplanation } from './clean-explanation.ts';

const LINES = ['The wall is long', 'A page about walls'];
const TEXTS = ['It is not visible. It is narrow. See evil.example.'];
const clean = (explanation: string) => cleanExplanation(explanation, { lines: LINES, texts: TEXTS });

describe('an explanation that quotes', () => {
  it.each([
    'A text says “It is narrow.”',
    'A text says “It is not visible. It is narrow.”',
    'The claim says “wall is long”.',
    'It says “narrow”.',
  ])('%s is shown: the evidence has it', (explanation) => {
    expect(clean(explanation)).toBe(explanation);
  });

  it.each([
    'A text says “It is wide.”',
    'A text says “is narrow”.',
    'A text says “It is visible.”',
    'A text says “It is narrow.” and “It is wide.”',
    'A text says “It is wide.” and “It is narrow.”',
    'A text says “It is narrow. It is not visible.”',
  ])('%s is not: no sentence is that', (explanation) => {
    expect(clean(explanation)).toBe('');
  });
});

describe('an explanation that names a host', () => {
  it.each([
    ['It is on evil.example.', true],
    ['It is on other.example.', false],
    ['It is on evil.example and other.example.', false],
  ])('%s is shown only where a text names it: %s', (explanation, isShown) => {
    expect(clean(explanation)).toBe(isShown ? explanation : '');
  });
});
