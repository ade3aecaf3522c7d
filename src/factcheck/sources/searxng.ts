import type { OutsideSource } from './outside-source.ts';
import { listAt } from './read-reply.ts';

/**
 * The operator's own meta search. `json` must be among its `search.formats`, or it answers 403.
 *
 * https://docs.searxng.org/dev/search_api.html
 */
export const SEARXNG: OutsideSource = {
  name: 'searxng',
  about: 'the web, by a SearXNG of your own',
  documentation: 'https://docs.searxng.org/dev/search_api.html',
  key: 'none',
  rate: 5,
  async search(query, ask) {
    const reply = await ask({
      path: '/search',
      query: { q: query.text, format: 'json', language: query.language, safesearch: 1 },
    });
    return listAt(reply, 'results').map((result) => ({
      title: result.title,
      url: result.url,
      text: result.content,
      published: result.publishedDate,
    }));
  },
  readFailure(status) {
    return status === 403
      ? {
          fault: 'refused',
          message: 'its JSON output is off: add json to search.formats in its settings (403)',
        }
      : undefined;
  },
};
