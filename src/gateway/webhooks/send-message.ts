/** One try to send a message. */
import type { HttpClient } from '../../models/wire/http-client.ts';
import { WireError } from '../../models/wire/wire-error.ts';

/** What became of it. `gone`: the receiver wants no more of it, now or later. */
export type Delivery =
  | { readonly outcome: 'sent' }
  | { readonly outcome: 'failed' | 'gone' | 'ended'; readonly failure: string };

interface SendOptions {
  readonly http: HttpClient;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Milliseconds. */
  readonly timeout: number;
  /** The process ends: what is under way is given up. */
  readonly ended: AbortSignal;
}

/** Bytes of a reply that are read, so that its connection can be used again, and milliseconds for them. */
const READ = 4_096;
const READ_FOR = 1_000;
const GONE = 410;

const FAULTS: Readonly<Record<WireError['fault'], string>> = {
  unreachable: 'cannot be reached',
  broken: 'the connection broke',
  cut: 'the connection broke',
  first_byte_timeout: 'no answer in time',
  idle_timeout: 'no answer in time',
  malformed: 'the answer is not HTTP',
  too_large: 'the answer is too large',
  aborted: 'no answer in time',
};

/** Never rejects. A redirect is a failure: what is signed for one address goes to no other. */
export async function sendMessage(options: SendOptions): Promise<Delivery> {
  const { http, url, headers, body, timeout, ended } = options;
  const { origin, pathname, search } = new URL(url);
  try {
    const reply = await http.call({
      method: 'POST',
      origin,
      path: `${pathname}${search}`,
      headers: { ...headers, 'content-type': 'application/json' },
      body,
      signal: AbortSignal.any([ended, AbortSignal.timeout(timeout)]),
      firstByteTimeout: timeout,
      idleTimeout: timeout,
    });
    const { status } = reply;
    await reply.body.textUpTo(READ, READ_FOR);
    if (status >= 200 && status < 300) return { outcome: 'sent' };
    return { outcome: status === GONE ? 'gone' : 'failed', failure: `status ${status}` };
  } catch (error) {
    if (ended.aborted) return { outcome: 'ended', failure: 'the gateway ended' };
    return {
      outcome: 'failed',
      failure: error instanceof WireError ? FAULTS[error.fault] : 'cannot be sent',
    };
  }
}
