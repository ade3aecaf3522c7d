/**
 * Every failure a caller can see. One table: code → status, detail, OpenAI's type and code.
 * `docs/errors.md` repeats it for readers, and a test holds the two together.
 */

export type ErrorType =
  | 'invalid_request_error'
  | 'authentication_error'
  | 'permission_error'
  | 'rate_limit_error'
  | 'server_error';

interface Row {
  readonly status: number;
  readonly type: ErrorType;
  /** OpenAI's `error.code`, ours where it has none. */
  readonly openai: string | null;
  /** The detail where the maker of the error gives none. */
  readonly detail: string;
}

export const ERRORS = {
  api_key_required: {
    status: 401,
    type: 'authentication_error',
    openai: 'invalid_api_key',
    detail: 'API key is required',
  },
  api_key_invalid: {
    status: 401,
    type: 'authentication_error',
    openai: 'invalid_api_key',
    detail: 'Invalid API key',
  },
  api_key_revoked: {
    status: 401,
    type: 'authentication_error',
    openai: 'invalid_api_key',
    detail: 'API key has been revoked or expired',
  },
  bad_request: {
    status: 400,
    type: 'invalid_request_error',
    openai: null,
    detail: 'Bad request',
  },
  unknown_model: {
    status: 400,
    type: 'invalid_request_error',
    openai: 'model_not_found',
    detail: 'Unknown model',
  },
  unsupported: {
    status: 400,
    type: 'invalid_request_error',
    openai: 'unsupported_parameter',
    detail: 'The provider cannot serve this request',
  },
  provider_rejected: {
    status: 400,
    type: 'invalid_request_error',
    openai: null,
    detail: 'The provider rejected the request',
  },
  context_length_exceeded: {
    status: 400,
    type: 'invalid_request_error',
    openai: 'context_length_exceeded',
    detail: 'The conversation is longer than the context window of the model',
  },
  provider_model_not_found: {
    status: 400,
    type: 'invalid_request_error',
    openai: 'model_not_found',
    detail: 'The provider does not have this model, or the key has no access to it',
  },
  model_not_in_plan: {
    status: 403,
    type: 'permission_error',
    openai: 'model_not_in_plan',
    detail: 'The plan does not include this model',
  },
  not_found: { status: 404, type: 'invalid_request_error', openai: 'not_found', detail: 'Not found' },
  model_not_listed: {
    status: 404,
    type: 'invalid_request_error',
    openai: 'model_not_found',
    detail: 'No such model',
  },
  method_not_allowed: {
    status: 405,
    type: 'invalid_request_error',
    openai: 'method_not_allowed',
    detail: 'Method not allowed',
  },
  precondition_failed: {
    status: 412,
    type: 'invalid_request_error',
    openai: 'precondition_failed',
    detail: 'The precondition of the request does not hold',
  },
  body_too_large: {
    status: 413,
    type: 'invalid_request_error',
    openai: 'body_too_large',
    detail: 'The request body is too large',
  },
  not_json: {
    status: 415,
    type: 'invalid_request_error',
    openai: 'unsupported_media_type',
    detail: 'Content-Type must be application/json',
  },
  host_not_served: {
    status: 421,
    type: 'invalid_request_error',
    openai: 'host_not_served',
    detail: 'This gateway does not answer for this host',
  },
  invalid_body: {
    status: 422,
    type: 'invalid_request_error',
    openai: 'invalid_body',
    detail: 'The request is not valid',
  },
  plan_limit_reached: {
    status: 429,
    type: 'rate_limit_error',
    openai: 'rate_limit_exceeded',
    detail: 'Rate limit exceeded',
  },
  address_limit_reached: {
    status: 429,
    type: 'rate_limit_error',
    openai: 'address_rate_limit_exceeded',
    detail: 'Too many requests from this address',
  },
  too_many_open_requests: {
    status: 429,
    type: 'rate_limit_error',
    openai: 'concurrency_limit_exceeded',
    detail: 'Too many requests with this key are open at once',
  },
  provider_rate_limited: {
    status: 429,
    type: 'rate_limit_error',
    openai: 'provider_rate_limit_exceeded',
    detail: 'The provider is limiting the rate of requests with this key',
  },
  insufficient_quota: {
    status: 429,
    type: 'rate_limit_error',
    openai: 'insufficient_quota',
    detail: 'The quota of this key at the provider is used up',
  },
  internal: { status: 500, type: 'server_error', openai: 'internal_error', detail: 'Internal server error' },
  provider_failed: {
    status: 502,
    type: 'server_error',
    openai: 'provider_error',
    detail: 'The provider failed',
  },
  provider_cut_off: {
    status: 502,
    type: 'server_error',
    openai: 'provider_cut_off',
    detail: 'The provider cut its answer off',
  },
  provider_unreachable: {
    status: 502,
    type: 'server_error',
    openai: 'provider_unreachable',
    detail: 'The provider could not be reached',
  },
  provider_overloaded: {
    status: 503,
    type: 'server_error',
    openai: 'provider_overloaded',
    detail: 'The provider is overloaded',
  },
  over_capacity: {
    status: 503,
    type: 'server_error',
    openai: 'over_capacity',
    detail: 'The gateway is serving as many requests as it can',
  },
  draining: {
    status: 503,
    type: 'server_error',
    openai: 'unavailable',
    detail: 'The gateway is shutting down',
  },
  unavailable: {
    status: 503,
    type: 'server_error',
    openai: 'unavailable',
    detail: 'The gateway cannot serve this request at the moment',
  },
  provider_timeout: {
    status: 504,
    type: 'server_error',
    openai: 'provider_timeout',
    detail: 'The provider did not answer in time',
  },
} as const satisfies Record<string, Row>;

