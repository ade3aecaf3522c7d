import { type OutsideSource, QUOTA_USED, searchOnce } from './outside-source.ts';

/** The web, as passages that fit the question. */
export const TAVILY: OutsideSource = {
  name: 'tavily',
  about: 'Web search by Tavily',
  kind: 'web',
  documentation: 'https://docs.tavily.com/documentation/api-reference/endpoint/search',
  baseUrl: 'https://api.tavily.com',
  key: 'required',
  paidBy: 'operator',
  keyGoesTo: { header: 'authorization', scheme: 'Bearer' },
  rate: 1.6,
  burst: 10,
  search: searchOnce(
    ({ text, limit }) => ({
      path: '/search',
      json: { query: text, max_results: limit, search_depth: 'basic' },
    }),
    'results',
    ({ title, url, content, published_date }) => ({ title, url, text: content, published: published_date }),
  ),
  failures: [
    // https://help.tavily.com/articles/8645538886-understanding-http-errors
    { status: [432, 433], ...QUOTA_USED },
  ],
};
