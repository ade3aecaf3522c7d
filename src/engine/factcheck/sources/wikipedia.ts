import type { JsonObject } from '../../../models/dialects/read-json.ts';
import { type Ask, type FoundItem, firstFound, type OutsideSource } from './outside-source.ts';
import { toPlainText } from './plain-text.ts';
import { wordQueries } from './query-words.ts';
import { at, joinTexts, listAt } from './read-reply.ts';

/**
 * The encyclopedia in the claim's language: a search, then the beginnings of the articles that it found, all
 * in one request. What is read is an article's beginning, and the passage that the search found.
 *
 * Beginnings: https://www.mediawiki.org/wiki/Extension:TextExtracts#API
 * Who asks must be said: https://foundation.wikimedia.org/wiki/Policy:Wikimedia_Foundation_User-Agent_Policy
 */
export const WIKIPEDIA: OutsideSource = {
  name: 'wikipedia',
  about: 'Encyclopedia, in the language of the claim',
  kind: 'encyclopedia',
  documentation: 'https://www.mediawiki.org/wiki/API:REST_API/Reference',
  baseUrl: 'https://{language}.wikipedia.org',
  key: 'none',
  rate: 5,
  burst: 10,
  async search({ text, language: asked, limit }, ask) {
    // The edition in Norwegian bokmål is the one case in which language and host differ.
    const language = asked === 'nb' ? 'no' : asked;
    // An article is found only where it has all the words.
    const pages = await firstFound(wordQueries(text, asked), async (q) =>
      listAt(await ask({ path: '/w/rest.php/v1/search/page', query: { q, limit }, language }), 'pages'),
    );
    const articles = await readArticles(pages, language, ask);
    return pages.map((page) => toItem(page, articles.get(page.id), language));
  },
};

async function readArticles(
  pages: readonly JsonObject[],
  language: string,
  ask: Ask,
): Promise<ReadonlyMap<unknown, JsonObject>> {
  const ids = pages.map((page) => page.id).filter((id) => Number.isSafeInteger(id));
  if (ids.length === 0) return new Map();
  const query = {
    action: 'query',
    format: 'json',
    formatversion: 2,
    prop: 'extracts|info',
    exintro: 1,
    explaintext: 1,
    exlimit: 'max',
    inprop: 'url',
    pageids: ids.join('|'),
  };
  try {
    const reply = await ask({ path: '/w/api.php', query, language });
    return new Map(listAt(reply, 'query.pages').map((article) => [article.pageid, article]));
  } catch {
    // What the search itself found is worth having.
    return new Map();
  }
}

function toItem(page: JsonObject, article: JsonObject | undefined, language: string): FoundItem {
  const beginning = typeof article?.extract === 'string' ? article.extract : '';
  const passage = typeof page.excerpt === 'string' ? toPlainText(page.excerpt) : '';
  // The passage begins and ends within sentences.
  const rest = passage === '' || toPlainText(beginning).includes(passage) ? '' : `… ${passage} …`;
  return {
    title: page.title,
    url: at(article, 'canonicalurl') ?? articleUrl(page, language),
    text: joinTexts(beginning === '' ? page.description : beginning, rest),
  };
}

function articleUrl(page: JsonObject, language: string): string | undefined {
  if (typeof page.key !== 'string') return undefined;
  return `https://${language}.wikipedia.org/wiki/${encodeURIComponent(page.key).replaceAll('%2F', '/')}`;
}
