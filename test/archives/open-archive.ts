/** Opens an archive as a gateway does, from lines of a config file. */
import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { parse as parseYaml } from 'yaml';
import type { EvidenceSource, RetrievedItem } from '../../src/engine/factcheck/sources/source.ts';
import { sourcesSection } from '../../src/gateway/config/source-config.ts';
import { openArchive } from '../../src/gateway/wiring/open-archive.ts';
import { createAddressGuard } from '../../src/models/wire/address-guard.ts';
import { createHttpClient } from '../../src/models/wire/http-client.ts';

export interface TestArchive {
  readonly source: EvidenceSource;
  find(text: string, limit?: number): Promise<readonly RetrievedItem[]>;
  /** @returns the link of the best item; `''` where the search fails. */
  findLink(text: string): Promise<string | undefined>;
  /** @returns the fault and the message of a search that fails. */
  fail(text?: string): Promise<{ readonly fault: string; readonly message: string }>;
  close(): Promise<void>;
}

/** @param settings YAML of one source, which is called `archive`. */
export function openTestArchive(settings: string): TestArchive {
  const [config] = sourcesSection.parse({ archive: parseYaml(settings) });
  if (config?.archive === undefined) throw new Error('no archive');
  const httpWith = (ca?: string) =>
    createHttpClient({
      connectTimeout: 1_000,
      guard: createAddressGuard({ named: ['127.0.0.1', 'localhost'] }),
      ...(ca === undefined ? {} : { ca }),
    });
  const http = httpWith();
  const { source, close } = openArchive(config, config.archive, undefined, {
    http,
    httpWith,
    userAgent: 'claimgate/0.0.0',
    processes: 1,
    now: () => performance.now(),
    random: () => 0,
    sleep: (milliseconds, signal) => delay(milliseconds, undefined, { signal }),
  });
  const find = (text: string, limit = 8) =>
    source.search({ text, language: 'en', limit }, new AbortController().signal);
  return {
    source,
    find,
    findLink: (text) =>
      find(text).then(
        ([best]) => best?.url,
        () => '',
      ),
    fail: (text = 'The mayor of Kirkham resigned.') =>
      find(text).then(
        () => ({ fault: 'none', message: 'it answered' }),
        ({ fault, message }) => ({ fault, message }),
      ),
    async close() {
      await close();
      await http.close();
    },
  };
}
