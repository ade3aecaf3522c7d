import { KEY_REFUSED, type OutsideSource, QUOTA_USED, searchOnce } from './outside-source.ts';
import { joinTexts } from './read-reply.ts';

/** The web, as Google lists it. The documentation's playground shows requests and replies. */
export const SERPER: OutsideSource = {
  name: 'serper',
  about: 'Web search by Google, through Serper',
  kind: 'web',
  documentation: 'https://serper.dev',
  baseUrl: 'https://google.serper.dev',
  key: 'required',
  paidBy: 'operator',
  keyGoesTo: { header: 'x-api-key' },
  rate: 20,
  search: searchOnce(
    ({ text, language, limit }) => ({
      path: '/search',
      json: { q: text, num: limit, hl: language === 'zh' ? 'zh-cn' : language },
    }),
    'organic',
    ({ title, link, snippet, date }) => ({ title, url: link, text: joinTexts(snippet), published: date }),
  ),
  failures: [
    { status: [400], body: /not enough credits/i, ...QUOTA_USED },
    { status: [403], ...KEY_REFUSED },
  ],
};
