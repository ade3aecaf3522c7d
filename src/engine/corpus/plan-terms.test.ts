import { expect, it } from 'vitest';
import { planTerms, type TermNode } from './plan-terms.ts';

const PASSAGES = 1_000_000;

/** @returns each plan's sets in words. */
function plan(frequencies: Record<string, number>, passages = PASSAGES): string[][] {
  const plans = planTerms(Object.keys(frequencies), new Map(Object.entries(frequencies)), passages);
  return plans.map(({ terms, anyOf }) => {
    const write = ({ at, and }: TermNode): string[] =>
      and.length === 0 ? [terms[at]!.term] : and.flatMap(write).map((rest) => `${terms[at]!.term} ${rest}`);
    return anyOf.flatMap(write);
  });
}

it('asks for a rare term alone, and for commoner ones together', () => {
  expect(plan({ tower: 90_000, eiffel: 40, paris: 9_000 })).toEqual([['eiffel', 'paris tower']]);
});

it('finds what has all but the rarest term', () => {
  const [sets] = plan({ capital: 30_000, '987': 300, france: 25_000, paris: 9_000 });
  expect(sets).toEqual(['987', 'paris france', 'paris capital']);
});

it('asks for ever larger sets of common terms', () => {
  expect(plan({ city: 100_000, year: 120_000, war: 80_000, people: 110_000 })[0]).toEqual([
    'war city people year',
  ]);
  expect(plan({ city: 10_000, year: 20_000, war: 30_000 })[0]).toEqual(['city year', 'city war']);
});

it('expects at most a thousand passages, as if terms were independent', () => {
  const frequencies: Record<string, number> = {};
  for (let i = 0; i < 30; i++) frequencies[`t${i}`] = Math.ceil(10 * 1.4 ** i);
  const [sets] = plan(frequencies);
  const expected = sets!.map((set) =>
    set.split(' ').reduce((rest, term) => (rest * frequencies[term]!) / PASSAGES, PASSAGES),
  );
  expect(expected.reduce((a, b) => a + b)).toBeLessThanOrEqual(1_000);
  expect(sets!.length).toBeGreaterThan(10);
});

it('has the index read a bounded number of entries', () => {
  const frequencies = { a: 30_000, b: 31_000, c: 32_000, d: 33_000, e: 34_000 };
  const firsts = new Set(plan(frequencies)[0]!.map((set) => set.split(' ')[0]));
  expect([...firsts]).toEqual(['a']);
});

it('tries the rarest terms by themselves where no passage has them together', () => {
  expect(plan({ zurich: 3_000, tesla: 2_000 })).toEqual([['tesla zurich'], ['tesla']]);
});

it('asks for a common term if there is no other, and for nothing where none is known', () => {
  expect(plan({ station: 500_000 })).toEqual([['station']]);
  expect(planTerms(['station'], new Map(), PASSAGES)).toEqual([]);
});

it('asks for each term of a small corpus', () => {
  expect(plan({ tower: 90, paris: 40, tall: 80 }, 150)).toEqual([['paris', 'tall', 'tower']]);
});
