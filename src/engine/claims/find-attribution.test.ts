import { describe, expect, it } from 'vitest';
import { findAttribution } from './find-attribution.ts';

const speakerOf = (sentence: string, language = 'en') => findAttribution(sentence, language)?.speaker;

describe('whose words a sentence repeats', () => {
  it.each([
    ['“The dam cost 3 million euros,” said Mayor Jane Doe on Monday.', 'Mayor Jane Doe', 'Monday'],
    ['“The dam cost 3 million euros,” Jane Doe said on 3 May 2024.', 'Jane Doe', '3 May 2024'],
    [
      'Jane Doe, the mayor of Ulm, told the council on Tuesday that the dam had failed.',
      'Jane Doe',
      'Tuesday',
    ],
    ['Sen. Falk (D-OH): “The dam cost 3 million euros.”', 'Sen. Falk'],
    ['The dam, according to the World Bank, cost 3 million euros.', 'World Bank'],
    ['The dam cost 3 million euros, according to the CBO.', 'CBO'],
    ['The dam cost 3 million euros, according to the U.N.', 'U.N.'],
    ['J.K. Rowling said that the dam cost 3 million euros.', 'J.K. Rowling'],
    ['As Jane Doe put it, the dam cost 3 million euros.', 'Jane Doe'],
    ['NATO said that the dam cost 3 million euros.', 'NATO'],
  ])('is a name: %s', (sentence, speaker, time?: string) => {
    expect(findAttribution(sentence, 'en')).toMatchObject({ speaker });
    expect(findAttribution(sentence, 'en')?.time).toBe(time);
  });

  it.each([
    'First, the generals went to the president and said, “Do not go.”',
    'As I said, “the dam cost 3 million euros.”',
    'The sign said “No entry” in four languages.',
    'According to legend, Rome was founded in 753 BC.',
    'Jane Doe never said that the dam cost 3 million euros.',
    'Jane Doe and Tom Berg said that the dam cost 3 million euros.',
    'Critics said the film was too long.',
    'HEAVY RAIN: “The dam cost 3 million euros.”',
    'Leo Tolstoy wrote War and Peace in 1869.',
  ])('is nobody’s that a name says: %s', (sentence) => {
    expect(speakerOf(sentence)).toBeUndefined();
  });

  it.each([
    ['de', '„Der Damm kostete drei Millionen“, sagte Jana Voß.', 'Jana Voß'],
    ['de', 'Laut Studie kostete der Damm drei Millionen.', undefined],
    ['fr', 'Lorsqu’on dit: « Le barrage a coûté trois millions ».', undefined],
    ['fr', 'Selon Reuters, le barrage a coûté trois millions.', 'Reuters'],
    ['pt', 'Ela diz que a barragem custou três milhões.', undefined],
    ['sv', '”Dammen kostade tre miljoner”, sade Anna Berg.', undefined],
  ])('is read in eight languages: %s: %s', (language, sentence, speaker) => {
    expect(speakerOf(sentence, language)).toBe(speaker);
  });

  it('is one that the text has named, where it is a single noun', () => {
    const sentence = 'Voß sagte, der Damm habe drei Millionen gekostet.';
    expect(findAttribution(sentence, 'de')).toBeUndefined();
    expect(findAttribution(sentence, 'de', (name) => name === 'Voß')).toMatchObject({ speaker: 'Voß' });
  });
});
