/** Joins the responses that callers can come back to: the store, and the secrets that they are sealed under. */
import { nameOfSecret } from '../admission/caller-id.ts';
import { deriveSubkey } from '../admission/derive-subkey.ts';
import type { Config } from '../config/read-config.ts';
import { keepResponses, type OpenResponses } from '../responses/keep-responses.ts';
import { nothingKept } from '../responses/kept-response.ts';
import type { TextSecret } from '../store/seal-text.ts';
import type { Store } from '../store/store.ts';
import type { Log } from '../telemetry/log.ts';
import { warnOfStore } from './watch-store.ts';

export interface ResponsesOptions {
  readonly config: Pick<Config, 'responses' | 'oldSecrets' | 'server'>;
  /** The server's secret. */
  readonly secret: string;
  readonly store: Store;
  readonly log: Log;
  /** Unix milliseconds. */
  readonly now: () => number;
  readonly random: () => number;
}

export function openResponses({ config, secret, store, log, now, random }: ResponsesOptions): OpenResponses {
  const { retention, maxStored } = config.responses;
  if (retention === 0) return { ...nothingKept, close: () => {} };
  const toSecret = (text: string): TextSecret => ({
    kid: nameOfSecret(text),
    subkey: deriveSubkey(text, 'responses'),
  });
  return keepResponses({
    records: store.responses,
    secrets: [toSecret(secret), ...config.oldSecrets.map(toSecret)],
    retention,
    maxStored,
    // What a request may hold itself, with what sealing and the answers add.
    maxRead: 2 * Math.max(config.server.bodyLimit, config.server.bodyLimitWithMedia),
    now,
    random,
    onStoreAway: warnOfStore(log, 'cannot keep responses in the database'),
  });
}
