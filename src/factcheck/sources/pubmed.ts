import type { Access, Ask, FoundItem, OutsideSource, SourceRequest } from './outside-source.ts';
import { wordQueries } from './query-words.ts';
import { readMailAddress } from './read-contact.ts';
import { at, isObject, ShapeError } from './read-reply.ts';
import { attributeOf, elementsOf, firstElement } from './read-xml.ts';

/**
 * Biomedical literature, retracted articles left out: a search that gives ids, then the abstracts of all of
 * them in one request.
 *
 * https://www.ncbi.nlm.nih.gov/books/NBK25499/ (parameters), https://www.ncbi.nlm.nih.gov/books/NBK25497/ (three
 * requests a second, ten with a key), https://www.nlm.nih.gov/bsd/licensee/elements_descriptions.html (XML)
 */
export const PUBMED: OutsideSource = {
  name: 'pubmed',
  about: 'biomedical literature, by PubMed',
  documentation: 'https://www.ncbi.nlm.nih.gov/books/NBK25499/',
  baseUrl: 'https://eutils.ncbi.nlm.nih.gov/entrez/eutils',
  key: 'optional',
  rate: 3,
  async search(query, ask, access) {
    for (const words of wordQueries(query.text, query.language)) {
      const ids = await findIds(words, query.limit, ask, access);
      if (ids.length > 0) return readArticles(ids, ask, access);
    }
    return [];
  },
  readFailure(status, body) {
    return status === 400 && /api[ _-]?key/i.test(body)
      ? { fault: 'key', message: 'the key is not accepted (400)' }
      : undefined;
  },
};

/** Who asks is part of every request. */
function withAccess(
  query: NonNullable<SourceRequest['query']>,
  { key, contact }: Access,
): NonNullable<SourceRequest['query']> {
  return {
    db: 'pubmed',
    tool: 'claimgate',
    email: readMailAddress(contact),
    api_key: key?.reveal(),
    ...query,
  };
}

async function findIds(words: string, limit: number, ask: Ask, access: Access): Promise<readonly string[]> {
  const reply = await ask({
    path: '/esearch.fcgi',
    query: withAccess(
      {
        term: `(${words.toLowerCase()}) NOT "retracted publication"[Publication Type]`,
        retmax: limit,
        retmode: 'json',
        sort: 'relevance',
      },
      access,
    ),
  });
  const ids = at(reply, 'esearchresult', 'idlist');
  if (Array.isArray(ids)) {
    return ids.filter((id): id is string => typeof id === 'string' && /^\d{1,12}$/.test(id)).slice(0, limit);
  }
  // What it cannot make a search of is an error within a reply that is well.
  if (isObject(at(reply, 'esearchresult'))) return [];
  throw new ShapeError('esearchresult.idlist');
}

async function readArticles(ids: readonly string[], ask: Ask, access: Access): Promise<readonly FoundItem[]> {
  const xml = await ask({
    path: '/efetch.fcgi',
    query: withAccess({ id: ids.join(','), retmode: 'xml' }, access),
    expect: 'xml',
  });
  if (typeof xml !== 'string' || !xml.includes('<PubmedArticleSet')) throw new ShapeError('PubmedArticleSet');
  const articles = new Map(
    elementsOf(xml, 'PubmedArticle').map(({ inner }) => [firstElement(inner, 'PMID')?.trim(), inner]),
  );
  return ids.flatMap((id) => {
    const article = articles.get(id);
    return article === undefined ? [] : [toItem(id, article)];
  });
}

function toItem(id: string, article: string): FoundItem {
  const title = firstElement(article, 'ArticleTitle');
  const abstract = firstElement(article, 'Abstract') ?? '';
  const parts = elementsOf(abstract, 'AbstractText').map((part) => {
    const label = attributeOf(part, 'Label');
    return label === undefined ? part.inner : `${label}: ${part.inner}`;
  });
  return {
    title,
    url: `https://pubmed.ncbi.nlm.nih.gov/${id}/`,
    text: parts.join('\n') || title,
    published: readPubDate(firstElement(article, 'PubDate') ?? ''),
  };
}

/** `<Year>2020</Year><Month>Mar</Month><Day>5</Day>`, as much of it as there is; or a `MedlineDate`, whose year counts. */
function readPubDate(date: string): string | undefined {
  const year = firstElement(date, 'Year') ?? /\d{4}/.exec(firstElement(date, 'MedlineDate') ?? '')?.[0];
  const month = firstElement(date, 'Month');
  const day = firstElement(date, 'Day');
  if (year === undefined || month === undefined) return year;
  if (/^\d+$/.test(month)) return [year, month, ...(day === undefined ? [] : [day])].join('-');
  return day === undefined ? `${month} ${year}` : `${day} ${month} ${year}`;
}
