import { describe, expect, it } from 'vitest';
import { countTerms, splitPassages } from './split-passages.ts';

/** A sentence of so many terms. */
const sentence = (terms: number) => `Cats${' cats'.repeat(terms - 1)}.`;
const counts = (text: string) => splitPassages(text).map(({ terms }) => countTerms(terms));

describe('the passages of a text', () => {
  it('have the terms of their sentences', () => {
    expect(splitPassages('Cats sleep. The. Dogs bark!')).toEqual([
      { text: 'Cats sleep. The. Dogs bark!', terms: 'cat sleep . dog bark' },
    ]);
  });

  it('are one without a term where the text has none', () => {
    expect(splitPassages('')).toEqual([{ text: '', terms: '' }]);
    expect(splitPassages('The. It.')).toEqual([{ text: 'The. It.', terms: '' }]);
    expect(splitPassages('?'.repeat(2_401))).toEqual([{ text: '?'.repeat(2_400), terms: '' }]);
  });

  it('end with the sentence that fills them', () => {
    expect(counts([sentence(219), sentence(60)].join(' '))).toEqual([279]);
    expect(counts([sentence(220), sentence(60)].join(' '))).toEqual([220, 60]);
    expect(counts([sentence(150), sentence(150), sentence(60)].join(' '))).toEqual([300, 60]);
  });

  it('take in what is short at the end', () => {
    expect(counts([sentence(220), sentence(39)].join(' '))).toEqual([259]);
    expect(counts([sentence(220), sentence(40)].join(' '))).toEqual([220, 40]);
    expect(counts([sentence(220), sentence(230), sentence(3)].join(' '))).toEqual([220, 233]);
    const [, last] = splitPassages([sentence(220), sentence(230), 'Cats sleep.'].join(' '));
    expect(last?.text).toMatch(/Cats sleep\.$/);
    expect(last?.terms).toMatch(/ \. cat sleep$/);
  });

  it('are no longer than so many characters', () => {
    const long = (length: number) => `${'Worda '.repeat(39)}${'b'.repeat(length - 235)}.`;
    const lengths = (...sentences: string[]) =>
      splitPassages(sentences.join(' ')).map(({ text }) => text.length);
    expect(lengths(long(800), long(799), long(799))).toEqual([2_400]);
    expect(lengths(long(800), long(800), long(799))).toEqual([1_601, 799]);
  });
});

it('counts terms, not the marks between sentences', () => {
  expect(['', 'cat', 'cat . dog', 'cat dog'].map(countTerms)).toEqual([0, 1, 2, 2]);
});
