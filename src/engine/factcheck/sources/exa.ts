import { type OutsideSource, searchOnce } from './outside-source.ts';
import { joinTexts } from './read-reply.ts';

/** Of each page, the passages that fit the question; the whole text would be billed once more. */
const PASSAGE_CHARACTERS = 2_000;

/** The web, searched by meaning. Failures: https://exa.ai/docs/reference/error-codes */
export const EXA: OutsideSource = {
  name: 'exa',
  about: 'Web search by Exa',
  kind: 'web',
  documentation: 'https://exa.ai/docs/reference/search',
  baseUrl: 'https://api.exa.ai',
  key: 'required',
  paidBy: 'operator',
  keyGoesTo: { header: 'x-api-key' },
  rate: 10,
  search: searchOnce(
    ({ text, limit }) => ({
      path: '/search',
      json: {
        query: text,
        type: 'auto',
        numResults: limit,
        contents: { highlights: { maxCharacters: PASSAGE_CHARACTERS } },
      },
    }),
    'results',
    ({ title, url, highlights, text, publishedDate }) => ({
      title,
      url,
      text: joinTexts(highlights) || text,
      published: publishedDate,
    }),
  ),
};
