import { describe, expect, it } from 'vitest';
import type { SourceRequest } from './outside-source.ts';
import { PUBMED } from './pubmed.ts';

const article = (id: string, more = '', title = 'A work') =>
  `<PubmedArticle><PMID>${id}</PMID><ArticleTitle>${title}</ArticleTitle>${more}</PubmedArticle>`;
const abstract = '<Abstract><AbstractText>A wall.</AbstractText></Abstract>';

async function search(idlist: unknown, xml: string, limit = 3, text = 'Coffee cures.') {
  const asked: SourceRequest[] = [];
  const found = await PUBMED.search({ text, language: 'en', limit }, async (request) => {
    asked.push(request);
    return request.expect === 'xml'
      ? `<PubmedArticleSet>${xml}</PubmedArticleSet>`
      : { esearchresult: { idlist } };
  });
  return { found, asked };
}

describe('a search in PubMed', () => {
  it('gives the articles in the order of its search', async () => {
    const { found, asked } = await search(['2', '1', '3'], article('1', abstract) + article('2', abstract));
    expect(found).toEqual([
      { title: 'A work', url: 'https://pubmed.ncbi.nlm.nih.gov/2/', text: 'A wall.', published: undefined },
      { title: 'A work', url: 'https://pubmed.ncbi.nlm.nih.gov/1/', text: 'A wall.', published: undefined },
    ]);
    expect(asked.map(({ query }) => query?.id)).toEqual([undefined, '2,1,3']);
  });

  it('takes numbers alone, and no more than were wanted', async () => {
    const ids = ['1', 2, 'x', '1234567890123', '123456789012', '4', '5'];
    const { asked } = await search(ids, '');
    expect(asked.at(-1)?.query?.id).toBe('1,123456789012,4');
  });

  it('reads nothing where nothing was found', async () => {
    for (const ids of [[], undefined]) {
      const { found, asked } = await search(ids, '');
      expect(found).toEqual([]);
      expect(asked.some(({ expect }) => expect === 'xml')).toBe(false);
    }
  });

  it('is none where the reply is none', async () => {
    const query = { text: 'Coffee cures.', language: 'en', limit: 3 };
    await expect(PUBMED.search(query, async () => ({}))).rejects.toThrow('esearchresult.idlist');
    const broken = async ({ expect }: SourceRequest) =>
      expect === 'xml' ? '<html/>' : { esearchresult: { idlist: ['1'] } };
    await expect(PUBMED.search(query, broken)).rejects.toThrow('PubmedArticleSet');
  });
});

describe('an article', () => {
  const read = async (more: string) => (await search(['1'], article('1', more))).found[0];

  it('has the parts of its abstract under their names', async () => {
    const parts =
      '<Abstract><AbstractText Label="AIM">To see.</AbstractText><AbstractText>Seen.</AbstractText></Abstract>';
    expect((await read(parts))?.text).toBe('AIM: To see.\nSeen.');
  });

  it('without an abstract has its title alone', async () => {
    expect((await read(''))?.text).toBe('A work');
    expect((await read('<Abstract></Abstract>'))?.text).toBe('A work');
  });

  it.each([
    ['<Year>2020</Year>', '2020'],
    ['<Year>2020</Year><Month>03</Month>', '2020-03'],
    ['<Year>2020</Year><Month>03</Month><Day>04</Day>', '2020-03-04'],
    ['<Year>2020</Year><Month>Mar</Month>', 'Mar 2020'],
    ['<Year>2020</Year><Month>Mar</Month><Day>4</Day>', '4 Mar 2020'],
    ['<Year>2020</Year><Day>4</Day>', '2020'],
    ['<MedlineDate>1998 Dec-1999 Jan</MedlineDate>', '1998'],
    ['<MedlineDate>Winter</MedlineDate>', undefined],
    ['<Month>Mar</Month>', undefined],
  ])('was published: %s', async (date, published) => {
    expect((await read(`<PubDate>${date}</PubDate>`))?.published).toBe(published);
  });
});
