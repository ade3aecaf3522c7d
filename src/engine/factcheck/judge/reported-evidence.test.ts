/** What the gateway's own judge makes of evidence that only says who says so. */
import { expect, it } from 'vitest';
import { fakeJudge, REFUTES, SUPPORTS } from '../../../../test/harness/fake-judge.ts';
import type { ShownItem } from '../choose/choose-items.ts';
import { openLocalJudge } from './judge-locally.ts';

const CLAIM = 'The Great Wall of China can be seen from space.';
const REPORT = 'It is often said that the Great Wall of China can be seen from space.';
const DENIAL = 'From space, the Great Wall of China looks like the ground beside it.';

const judge = fakeJudge(({ passage }) => (passage.includes('often said') ? SUPPORTS : REFUTES));
const verdictOn = async (...texts: readonly string[]) => {
  const items = texts.map(
    (text, index): ShownItem => ({
      item: { source: 'starter', title: `Title ${index}`, url: '', text },
      ...{ excerpt: text, start: 0, relevance: 1, hash: text },
    }),
  );
  const { judgement, fault } = await openLocalJudge(judge).judge(CLAIM, items, new AbortController().signal);
  return judgement?.verdict ?? fault;
};

it('leaves a claim open for which nothing else speaks', async () => {
  expect(await verdictOn(REPORT)).toBe('judge-unsure');
});

it('lets it speak against no refutation', async () => {
  expect(await verdictOn(DENIAL)).toBe('refuted');
  expect(await verdictOn(REPORT, DENIAL)).toBe('refuted');
});
