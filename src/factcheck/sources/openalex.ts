import type { Ask, OutsideSource } from './outside-source.ts';
import { wordQueries } from './query-words.ts';
import { readMailAddress } from './read-contact.ts';
import { at, isObject, type JsonObject, listAt } from './read-reply.ts';

/**
 * Scholarly works that have an abstract and were not retracted. All words must stand in a work for it to be
 * found.
 *
 * https://developers.openalex.org/guides/searching; without a (free) key next to nothing is allowed:
 * https://developers.openalex.org/api-reference/authentication
 */
export const OPENALEX: OutsideSource = {
  name: 'openalex',
  about: 'scholarly works, by OpenAlex',
  documentation: 'https://developers.openalex.org/guides/searching',
  baseUrl: 'https://api.openalex.org',
  key: 'optional',
  rate: 10,
  async search(query, ask, { key, contact }) {
    for (const words of wordQueries(query.text, query.language)) {
      const works = await findWorks(words, query.limit, ask, key?.reveal(), readMailAddress(contact));
      if (works.length > 0) return works.map(toItem);
    }
    return [];
  },
  readFailure(status) {
    // A key that is not accepted is 401; 403 and 429 speak of limits.
    return status === 403 || status === 429
      ? { fault: 'limited', message: `the allowance is used up, or requests come too fast (${status})` }
      : undefined;
  },
};

async function findWorks(
  words: string,
  limit: number,
  ask: Ask,
  key: string | undefined,
  mailto: string | undefined,
): Promise<readonly JsonObject[]> {
  const reply = await ask({
    path: '/works',
    query: {
      // Capitals would be operators.
      search: words.toLowerCase(),
      per_page: limit,
      filter: 'has_abstract:true,is_retracted:false',
      select: 'id,doi,display_name,publication_date,primary_location,abstract_inverted_index',
      api_key: key,
      mailto,
    },
  });
  return listAt(reply, 'results');
}

function toItem(work: JsonObject) {
  return {
    title: work.display_name,
    url: work.doi ?? at(work, 'primary_location', 'landing_page_url') ?? work.id,
    text: readInvertedIndex(work.abstract_inverted_index) || work.display_name,
    published: work.publication_date,
  };
}

/** An abstract holds a few hundred words; what claims more than this is none. */
const MAX_WORDS = 5_000;

/**
 * @param index word → its places, as OpenAlex gives abstracts away.
 * @returns the words in the order of their places; `""` where there is no such thing.
 */
export function readInvertedIndex(index: unknown): string {
  if (!isObject(index)) return '';
  const placed: { readonly word: string; readonly place: number }[] = [];
  for (const [word, places] of Object.entries(index)) {
    for (const place of Array.isArray(places) ? places : []) {
      if (placed.length === MAX_WORDS) break;
      if (Number.isSafeInteger(place)) placed.push({ word, place });
    }
  }
  return placed
    .sort((a, b) => a.place - b.place)
    .map(({ word }) => word)
    .join(' ');
}
