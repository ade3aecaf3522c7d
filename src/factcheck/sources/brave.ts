import type { OutsideSource } from './outside-source.ts';
import { joinTexts, listAt } from './read-reply.ts';
import { SourceError } from './source.ts';

/** At most 50 words and 400 characters are taken. */
const MAX_WORDS = 50;

/** The languages that are taken; any other would be an error. */
const LANGUAGES: ReadonlySet<string> = new Set(
  `ar bg bn ca cs da de en es et eu fi fr gl gu he hi hr hu is it kn ko lt lv ml mr ms nb nl pa pl ro ru sk sl sr
  sv ta te th tr uk vi`.split(/\s+/),
);
const OTHER_NAMES: Readonly<Record<string, string>> = { ja: 'jp', pt: 'pt-pt', zh: 'zh-hans', nn: 'nb' };

/**
 * The web, from an index of its own.
 *
 * https://api-dashboard.search.brave.com/api-reference/web/search/get
 */
export const BRAVE: OutsideSource = {
  name: 'brave',
  about: 'the web, by Brave Search',
  documentation: 'https://api-dashboard.search.brave.com/api-reference/web/search/get',
  baseUrl: 'https://api.search.brave.com',
  key: 'required',
  rate: 10,
  async search(query, ask, { key }) {
    const language = OTHER_NAMES[query.language] ?? query.language;
    const request = {
      path: '/res/v1/web/search',
      query: {
        q: query.text.split(' ').slice(0, MAX_WORDS).join(' '),
        count: query.limit,
        country: 'ALL',
        search_lang: LANGUAGES.has(query.language) || language !== query.language ? language : undefined,
        result_filter: 'web',
        text_decorations: 'false',
      },
      headers: { 'x-subscription-token': key?.reveal() ?? '' },
    };
    const reply = await ask({ ...request, query: { ...request.query, extra_snippets: 'true' } }).catch(
      (error: unknown) => {
        // Not every plan includes more than one passage a page.
        if (error instanceof SourceError && error.message === NOT_IN_PLAN) return ask(request);
        throw error;
      },
    );
    return listAt(reply, 'web.results').map((result) => ({
      title: result.title,
      url: result.url,
      text: joinTexts(result.description, result.extra_snippets),
      published: result.page_age,
    }));
  },
  readFailure(status, body) {
    if (body.includes('SUBSCRIPTION_TOKEN_INVALID')) {
      return { fault: 'key', message: `the key is not accepted (${status})` };
    }
    if (body.includes('OPTION_NOT_IN_PLAN')) return { fault: 'refused', message: NOT_IN_PLAN };
    if (body.includes('QUOTA_LIMITED')) {
      return { fault: 'limited', message: `the quota of the key is used up (${status})` };
    }
    return undefined;
  },
};

const NOT_IN_PLAN = 'the plan of the key does not include what was asked for';
