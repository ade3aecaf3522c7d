import { expect, it } from 'vitest';
import {
  classAt,
  DIGIT,
  EMOJI,
  FOLDED,
  isCloser,
  isLetter,
  isLineEnd,
  isOpener,
  isSpaceSeparatedScript,
  isStrongTerminator,
  isTerminator,
  LETTER,
  LOWER,
  SPACE,
  UPPER,
} from './characters.ts';

it.each<[string, number, string[]]>([
  ['spaces', SPACE, [' ', '\t', '\n', '\u00a0', '\u200b', '\u3000', '\ufeff']],
  ['small letters', LOWER, ['a', 'z', 'é', 'я', 'ß', 'ﬁ', 'ｚ']],
  ['capitals', UPPER, ['A', 'Z', 'É', 'Я', 'ǅ', 'Ｚ', 'Ḁ']],
  [
    'letters without case',
    LETTER,
    ['\u0590', 'א', 'ع', 'क', '中', 'あ', '\u0301', '\ud835', '\ud840', '\ud87f'],
  ],
  ['digits', DIGIT, ['0', '9', '٠', '٩', '０', '９', '๙']],
  [
    'emoji',
    EMOJI,
    ['\ud83d', '\ud83f', '\ud880', '\udfff', '☀', '➿', '⬀', '⯾', '\u200d', '\ufe0f', '\ufe00'],
  ],
  ['other marks', 0, ['.', '-', '+', '"', '،', '۔', '។', '٪', '⯿']],
])('%s are such', (_, kind, units) => {
  for (const unit of units) expect(classAt(unit, 0), JSON.stringify(unit)).toBe(kind);
});

it('the place beyond a text is a space', () => {
  expect([-1, 0, 1].map((at) => classAt('a', at))).toEqual([SPACE, LOWER, SPACE]);
});

it('letters are those of any case, and those without', () => {
  expect([0, SPACE, LOWER, UPPER, LETTER, DIGIT, EMOJI].map(isLetter)).toEqual([
    false,
    false,
    true,
    true,
    true,
    false,
    false,
  ]);
});

it.each<[string, (unit: number) => boolean, string, string]>([
  ['ends of lines', isLineEnd, '\n\r\u2028\u2029', ' \t\v'],
  ['ends of sentences', isTerminator, '.!?…。؟।', ',;:)'],
  ['ends that need no space', isStrongTerminator, '。！？؟।', '.!?…'],
  ['what closes', isCloser, '"\')]”»」⁰⁹', '([“«'],
  ['what opens', isOpener, '"\'([“«¿「', ')]”»'],
  ['letters of Thai and Lao', isSpaceSeparatedScript, '\u0e00ก\u0eff', '\u0dff\u0f00a'],
])('%s are told from others', (_, is, those, others) => {
  expect([...those].map((unit) => is(unit.charCodeAt(0)))).toEqual([...those].map(() => true));
  expect([...others].map((unit) => is(unit.charCodeAt(0)))).toEqual([...others].map(() => false));
});

it('folds what has a small letter of one unit, and the typographic apostrophe', () => {
  const folded = (text: string) =>
    String.fromCharCode(...[...text].map((unit) => FOLDED[unit.charCodeAt(0)]!));
  expect(folded('AZaz09ÉЯẞＺ’中İ')).toBe("azaz09éяßｚ'中İ");
});
