import { expect, it } from 'vitest';
import { isShortWord, languageOf } from './language-of.ts';
import { scanTokens } from './scan-tokens.ts';

const language = (text: string) => languageOf(scanTokens(text));

it.each([
  ['', 'en'],
  ['Berlin 2020', 'en'],
  ['the cat and the dog', 'en'],
  ['die Katze und der Hund', 'de'],
  ['le chat et les chiens', 'fr'],
  ['el gato y los perros', 'es'],
  ['il gatto e gli altri', 'it'],
  ['o gato e os cães', 'pt'],
  ['de kat en het huis', 'nl'],
  ['kot i pies są w domu', 'pl'],
  ['bir kedi ve köpek', 'tr'],
  ['the cat and der Hund', 'en'],
  ['三百人', 'zh'],
  ['ねこ', 'zh'],
  ['مئة قطة', 'ar'],
  ['सौ बिल्लियाँ', 'hi'],
  // A third of the words of another script are too few, more are enough.
  ['猫 cat dog', 'en'],
  ['猫 犬 cat dog', 'zh'],
  ['قطة cat dog', 'en'],
  ['قطة كلب cat dog', 'ar'],
  ['बिल्ली cat dog', 'en'],
  ['बिल्ली कुत्ता cat dog', 'hi'],
  // The words of other scripts count for none of the three.
  ['แมว กา নদী', 'en'],
  // What stands beyond 200 words counts for nothing.
  [`${'x '.repeat(199)}der und die`, 'de'],
  [`${'x '.repeat(200)}der und die`, 'en'],
])('%j is most likely %s', (text, expected) => {
  expect(language(text)).toBe(expected);
});

it('takes a word as one that says nothing by itself in its own language and in English', () => {
  expect(isShortWord('und', 'de')).toBe(true);
  expect(isShortWord('the', 'de')).toBe(true);
  expect(isShortWord('und', 'en')).toBe(false);
  expect(isShortWord('and', 'en')).toBe(true);
  expect(isShortWord('die', 'fr')).toBe(false);
  // Of a language whose short words are not known, those of all do.
  expect(isShortWord('und', 'zh')).toBe(true);
  expect(isShortWord('cat', 'zh')).toBe(false);
});
