import { describe, expect, it } from 'vitest';
import { countOf, readWordNumber } from './read-words.ts';
import { scanTokens } from './scan-tokens.ts';

function numberIn(text: string, language: string) {
  return readWordNumber(scanTokens(text), 0, language);
}

describe('a number in words', () => {
  it.each([
    ['en', 'zero', 0],
    ['en', 'twenty-five', 25],
    ['en', 'twelve hundred', 1200],
    ['en', 'hundred', 100],
    ['en', 'one hundred and five', 105],
    ['en', 'one hundred five', 105],
    ['en', 'one hundred ninety-nine', 199],
    ['en', 'four thousand two hundred', 4200],
    ['en', 'two thousand and five', 2005],
    ['en', 'one hundred thousand', 100_000],
    ['en', 'two million three thousand', 2_003_000],
    ['en', 'thousand million', 1e9],
    ['en', 'three hundred thousand million', 3e11],
    ['en', 'twelve hundred five', 1205],
    ['en', 'five dozen', 60],
    ['en', 'ten dozen', 120],
    ['en', 'twenty dozen', 240],
    ['en', 'ninety-nine dozen', 1188],
    ['de', 'einundzwanzig', 21],
    ['de', 'siebenundzwanzig', 27],
    ['de', 'hunderteins', 101],
    ['de', 'hundertundeins', 101],
    ['de', 'zwölftausend dreihundert', 12_300],
    ['de', 'neunundneunzig', 99],
    ['de', 'dreihundertfünfundvierzig', 345],
    ['de', 'zweitausendundeins', 2001],
    ['de', 'zwei Millionen dreihunderttausend', 2_300_000],
    ['nl', 'tweeëntwintig', 22],
    ['nl', 'negenenveertig', 49],
    ['nl', 'vijftienhonderd', 1500],
    ['nl', 'tweeduizend honderd', 2100],
    ['nl', 'tweeduizend honderdvijf', 2105],
    ['it', 'ventidue', 22],
    ['it', 'ventuno', 21],
    ['it', 'trentotto', 38],
    ['it', 'novantatré', 93],
    ['it', 'duemila', 2000],
    ['it', 'centoventi', 120],
    ['it', 'centoundici', 111],
    ['it', 'millenovecentoventuno', 1921],
    ['fr', 'quatre-vingts', 80],
    ['fr', 'quatre-vingt-dix', 90],
    ['fr', 'quatre-vingt-dix-sept', 97],
    ['fr', 'cent quatre-vingts', 180],
    ['fr', 'soixante et onze', 71],
    ['fr', 'soixante-dix-neuf', 79],
    ['fr', 'vingt et un', 21],
    ['fr', 'vingt-et-un', 21],
    ['fr', 'soixante-et-onze', 71],
    ['fr', 'cent-vingt-et-un', 121],
    ['fr', 'deux mille', 2000],
    ['fr', 'dix-sept', 17],
    ['fr', 'dix-neuf', 19],
    ['fr', 'mille neuf cent dix-huit', 1918],
    ['es', 'treinta y cinco', 35],
    ['es', 'dos mil quinientos', 2500],
    ['pt', 'cento e vinte', 120],
    ['pl', 'siedemnaście', 17],
    ['pl', 'dziewięćset dziewiętnaście', 919],
    ['tr', 'on yedi', 17],
    ['tr', 'yüz on bir', 111],
    ['tr', 'iki bin yirmi beş', 2025],
    ['ar', 'ستون', 60],
    ['hi', 'सोलह', 16],
    ['zh', '十', 10],
    ['zh', '十二', 12],
    ['zh', '三百二十', 320],
    ['zh', '一百零五', 105],
    ['zh', '两千', 2000],
    ['zh', '三万五千', 35_000],
    ['zh', '三百二', 320],
    ['zh', '三百零二', 302],
    ['zh', '两千五', 2500],
    ['zh', '三万五', 35_000],
    ['zh', '三万零五', 30_005],
    ['zh', '一亿二', 1.2e8],
    ['zh', '二十五', 25],
    ['zh', '五', 5],
    ['zh', '一百万', 1e6],
    ['zh', '一亿', 1e8],
    ['zh', '一亿二千万', 1.2e8],
    ['zh', '三亿五千万零六', 350_000_006],
    ['zh', '一万亿', 1e12],
    ['zh', '一万万', 1e8],
    ['zh', '二〇二〇', 2020],
  ])('in %s: %s', (language, text, value) => {
    expect(numberIn(text, language)).toMatchObject({ value, to: scanTokens(text).length });
  });

  it.each([
    // What follows is another number, or no number.
    ['en', 'five six', 5],
    ['en', 'ten five', 10],
    ['en', 'twenty ten', 20],
    ['en', 'one hundred hundred', 100],
    ['en', 'nineteen eighty-four', 19],
    ['en', 'two and five', 2],
    ['en', 'two hundred and more', 200],
    ['en', 'two thousand and', 2000],
    ['en', 'forty horses', 40],
    ['fr', 'soixante vingt', 60],
    ['fr', 'dix-six', 10],
    ['tr', 'on yirmi', 10],
    ['tr', 'on sıfır', 10],
    ['fr', 'dix dix', 10],
    ['fr', 'vingt quatre-vingts', 24],
    ['fr', 'vingt-et', 20],
    ['fr', 'vingt-et-chevaux', 20],
    ['zh', '三人', 3],
  ])('in %s of "%s" only %d is read', (language, text, value) => {
    expect(numberIn(text, language)?.value).toBe(value);
  });

  it.each([
    ['en', 'horses'],
    ['en', 'einundzwanzig'],
    ['de', 'zweiundzehn'],
    ['de', 'zehnundzwanzig'],
    ['de', 'zweiundhundert'],
    ['de', 'hundertschaft'],
    ['de', 'verwundern'],
    ['it', 'decidue'],
    ['it', 'ventidieci'],
    ['zh', '人'],
    ['zh', '万一'],
  ])('in %s "%s" is none', (language, text) => {
    expect(numberIn(text, language)).toBeUndefined();
  });

  it.each([
    ['en', 'one', true],
    ['en', 'two', false],
    ['en', 'one hundred', false],
    ['de', 'eine', true],
    ['zh', '一', true],
    ['zh', '一百', false],
  ])('whether it may be an article, in %s: %s', (language, text, article) => {
    expect(numberIn(text, language)?.article).toBe(article);
  });
});

it.each([
  ['es', 'once', 11],
  ['en', 'once', undefined],
  ['en', 'elf', undefined],
  // In no other language does it mean anything else.
  ['en', 'zwanzig', 20],
  // Of two languages that know it, its own decides.
  ['en', 'billion', 1e9],
  ['de', 'billion', 1e12],
  ['en', 'house', undefined],
  ['en', '1', undefined],
])('in %s "%s" counts %s', (language, word, value) => {
  expect(countOf(word, language)).toBe(value);
});
