/**
 * Every failure a caller can see. One table: code → status, OpenAI's code, detail; the type follows from the status.
 * `docs/errors.md` repeats it for readers, and a test compares the two.
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
  /** The default detail. */
  readonly detail: string;
}

const row = (status: number, openai: string | null, detail: string): Row => ({
  status,
  type: typeOf(status),
  openai,
  detail,
});

function typeOf(status: number): ErrorType {
  if (status >= 500) return 'server_error';
  if (status === 401) return 'authentication_error';
  if (status === 403) return 'permission_error';
  return status === 429 ? 'rate_limit_error' : 'invalid_request_error';
}

export const ERRORS = {
  api_key_required: row(401, 'invalid_api_key', 'API key is required'),
  api_key_invalid: row(401, 'invalid_api_key', 'Invalid API key'),
  api_key_revoked: row(401, 'invalid_api_key', 'API key has been revoked or expired'),
  session_ended: row(401, 'session_ended', 'The session is over: sign in again'),
  bad_request: row(400, null, 'Bad request'),
  unknown_model: row(400, 'model_not_found', 'Unknown model'),
  unsupported: row(400, 'unsupported_parameter', 'The provider cannot serve this request'),
  provider_rejected: row(400, null, 'The provider rejected the request'),
  context_length_exceeded: row(
    400,
    'context_length_exceeded',
    'The conversation is longer than the context window of the model',
  ),
  provider_model_not_found: row(
    400,
    'model_not_found',
    'The provider does not have this model, or the key has no access to it',
  ),
  document_refused: row(400, 'document_not_readable', 'The document cannot be read'),
  links_not_fetched: row(
    400,
    'links_not_fetched',
    'This gateway fetches no links (fetch.pages): copy the text, or send the file',
  ),
  model_not_in_plan: row(403, 'model_not_in_plan', 'The plan does not include this model'),
  publishing_not_in_plan: row(
    403,
    'publishing_not_in_plan',
    'The plan of this key does not include publishing reports (plans: publish)',
  ),
  account_shared: row(
    403,
    'account_shared',
    'Files and batches lie in the account of the key at its provider: they are for callers with keys of their own',
  ),
  role_not_allowed: row(
    403,
    'role_not_allowed',
    'The role viewer may look at everything, and change nothing: this is for the role admin',
  ),
  origin_not_allowed: row(403, 'origin_not_allowed', 'This gateway does not answer pages of this origin'),
  not_found: row(404, 'not_found', 'Not found'),
  model_not_listed: row(404, 'model_not_found', 'No such model'),
  thread_not_found: row(404, 'thread_not_found', 'No such thread: send the whole conversation'),
  response_not_found: row(404, 'response_not_found', 'No such response'),
  method_not_allowed: row(405, 'method_not_allowed', 'Method not allowed'),
  conflict: row(409, 'conflict', 'The request does not fit what is there'),
  precondition_failed: row(412, 'precondition_failed', 'The precondition of the request does not hold'),
  body_too_large: row(413, 'body_too_large', 'The request body is too large'),
  not_json: row(415, 'unsupported_media_type', 'Content-Type must be application/json'),
  host_not_served: row(421, 'host_not_served', 'This gateway does not answer for this host'),
  invalid_body: row(422, 'invalid_body', 'The request is not valid'),
  plan_limit_reached: row(429, 'rate_limit_exceeded', 'Rate limit exceeded'),
  address_limit_reached: row(429, 'address_rate_limit_exceeded', 'Too many requests from this address'),
  too_many_open_requests: row(
    429,
    'concurrency_limit_exceeded',
    'Too many requests with this key are open at once',
  ),
  provider_rate_limited: row(
    429,
    'provider_rate_limit_exceeded',
    'The provider is limiting the rate of requests with this key',
  ),
  budget_reserved: row(
    429,
    'budget_reserved',
    'The rest of the budget of this key is reserved for its requests under way',
  ),
  insufficient_quota: row(429, 'insufficient_quota', 'The quota of this key at the provider is used up'),
  internal: row(500, 'internal_error', 'Internal server error'),
  provider_failed: row(502, 'provider_error', 'The provider failed'),
  provider_cut_off: row(502, 'provider_cut_off', 'The provider cut its answer off'),
  answer_too_long_to_hold: row(
    502,
    'answer_too_long',
    'The answer is longer than what is held back until it is checked',
  ),
  provider_unreachable: row(502, 'provider_unreachable', 'The provider could not be reached'),
  page_failed: row(502, 'page_error', 'The page could not be fetched'),
  provider_overloaded: row(503, 'provider_overloaded', 'The provider is overloaded'),
  over_capacity: row(503, 'over_capacity', 'The gateway is serving as many requests as it can'),
  draining: row(503, 'unavailable', 'The gateway is shutting down'),
  unavailable: row(503, 'unavailable', 'The gateway cannot serve this request at the moment'),
  provider_timeout: row(504, 'provider_timeout', 'The provider did not answer in time'),
};

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
  /** What the caller may do, where the contract leaves no room for it in `detail`: it follows in `error.message`. */
  readonly advice?: string;
  /** What was really wrong, for the log alone. Must hold no key and no text of a caller. */
  readonly cause?: unknown;
}

/** A failure that the caller sees. Its message is written for the caller. */
export class GatewayError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly type: ErrorType;
  /** OpenAI's `error.code`. */
  readonly openaiCode: string | null;
  readonly param: string | null;
  readonly retryAfter: string | undefined;
  readonly retryable: boolean;
  /** The message and what the caller may do, as `error.message` has it. */
  readonly advised: string;

  constructor(code: ErrorCode, detail?: string, options: ErrorOptions = {}) {
    const { status, type, openai, detail: usual } = ERRORS[code];
    super(detail ?? usual, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'GatewayError';
    this.code = code;
    this.status = status;
    this.type = type;
    this.openaiCode = openai;
    this.param = options.param ?? null;
    this.retryAfter = options.retryAfter;
    this.retryable = options.retryable ?? false;
    this.advised = options.advice === undefined ? this.message : `${this.message}. ${options.advice}`;
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
    super('invalid_body', place + countRest(faults.length, found.all), {
      ...(isField(first) ? { param: first.loc.slice(1).join('.') } : {}),
    });
    this.name = 'ValidationError';
    this.faults = faults.slice(0, MOST_FAULTS);
  }
}

/** Whether a fault is one of a field, not of the body as a whole or of its text. */
function isField(fault: FieldFault | undefined): fault is FieldFault {
  return fault !== undefined && fault.loc.length > 1 && fault.type !== 'json_invalid';
}

function countRest(count: number, all: boolean): string {
  if (count < 2) return '';
  const listed = count > MOST_FAULTS ? `; ${MOST_FAULTS} are listed` : '';
  return ` (and ${all ? '' : 'at least '}${count - 1} more${listed})`;
}

/** A fault of a field of the query, a header or the body. @param problem what its value must be. */
export function faultAt(place: 'query' | 'header' | 'body', field: string, problem: string): ValidationError {
  return new ValidationError([{ loc: [place, field], msg: `Value error, ${problem}`, type: 'value_error' }]);
}
