import { expect, it } from 'vitest';
import { cleanLine, cleanText } from './clean-text.ts';

it.each([
  ['  a b\n c ', 'a b\n c'],
  ['a\tb', 'a\tb'],
  ['a\r\nb\rc\u2028d', 'a\nb\nc\nd'],
  ['a\u0000b\u007fc\u202ed\ufeffe', 'abcde'],
  ['a\u{e0041}b', 'ab'],
  ['ä\ud800', 'ä\ufffd'],
  [' ä ', 'ä'],
])('%j is kept as %j', (text, kept) => expect(cleanText(text)).toBe(kept));

it('is one line where that is wanted', () => {
  expect(cleanLine(' a\n\n b\u00a0 c ')).toBe('a b c');
});
