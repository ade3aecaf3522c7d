import { describe, expect, it } from 'vitest';
import { collectCitations } from './web-search.ts';

type Page = Parameters<ReturnType<typeof collectCitations>['add']>[0];
const ADDRESS = 'https://a.b/';

function collect(...pages: readonly Page[]) {
  const { add, all } = collectCitations();
  for (const page of pages) add(page);
  return all();
}

describe('the pages that a reply cites', () => {
  it('stand in the order of their first citation, each once, with all that is said of it', () => {
    const other = { url: 'https://c.d/' };
    expect(
      collect({ url: ADDRESS, said: 'One.' }, other, { url: ADDRESS, said: 'Two.', cited: 'Three.' }),
    ).toEqual([
      { url: ADDRESS, title: '', cited: ['Three.'], said: ['One.', 'Two.'] },
      { url: 'https://c.d/', title: '', cited: [], said: [] },
    ]);
    expect(collect({ url: ADDRESS, said: 'One.' }, { url: ADDRESS, said: 'One.' })).toMatchObject([
      { said: ['One.'] },
    ]);
  });

  it('have the first title and the first age that they are given', () => {
    const titled = { url: ADDRESS, title: 'First', age: '2 days' };
    const [none, empty, last] = [
      { url: ADDRESS },
      { url: ADDRESS, title: ' ', age: '' },
      { url: ADDRESS, title: 'Last', age: '3' },
    ];
    expect(collect(none, empty, titled, last, none)).toMatchObject([{ title: 'First', age: '2 days' }]);
    expect(collect(none, empty)[0]).not.toHaveProperty('age');
  });

  it('have texts of one line, cut at a whole character', () => {
    expect(collect({ url: ADDRESS, title: ' a \n\u0000 b\ud800 ' })).toMatchObject([{ title: 'a b\ufffd' }]);
    const long = `${'a'.repeat(1_999)}\u{1f600}`;
    expect(collect({ url: ADDRESS, title: long })).toMatchObject([{ title: `${'a'.repeat(1_999)}\ufffd` }]);
    expect(collect({ url: ADDRESS, title: 7, said: {}, cited: null })).toEqual([
      { url: ADDRESS, title: '', cited: [], said: [] },
    ]);
  });

  const ofLength = (length: number) => ADDRESS.padEnd(length, 'x');
  it.each([
    ['https://a.b/?utm_source=openai', ADDRESS],
    ['https://a.b/?utm_source=openai&q=1', 'https://a.b/?q=1'],
    ['https://a.b/?utm_source=news', 'https://a.b/?utm_source=news'],
    ['http://a.b', 'http://a.b/'],
    [ofLength(2_000), ofLength(2_000)],
  ])('are found at %s', (url, read) => {
    expect(collect({ url })).toMatchObject([{ url: read }]);
  });

  it.each([ofLength(2_001), 'ftp://a.b/', 'a.b', 'https://user@a.b/', 'https://:pass@a.b/', 7])(
    'are not those of %s',
    (url) => {
      expect(collect({ url })).toEqual([]);
    },
  );
});
