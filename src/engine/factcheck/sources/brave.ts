import { KEY_REFUSED, type OutsideSource, QUOTA_USED, searchOnce } from './outside-source.ts';
import { joinTexts } from './read-reply.ts';
import { SourceError } from './source.ts';

/** At most 50 words and 400 characters are taken. */
const MAX_WORDS = 50;

/** The languages that are taken; any other would be an error. */
const LANGUAGES: ReadonlySet<string> = new Set(
  `ar bg bn ca cs da de en es et eu fi fr gl gu he hi hr hu is it kn ko lt lv ml mr ms nb nl pa pl ro ru sk sl sr
  sv ta te th tr uk vi`.split(/\s+/),
);
const OTHER_NAMES: Readonly<Record<string, string>> = { ja: 'jp', pt: 'pt-pt', zh: 'zh-hans', nn: 'nb' };

const NOT_IN_PLAN = 'the plan of the key does not include what was asked for';

const search = (extra: Readonly<Record<string, string>>): OutsideSource['search'] =>
  searchOnce(
    ({ text, language, limit }) => ({
      path: '/res/v1/web/search',
      query: {
        q: text.split(' ').slice(0, MAX_WORDS).join(' '),
        count: limit,
        country: 'ALL',
        search_lang: OTHER_NAMES[language] ?? (LANGUAGES.has(language) ? language : undefined),
        result_filter: 'web',
        text_decorations: 'false',
        ...extra,
      },
    }),
    'web.results',
    ({ title, url, description, extra_snippets, page_age }) => ({
      title,
      url,
      text: joinTexts(description, extra_snippets),
      published: page_age,
    }),
  );

/** The web, from an index of its own. */
export const BRAVE: OutsideSource = {
  name: 'brave',
  about: 'Web search by Brave',
  kind: 'web',
  documentation: 'https://api-dashboard.search.brave.com/api-reference/web/search/get',
  baseUrl: 'https://api.search.brave.com',
  key: 'required',
  paidBy: 'operator',
  keyGoesTo: { header: 'x-subscription-token' },
  rate: 10,
  search: (query, ask) =>
    search({ extra_snippets: 'true' })(query, ask).catch((error: unknown) => {
      // Not every plan includes more than one passage per page.
      if (!(error instanceof SourceError && error.message.startsWith(NOT_IN_PLAN))) throw error;
      return search({})(query, ask);
    }),
  failures: [
    { body: /SUBSCRIPTION_TOKEN_INVALID/, ...KEY_REFUSED },
    { body: /OPTION_NOT_IN_PLAN/, fault: 'refused', message: NOT_IN_PLAN },
    { body: /QUOTA_LIMITED/, ...QUOTA_USED },
  ],
};
