import { expect, it } from 'vitest';
import type { SearchableCorpus } from '../../corpus/searchable-corpus.ts';
import { createCorpusSource } from './corpus.ts';

it('asks the database once, however many want to know whether there are documents', async () => {
  const answers: PromiseWithResolvers<boolean>[] = [];
  const isEmpty = () => {
    const answer = Promise.withResolvers<boolean>();
    answers.push(answer);
    return answer.promise;
  };
  const source = createCorpusSource({ isEmpty } as SearchableCorpus);
  const asked = Promise.all([source.isEmpty?.(), source.isEmpty?.()]);
  expect(answers).toHaveLength(1);
  answers[0]?.resolve(true);
  expect(await asked).toEqual([true, true]);
  const again = source.isEmpty?.();
  answers[1]?.resolve(false);
  expect(await again).toBe(false);
});

it('gives decisions on the very claim that is asked about, and those on others take no text’s place', async () => {
  const decision = (claim: string) => ({
    ...{ id: claim, title: claim, url: '', text: `Claim: ${claim}`, score: 1 },
    review: { claim, verdict: 'refuted', rating: 'False', author: 'Ann Smith' } as const,
  });
  const others = Array.from({ length: 16 }, (_, at) => decision(`The mayor resigned in ${1990 + at}.`));
  const text = { id: 't', title: '', url: '', text: 'The mayor stayed.', score: 1 };
  const found = [...others, decision('The mayor stepped down in 2024.'), text];
  const asked: number[] = [];
  const source = createCorpusSource({
    search: async (_query: string, limit: number) => {
      asked.push(limit);
      return found.slice(0, limit);
    },
    find: () => undefined,
  } as unknown as SearchableCorpus);
  const query = { text: 'The mayor resigned in 2024.', language: 'en', limit: 2 };
  const items = await source.search(query, new AbortController().signal);
  expect(asked).toEqual([18]);
  expect(items.map(({ text: said, kind }) => [said, kind])).toEqual([
    ['Claim: The mayor stepped down in 2024.', 'fact_check'],
    ['The mayor stayed.', undefined],
  ]);
});
