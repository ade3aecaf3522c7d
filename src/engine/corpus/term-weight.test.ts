import { expect, it } from 'vitest';
import { inverseFrequency, lengthNorm, saturate } from './term-weight.ts';

it('a rare term says more than a common one, and one of all passages still something', () => {
  expect(inverseFrequency(10, 0)).toBeCloseTo(Math.log(22), 10);
  expect(inverseFrequency(10, 1)).toBeCloseTo(Math.log(1 + 9.5 / 1.5), 10);
  expect(inverseFrequency(10, 10)).toBeCloseTo(Math.log(1 + 0.5 / 10.5), 10);
});

it('a passage of mean length counts as it is, a longer one less', () => {
  expect(lengthNorm(1)).toBeCloseTo(1.2, 10);
  expect(lengthNorm(0)).toBeCloseTo(0.36, 10);
  expect(lengthNorm(2)).toBeCloseTo(2.04, 10);
});

it('further occurrences say less and less', () => {
  expect(saturate(0, 1.2)).toBe(0);
  expect(saturate(1, 1.2)).toBeCloseTo(1, 10);
  expect(saturate(3, 1.2)).toBeCloseTo(6.6 / 4.2, 10);
});
