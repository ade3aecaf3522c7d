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

/** https://ai.google.dev/gemini-api/docs/troubleshooting, https://cloud.google.com/apis/design/errors */
const RULES: readonly ErrorRule[] = [
  { words: ['API_KEY_INVALID'], text: /expired/i, means: 'api_key_revoked' },
  { text: /reported as leaked|api key expired/i, means: 'api_key_revoked' },
  { words: ['CONSUMER_SUSPENDED'], means: 'api_key_revoked' },
  {
    words: [
      'API_KEY_INVALID',
      'API_KEY_SERVICE_BLOCKED',
      'API_KEY_HTTP_REFERRER_BLOCKED',
      'API_KEY_IP_ADDRESS_BLOCKED',
      'UNAUTHENTICATED',
    ],
    means: 'api_key_invalid',
  },
  { text: /api key not (?:valid|found)/i, means: 'api_key_invalid' },
  // RESOURCE_EXHAUSTED says "check your plan and billing" of every limit; only these do not pass by themselves.
  {
    text: /credits? (?:are|is|have been) (?:depleted|exhausted)|spend(?:ing)? (?:cap|limit)/i,
    means: 'insufficient_quota',
  },
  { statuses: [403], text: /\bmodels?\//i, means: 'provider_model_not_found' },
  { statuses: [400], text: CONTEXT_TOO_LONG, means: 'context_length_exceeded' },
];

/** The same words stand for statuses where an error comes inside a 2xx without a number. */
const STATUS_WORDS: Readonly<Record<string, number>> = {
  INVALID_ARGUMENT: 400,
  FAILED_PRECONDITION: 400,
  PERMISSION_DENIED: 403,
  NOT_FOUND: 404,
  RESOURCE_EXHAUSTED: 429,
  INTERNAL: 500,
  UNAVAILABLE: 503,
  DEADLINE_EXCEEDED: 504,
};

/** `"34.4s"` → `"35"`: whole seconds, as `Retry-After` has them, never too early. */
function toSeconds(delay: unknown): string | undefined {
  const match = typeof delay === 'string' ? /^(\d{1,9}(?:\.\d+)?)s$/.exec(delay) : null;
  return match === null ? undefined : String(Math.ceil(Number(match[1])));
}

/** An error that breaks off a list of answers comes as a list of one. */
function errorOf(body: unknown): JsonObject | undefined {
  const first: unknown = Array.isArray(body) ? body[0] : body;
  return isObject(first) && isObject(first.error) ? first.error : undefined;
}

function readFault(error: JsonObject | undefined): Fault {
  if (error === undefined) return { words: [] };
  const details = Array.isArray(error.details) ? error.details.filter(isObject) : [];
  return {
    message: readText(error.message),
    words: [error.status, ...details.map((detail) => detail.reason)].filter(
      (word) => typeof word === 'string' && word !== '',
    ) as string[],
    retryAfter: details.map((detail) => toSeconds(detail.retryDelay)).find((delay) => delay !== undefined),
  };
}

function statusNamed(error: JsonObject | undefined): number | undefined {
  const code = error?.code;
  if (typeof code === 'number' && code >= 400 && code <= 599) return code;
  const word = error?.status;
  return typeof word === 'string' && Object.hasOwn(STATUS_WORDS, word) ? STATUS_WORDS[word] : undefined;
}

/** Whether a 2xx body or frame is an error. */
export function isErrorBody(body: unknown): boolean {
  return errorOf(body) !== undefined;
}

export function readErrorBody(body: unknown): GatewayError {
  const error = errorOf(body);
  return errorInBody(statusNamed(error), readFault(error), RULES);
}

export function readError(status: number, header: ReadHeader, body: string): GatewayError {
  return errorOfAnswer(status, header, readFault(errorOf(parseJson(body))), RULES);
}
