/** What operators see of webhooks, and do with messages that could not be sent. Changes are in the audit log. */
import type { WebhookReason } from '../../domain/webhook-reason.ts';
import type { ListedMessage, WebhookMessages } from '../store/webhook-messages.ts';
import type { Actor, Auditor } from './auditor.ts';

/** A webhook as config has it. */
export interface ConfiguredWebhook {
  readonly id: string;
  readonly url: string;
  readonly on: readonly WebhookReason[];
  readonly texts: boolean;
}

export interface ManageWebhooksOptions {
  readonly webhooks: readonly ConfiguredWebhook[];
  readonly records: Pick<WebhookMessages, 'counts' | 'page' | 'remove' | 'retry'>;
  readonly auditor: Auditor;
  /** Unix milliseconds. */
  readonly now: () => number;
}

export type WebhookManagement = ReturnType<typeof createWebhookManagement>;

export function createWebhookManagement({ webhooks, records, auditor, now }: ManageWebhooksOptions) {
  return {
    /** Those of config, then those that have left it and for which something waits. */
    async list() {
      const counts = await records.counts();
      const known = new Set(webhooks.map(({ id }) => id));
      const gone = counts.filter(({ endpoint }) => !known.has(endpoint));
      const countsOf = (id: string) => {
        const { pending = 0, retrying = 0, dead = 0 } = counts.find(({ endpoint }) => endpoint === id) ?? {};
        return {
          state: retrying + dead > 0 ? ('failing' as const) : ('ok' as const),
          pending,
          retrying,
          dead,
        };
      };
      return [
        ...webhooks.map(({ id, url, on, texts }) => ({ id, url: shownUrl(url), on, texts, ...countsOf(id) })),
        ...gone.map(({ endpoint: id }) => ({
          ...{ id, url: null, on: null, texts: null },
          ...countsOf(id),
          state: 'removed' as const,
        })),
      ];
    },

    messages: (query: Parameters<WebhookMessages['page']>[0]) => records.page(query),

    /** @returns the message as it is then; `undefined` where there is no such dead letter. */
    retry: (id: string, actor: Actor): Promise<ListedMessage | undefined> =>
      records.retry(id, now(), [auditor.entry(actor, 'webhook.retry', { subject: id })]),

    /** @returns whether there was such a message. */
    remove: (id: string, actor: Actor): Promise<boolean> =>
      records.remove(id, [auditor.entry(actor, 'webhook.remove', { subject: id })]),
  };
}

/** Whether a text can be the id of a message. */
export function isMessageId(text: string): boolean {
  return /^msg_[A-Za-z0-9_-]{1,64}$/.test(text);
}

export function describeMessage(message: ListedMessage) {
  const { id, endpoint, state, attempts, createdAt, dueAt, failure = null, failedAt } = message;
  return {
    id,
    endpoint,
    state,
    attempts,
    created: new Date(createdAt).toISOString(),
    next_try: state === 'pending' ? new Date(dueAt).toISOString() : null,
    failure,
    failed: failedAt === undefined ? null : new Date(failedAt).toISOString(),
  };
}

/** A query often holds a token. */
function shownUrl(text: string): string {
  const { origin, pathname, search } = new URL(text);
  return `${origin}${pathname}${search === '' ? '' : '?…'}`;
}
