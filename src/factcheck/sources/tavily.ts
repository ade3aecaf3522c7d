import type { OutsideSource } from './outside-source.ts';
import { listAt } from './read-reply.ts';

/**
 * The web, as passages that fit the question.
 *
 * https://docs.tavily.com/documentation/api-reference/endpoint/search; statuses 432 and 433:
 * https://help.tavily.com/articles/8645538886-understanding-http-errors
 */
export const TAVILY: OutsideSource = {
  name: 'tavily',
  about: 'the web, by Tavily',
  documentation: 'https://docs.tavily.com/documentation/api-reference/endpoint/search',
  baseUrl: 'https://api.tavily.com',
  key: 'required',
  rate: 1.6,
  burst: 10,
  async search(query, ask, { key }) {
    const reply = await ask({
      path: '/search',
      json: { query: query.text, max_results: query.limit, search_depth: 'basic' },
      headers: { authorization: `Bearer ${key?.reveal()}` },
    });
    return listAt(reply, 'results').map((result) => ({
      title: result.title,
      url: result.url,
      text: result.content,
      published: result.published_date,
    }));
  },
  readFailure(status) {
    return status === 432 || status === 433
      ? { fault: 'limited', message: `the quota of the key is used up (${status})` }
      : undefined;
  },
};
