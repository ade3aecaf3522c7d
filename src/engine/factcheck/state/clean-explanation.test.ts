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

describe('an explanation that quotes several sentences', () => {
  const of = (explanation: string, texts: readonly string[]) =>
    cleanExplanation(explanation, { lines: [], texts }) === explanation;

  it.each([
    ['It says “One is so. Two is so.”', true],
    ['It says “Two is so. Three is so.”', true],
    ['It says “Three is so. Four is so.”', true],
    ['It says “Four is so.”', true],
    ['It says “One is so. Three is so.”', false],
    ['It says “Four is so. Five is so.”', false],
  ])('%s is shown only where they follow one another: %s', (explanation, isShown) => {
    expect(
      of(explanation, ['Other texts say nothing.', 'One is so. Two is so. Three is so. Four is so.']),
    ).toBe(isShown);
  });

  it('does not take them from two texts', () => {
    expect(of('It says “One is so. Two is so.”', ['One is so.', 'Two is so.'])).toBe(false);
  });
});

describe('the length of an explanation', () => {
  const sentence = (length: number) => `It ${'truly '.repeat(99).slice(0, length - 4)}.`;

  it('is two sentences, where they fit into 500 characters, and else one', () => {
    const [first, second] = [sentence(300), sentence(199)];
    expect(clean(`${first} ${second} It is more.`)).toBe(`${first} ${second}`);
    expect(clean(`${first} ${second.slice(0, -1)}y.`)).toBe(first);
    expect(clean('It is short.')).toBe('It is short.');
  });

  it('is cut where one sentence is longer', () => {
    expect(clean(sentence(500))).toBe(sentence(500));
    expect(clean(sentence(501))).toBe(`${sentence(501).slice(0, 499)}…`);
  });
});

describe('what is no word of an explanation', () => {
  it.each([
    ['See [the page](https://evil.example/a) for it.', 'See the page for it.'],
    ['See https://evil.example/a for it.', 'See for it.'],
    ['It is so , and so ; it is  (so ) .', 'It is so, and so; it is (so).'],
    ['12 345.', ''],
    ['', ''],
  ])('is left out of "%s"', (explanation, shown) => {
    expect(clean(explanation)).toBe(shown);
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
