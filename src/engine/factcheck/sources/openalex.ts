import { isObject, type JsonObject } from '../../../domain/json-object.ts';
import { firstFound, type OutsideSource } from './outside-source.ts';
import { wordQueries } from './query-words.ts';
import { at, listAt } from './read-reply.ts';

/**
 * Scholarly works that have an abstract and were not retracted. A work is found only where it has all the
 * words. Without a (free) key next to nothing is allowed:
 * https://developers.openalex.org/api-reference/authentication
 */
export const OPENALEX: OutsideSource = {
  name: 'openalex',
  about: 'Scholarly works, by OpenAlex',
  kind: 'scholarly',
  documentation: 'https://developers.openalex.org/guides/searching',
  baseUrl: 'https://api.openalex.org',
  key: 'optional',
  keyGoesTo: { parameter: 'api_key' },
  mailParameter: 'mailto',
  rate: 10,
  async search({ text, language, limit }, ask) {
    const works = await firstFound(wordQueries(text, language), async (words) => {
      const reply = await ask({
        path: '/works',
        query: {
          // Capitals would be operators.
          search: words.toLowerCase(),
          per_page: limit,
          filter: 'has_abstract:true,is_retracted:false',
          select: 'id,doi,display_name,publication_date,primary_location,abstract_inverted_index',
        },
      });
      return listAt(reply, 'results');
    });
    return works.map(toItem);
  },
  failures: [
    // A key that is not accepted is 401; 403 and 429 speak of limits.
    {
      status: [403, 429],
      fault: 'limited',
      message: 'the allowance is used up, or requests come too fast',
    },
  ],
};

function toItem(work: JsonObject) {
  return {
    title: work.display_name,
    url: work.doi ?? at(work, 'primary_location', 'landing_page_url') ?? work.id,
    text: readInvertedIndex(work.abstract_inverted_index) || work.display_name,
    published: work.publication_date,
  };
}

/** An abstract holds a few hundred words. */
const MAX_WORDS = 5_000;

/**
 * @param index word → its places: the form in which OpenAlex gives abstracts.
 * @returns the words in the order of their places; `""` where there is no such thing.
 */
function readInvertedIndex(index: unknown): string {
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
