import { expect, it } from 'vitest';
import { FAULTS, type Fault } from './state-verdict.ts';
import { whyUnchecked } from './why-unchecked.ts';

const open = (explanation?: string) => ({
  ...({ verdict: 'not_enough_evidence', checked: false } as const),
  ...(explanation === undefined ? {} : { explanation }),
});

it.each<[Fault, string]>([
  ['invented', 'exempt'],
  ['own-text', 'exempt'],
  ['own-code', 'exempt'],
  ['no-source', 'failed'],
  ['judge-silent', 'failed'],
  ['no-judge', 'failed'],
  ['too-many-claims', 'limit'],
  ['no-time', 'limit'],
  ['judge-busy', 'limit'],
  ['judge-undecided', 'unsure'],
  ['judge-unsure', 'unsure'],
])('a claim with the words of %s is %s', (fault, kind) => {
  expect(whyUnchecked(open(FAULTS[fault]))).toBe(kind);
});

it('a claim with words of its own is unsure', () => {
  expect(whyUnchecked(open('A part of this claim was not checked.'))).toBe('unsure');
  expect(whyUnchecked(open())).toBe('unsure');
});

it('a claim that was checked, or that nobody was to check, has no such kind', () => {
  const explanation = FAULTS['no-time'];
  expect(whyUnchecked({ verdict: 'not_enough_evidence', explanation })).toBeUndefined();
  expect(whyUnchecked({ explanation })).toBeUndefined();
  expect(whyUnchecked({ explanation, checked: false })).toBeUndefined();
});
