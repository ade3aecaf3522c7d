import { expect, it } from 'vitest';
import { estimatePrice, formatEstimate } from '../../bench/verify/estimate-price.ts';
import { TARGET } from '../../src/engine/factcheck/judge/judge-in-tests.ts';

const evidence = ['The Kestrel Bridge was opened in 1987.', 'The Marren Tower has ninety floors.'];
const sets = [
  {
    name: 'bridges',
    groups: evidence.map((text, at) => [
      {
        id: `claim-${at}`,
        text,
        verdict: 'supported' as const,
        evidence: [{ source: 'web', title: '', url: `https://example.org/${at}`, text }],
      },
    ]),
  },
];

it('the price of a run is estimated from its own questions, from its usual course to its dearest', async () => {
  const target = { ...TARGET, model: { ...TARGET.model, price: { input: 1, output: 10 } } };
  const estimate = await estimatePrice(sets, target);
  const { usual, most } = estimate;
  expect(estimate.claims).toBe(2);
  expect([usual.calls, most.calls]).toEqual([2, 4]);
  expect(usual.dollars).toBeCloseTo((usual.promptTokens + 10 * usual.completionTokens) / 1e6, 9);
  expect(most.promptTokens).toBeGreaterThan(1.5 * usual.promptTokens);
  expect(most.completionTokens).toBeGreaterThan(2 * usual.completionTokens);
  const told = formatEstimate('judge-1', estimate);
  expect(told).toContain('2 claims, judged by judge-1');
  expect(told).toContain(`$${(most.dollars ?? 0).toFixed(2)}`);
  expect(formatEstimate('judge-1', await estimatePrice(sets, TARGET))).toContain(
    'a price that the catalogue does not have',
  );
});
