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