export type ErrorCode = keyof typeof ERRORS;

export interface ErrorOptions {
  /** The request field at fault, as `error.param`. */
  readonly param?: string;
  /** Value of `Retry-After`, passed through as the provider wrote it. */
  readonly retryAfter?: string;
  /**
   * Whether sending the same request again may help and can do no harm. Decided where the error is
   * made; the retrying code looks at nothing else.
   */
  readonly retryable?: boolean;
  /** What was really wrong, for the log alone. Must hold no key and no text of a caller. */
  readonly cause?: unknown;
}

/** A failure that the caller is told about. Its message is written for the caller. */
export class GatewayError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly type: ErrorType;
  /** OpenAI's `error.code`. */
  readonly openaiCode: string | null;
  readonly param: string | null;
  readonly retryAfter: string | undefined;
  readonly retryable: boolean;

  constructor(code: ErrorCode, detail?: string, options: ErrorOptions = {}) {
    const row: Row = ERRORS[code];
    super(detail ?? row.detail, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'GatewayError';
    this.code = code;
    this.status = row.status;
    this.type = row.type;
    this.openaiCode = row.openai;
    this.param = options.param ?? null;
    this.retryAfter = options.retryAfter;
    this.retryable = options.retryable ?? false;
  }
}

/** One fault of a request body, in pydantic's words. The input's value is never part of it. */
export interface FieldFault {
  readonly loc: readonly (string | number)[];
  readonly msg: string;
  readonly type: string;
}

/** Faults that an error lists. */
const MOST_FAULTS = 100;

/** The faults of one request body: 422. */
export class ValidationError extends GatewayError {
  /** At most 100. */
  readonly faults: readonly FieldFault[];

  /** @param found.all whether the faults are all that the body has, as they are unless said otherwise. */
  constructor(faults: readonly FieldFault[], found: { readonly all: boolean } = { all: true }) {
    const first = faults[0];
    const place = first === undefined ? '' : `${first.loc.join('.')}: ${first.msg}`;
    super('invalid_body', place + tellRest(faults.length, found.all), {
      ...(first === undefined ? {} : { param: first.loc.slice(1).join('.') }),
    });
    this.name = 'ValidationError';
    this.faults = faults.slice(0, MOST_FAULTS);
  }
}

function tellRest(count: number, all: boolean): string {
  if (count < 2) return '';
  const listed = count > MOST_FAULTS ? `; ${MOST_FAULTS} are listed` : '';
  return ` (and ${all ? '' : 'at least '}${count - 1} more${listed})`;
}
