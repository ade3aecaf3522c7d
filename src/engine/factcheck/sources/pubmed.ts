import { DomHandler, DomUtils, Parser } from 'htmlparser2';
import { isObject } from '../../../domain/json-object.ts';
import { type Ask, type FoundItem, firstFound, KEY_REFUSED, type OutsideSource } from './outside-source.ts';
import { wordQueries } from './query-words.ts';
import { at, ShapeError } from './read-reply.ts';

/**
 * Biomedical literature, retracted articles left out: a search that gives ids, then the abstracts of all of
 * them in one request. https://www.ncbi.nlm.nih.gov/books/NBK25497/ (three requests a second, ten with a key),
 * https://www.nlm.nih.gov/bsd/licensee/elements_descriptions.html (XML)
 */
export const PUBMED: OutsideSource = {
  name: 'pubmed',
  about: 'Biomedical literature, by PubMed',
  kind: 'scholarly',
  // All of it is reviewed, and nothing of it retracted.
  weight: 0.95,
  documentation: 'https://www.ncbi.nlm.nih.gov/books/NBK25499/',
  baseUrl: 'https://eutils.ncbi.nlm.nih.gov/entrez/eutils',
  key: 'optional',
  keyGoesTo: { parameter: 'api_key' },
  mailParameter: 'email',
  rate: 3,
  async search({ text, language, limit }, ask) {
    const ids = await firstFound(wordQueries(text, language), (words) => findIds(words, limit, ask));
    return ids.length === 0 ? [] : readArticles(ids, ask);
  },
  failures: [{ status: [400], body: /api[ _-]?key/i, ...KEY_REFUSED }],
};

/** Part of every request. */
const COMMON = { db: 'pubmed', tool: 'claimgate' };

async function findIds(words: string, limit: number, ask: Ask): Promise<readonly string[]> {
  const term = `(${words.toLowerCase()}) NOT "retracted publication"[Publication Type]`;
  const reply = await ask({
    path: '/esearch.fcgi',
    query: { ...COMMON, term, retmax: limit, retmode: 'json', sort: 'relevance' },
  });
  const ids = at(reply, 'esearchresult', 'idlist');
  if (Array.isArray(ids)) {
    return ids.filter((id): id is string => typeof id === 'string' && /^\d{1,12}$/.test(id)).slice(0, limit);
  }
  // Words that it cannot search for are an error within an ordinary reply.
  if (isObject(at(reply, 'esearchresult'))) return [];
  throw new ShapeError('esearchresult.idlist');
}

async function readArticles(ids: readonly string[], ask: Ask): Promise<readonly FoundItem[]> {
  const xml = await ask({
    path: '/efetch.fcgi',
    query: { ...COMMON, id: ids.join(','), retmode: 'xml' },
    expect: 'xml',
  });
  const document = readXml(String(xml));
  if (find(document, 'PubmedArticleSet').length === 0) throw new ShapeError('PubmedArticleSet');
  const articles = new Map(
    find(document, 'PubmedArticle').map((article) => [textOf(article, 'PMID'), article]),
  );
  return ids.flatMap((id) => {
    const article = articles.get(id);
    return article === undefined ? [] : [toItem(id, article)];
  });
}

/** Documented replies have about ten levels; the parser's work grows with depth times length. */
const MOST_DEPTH = 50;

class ShallowHandler extends DomHandler {
  override onopentag(name: string, attributes: Record<string, string>): void {
    if (this.tagStack.length > MOST_DEPTH) throw new Error('XML that is nested too deep');
    super.onopentag(name, attributes);
  }
}

/**
 * @returns the document of an XML reply. Entities stay encoded: `toPlainText` decodes them, once.
 * @throws Error where elements are nested too deep.
 */
export function readXml(xml: string): DomHandler['root'] {
  const handler = new ShallowHandler();
  new Parser(handler, { xmlMode: true, decodeEntities: false }).end(xml);
  return handler.root;
}

type Node = Parameters<typeof DomUtils.textContent>[0] & object;

function find(node: Node, name: string) {
  return DomUtils.getElementsByTagName(name, node);
}

/** @returns the text of the first element of that name; `undefined` where there is none. */
function textOf(node: Node, name: string): string | undefined {
  const [first] = find(node, name);
  return first === undefined ? undefined : DomUtils.textContent(first).trim();
}

function toItem(id: string, article: Node): FoundItem {
  const title = textOf(article, 'ArticleTitle');
  const [abstract] = find(article, 'Abstract');
  const parts = abstract === undefined ? [] : find(abstract, 'AbstractText');
  const text = parts.map((part) => {
    const content = DomUtils.textContent(part);
    return part.attribs.Label === undefined ? content : `${part.attribs.Label}: ${content}`;
  });
  const [date] = find(article, 'PubDate');
  return {
    title,
    url: `https://pubmed.ncbi.nlm.nih.gov/${id}/`,
    text: text.join('\n') || title,
    published: date === undefined ? undefined : readPubDate(date),
  };
}

/** Year, month and day, as much of it as there is; or a `MedlineDate` such as `1998 Dec-1999 Jan`: its year. */
function readPubDate(date: Node): string | undefined {
  const year = textOf(date, 'Year') ?? /\d{4}/.exec(textOf(date, 'MedlineDate') ?? '')?.[0];
  const month = textOf(date, 'Month');
  const day = textOf(date, 'Day');
  if (year === undefined || month === undefined) return year;
  if (/^\d+$/.test(month)) return [year, month, ...(day === undefined ? [] : [day])].join('-');
  return day === undefined ? `${month} ${year}` : `${day} ${month} ${year}`;
}
