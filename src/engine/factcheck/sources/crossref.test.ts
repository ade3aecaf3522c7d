import { expect, it } from 'vitest';
import { CROSSREF } from './crossref.ts';

const search = (...items: unknown[]) =>
  CROSSREF.search({ text: 'a wall', language: 'en', limit: 3 }, async () => ({ message: { items } }));
const WORK = {
  title: ['A work', 'Its subtitle'],
  URL: 'https://doi.org/10.1/a',
  abstract: 'A wall is a wall.',
  published: { 'date-parts': [[2020, 1, 2], [2021]] },
};

it('gives a work with its first title and its first date', async () => {
  expect(await search(WORK)).toEqual([
    { title: 'A work', url: WORK.URL, text: 'A wall is a wall.', published: [2020, 1, 2] },
  ]);
});

it('reads the title of a work without an abstract', async () => {
  expect(await search({ ...WORK, abstract: '', published: null })).toEqual([
    { title: 'A work', url: WORK.URL, text: 'A work', published: undefined },
  ]);
});
