import { expect, it } from 'vitest';
import { decisionsFirst } from './decisions-first.ts';

const item = (text: string, date?: string) => ({
  ...{ source: 'corpus', title: '', url: '', text },
  ...(date === undefined ? {} : { review: { claim: 'c', rating: 'False', author: 'Ann', date } }),
});

it('puts what was decided before all else, the latest first, as relevant as the best', () => {
  const ranked = [
    { item: item('a'), relevance: 0.9 },
    { item: item('old', '2020-01-01'), relevance: 0.5 },
    { item: item('new', '2026-11-26'), relevance: 0.3 },
    { item: item('b'), relevance: 0.2 },
  ];
  expect(decisionsFirst(ranked).map((one) => [one.item.text, one.relevance])).toEqual([
    ['new', 0.9],
    ['old', 0.9],
    ['a', 0.9],
    ['b', 0.2],
  ]);
});

it('leaves a list without decisions as it is', () => {
  const ranked = [{ item: item('a'), relevance: 0.9 }];
  expect(decisionsFirst(ranked)).toBe(ranked);
});
