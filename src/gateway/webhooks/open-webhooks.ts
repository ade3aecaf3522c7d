/**
 * Webhooks: what checks found, and what budgets have come to, is written into the database, and sent from there by whichever process comes first. An
 * answer waits for none of it.
 */
import type { OnBudget } from '../../domain/budget-event.ts';
import type { OnChecked } from '../../domain/finished-check.ts';
import type { WebhookReason } from '../../domain/webhook-reason.ts';
import type { HttpClient } from '../../models/wire/http-client.ts';
import { gatherWrites } from '../../scheduling/gather-writes.ts';
import { repeatUntil } from '../../scheduling/repeat-until.ts';
import { subkeyOf, type TextSecret, textKey } from '../store/seal-text.ts';
import type { ClaimedMessage, NewMessage, WebhookMessages } from '../store/webhook-messages.ts';
import { composeBudgetMessage, composeMessage, isWanted } from './compose-message.ts';
import { type Endpoint, type Outcome, runEndpoint } from './run-endpoint.ts';

export interface Webhook extends Endpoint {
  readonly on: readonly WebhookReason[];
  /** Whether messages hold what was said. */
  readonly texts: boolean;
}

interface WebhooksOptions {
  /** At least one. */
  readonly webhooks: readonly Webhook[];
  readonly records: WebhookMessages;
  /** Subkeys that messages are sealed under; the first is today's. */
  readonly secrets: readonly [TextSecret, ...TextSecret[]];
  readonly http: HttpClient;
  readonly userAgent: string;
  /** Makes ids that nobody else makes. */
  readonly newId: () => string;
  /** Unix milliseconds. */
  readonly now: () => number;
  /** 0 to 1. */
  readonly random: () => number;
  /** `dropped`: there was no room for it, or no database. */
  readonly onOutcome: (outcome: Outcome | 'dropped', endpoint: Endpoint, failure?: string) => void;
  readonly onStoreAway: (error: unknown) => void;
}

/** Messages that may wait for the database, in this process, and for an endpoint, in the database. */
const MOST_UNWRITTEN = 1_000;
const MOST_PENDING = 10_000;
const WRITTEN_AT_ONCE = 100;
const WRITE_EVERY = 20;
const DAY = 86_400_000;
/** Milliseconds for which messages are kept at most, and dead letters of an endpoint. */
const KEEP = 30 * DAY;
const MOST_DEAD = 1_000;
const PRUNE_EVERY = 3_600_000;
const PRUNE_FIRST = 60_000;
/** Milliseconds that messages under way have when the process ends. */
const LAST_TRY = 3_000;

export function openWebhooks(options: WebhooksOptions) {
  const { webhooks, records, secrets, newId, now, random, onOutcome, onStoreAway } = options;
  const owner = newId();
  const sealing = secrets[0];
  const open = ({ id, kid, sealed }: ClaimedMessage): string =>
    textKey(subkeyOf(secrets, kid)).open(sealed, purposeOf(id));
  const runs = new Map(
    webhooks.map((endpoint) => [
      endpoint.id,
      runEndpoint({ ...options, endpoint, owner, open, kids: secrets.map(({ kid }) => kid) }),
    ]),
  );
  const stop = new AbortController();
  const pruning = repeatUntil(stop.signal, {
    every: PRUNE_EVERY,
    firstAfter: PRUNE_FIRST,
    random,
    task: () => records.prune(now() - KEEP, MOST_DEAD),
    onFailure: onStoreAway,
  });
  const write = gatherWrites({
    most: WRITTEN_AT_ONCE,
    every: WRITE_EVERY,
    async write(messages: readonly NewMessage[]) {
      const added = await records.add(messages, MOST_PENDING);
      return messages.map(({ id }) => added.has(id));
    },
  });
  const unwritten = new Set<Promise<void>>();

  const keep = (webhook: Webhook, compose: (nowMs: number) => string): void => {
    if (unwritten.size >= MOST_UNWRITTEN) {
      onOutcome('dropped', webhook);
      return;
    }
    const id = `msg_${newId()}`;
    const createdAt = now();
    const sealed = textKey(sealing.subkey).seal(compose(createdAt), purposeOf(id));
    const writing = write({ id, endpoint: webhook.id, kid: sealing.kid, sealed, createdAt })
      .then(
        (isKept) => (isKept ? runs.get(webhook.id)?.wake() : onOutcome('dropped', webhook)),
        (error: unknown) => {
          onOutcome('dropped', webhook);
          onStoreAway(error);
        },
      )
      .finally(() => unwritten.delete(writing));
    unwritten.add(writing);
  };

  const onChecked: OnChecked = (check) => {
    for (const webhook of webhooks) {
      if (isWanted(check, webhook.on)) keep(webhook, (nowMs) => composeMessage(check, webhook, nowMs));
    }
  };
  const onBudget: OnBudget = (event) => {
    for (const webhook of webhooks) {
      if (webhook.on.includes('budgets')) keep(webhook, (nowMs) => composeBudgetMessage(event, nowMs));
    }
  };
  return {
    onChecked,
    onBudget,
    /** A message may be sent at once. */
    wake(): void {
      for (const { wake } of runs.values()) wake();
    },
    /** Writes what is not written yet. What is not sent by then is sent after the next start, or by another process. */
    async close(): Promise<void> {
      stop.abort();
      await Promise.all(unwritten);
      await Promise.all([...runs.values()].map(({ close }) => close(LAST_TRY)));
      await pruning;
      await records.release(owner).catch(onStoreAway);
    },
  };
}

/** A sealed message opens as itself alone. */
function purposeOf(id: string): string {
  return `webhook ${id}`;
}
