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
