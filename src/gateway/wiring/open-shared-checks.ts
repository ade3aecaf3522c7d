/** Joins the checks that callers share: the store, the secrets that they are sealed under, and what forgets them. */
import { repeatUntil } from '../../scheduling/repeat-until.ts';
import type { Config } from '../config/read-config.ts';
import { type CheckShelf, shareChecks } from '../reports/share-checks.ts';
import type { Store } from '../store/store.ts';
import type { Log } from '../telemetry/log.ts';
import { textSecretsOf } from './open-secret.ts';
import { randomIds } from './random-ids.ts';
import { warnOfStore } from './watch-store.ts';

interface OpenSharedOptions {
  readonly config: Pick<Config, 'reports' | 'oldSecrets'>;
  /** The server's secret. */
  readonly secret: string;
  readonly store: Pick<Store, 'sharedChecks'>;
  readonly log: Log;
  /** Unix milliseconds. */
  readonly now: () => number;
}

export interface OpenSharedChecks extends CheckShelf {
  /** Stops forgetting what has expired. */
  close(): void;
}

const DAY_MS = 86_400_000;
const PRUNE_EVERY = 3_600_000;
const PRUNE_FIRST = 60_000;

export function openSharedChecks({ config, secret, store, log, now }: OpenSharedOptions): OpenSharedChecks {
  const { maxSize, maxShared, sharedDays } = config.reports;
  const stop = new AbortController();
  void repeatUntil(stop.signal, {
    every: PRUNE_EVERY,
    firstAfter: PRUNE_FIRST,
    random: Math.random,
    task: () => store.sharedChecks.prune(now()),
    onFailure: warnOfStore(log, 'cannot forget shared checks that have expired, tried again'),
  });
  const shelf = shareChecks({
    records: store.sharedChecks,
    secrets: textSecretsOf(config.oldSecrets, secret, 'shared-checks'),
    maxSize,
    maxPerCaller: maxShared,
    retention: sharedDays * DAY_MS,
    newCode: randomIds(18),
    now,
  });
  return { ...shelf, close: () => stop.abort() };
}
