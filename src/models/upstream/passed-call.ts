/** Requests that go through to their provider as the caller wrote them, and what comes back. */
import type { ApiKey } from '../../domain/api-key.ts';
import type { Model } from '../../domain/catalogue.ts';
import type { HttpReply } from '../wire/http-client.ts';
import type { Endpoint } from './endpoint.ts';
import type { MostCost } from './most-cost.ts';
import type { Pipe } from './scrub-answer.ts';
import type { OutgoingRequest } from './send-request.ts';
import type { CallSpending } from './spending.ts';

export interface PassedCall {
  readonly endpoint: Endpoint;
  readonly key: ApiKey;
  /** Holds the key, or its stand-in (`stand-in-key.ts`). */
  readonly request: OutgoingRequest;
  readonly accept: string;
  /** It cannot be sent again: its body is gone then, or it would be done twice. */
  readonly once: boolean;
  /** What it may cost at most, and of which model; absent where nobody pays for it by tokens. */
  readonly cost?: { readonly model: Model; readonly most: MostCost };
}

/** An answer with a 2xx. */
export interface Passed {
  readonly reply: HttpReply;
  /** Of an issued key. */
  readonly spending: CallSpending | undefined;
  /** Takes the operator's keys out of a text; absent where the caller's own was sent. */
  readonly scrub: Pipe | undefined;
  /** Whether a text holds nothing of a key that was sent. */
  isClean(text: string): boolean;
  /** @returns the failure of the answer's rest, as the caller may see it. */
  explain(error: unknown): unknown;
}

export interface PassingOn {
  /** @throws GatewayError `unsupported` where an issued key stands for none of the operator's. */
  requireKey(endpoint: Endpoint, key: ApiKey): void;
  /**
   * @returns the answer, once the provider has said 2xx.
   * @throws GatewayError as `Upstream.complete`.
   */
  pass(call: PassedCall, signal: AbortSignal): Promise<Passed>;
}
