import { describe, expect, it } from 'vitest';
import { CONTRADICTIONS, NO_CONTRADICTIONS, WRITINGS } from './cases-in-tests.ts';
import { judgeByValues } from './judge-by-values.ts';

/** What each value of the claim comes to, in order; one word where all come to the same. */
function outcome(claim: string, passage: string): string {
  const { same, differs, missing } = judgeByValues(claim, passage);
  const found = [
    ...same.map((pair) => ({ at: pair.claim.start, is: 'same' })),
    ...differs.map((pair) => ({ at: pair.claim.start, is: 'different' })),
    ...missing.map(({ start }) => ({ at: start, is: 'absent' })),
  ].sort((a, b) => a.at - b.at);
  return found.map(({ is }) => is).join(', ');
}

/** Where one word is expected, it is that of the value that matters: all others are the same. */
function fits(found: string, expected: string): boolean {
  if (expected.includes(',')) return found === expected;
  const kinds = new Set(found.split(', '));
  if (expected === 'same') return kinds.size === 1 && kinds.has('same');
  if (expected === 'different') return kinds.has('different');
  return !kinds.has('different') && (kinds.has('absent') || found === '');
}

describe.each([
  ['values in other words and units', WRITINGS],
  ['values that differ', CONTRADICTIONS],
  ['values that do not contradict', NO_CONTRADICTIONS],
])('%s', (_name, cases) => {
  it.each(cases)('$claim | $passage', ({ claim, passage, expected }) => {
    const found = outcome(claim, passage);
    expect(fits(found, expected), `${found}, not ${expected}`).toBe(true);
  });
});

describe('another value of what is surely, or only perhaps, the same', () => {
  /** `≠` where it is another value, `≠!` where that is sure, `?` where nothing tells. */
  const tell = (claim: string, passage: string) => {
    const { differs, missing } = judgeByValues(claim, passage);
    const [first] = differs;
    return first === undefined ? '?'.repeat(missing.length) : first.sure ? '≠!' : '≠';
  };

  it.each([
    // Three in four of the claim's words, not three in five.
    ['Old trains carry 400 passengers.', 'Trains now carry merely 300 passengers there.', '≠'],
    ['Old grey trains carry 400 passengers.', 'Trains now carry merely 300 passengers there.', '?'],
    ['Old trains carry steel: 400 kg.', 'There trains carry steel as 300 kg there.', '≠'],
    ['Old grey trains carry steel: 400 kg.', 'There trains carry steel as 300 kg there.', '?'],
    // Of dates, of which texts have many, three in five of the passage's words too.
    ['Old trains left stations: 3 May 2020.', 'Trains left small stations as 5 May 2020 came.', '≠'],
    ['Old trains left stations: 3 May 2020.', 'Trains quietly left small stations as 5 May 2020 came.', '?'],
    ['Old grey trains left stations: 3 May 2020.', 'Trains left small stations as 5 May 2020 came.', '?'],
    // Sure where nearly all words are the same, in three of four of the passage at least.
    ['Trains carry 400 passengers daily.', 'Red trains carry 300 passengers daily.', '≠!'],
    ['Trains carry 400 passengers.', 'Red trains carry 300 passengers.', '≠!'],
    ['Trains carry 400 passengers daily.', 'Red big trains carry 300 passengers daily.', '≠'],
    ['Trains 400 passengers carry.', 'Trains 300 passengers may carry.', '≠!'],
    ['Trains carry 400 kg.', 'Trains carry 300 kg.', '≠!'],
    ['Grey trains carry steel: 400 kg.', 'Grey trains carry steel as 300 kg there.', '≠'],
  ])('%s | %s: %s', (claim, passage, told) => {
    expect(tell(claim, passage)).toBe(told);
  });
});
