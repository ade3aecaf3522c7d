import { expect, it } from 'vitest';
import { CONTRADICTIONS, NO_CONTRADICTIONS, WRITINGS } from './cases-in-tests.ts';
import { judgeByValues } from './judge-by-values.ts';

const ALL = [...WRITINGS, ...CONTRADICTIONS, ...NO_CONTRADICTIONS].flatMap(({ claim, passage }) => [
  [claim, passage] as const,
  [claim, claim] as const,
]);

it('a claim agrees with a passage where none of its values differs or is missing', () => {
  const found = ALL.map(([claim, passage]) => judgeByValues(claim, passage));
  const isWhole = found.map(({ differs, missing }) => differs.length === 0 && missing.length === 0);
  expect(found.map(({ agrees }) => agrees)).toEqual(isWhole);
  expect(new Set(isWhole).size).toBe(2);
});

it('a passage that is the claim has it word for word', () => {
  for (const { claim } of WRITINGS) expect(judgeByValues(claim, claim)).toMatchObject({ agrees: true });
});
