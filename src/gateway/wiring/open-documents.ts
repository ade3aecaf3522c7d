/** Joins the reader of documents with the way out to pages, where config has them fetched. */

import { createDocuments, type Documents } from '../../documents/documents.ts';
import { createPageFetcher } from '../../documents/fetch-page.ts';
import { openReader } from '../../documents/open-reader.ts';
import { openProcess } from '../../documents/read-in-process.ts';
import { createAddressGuard } from '../../models/wire/address-guard.ts';
import { createHttpClient } from '../../models/wire/http-client.ts';
import type { Config } from '../config/read-config.ts';
import { userAgentWith } from './version.ts';

const CONNECT_TIMEOUT = 5_000;

/** To be closed at the end. */
export function openDocuments({
  fetch,
  factCheck: { contact },
}: Pick<Config, 'fetch' | 'factCheck'>): Documents {
  const reader = openReader(openProcess());
  if (!fetch.pages) return createDocuments(reader);
  const http = createHttpClient({
    connectTimeout: CONNECT_TIMEOUT,
    guard: createAddressGuard({ named: fetch.privateHosts }),
  });
  const pages = createPageFetcher({ http, userAgent: userAgentWith(contact) });
  const documents = createDocuments(reader, pages);
  return {
    ...documents,
    async close() {
      await Promise.all([documents.close(), http.close()]);
    },
  };
}
