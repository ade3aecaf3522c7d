import { expect, it } from 'vitest';
import { firstFound, searchOnce } from './outside-source.ts';

it('asks on until something is found', async () => {
  const asked: string[] = [];
  const find = async (words: string) => {
    asked.push(words);
    return words === 'b' ? [1] : [];
  };
  expect(await firstFound(['a', 'b', 'c'], find)).toEqual([1]);
  expect(asked).toEqual(['a', 'b']);
  expect(await firstFound(['c'], find)).toEqual([]);
  expect(await firstFound([], find)).toEqual([]);
});

it('finds with one request', async () => {
  const search = searchOnce(
    ({ text }) => ({ path: `/${text}` }),
    'a.b',
    ({ title }) => ({ title }),
  );
  const query = { text: 'words', language: 'en', limit: 1 };
  const ask = async ({ path }: { path: string }) => ({ a: { b: [{ title: path }, 5] } });
  expect(await search(query, ask)).toEqual([{ title: '/words' }]);
});
