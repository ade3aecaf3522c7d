import type { OutsideSource } from './outside-source.ts';
import { joinTexts, listAt } from './read-reply.ts';

/**
 * The web, as Google lists it.
 *
 * https://serper.dev (its playground shows requests and replies; an account that is used up answers with 400)
 */
export const SERPER: OutsideSource = {
  name: 'serper',
  about: 'the web, by Google through Serper',
  documentation: 'https://serper.dev',
  baseUrl: 'https://google.serper.dev',
  key: 'required',
  rate: 20,
  async search(query, ask, { key }) {
    const reply = await ask({
      path: '/search',
      json: { q: query.text, num: query.limit, hl: query.language === 'zh' ? 'zh-cn' : query.language },
      headers: { 'x-api-key': key?.reveal() ?? '' },
    });
    return listAt(reply, 'organic').map((result) => ({
      title: result.title,
      url: result.link,
      text: joinTexts(result.snippet),
      published: result.date,
    }));
  },
  readFailure(status, body) {
    if (status === 400 && /not enough credits/i.test(body)) {
      return { fault: 'limited', message: 'the quota of the key is used up (400)' };
    }
    if (status === 403) return { fault: 'key', message: 'the key is not accepted (403)' };
    return undefined;
  },
};
