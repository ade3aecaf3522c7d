import { describe, expect, it } from 'vitest';
import { addsNothing } from './check-additions.ts';
import { readWords } from './read-statement.ts';

/** How many words a reading takes from the text before its claim; `undefined` where it may not. */
function taken(before: string, claim: string, reading: string): number | undefined {
  const words = (text: string) => readWords(text, 'en');
  const compared = {
    ...({ language: 'en', claim: words(claim), ends: claim.endsWith('.') } as const),
    context: words(`${before} ${claim}`),
  };
  return addsNothing(words(reading), compared);
}

describe('words that a reading takes from the text before its claim', () => {
  it.each([
    ['Rome is a city.', 'Rome is old.', 'Rome is old.', 0],
    ['Rome is a city.', 'It is old.', 'Rome is old.', 1],
    ['The tower weighs 30 tons.', 'It has 30 floors.', 'The tower has 30 floors.', 1],
    ['The tower has 30 floors. It weighs 30 tons.', 'It costs 30.', 'The tower costs 30.', 1],
    ['The tower has 30 floors. It weighs 30 tons.', 'It grew by 30 tons.', 'The tower grew by 30 tons.', 1],
    ['Marie Curie is a physicist.', 'Curie slept.', 'Marie Curie slept.', 1],
    [
      'Byte Pair Encoding (BPE) is a technique.',
      'BPE shortens texts.',
      'Byte Pair Encoding shortens texts.',
      3,
    ],
    ['Queen Anna is old.', 'She slept.', 'Queen Anna slept.', 2],
    ['Marie Curie is a physicist.', 'Marie slept.', 'Marie Curie slept.', 1],
    ['Marie Anna Curie is a physicist.', 'Curie slept.', 'Marie Anna Curie slept.', 2],
    ['Marie Curie is a physicist.', 'A cat saw Curie.', 'A cat saw Marie Curie.', 1],
    ['Queen Anna and King Karl are old.', 'He saw her.', 'King Karl saw Queen Anna.', 4],
    ['Rome is a city.', 'Cats sleep there and eat.', 'Cats sleep in Rome and eat.', 1],
    ['Rome is a city. The field is big.', 'The field burned.', 'The field of Rome burned.', 1],
    ['The tower has 30 floors.', 'It costs 30.', 'The tower costs 30 floors.', 2],
    // A date that the claim points at, or that is a part of a name.
    ['The Olympics were here in 2024.', 'They were loud then.', 'The Olympics were loud in 2024.', 2],
    ['The Olympics were here in 2024.', 'They were loud that year.', 'They were loud in 2024.', 1],
    ['The Olympics of 2024 were here.', 'They were loud.', 'The Olympics of 2024 were loud.', 2],
    ['COLING 2020 was long.', 'It was loud.', 'COLING 2020 was loud.', 2],
    // What is no sentence has no subject.
    ['Maria is a doctor.', 'lives in Rome', 'Maria lives in Rome.', 1],
    ['Maria is a doctor.', 'living in Rome', 'Maria is living in Rome.', 1],
    [
      'The old red brick town house of the big river is here.',
      'built in 1990',
      'The old red brick town house of the big river was built in 1990.',
      7,
    ],
    // Four common words, or seven where the claim is no sentence.
    ['The old red brick house is here.', 'It burned.', 'The old red brick house burned.', 4],
  ])('%s %s: %s', (before, claim, reading, count) => {
    expect(taken(before, claim, reading)).toBe(count);
  });

  it.each([
    ['from nowhere', 'Rome is a city.', 'It is old.', 'Paris is old.'],
    ['a negation', 'Rome is not a city.', 'It is old.', 'Rome is not old.'],
    ['a second negation', 'Rome is a city.', 'It is not old.', 'Rome is not not old.'],
    ['another unit', 'The tower weighs 30 tons.', 'It has 40 floors.', 'The tower has 40 tons.'],
    ['another sex', 'King Karl is old.', 'She slept.', 'King Karl slept.'],
    ['the other sex', 'Queen Anna is old.', 'He slept.', 'Queen Anna slept.'],
    ['two names that do not follow one another', 'Marie met Pierre.', 'She slept.', 'Marie Pierre slept.'],
    ['a name without a reference', 'Rome is a city.', 'Trees grow.', 'Trees grow Rome.'],
    ['a judgement', 'The best tower is here.', 'It burned.', 'The best tower burned.'],
    [
      'too many',
      'The old red brick corner house is here.',
      'It burned.',
      'The old red brick corner house burned.',
    ],
    ['a date', 'Rome burned in 64.', 'It was rebuilt.', 'Rome was rebuilt in 64.'],
    [
      'a date behind a name and a short word',
      'The Olympics were here in 2024.',
      'They were loud.',
      'The Olympics in 2024 were loud.',
    ],
    [
      'a date beside a common word',
      'The 2020 conference was long.',
      'It was loud.',
      'The 2020 conference was loud.',
    ],
    ['a subject of a whole sentence', 'Maria is a doctor.', 'Lives in Rome.', 'Maria lives in Rome.'],
    ['a place for nothing', 'Rome is a city.', 'Cats sleep and eat.', 'Cats in Rome sleep and eat.'],
    ['a first name from elsewhere', 'Curie, Marie and others.', 'Curie slept.', 'Marie Curie slept.'],
    [
      'what is short for other words',
      'Byte Pair Encoding is a technique. BPE is old.',
      'BPE shortens texts.',
      'Byte Pair Encoding shortens texts.',
    ],
    [
      'other initials',
      'Big Pair Encoding (BPE) is a technique.',
      'BQE shortens texts.',
      'Big Pair Encoding shortens texts.',
    ],
    [
      'eight words of what is no sentence',
      'The old red brick town house of the big wide river is here.',
      'built in 1990',
      'The old red brick town house of the big wide river was built in 1990.',
    ],
  ])('are not %s', (_, before, claim, reading) => {
    expect(taken(before, claim, reading)).toBeUndefined();
  });
});
