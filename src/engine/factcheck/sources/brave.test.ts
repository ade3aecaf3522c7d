import { expect, it } from 'vitest';
import { BRAVE } from './brave.ts';
import type { SourceRequest } from './outside-source.ts';
import { SourceError } from './source.ts';

/** Searches; where `refuses` says why, requests for more than one passage a page fail. */
async function search(text: string, language: string, refuses?: Error) {
  const asked: SourceRequest[] = [];
  const found = await BRAVE.search({ text, language, limit: 3 }, async (request) => {
    asked.push(request);
    if (refuses !== undefined && request.query?.extra_snippets !== undefined) throw refuses;
    return {
      web: { results: [{ title: 'A', url: 'https://a.org', description: 'one', extra_snippets: ['two'] }] },
    };
  });
  return { found, asked, query: asked.at(-1)?.query };
}

it('gives all passages of a page', async () => {
  const { found, asked } = await search('a wall', 'en');
  expect(found).toMatchObject([{ title: 'A', url: 'https://a.org', text: 'one\ntwo' }]);
  expect(asked).toHaveLength(1);
});

it('asks without further passages where the plan has none', async () => {
  const message = 'the plan of the key does not include what was asked for: option';
  const { found, asked } = await search('a wall', 'en', new SourceError('brave', 'refused', message));
  expect(found).toHaveLength(1);
  expect(asked.map(({ query }) => query?.extra_snippets)).toEqual(['true', undefined]);
});

it('fails as it failed else', async () => {
  const broken = new SourceError('brave', 'refused', 'not today');
  await expect(search('a wall', 'en', broken)).rejects.toBe(broken);
  const other = new Error('the plan of the key does not include what was asked for');
  await expect(search('a wall', 'en', other)).rejects.toBe(other);
});

it('sends the first 50 words', async () => {
  const words = Array.from({ length: 51 }, (_, at) => `w${at}`);
  expect((await search(words.join(' '), 'en')).query?.q).toBe(words.slice(0, 50).join(' '));
});

it.each([
  ['en', 'en'],
  ['ja', 'jp'],
  ['pt', 'pt-pt'],
  ['zh', 'zh-hans'],
  ['nn', 'nb'],
  ['sw', undefined],
])('calls the language %s %s', async (language, sent) => {
  expect((await search('a wall', language)).query?.search_lang).toBe(sent);
});
