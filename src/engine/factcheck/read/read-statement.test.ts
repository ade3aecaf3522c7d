import { describe, expect, it } from 'vitest';
import { type KnownLanguage, readWords, vocabularyOf } from './read-statement.ts';

/** Each word as its kind, its text and its mark. */
const shown = (text: string, language: KnownLanguage = 'en') =>
  readWords(text, language).map((word) => [word.kind, word.text, word.mark ?? ''].join(' ').trim());

describe('the words of a sentence', () => {
  it.each<[string, string[]]>([
    ['Rome burned.', ['name rome', 'content burned']],
    ['She saw Rome.', ['reference she', 'content saw', 'name rome']],
    ['It burned. She slept.', ['reference it', 'content burned', 'reference she', 'content slept']],
    ["It didn't burn.", ['reference it', 'function did', 'function not negation', 'content burn']],
    ["It can't burn.", ['reference it', 'function can modality', 'function not negation', 'content burn']],
    ["It won't burn.", ['reference it', 'function will modality', 'function not negation', 'content burn']],
    ['It cannot burn.', ['reference it', 'function can modality', 'function not negation', 'content burn']],
    // Within a sentence a word with a capital says nothing of how sure it is.
    [
      'She saw Will in May.',
      ['reference she', 'content saw', 'function will', 'function in', 'function may'],
    ],
    ['She saw It.', ['reference she', 'content saw', 'function it']],
    ['A Model S', ['function a', 'name model', 'name s']],
    ["It's S", ['reference it', 'function s', 'name s']],
    ['A plan B', ['function a', 'content plan', 'name b']],
    ['b burned', ['function b', 'content burned']],
  ])('%s', (text, words) => {
    expect(shown(text)).toEqual(words);
  });

  it.each<[string, string]>([
    ['1,990', 'number 1990'],
    ['-5', 'number -5'],
    ['at −5', 'number −5'],
    ['a-5', 'number 5'],
    ['$5', 'number $5'],
    ['€ 5', 'number €5'],
    ['5%', 'number 5%'],
    ['5 %', 'number 5%'],
    ['5 percent', 'number 5%'],
    ['5 percents', 'number 5'],
    ['5 per cent', 'number 5%'],
    ['5 per cents', 'number 5'],
    ['two', 'number 2'],
    ['twelve', 'number 12'],
  ])('of %s a number is read as %s', (text, number) => {
    expect(shown(text)).toContain(number.replace('−', '-'));
  });

  it('of which "one" and "zero" are no numbers, nor those of other languages', () => {
    expect(shown('one zero').every((word) => !word.startsWith('number'))).toBe(true);
    expect(shown('two', 'de').every((word) => !word.startsWith('number'))).toBe(true);
  });

  it('are parted by what stands between them', () => {
    expect(readWords('Rome burned, and – so; it fell', 'en').map(({ gap }) => gap)).toEqual([
      ...['', '', ',', '–', ';', ''],
    ]);
  });

  it('of German nouns at the beginning are no names yet', () => {
    expect(shown('Rom brannte in Italien', 'de')).toEqual([
      'content rom',
      'content brannte',
      'function in',
      'name italien',
    ]);
    expect(shown('Er kam. Rom brannte', 'de')).toContain('content rom');
  });

  it('have one kind of apostrophe', () => {
    expect(shown('It didn’t burn')).toEqual(shown("It didn't burn"));
  });
});

describe('whether a word is there in another form', () => {
  const has = (text: string, word: string, language: KnownLanguage = 'en') => {
    const [asked] = readWords(`x ${word}`, language).slice(-1);
    return vocabularyOf(readWords(`x ${text}`, language), language).has(asked!);
  };

  it.each<[string, string, KnownLanguage, boolean]>([
    ['runs', 'running', 'en', true],
    ['went', 'go', 'en', true],
    ['Mary', 'Mary', 'en', true],
    ['Marys', 'Mary', 'en', false],
    ['romans', 'Roman', 'en', true],
    ['Romans', 'roman', 'en', true],
    ['5', '5', 'en', true],
    ['5', '50', 'en', false],
    ['house', 'home', 'en', false],
    // The same beginning of four letters, and endings of three at most.
    ['Haus', 'Hauses', 'de', true],
    ['Ort', 'Orte', 'de', false],
    ['Hausabc', 'Hausxyz', 'de', true],
    ['Hausabcd', 'Hausxyz', 'de', false],
    ['Hausabc', 'Hauswxyz', 'de', false],
    ['Baum', 'Baum', 'de', true],
  ])('%s, of %s in %s: %s', (text, word, language, expected) => {
    expect(has(text, word, language)).toBe(expected);
  });
});
