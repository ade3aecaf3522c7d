import type { GatewayError } from '../../../domain/errors.ts';
import {
  CONTEXT_TOO_LONG,
  type ErrorRule,
  errorInBody,
  errorOfAnswer,
  type Fault,
  type ReadHeader,
} from '../provider-error.ts';
import { isObject, type JsonObject, parseJson, readText } from '../read-json.ts';
import type { DialectSettings } from './settings.ts';

/** What every server of the dialect may say, in OpenAI's words and in those of its imitators. */
export const DIALECT_RULES: readonly ErrorRule[] = [
  { words: ['account_deactivated', 'api_key_expired', 'api_key_revoked'], means: 'api_key_revoked' },
  {
    statuses: [401],
    text: /revoked|expired|deactivated|disabled|suspended|blocked/i,
    means: 'api_key_revoked',
  },
  { words: ['invalid_api_key', 'authentication_error'], means: 'api_key_invalid' },
  {
    words: ['insufficient_quota', 'billing_hard_limit_reached', 'billing_not_active', 'credit_limit'],
    means: 'insufficient_quota',
  },
  { words: ['context_length_exceeded', 'exceed_context_size_error'], means: 'context_length_exceeded' },
  { words: ['model_not_found', 'model_not_available'], means: 'provider_model_not_found' },
  { words: ['rate_limit_exceeded', 'rate_limit_error', 'rate_limit'], means: 'provider_rate_limited' },
  { words: ['overloaded_error', 'server_overloaded', 'overloaded'], means: 'provider_overloaded' },
  { statuses: [200, 400, 413, 422], text: CONTEXT_TOO_LONG, means: 'context_length_exceeded' },
  // Inside a 2xx it is the type that says who is to blame.
  {
    statuses: [200],
    words: [
      'invalid_request_error',
      'BadRequestError',
      'invalid-argument',
      'Client specified an invalid argument',
    ],
    means: 'provider_rejected',
  },
];

type ErrorWords = Pick<DialectSettings, 'errorRules'>;

function words(...values: readonly unknown[]): string[] {
  return values.filter((value) => typeof value === 'string' && value !== '') as string[];
}

/**
 * Reads every form of error that the dialect's servers have: OpenAI's object, xAI's `{code, error: text}`,
 * vLLM's flat `{object: "error", message}`, FastAPI's `{detail}`.
 */
function readFault(body: unknown): Fault {
  if (!isObject(body)) return { words: [] };
  const error = body.error;
  if (isObject(error)) {
    return {
      message: readText(error.message),
      words: words(error.code, error.type, body.code, body.type),
      param: readText(error.param),
    };
  }
  return {
    message: readText(error) ?? readText(body.message) ?? readText(body.detail),
    words: words(body.code, body.type),
    param: readText(body.param),
  };
}

/** The HTTP status that an error inside a 2xx names, in `code` or `status`. */
function statusNamed(body: JsonObject): number | undefined {
  const error = isObject(body.error) ? body.error : body;
  for (const value of [error.code, error.status, error.status_code]) {
    const status = typeof value === 'string' && /^\d{3}$/.test(value) ? Number(value) : value;
    if (typeof status === 'number' && status >= 400 && status <= 599) return status;
  }
  return undefined;
}

/** Whether a 2xx body is an error in disguise. */
export function isErrorBody(body: JsonObject): boolean {
  return (body.error !== undefined && body.error !== null) || body.object === 'error';
}

export function readErrorBody(body: JsonObject, settings: ErrorWords): GatewayError {
  return errorInBody(statusNamed(body), readFault(body), settings.errorRules);
}

export function readErrorAnswer(
  status: number,
  header: ReadHeader,
  body: string,
  settings: ErrorWords,
): GatewayError {
  return errorOfAnswer(status, header, readFault(parseJson(body)), settings.errorRules);
}
