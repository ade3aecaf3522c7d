/** What a failed request to a source means: one reading of statuses and of faults of the wire for all. */
import { AddressRefused } from '../../wire/address-guard.ts';
import { WireError } from '../../wire/wire-error.ts';
import type { Failure } from './outside-source.ts';
import { SourceError } from './source.ts';

/** @param hasKey whether a key was sent: then a 403 speaks of the key. */
export function readSourceFailure(status: number, hasKey: boolean): Failure {
  if (status === 401)
    return { fault: 'key', message: hasKey ? 'the key is not accepted (401)' : 'wants a key (401)' };
  if (status === 403 && hasKey) return { fault: 'key', message: 'the key may not do this (403)' };
  if (status === 402) return { fault: 'limited', message: 'the quota of the key is used up (402)' };
  if (status === 429) return { fault: 'limited', message: 'limits the rate of requests (429)' };
  if (status === 408 || status === 504)
    return { fault: 'timeout', message: `took too long itself (${status})` };
  if (status >= 500) return { fault: 'unreachable', message: `has a fault of its own (${status})` };
  if (status >= 300 && status < 400)
    return { fault: 'refused', message: `redirects to where it is not followed (${status})` };
  return { fault: 'refused', message: `refuses the request (${status})` };
}

/**
 * @param signal of the search: tells a deadline (its reason is a `TimeoutError`) from a caller who has left.
 */
export function readWireFailure(error: unknown, signal: AbortSignal): Failure {
  if (error instanceof SourceError) return { fault: error.fault, message: error.message };
  if (signal.aborted) {
    return (signal.reason as Error | undefined)?.name === 'TimeoutError'
      ? { fault: 'timeout', message: 'did not answer in time' }
      : { fault: 'aborted', message: 'nobody waits for the answer any more' };
  }
  if (error instanceof AddressRefused) return { fault: 'refused', message: error.message };
  if (!(error instanceof WireError)) {
    return { fault: 'malformed', message: 'the reply makes no sense' };
  }
  switch (error.fault) {
    case 'unreachable':
      return { fault: 'unreachable', message: `cannot be reached (${error.message})` };
    case 'broken':
      return { fault: 'unreachable', message: 'closed the connection without an answer' };
    case 'cut':
      return { fault: 'unreachable', message: 'cut its answer off' };
    case 'first_byte_timeout':
    case 'idle_timeout':
      return { fault: 'timeout', message: 'did not answer in time' };
    case 'too_large':
      return { fault: 'malformed', message: 'answered with more than 1 MiB' };
    case 'malformed':
      return { fault: 'malformed', message: error.message };
    case 'aborted':
      return { fault: 'aborted', message: 'nobody waits for the answer any more' };
  }
}
