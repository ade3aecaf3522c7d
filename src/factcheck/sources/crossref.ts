import type { OutsideSource } from './outside-source.ts';
import { readMailAddress } from './read-contact.ts';
import { at, joinTexts, listAt } from './read-reply.ts';

/**
 * Scholarly works that have an abstract. Who gives an address gets into the quicker pool.
 *
 * https://api.crossref.org/swagger-ui/index.html#/Works/get_works, and
 * https://www.crossref.org/documentation/retrieve-metadata/rest-api/access-and-authentication/
 */
export const CROSSREF: OutsideSource = {
  name: 'crossref',
  about: 'scholarly works, by Crossref',
  documentation: 'https://api.crossref.org/swagger-ui/index.html',
  baseUrl: 'https://api.crossref.org',
  key: 'optional',
  rate: 3,
  async search(query, ask, { key, contact }) {
    const reply = await ask({
      path: '/works',
      query: {
        query: query.text,
        rows: query.limit,
        filter: 'has-abstract:true',
        select: 'title,URL,abstract,published',
        mailto: readMailAddress(contact),
      },
      headers: key === undefined ? {} : { 'crossref-plus-api-token': `Bearer ${key.reveal()}` },
    });
    return listAt(reply, 'message.items').map((work) => {
      const title = at(work, 'title', 0);
      return {
        title,
        url: work.URL,
        text: joinTexts(work.abstract) || title,
        published: at(work, 'published', 'date-parts', 0),
      };
    });
  },
};
