import { describe, expect, it } from 'vitest';
import type { SourceRequest } from './outside-source.ts';
import { WIKIPEDIA } from './wikipedia.ts';

/** Searches where the source replies so: to a search by its words, and to a request for articles. */
async function search(
  pagesFor: (words: string) => unknown[],
  articles: unknown[] | Error = [],
  language = 'en',
  text = 'The Great Wall is visible.',
) {
  const asked: SourceRequest[] = [];
  const found = await WIKIPEDIA.search({ text, language, limit: 3 }, async (request) => {
    asked.push(request);
    if (request.path === '/w/rest.php/v1/search/page') return { pages: pagesFor(`${request.query?.q}`) };
    if (articles instanceof Error) throw articles;
    return { query: { pages: articles } };
  });
  return { found, asked };
}
const PAGE = {
  id: 7,
  key: 'Great_Wall/Facts?',
  title: 'Great Wall',
  excerpt: 'seen from <b>space</b>',
  description: 'wall',
};
const ARTICLE = {
  pageid: 7,
  extract: 'A long wall.',
  canonicalurl: 'https://en.wikipedia.org/wiki/Great_Wall',
};

describe('a search in the encyclopedia', () => {
  it('gives the beginning of an article, and the passage that was found', async () => {
    const { found, asked } = await search(() => [PAGE], [ARTICLE]);
    expect(found).toEqual([
      { title: 'Great Wall', url: ARTICLE.canonicalurl, text: 'A long wall.\n… seen from space …' },
    ]);
    expect(asked.map(({ language, query }) => [language, query?.limit, query?.pageids])).toEqual([
      ['en', 3, undefined],
      ['en', undefined, '7'],
    ]);
  });

  it('does not repeat a passage of the beginning', async () => {
    const { found } = await search(() => [PAGE], [{ ...ARTICLE, extract: 'It is seen from space.' }]);
    expect(found[0]?.text).toBe('It is seen from space.');
    const { found: bare } = await search(() => [{ ...PAGE, excerpt: null }], [ARTICLE]);
    expect(bare[0]?.text).toBe('A long wall.');
  });

  it('makes do with what the search itself found', async () => {
    for (const articles of [new Error('broken'), [], [{ pageid: 8, extract: 'Another.' }]]) {
      const { found } = await search(() => [PAGE], articles);
      expect(found).toEqual([
        {
          title: 'Great Wall',
          url: 'https://en.wikipedia.org/wiki/Great_Wall/Facts%3F',
          text: 'wall\n… seen from space …',
        },
      ]);
    }
    const { found } = await search(() => [{ ...PAGE, key: 5 }]);
    expect(found[0]?.url).toBeUndefined();
  });

  it('asks for no article where none has a number', async () => {
    const { asked } = await search(() => [{ ...PAGE, id: '7' }]);
    expect(asked).toHaveLength(1);
    expect((await search(() => [])).found).toEqual([]);
  });

  it('asks with fewer words where all of them find nothing', async () => {
    const text = 'The Great Wall of China is visible with naked eyes.';
    const { found, asked } = await search((words) => (words.length > 30 ? [] : [PAGE]), [], 'en', text);
    expect(found).toHaveLength(1);
    expect(asked.map(({ query }) => query?.q)).toEqual([
      'Great Wall China visible naked eyes',
      'Great Wall China',
      undefined,
    ]);
  });

  it('asks the Norwegian edition under its own name', async () => {
    const { found, asked } = await search(() => [PAGE], [], 'nb');
    expect(new Set(asked.map(({ language }) => language))).toEqual(new Set(['no']));
    expect(found[0]?.url).toMatch(/^https:\/\/no\./);
  });
});
