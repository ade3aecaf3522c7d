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
  ])('are not %s', (_, before, claim, reading) => {
    expect(taken(before, claim, reading)).toBeUndefined();
  });
});
