import { describe, expect, it } from 'vitest';
import { boundBefore, boundBehind } from './bounds.ts';
import { FIGURE, scanTokens } from './scan-tokens.ts';

/** Where the figure of a text stands, with its tokens. */
function figureOf(text: string) {
  const tokens = scanTokens(text);
  return { tokens, at: tokens.findIndex(({ kind }) => kind === FIGURE) };
}

describe('before a value', () => {
  it.each([
    ['more than 5', 'more'],
    ['at least 5', 'least'],
    ['fewer than 5', 'less'],
    ['no more than 5', 'most'],
    ['not more than 5', 'most'],
    ['no less than 5', 'least'],
    ['about 5', 'about'],
    ['about the 5', 'about'],
    ['in excess of 5', 'more'],
    ['a maximum of 5', 'most'],
    ['> 5', 'more'],
    ['>= 5', 'least'],
    ['au moins 5', 'least'],
    ['超过5', 'more'],
    ['of 5', undefined],
    ['the 5', undefined],
    ['5', undefined],
    ['about to sell 5', undefined],
    ['than 5', undefined],
    ['before 5', undefined],
  ])('%s', (text, kind) => {
    const { tokens, at } = figureOf(text);
    expect(boundBefore(tokens, at)?.kind).toBe(kind);
  });

  it.each([
    ['before 1990', 'before'],
    ['prior to 1990', 'before'],
    ['since the 1990s', 'after'],
    ['about 1990', undefined],
    ['more than 1990', undefined],
  ])('a date: %s', (text, kind) => {
    const { tokens, at } = figureOf(text);
    expect(boundBefore(tokens, at, true)?.kind).toBe(kind);
  });

  it.each([
    ['much more than 5', true],
    ['far below 5', true],
    ['weit über 5', true],
    ['not below 5', false],
    ['below 5', false],
  ])('far off or not: %s', (text, isFar) => {
    const { tokens, at } = figureOf(text);
    expect(boundBefore(tokens, at)?.isFar).toBe(isFar);
  });
});

describe('behind a value', () => {
  it.each([
    ['5 or more people', 'least', 3],
    ['5 or less', 'most', 3],
    ['5+', 'least', 2],
    ['5 plus', 'least', 2],
    ['5 at minimum', 'least', 3],
    ['5 dan fazla', 'more', 3],
    ['5人以下', undefined, undefined],
    ['5以下', 'most', 3],
    // A sum.
    ['5 + 4', undefined, undefined],
    ['5 or so', undefined, undefined],
    ['5', undefined, undefined],
    ['5 people', undefined, undefined],
  ])('%s', (text, kind, to) => {
    const bound = boundBehind(scanTokens(text), 1);
    expect([bound?.kind, bound?.to]).toEqual([kind, to]);
    expect(bound?.isFar ?? false).toBe(false);
  });
});
