import { type OutsideSource, searchOnce } from './outside-source.ts';

/** The operator's own meta search. `json` must be among its `search.formats`, or it answers 403. */
export const SEARXNG: OutsideSource = {
  name: 'searxng',
  about: 'Web search by a SearXNG instance',
  kind: 'web',
  documentation: 'https://docs.searxng.org/dev/search_api.html',
  key: 'none',
  rate: 5,
  search: searchOnce(
    ({ text, language }) => ({
      path: '/search',
      query: { q: text, format: 'json', language, safesearch: 1 },
    }),
    'results',
    ({ title, url, content, publishedDate }) => ({ title, url, text: content, published: publishedDate }),
  ),
  failures: [
    {
      status: [403],
      fault: 'refused',
      message: 'its JSON output is off: add json to search.formats in its settings',
    },
  ],
};
