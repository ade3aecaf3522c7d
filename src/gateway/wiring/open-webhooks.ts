/** Joins webhooks with what they need: the way out, ids, the clock, the log. */
import type { OnBudget } from '../../domain/budget-event.ts';
import type { OnChecked } from '../../domain/finished-check.ts';
import { createHttpClient } from '../../models/wire/http-client.ts';
import type { Config } from '../config/read-config.ts';
import type { Store } from '../store/store.ts';
import type { Log } from '../telemetry/log.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import { openWebhooks as openOutbox } from '../webhooks/open-webhooks.ts';
import { textSecretsOf } from './open-secret.ts';
import { randomIds } from './random-ids.ts';
import { USER_AGENT } from './version.ts';
import { warnOfStore } from './watch-store.ts';

interface WebhooksOptions {
  readonly config: Pick<Config, 'oldSecrets' | 'upstream' | 'webhooks'>;
  readonly store: Pick<Store, 'webhookMessages'>;
  /** The server's. */
  readonly secret: string;
  readonly log: Log;
  readonly metrics: Metrics;
  /** Unix milliseconds. */
  readonly now: () => number;
}

export interface Webhooks {
  /** Absent where config has no webhooks. */
  readonly onChecked?: OnChecked;
  readonly onBudget?: OnBudget;
  /** A message may be sent at once. */
  wake(): void;
  close(): Promise<void>;
}

export function openWebhooks({ config, store, secret, log, metrics, now }: WebhooksOptions): Webhooks {
  const { webhooks } = config;
  if (webhooks.length === 0) return { wake: () => {}, close: async () => {} };
  const messages = metrics.counter(
    'claimgate_webhook_messages_total',
    'Tries to send a message to a webhook, by its endpoint and outcome.',
    ['endpoint', 'outcome'],
  );
  const http = createHttpClient({ connectTimeout: config.upstream.connectTimeout });
  const outbox = openOutbox({
    webhooks,
    records: store.webhookMessages,
    secrets: textSecretsOf(config.oldSecrets, secret, 'webhooks'),
    http,
    userAgent: USER_AGENT,
    newId: randomIds(18),
    now,
    random: Math.random,
    onOutcome(outcome, { id: endpoint }, reason) {
      messages.inc({ endpoint, outcome });
      if (outcome === 'dead' || outcome === 'dropped') {
        log.warn({ endpoint, reason }, WARNINGS[outcome]);
      }
    },
    onStoreAway: warnOfStore(log, 'cannot read or write messages for webhooks'),
  });
  return {
    onChecked: outbox.onChecked,
    onBudget: outbox.onBudget,
    wake: outbox.wake,
    async close() {
      await outbox.close();
      await http.close();
    },
  };
}

const WARNINGS = {
  dead: 'a webhook did not take a message: it is a dead letter now',
  dropped: 'a message for a webhook was dropped: too many wait',
};
