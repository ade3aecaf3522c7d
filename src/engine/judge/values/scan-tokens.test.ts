import { expect, it } from 'vitest';
import { FIGURE, scanTokens, WORD } from './scan-tokens.ts';

/** Each token: `w` word, `W` with a capital, `f` figure, `m` mark, `+` where it follows without a blank; and its key. */
function scan(text: string, from?: number, to?: number): string {
  return scanTokens(text, from, to)
    .map(({ kind, key, glued, capital }) => {
      const letter = kind === FIGURE ? 'f' : kind === WORD ? (capital ? 'W' : 'w') : 'm';
      return `${glued ? '+' : ''}${letter}:${key}`;
    })
    .join(' ');
}

it.each([
  ['', ''],
  ['  ', ''],
  ['The 5 cats.', 'W:the f:5 w:cats +m:.'],
  ['5km, 12%', 'f:5 +w:km +m:, f:12 +m:%'],
  ['Ünal liest Straße, ılık Łódź', 'W:unal w:liest W:strasse +m:, w:ilik W:lodz'],
  ['one-two', 'w:one +m:- +w:two'],
  ['2020年', 'f:2020 +w:年'],
  ['東京', 'w:東 +w:京'],
  // A mark of the writing direction parts nothing, and is nothing.
  ['5\u200ekm', 'f:5 +w:km'],
  ['5 \u200ekm', 'f:5 w:km'],
  ['\u200f5\u061ckm', 'f:5 +w:km'],
])('%j', (text, tokens) => {
  expect(scan(text)).toBe(tokens);
});

it('reads a part of a text, and says where in the whole its tokens stand', () => {
  expect(scan('one two three', 4, 7)).toBe('w:two');
  expect(scan('onetwo', 3)).toBe('w:two');
  const [token] = scanTokens('one two three', 4, 7);
  expect([token?.start, token?.end]).toEqual([4, 7]);
});
