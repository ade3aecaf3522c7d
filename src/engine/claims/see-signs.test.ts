import { describe, expect, it } from 'vitest';
import { readTokens } from './read-tokens.ts';
import { signsOf } from './see-signs.ts';

describe('a sentence that may have a relative date', () => {
  it.each([
    ['It rained yesterday.', true],
    ['It rained two days ago.', true],
    ['It rained on Monday.', true],
    ['It rained last week.', true],
    ['It rained last week', true],
    ['It rained last.', false],
    ['It rained last', false],
    ['This house is old, and the next too.', false],
    ['It rained in a week.', false],
    ['', false],
  ])('%s', (sentence, mayDate) => {
    expect(signsOf(readTokens(sentence))).toEqual({ mayDate, maySay: false });
  });
});

it.each('day week month year night morning afternoon evening'.split(' '))('this %s is a date', (unit) => {
  expect(signsOf(readTokens(`It rained this ${unit}.`)).mayDate).toBe(true);
});

it('what was read before says nothing', () => {
  expect(signsOf(readTokens('It rained on Monday')).mayDate).toBe(true);
  expect(signsOf(readTokens('It rained on')).mayDate).toBe(false);
});

describe('a sentence that may say who said it', () => {
  it.each([
    ['Anna said it rained.', true],
    ['It rained, Anna said.', true],
    ['It rained, she said.', true],
    ['It rained, said NASA.', true],
    ['Reuters said it rained.', true],
    // Nobody who may be named.
    ['It is said it rained.', false],
    ['Anna slept.', false],
    ['He slept near Anna.', false],
    // A word that begins the sentence may be a name, or not; within, its capital says so.
    ['Zorgblat said it rained.', true],
    ['It zorgblat said it rained.', false],
    // Six tokens between them at most.
    ['It was Anna a b c d e said it.', true],
    ['It was Anna a b c d e f said it.', false],
    ['It was said a b c d by Anna.', true],
    ['It was said a b c d e by Anna.', false],
  ])('%s', (sentence, maySay) => {
    expect(signsOf(readTokens(sentence))).toEqual({ mayDate: false, maySay });
  });

  it('may have a date too', () => {
    expect(signsOf(readTokens('Anna said today that it rained.'))).toEqual({ mayDate: true, maySay: true });
  });
});
