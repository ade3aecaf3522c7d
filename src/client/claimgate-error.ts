/** A request that the gateway refused, or a check that failed. */
export class ClaimgateError extends Error {
  override readonly name = 'ClaimgateError';
  /** HTTP status; 200 if a stream failed after it had begun. */
  readonly status: number;
  /** Such as `invalid_request_error`; `undefined` if something other than the gateway answered. */
  readonly type: string | undefined;
  /** Such as `rate_limit_exceeded`. */
  readonly code: string | undefined;
  /** The field that is at fault. */
  readonly param: string | undefined;
  /** Of a body that is not valid (422): each fault. */
  readonly faults: readonly Fault[];
  /** `X-Request-Id`, as the gateway's log has it. */
  readonly requestId: string | undefined;
  /** Seconds, if a later request may succeed. */
  readonly retryAfter: number | undefined;

  /** @param body as the gateway answered; anything else is ignored. */
  constructor(response: Pick<Response, 'status' | 'headers'>, body?: unknown, message?: string) {
    const { error, detail } = (body ?? {}) as ErrorBody;
    super(error?.message ?? message ?? `The gateway answered with status ${response.status}`);
    this.status = response.status;
    this.type = error?.type;
    this.code = error?.code ?? undefined;
    this.param = error?.param ?? undefined;
    this.faults = Array.isArray(detail) ? detail : [];
    this.requestId = response.headers.get('x-request-id') ?? undefined;
    const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
    this.retryAfter = Number.isFinite(seconds) ? seconds : undefined;
  }
}

/** One fault of a request. */
export interface Fault {
  /** Where it is, such as `["body", "text"]`. */
  readonly loc: readonly (string | number)[];
  readonly msg: string;
  readonly type: string;
}

interface ErrorBody {
  readonly error?: {
    readonly message?: string;
    readonly type?: string;
    readonly param?: string | null;
    readonly code?: string | null;
  };
  readonly detail?: unknown;
}
