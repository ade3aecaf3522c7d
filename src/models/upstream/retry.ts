import { GatewayError } from '../../domain/errors.ts';
import { WireError } from '../wire/wire-error.ts';

interface RetryOptions {
  /** Tries after the first. */
  readonly retries: number;
  readonly signal: AbortSignal;
  /** Called before each retry, with why. */
  readonly onRetry?: (error: GatewayError) => void;
  /** 0 to 1, for the jitter. */
  readonly random: () => number;
  /** Resolves after so many milliseconds, or rejects when the signal aborts. */
  readonly sleep: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

const BASE = 250;
const CAP = 2_000;

/**
 * Runs an attempt, and again where its error says that this may help: at most so many retries, with full
 * jitter (base 250 ms, cap 2 s), never sooner than the provider's `Retry-After`.
 *
 * @throws the last attempt's error; WireError `aborted` where the signal aborts between two.
 */
export async function withRetries<T>(attempt: () => Promise<T>, options: RetryOptions): Promise<T> {
  const { retries, signal, random, sleep, onRetry } = options;
  for (let tried = 0; ; tried++) {
    try {
      return await attempt();
    } catch (error) {
      if (tried >= retries || !(error instanceof GatewayError) || !error.retryable) throw error;
      const jitter = random() * Math.min(CAP, BASE * 2 ** tried);
      await sleep(Math.max(jitter, askedWait(error)), signal).catch((cause: unknown) => {
        throw new WireError('aborted', 'the caller went away', cause);
      });
      onRetry?.(error);
    }
  }
}

/** Milliseconds that the provider asks for. The `1` of a provider that is overloaded may be nobody's word. */
function askedWait(error: GatewayError): number {
  const wait = Number(error.retryAfter) * 1_000;
  return wait > 1_000 || (wait > 0 && error.status === 429) ? wait : 0;
}
