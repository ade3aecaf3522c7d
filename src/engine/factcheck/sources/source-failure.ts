/** What a failed request to a source means: one reading of statuses, and one of errors, for all sources. */
import { AddressRefused } from '../../../models/wire/address-guard.ts';
import { WireError, type WireFault } from '../../../models/wire/wire-error.ts';
import { isTimeUp } from '../within-limit.ts';
import { type Failure, KEY_REFUSED, type OutsideSource, QUOTA_USED } from './outside-source.ts';
import { ShapeError } from './read-reply.ts';
import { SourceError } from './source.ts';

/**
 * @param body the reply's text, as far as it was read; never shown.
 * @param hasKey whether a key was sent: then a 403 is about the key.
 */
export function readStatus(
  { failures = [] }: Pick<OutsideSource, 'failures'>,
  status: number,
  body: string,
  hasKey: boolean,
): Failure {
  const rule = failures.find(
    (one) => (one.status?.includes(status) ?? true) && (one.body?.test(body) ?? true),
  );
  const { fault, message } = rule ?? readPlainStatus(status, hasKey);
  return { fault, message: `${message} (${status})` };
}

function readPlainStatus(status: number, hasKey: boolean): Failure {
  if (status === 401) return hasKey ? KEY_REFUSED : { fault: 'key', message: 'needs a key' };
  if (status === 403 && hasKey) return { fault: 'key', message: 'the key lacks permission' };
  if (status === 402) return QUOTA_USED;
  if (status === 429) return { fault: 'limited', message: 'limits the rate of requests' };
  if (status === 408 || status === 504) return { fault: 'timeout', message: 'timed out' };
  if (status >= 500) return { fault: 'unreachable', message: 'reports an internal error' };
  if (status >= 400) return { fault: 'refused', message: 'refuses the request' };
  return { fault: 'refused', message: 'redirects to an address that is not followed' };
}

const LATE: Failure = { fault: 'timeout', message: 'did not answer in time' };
const WIRE_FAULTS: Readonly<Record<Exclude<WireFault, 'malformed' | 'aborted'>, Failure>> = {
  unreachable: { fault: 'unreachable', message: 'cannot be reached' },
  broken: { fault: 'unreachable', message: 'closed the connection without an answer' },
  cut: { fault: 'unreachable', message: 'cut its answer off' },
  first_byte_timeout: LATE,
  idle_timeout: LATE,
  too_large: { fault: 'malformed', message: 'answered with more than 1 MiB' },
};

/** @param signal of the search. */
export function readError(error: unknown, signal: AbortSignal): Failure {
  if (error instanceof SourceError) return { fault: error.fault, message: error.message };
  if (signal.aborted) return readAbort(signal);
  if (isTimeUp(error)) return LATE;
  if (error instanceof AddressRefused) return { fault: 'refused', message: error.message };
  if (error instanceof ShapeError) return { fault: 'malformed', message: error.message };
  if (!(error instanceof WireError)) return { fault: 'malformed', message: 'the reply is malformed' };
  if (error.fault === 'aborted') return readAbort(signal);
  if (error.fault === 'malformed') return { fault: 'malformed', message: error.message };
  const failure = WIRE_FAULTS[error.fault];
  return error.fault === 'unreachable'
    ? { ...failure, message: `${failure.message} (${error.message})` }
    : failure;
}

/** What a search that was aborted came to: its deadline passed (the reason is a `TimeoutError`), or its caller left. */
function readAbort(signal: AbortSignal): Failure {
  return (signal.reason as Error | undefined)?.name === 'TimeoutError'
    ? LATE
    : { fault: 'aborted', message: 'nobody waits for the answer any more' };
}
