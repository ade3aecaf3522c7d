import { describe, expect, it } from 'vitest';
import { findNames, isPersonNoun, mayBePerson, pronounOf, pronounsFor, relativesOf } from './find-names.ts';

describe('the names of a sentence', () => {
  /** Each as `lead|preposition|name`; the sentence's part that its offsets give must be the name. */
  const shown = (sentence: string) =>
    findNames(sentence).map(({ lead, preposition, name, start, at, end }) => {
      expect(sentence.slice(at, end)).toBe(name);
      expect(sentence.slice(start, end).endsWith(`${lead}${name}`)).toBe(true);
      return `${lead}|${preposition ?? ''}|${name}`;
    });

  it.each([
    ['Marie Curie was born in Warsaw.', ['||Marie Curie', '|in|Warsaw']],
    ['The Eiffel Tower stands in the Champ de Mars.', ['The ||Eiffel Tower', '|in|Champ de Mars']],
    ['However, Toyota grew.', ['||Toyota']],
    ['In Paris she met Pierre.', ['In ||Paris', '||Pierre']],
    ['Originally Toyota made looms.', ['Originally ||Toyota']],
    ['But In The Paris of old', ['But In The ||Paris']],
    ["Curie's house and Toyota’s cars.", ['||Curie', '||Toyota']],
    ['He spoke English in January.', []],
    ['English Heritage grew.', ['||English Heritage']],
    ['It is so.', []],
    ['nothing here', []],
  ])('%s', (sentence, names) => {
    expect(shown(sentence)).toEqual(names);
  });

  it('are found anew in each sentence', () => {
    expect(shown('Then came Rome')).toEqual(shown('Then came Rome'));
  });
});

it.each([
  ['Marie Curie', true],
  ['Curie', false],
  ['Eiffel Tower', false],
  ['New York', false],
  ['Apollo 11', false],
])('whether a name may be a person’s: %s', (name, may) => {
  expect(mayBePerson(name)).toBe(may);
});

it.each([
  ['first president', true],
  ['Polish physicist', true],
  ['large company', false],
])('what a person is: %s', (words, is) => {
  expect(isPersonNoun(words)).toBe(is);
});

it.each([
  ['Marie Curie', 'She'],
  ['John Smith', 'He'],
  ['Marie', undefined],
  ['Zorg Smith', undefined],
])('the pronoun of %s is %s', (name, pronoun) => {
  expect(pronounOf(name)).toBe(pronoun);
});

it.each([
  ['He met his wife.', ['She']],
  ['She met her older brother.', ['He']],
  ['He met his friend.', ['He', 'She']],
  ['He met his doom.', []],
  ["He read his wife's letter.", []],
])('relatives: %s', (sentence, pronouns) => {
  expect(relativesOf(sentence)).toEqual(pronouns);
});

describe('who or what a name may be', () => {
  it.each<[string, string[]]>([
    ['she met her husband [Pierre].', ['He']],
    ['she met the physicist [Pierre].', ['He', 'She']],
    ['she lived in [Paris].', []],
    ['she worked for Smith & [Jones].', []],
    ['she had many [Grammy] nominations.', ['It']],
    ['she praised [Zorg], who laughed.', ['He', 'She']],
    ['she praised [Zorg], where it rained.', []],
    ['she read the journal [Nature].', ['It']],
    ['she read the [Nature] journal.', []],
    ['she works with [NASA].', ['It']],
    ['she works with [EU].', ['It']],
    ['she works with [X].', []],
    ['she founded [Zorg].', ['It']],
    ['she founded [Marie Curie].', ['She']],
    ['she praised [Eiffel Tower].', ['It']],
    ['she was praised by [Eiffel Tower].', []],
    ['she praised [John Smith].', ['He']],
    ['she was praised by [Zorg].', ['He', 'She']],
    ['she praised [Zorg].', ['He', 'She', 'It']],
    ['she praised [Zorg Blatt].', ['He', 'She', 'It']],
  ])('%s', (sentence, pronouns) => {
    const [, before = '', name = '', after = ''] = /^(.*)\[(.*)\](.*)$/.exec(sentence)!;
    expect(pronounsFor(name, before, after)).toEqual(pronouns);
  });
});
