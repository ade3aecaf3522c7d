/** What can go wrong on the way to another host and back. */
export type WireFault =
  /** No connection came about: refused, no such host, TLS, connect timeout. */
  | 'unreachable'
  /** The connection broke before the answer's headers. */
  | 'broken'
  /** The connection broke within the answer's body. */
  | 'cut'
  /** No headers in time. */
  | 'first_byte_timeout'
  /** No bytes for too long within the body. */
  | 'idle_timeout'
  /** What came was not HTTP, or its coding was broken. */
  | 'malformed'
  /** More than allowed. */
  | 'too_large'
  /** The caller's signal. */
  | 'aborted';

/** A failure of the wire. Its message is for the log: it names no key and no text of a caller. */
export class WireError extends Error {
  readonly fault: WireFault;

  constructor(fault: WireFault, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'WireError';
    this.fault = fault;
  }
}
