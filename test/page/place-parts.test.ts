/** A sentence that says several things is marked by each of them, and as a whole where it is not certain which is where. */
import { describe, expect, it } from 'vitest';
import { placeParts } from '../../web/claims/place-parts.ts';

const found = (sentence: string, ...parts: string[]): string[] | undefined =>
  placeParts(
    sentence,
    parts.map((text) => ({ text })),
  )?.map(({ start, end }) => sentence.slice(start, end));

describe('placeParts', () => {
  it.each([
    [
      'The Eiffel Tower was completed in 1889 and stands in Berlin.',
      ['The Eiffel Tower was completed in 1889.', 'The Eiffel Tower stands in Berlin.'],
      ['The Eiffel Tower was completed in 1889', 'stands in Berlin'],
    ],
    [
      'Mount Everest is 8,849 m high, lies in Africa, and was first climbed in 1953.',
      [
        'Mount Everest is 8,849 m high.',
        'Mount Everest lies in Africa.',
        'Mount Everest was first climbed in 1953.',
      ],
      ['Mount Everest is 8,849 m high', 'lies in Africa', 'was first climbed in 1953'],
    ],
    [
      'Water boils at 100 °C, but it freezes at 10 °C.',
      ['Water boils at 100 °C.', 'Water freezes at 10 °C.'],
      ['Water boils at 100 °C', 'freezes at 10 °C'],
    ],
    [
      'In 1991, the wall fell and the union ended.',
      ['In 1991, the wall fell.', 'In 1991, the union ended.'],
      ['In 1991, the wall fell', 'the union ended'],
    ],
  ])('finds the parts of %s', (sentence, parts, places) => {
    expect(found(sentence, ...parts)).toEqual(places);
  });

  it.each([
    ['no part', 'The tower is tall.', []],
    ['one part', 'The tower is tall.', ['The tower is tall.']],
    [
      'a part in other words',
      'The tower is tall and old.',
      ['The tower is tall.', 'It was erected long ago.'],
    ],
    ['parts that say the same', 'The tower is tall.', ['The tower is tall.', 'The tower is tall.']],
    ['parts in another order', 'The tower is tall and old.', ['The tower is old.', 'The tower is tall.']],
    [
      'parts that are intertwined',
      'Anna and Bert were born in Rome and Paris.',
      ['Anna was born in Rome.', 'Bert was born in Paris.'],
    ],
    ['nothing in common', 'The tower is tall.', ['Le mur.', 'La mer.']],
  ])('finds no place with %s', (_name, sentence, parts) => {
    expect(found(sentence, ...parts)).toBeUndefined();
  });
});
