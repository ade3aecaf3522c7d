import { expect, it } from 'vitest';
import { EXA } from './exa.ts';
import type { OutsideSource, SourceRequest } from './outside-source.ts';
import { SEARXNG } from './searxng.ts';
import { SERPER } from './serper.ts';
import { TAVILY } from './tavily.ts';

async function search(source: OutsideSource, reply: unknown, language = 'en') {
  const asked: SourceRequest[] = [];
  const found = await source.search({ text: 'a wall', language, limit: 3 }, async (request) => {
    asked.push(request);
    return reply;
  });
  return { found: found[0], asked: asked[0] };
}

it('Exa gives passages, or the text where it gives none', async () => {
  const page = { title: 'A', url: 'https://a.org', text: 'All of it.', publishedDate: '2020' };
  const { found, asked } = await search(EXA, { results: [{ ...page, highlights: ['One.', 'Two.'] }] });
  expect(found).toEqual({ title: 'A', url: 'https://a.org', text: 'One.\nTwo.', published: '2020' });
  expect(asked?.json).toMatchObject({ query: 'a wall', numResults: 3 });
  expect((await search(EXA, { results: [{ ...page, highlights: [] }] })).found?.text).toBe('All of it.');
});

it('Serper is asked in its own name of the language', async () => {
  const reply = { organic: [{ title: 'A', link: 'https://a.org', snippet: 'One.', date: '2 days ago' }] };
  const { found, asked } = await search(SERPER, reply, 'zh');
  expect(found).toEqual({ title: 'A', url: 'https://a.org', text: 'One.', published: '2 days ago' });
  expect(asked?.json).toEqual({ q: 'a wall', num: 3, hl: 'zh-cn' });
  expect((await search(SERPER, reply, 'de')).asked?.json).toMatchObject({ hl: 'de' });
});

it('SearXNG is asked to be safe', async () => {
  const reply = { results: [{ title: 'A', url: 'https://a.org', content: 'One.', publishedDate: null }] };
  const { found, asked } = await search(SEARXNG, reply);
  expect(found).toEqual({ title: 'A', url: 'https://a.org', text: 'One.', published: null });
  expect(asked?.query).toEqual({ q: 'a wall', format: 'json', language: 'en', safesearch: 1 });
});

it('Tavily is asked for so many pages', async () => {
  const reply = { results: [{ title: 'A', url: 'https://a.org', content: 'One.' }] };
  const { found, asked } = await search(TAVILY, reply);
  expect(found).toMatchObject({ title: 'A', text: 'One.' });
  expect(asked?.json).toMatchObject({ query: 'a wall', max_results: 3 });
});
