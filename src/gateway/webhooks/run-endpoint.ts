/** Sends what waits for one endpoint, a few messages at a time, until the process ends. */
import type { ApiKey } from '../../domain/api-key.ts';
import type { HttpClient } from '../../models/wire/http-client.ts';
import { pause } from '../../scheduling/pause.ts';
import { Unreadable } from '../store/seal-text.ts';
import type { ClaimedMessage, WebhookMessages } from '../store/webhook-messages.ts';
import { sendMessage } from './send-message.ts';
import { signMessage } from './sign-message.ts';

export interface Endpoint {
  readonly id: string;
  readonly url: string;
  readonly secrets: readonly ApiKey[];
  /** Milliseconds that one try may take. */
  readonly timeout: number;
  /** Milliseconds to wait before each further try. */
  readonly retries: readonly number[];
}

export type Outcome = 'sent' | 'failed' | 'dead';

interface EndpointOptions {
  readonly endpoint: Endpoint;
  readonly records: Pick<WebhookMessages, 'claim' | 'failed' | 'nextDue' | 'sent'>;
  /** Names of the secrets whose messages can be opened. */
  readonly kids: readonly string[];
  /** @throws Unreadable. */
  readonly open: (message: ClaimedMessage) => string;
  readonly http: HttpClient;
  readonly userAgent: string;
  /** Name of this process, which no other has. */
  readonly owner: string;
  /** Unix milliseconds. */
  readonly now: () => number;
  /** 0 to 1. */
  readonly random: () => number;
  readonly onOutcome: (outcome: Outcome, endpoint: Endpoint, failure?: string) => void;
  /** Called where the database does not answer. */
  readonly onStoreAway: (error: unknown) => void;
}

/** Messages of one endpoint that a process sends at the same time: one that hangs holds up no other endpoint. */
const AT_ONCE = 4;
/** Milliseconds between two looks for messages of other processes. */
const LOOK_EVERY = 5_000;
/** Milliseconds that a process may take beyond the time of one try until another takes its message. */
const LEASE_BEYOND = 30_000;

export function runEndpoint(options: EndpointOptions) {
  const { endpoint, records, owner, now, random } = options;
  const stopped = new AbortController();
  const ended = new AbortController();
  const sending = new Set<Promise<void>>();
  let woken = new AbortController();

  const settle = async (message: ClaimedMessage): Promise<void> => {
    let body: string;
    try {
      body = options.open(message);
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      options.onOutcome('dead', endpoint, 'cannot be opened');
      return records.failed(message, 'cannot be opened', now(), undefined);
    }
    const delivery = await sendMessage({
      http: options.http,
      url: endpoint.url,
      headers: {
        'user-agent': options.userAgent,
        ...signMessage(message.id, body, endpoint.secrets, now()),
      },
      body,
      timeout: endpoint.timeout,
      ended: ended.signal,
    });
    if (delivery.outcome === 'sent') {
      options.onOutcome('sent', endpoint);
      return records.sent(message);
    }
    // Its lease is given back for all together.
    if (delivery.outcome === 'ended') return;
    const wait = delivery.outcome === 'gone' ? undefined : endpoint.retries[message.attempts - 1];
    options.onOutcome(wait === undefined ? 'dead' : 'failed', endpoint, delivery.failure);
    // Messages that failed together are not all tried again at once.
    const again = wait === undefined ? undefined : Math.round(now() + wait * (1 + 0.1 * random()));
    return records.failed(message, delivery.failure, now(), again);
  };

  /** @returns milliseconds until there is more to do. */
  const look = async (): Promise<number> => {
    const free = AT_ONCE - sending.size;
    if (free <= 0) return LOOK_EVERY;
    // Most often nothing waits: reading takes no lock.
    const due = await records.nextDue(endpoint.id);
    const nowMs = now();
    if (due === undefined || due > nowMs) return due === undefined ? LOOK_EVERY : due - nowMs;
    const leaseUntil = nowMs + endpoint.timeout + LEASE_BEYOND;
    const claimed = await records.claim({
      endpoint: endpoint.id,
      owner,
      kids: options.kids,
      nowMs,
      leaseUntil,
      limit: free,
    });
    for (const message of claimed) {
      const work = settle(message)
        .catch(options.onStoreAway)
        .finally(() => {
          sending.delete(work);
          wake();
        });
      sending.add(work);
    }
    // Another process was quicker, or the next one begins when one of these is done.
    return claimed.length === 0 || claimed.length === free ? LOOK_EVERY : 0;
  };

  function wake(): void {
    woken.abort();
  }

  const running = (async () => {
    while (!stopped.signal.aborted) {
      woken = new AbortController();
      const rest = await look().catch((error: unknown) => {
        options.onStoreAway(error);
        return LOOK_EVERY;
      });
      const patience = Math.min(LOOK_EVERY * (0.75 + 0.5 * random()), rest);
      await pause(patience, AbortSignal.any([stopped.signal, woken.signal]));
    }
  })();

  return {
    /** There may be something to send. */
    wake,
    /** Begins nothing more, waits for what is under way for so many milliseconds, and then gives it up. */
    async close(milliseconds: number): Promise<void> {
      stopped.abort();
      await running;
      const given = pause(milliseconds, ended.signal).then(() => ended.abort());
      while (sending.size > 0) await Promise.allSettled(sending);
      ended.abort();
      await given;
    },
  };
}
