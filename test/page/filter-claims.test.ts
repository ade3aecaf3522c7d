/** Which claims of a long list are shown, and in which order. */
import { expect, it } from 'vitest';
import { ALL, type Choice, chooseClaims, countClaims } from '../../web/check/filter-claims.ts';
import { type ClaimState, showClaims } from '../../web/claims/claim-state.ts';
import { distinctShown } from '../../web/claims/distinct-claims.ts';

const claim = (number: number, category: string, more: object) => ({
  ...{ id: `claim-${number}`, text: `Claim ${number}.`, original_text: `Claim ${number}.`, role: 'text' },
  ...{ message_index: 0, start: 10 * number, end: 10 * number + 8, category, confidence: 0.9 },
  ...more,
});
const judged = (verdict: string) => ({ verdict, checked: true, evidence: [] });
const SHOWN = distinctShown(
  showClaims(
    [
      claim(1, 'quantity', { ...judged('refuted'), check_worthiness: 0.2 }),
      claim(2, 'event', { ...judged('supported'), check_worthiness: 0.9 }),
      claim(3, 'event', { check_worthiness: 0.5 }),
      claim(4, 'quantity', {
        ...judged('supported'),
        decision: { verdict: 'refuted', evidence: [], at: 1 },
      }),
    ] as never,
    'check',
    false,
  ),
);
const chosen = (choice: Partial<Choice>): string[] =>
  chooseClaims(SHOWN, { ...ALL, ...choice }).map(({ claim: { id } }) => id.replace('claim-', ''));
const filters = (...states: (ClaimState | 'decided')[]) => ({
  filters: new Set(states) as Choice['filters'],
});

it('all of them in their order, where nothing is chosen', () => {
  expect(chosen({})).toEqual(['1', '2', '3', '4']);
});

it('those of any chosen verdict; a person’s goes before the model’s', () => {
  expect(chosen(filters('refuted'))).toEqual(['1', '4']);
  expect(chosen(filters('supported', 'found'))).toEqual(['2', '3']);
  expect(chosen(filters('decided'))).toEqual(['4']);
});

it('those of a chosen category among them, the most worth checking first where that is wanted', () => {
  expect(chosen({ ...filters('refuted'), categories: new Set(['event']) })).toEqual([]);
  expect(chosen({ categories: new Set(['event']) })).toEqual(['2', '3']);
  expect(chosen({ order: 'worth' })).toEqual(['2', '3', '1', '4']);
});

it('are counted by verdict and category, without those that none is of', () => {
  const counted = countClaims(SHOWN);
  expect([...counted.filters]).toEqual([
    ['refuted', 2],
    ['supported', 1],
    ['found', 1],
    ['decided', 1],
  ]);
  expect([...counted.categories]).toEqual([
    ['quantity', 2],
    ['event', 2],
  ]);
});
