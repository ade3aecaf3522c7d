import type { OutsideSource } from './outside-source.ts';
import { joinTexts, listAt } from './read-reply.ts';

/** Of each page, the passages that fit the question; the whole text would be billed once more. */
const PASSAGE_CHARACTERS = 2_000;

/**
 * The web, searched by meaning.
 *
 * https://exa.ai/docs/reference/search; failures: https://exa.ai/docs/reference/error-codes
 */
export const EXA: OutsideSource = {
  name: 'exa',
  about: 'the web, by Exa',
  documentation: 'https://exa.ai/docs/reference/search',
  baseUrl: 'https://api.exa.ai',
  key: 'required',
  rate: 10,
  async search(query, ask, { key }) {
    const reply = await ask({
      path: '/search',
      json: {
        query: query.text,
        type: 'auto',
        numResults: query.limit,
        contents: { highlights: { maxCharacters: PASSAGE_CHARACTERS } },
      },
      headers: { 'x-api-key': key?.reveal() ?? '' },
    });
    return listAt(reply, 'results').map((result) => ({
      title: result.title,
      url: result.url,
      text: joinTexts(result.highlights) || result.text,
      published: result.publishedDate,
    }));
  },
};
