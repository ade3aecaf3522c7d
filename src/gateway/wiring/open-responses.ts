/** Joins the responses that callers can come back to: the store, and the secrets that they are sealed under. */
import type { Config } from '../config/read-config.ts';
import { keepResponses, type OpenResponses } from '../responses/keep-responses.ts';
import { nothingKept } from '../responses/kept-response.ts';
import type { Store } from '../store/store.ts';
import type { Log } from '../telemetry/log.ts';
import { textSecretsOf } from './open-secret.ts';
import { warnOfStore } from './watch-store.ts';

interface ResponsesOptions {
  readonly config: Pick<Config, 'responses' | 'oldSecrets' | 'server'>;
  /** The server's secret. */
  readonly secret: string;
  readonly store: Store;
  readonly log: Log;
  /** Unix milliseconds. */
  readonly now: () => number;
}

export function openResponses({ config, secret, store, log, now }: ResponsesOptions): OpenResponses {
  const { retention, maxStored } = config.responses;
  if (retention === 0) return { ...nothingKept, close: () => {} };
  return keepResponses({
    records: store.responses,
    secrets: textSecretsOf(config.oldSecrets, secret, 'responses'),
    retention,
    maxStored,
    // What a request may hold itself, with what sealing and the answers add.
    maxRead: 2 * Math.max(config.server.bodyLimit, config.server.bodyLimitWithMedia),
    now,
    random: Math.random,
    onStoreAway: warnOfStore(log, 'cannot keep responses in the database'),
  });
}
