import { describe, expect, it } from 'vitest';
import { keepsOrder } from './check-order.ts';
import { type KnownLanguage, readWords } from './read-statement.ts';

function keeps(said: string, claim: string, inserted = 0, whole = true, language: KnownLanguage = 'en') {
  const compared = { language, claim: readWords(claim, language), ends: true, context: [] };
  return keepsOrder(readWords(said, language), compared, inserted, whole);
}

describe('a sentence that stands for the claim', () => {
  it.each<[string, string, number]>([
    ['Cats chase dogs.', 'Cats chase dogs.', 0],
    ['They flew from Rome to Paris.', 'They flew from Rome to Paris.', 0],
    ['Marie met Pierre in Paris.', 'In Paris, she met Pierre.', 1],
    ['In Paris, Marie met Pierre.', 'In Paris she met Pierre.', 1],
    ['Marie met Pierre in Paris.', 'In Paris Marie met Pierre.', 0],
    ['Marie met Pierre.', 'She met Pierre.', 1],
    ['Dan Jurafsky was the chair.', 'The chair was Dan Jurafsky.', 0],
    ['Rome is old and was big.', 'Rome is old and was big.', 0],
    ['The Paris house of Marie burned.', 'Her Paris house burned.', 1],
    ['Pierre and she slept.', 'She and Pierre slept.', 0],
  ])('%s keeps the order of: %s', (said, claim, inserted) => {
    expect(keeps(said, claim, inserted)).toBe(true);
  });

  it.each<[string, string, number]>([
    ['Dogs chase cats.', 'Cats chase dogs.', 0],
    ['They flew from Paris to Rome.', 'They flew from Rome to Paris.', 0],
    ['It opened after 1990.', 'It opened before 1990.', 0],
    ['It opened 1990.', 'It opened before 1990.', 0],
    ['It opened before 1990.', 'It opened 1990.', 0],
    ['A car hit the man.', 'The man was hit by a car.', 0],
    ['Rome was old.', 'Rome is old.', 0],
    ['Rome is old.', 'Rome was old.', 0],
    ['Pierre met Marie.', 'She met Pierre.', 1],
    ['Pierre and Marie slept.', 'She and Pierre slept.', 1],
    ['Pierre in Paris met Marie.', 'Marie met Pierre in Paris.', 0],
    ['Cats see birds and dogs.', 'Cats see dogs and birds.', 0],
    ['In Rome dogs chase cats.', 'In Rome cats chase dogs.', 0],
  ])('%s turns round: %s', (said, claim, inserted) => {
    expect(keeps(said, claim, inserted)).toBe(false);
  });

  it('may put a name first that stands at the end in English alone', () => {
    expect(keeps('Anna Blatt ist die Leiterin.', 'Die Leiterin ist Anna Blatt.', 0, true, 'de')).toBe(false);
  });
});

describe('a part of the claim', () => {
  it.each<[string, string, number]>([
    ['Books by Karl sold well.', 'Books by Anna and Karl sold well.', 0],
    ['Mainz is a city.', 'He lives in a city named Mainz.', 0],
    ['The man was hit.', 'The man was hit by a car.', 0],
    ['The car was red.', 'The man was hit by the car, which was red.', 0],
    ['Anna lives in Mainz.', 'Anna studied, and she lives in Mainz.', 1],
    ['Cats see birds and dogs.', 'Cats see dogs and birds and sleep.', 0],
  ])('%s keeps the order of: %s', (said, claim, inserted) => {
    expect(keeps(said, claim, inserted, false)).toBe(true);
  });

  it.each<[string, string, number]>([
    ['Dogs chase cats.', 'Cats chase dogs and sleep.', 0],
    ['Mainz is bigger than a city.', 'A city is bigger than Mainz.', 0],
    ['They flew to Rome.', 'They flew from Rome to Paris.', 0],
    ['They flew by Rome.', 'They flew over Rome and slept.', 0],
    ['Anna saw the car.', 'Anna was hit by the car.', 0],
    ['Rome was old.', 'Rome is old and big.', 0],
  ])('%s turns round: %s', (said, claim, inserted) => {
    expect(keeps(said, claim, inserted, false)).toBe(false);
  });
});
