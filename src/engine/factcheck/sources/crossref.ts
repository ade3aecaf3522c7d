import { type OutsideSource, searchOnce } from './outside-source.ts';
import { at, joinTexts } from './read-reply.ts';

/**
 * Scholarly works that have an abstract. Callers that give an e-mail address get into the quicker pool:
 * https://www.crossref.org/documentation/retrieve-metadata/rest-api/access-and-authentication/
 */
export const CROSSREF: OutsideSource = {
  name: 'crossref',
  about: 'Scholarly works, by Crossref',
  kind: 'scholarly',
  documentation: 'https://api.crossref.org/swagger-ui/index.html',
  baseUrl: 'https://api.crossref.org',
  key: 'optional',
  keyGoesTo: { header: 'crossref-plus-api-token', scheme: 'Bearer' },
  mailParameter: 'mailto',
  rate: 3,
  search: searchOnce(
    ({ text, limit }) => ({
      path: '/works',
      query: {
        query: text,
        rows: limit,
        filter: 'has-abstract:true',
        select: 'title,URL,abstract,published',
      },
    }),
    'message.items',
    (work) => {
      const title = at(work, 'title', 0);
      return {
        title,
        url: work.URL,
        text: joinTexts(work.abstract) || title,
        published: at(work, 'published', 'date-parts', 0),
      };
    },
  ),
};
