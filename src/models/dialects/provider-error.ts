/**
 * What a provider's failure means for the caller, and whether it may be tried again. The adapters
 * bring their provider's words as rules; the statuses below hold for all of them.
 */
import { type ErrorCode, GatewayError } from '../../domain/errors.ts';
import { cleanMessage, cleanWord } from './clean-message.ts';

/** The errors of the table that a provider can cause by what it answers. */
type Meaning = Extract<
  ErrorCode,
  | 'api_key_invalid'
  | 'api_key_revoked'
  | 'insufficient_quota'
  | 'provider_rate_limited'
  | 'provider_overloaded'
  | 'provider_model_not_found'
  | 'context_length_exceeded'
  | 'provider_rejected'
  | 'provider_failed'
>;

/** What a provider said of its failure, not yet cleaned. */
export interface Fault {
  readonly message?: string | undefined;
  /** Its machine words: type, code, status, reason. */
  readonly words: readonly string[];
  /** The request field that it names. */
  readonly param?: string | undefined;
  /** A wait that the body asks for, in seconds, where the provider has no header for it. */
  readonly retryAfter?: string | undefined;
}

/** Matches where each of the given conditions does. */
export interface ErrorRule {
  /** 200 stands for an error inside a 2xx that names no status of its own. */
  readonly statuses?: readonly number[];
  /** Any of the fault's words. */
  readonly words?: readonly string[];
  readonly text?: RegExp;
  readonly means: Meaning;
}

export type ReadHeader = (name: string) => string | undefined;

/**
 * Words that say "too long", as OpenAI, xAI, Together, vLLM, llama.cpp, LM Studio, Anthropic and Google put it where they have no
 * error code for it.
 */
export const CONTEXT_TOO_LONG = new RegExp(
  [
    'maximum (?:context|prompt) length',
    'context (?:length|window|size)',
    'prompt is too long',
    'input token count',
    'too many (?:input )?tokens',
    '`?inputs`? tokens \\+',
    "exceeds? the (?:model's )?maximum (?:number of )?(?:input )?tokens",
  ].join('|'),
  'i',
);

/** Characters of a message that the rules look at: they say it at once, and expressions take time. */
const LOOKED_AT = 2048;

function matches(rule: ErrorRule, status: number, fault: Fault): boolean {
  if (rule.statuses?.includes(status) === false) return false;
  if (rule.words !== undefined && !fault.words.some((word) => rule.words?.includes(word))) return false;
  return rule.text === undefined || rule.text.test(fault.message?.slice(0, LOOKED_AT) ?? '');
}

function meaningOfStatus(status: number): Meaning {
  switch (status) {
    case 400:
    case 413:
    case 422:
      return 'provider_rejected';
    case 401:
      return 'api_key_invalid';
    case 402:
      return 'insufficient_quota';
    case 404:
      return 'provider_model_not_found';
    case 429:
      return 'provider_rate_limited';
    case 503:
    case 529:
      return 'provider_overloaded';
    default:
      return 'provider_failed';
  }
}

/** The first rule that matches wins, before the status. */
function meaningOf(status: number, fault: Fault, rules: readonly ErrorRule[]): Meaning {
  return rules.find((rule) => matches(rule, status, fault))?.means ?? meaningOfStatus(status);
}

/** The most seconds of `Retry-After` that are waited for rather than handed to the caller. */
const LONGEST_WAIT = 2;

/** The value as the provider wrote it, where it can be one: printable ASCII, so that it splits no header. */
function readRetryAfter(fault: Fault, header: ReadHeader): string | undefined {
  const value = header('retry-after') ?? fault.retryAfter;
  return value !== undefined && /^[\x21-\x7e](?:[\x20-\x7e]{0,62}[\x21-\x7e])?$/.test(value)
    ? value
    : undefined;
}

/** A date does not count as a short wait: there is no clock here to compare it with. */
function isShortWait(retryAfter: string): boolean {
  return /^\d+(?:\.\d+)?$/.test(retryAfter) && Number(retryAfter) <= LONGEST_WAIT;
}

function mayRetry(
  meaning: Meaning,
  status: number,
  retryAfter: string | undefined,
  header: ReadHeader,
): boolean {
  if (header('x-should-retry') === 'false') return false;
  const waitIsShort = retryAfter === undefined ? undefined : isShortWait(retryAfter);
  switch (meaning) {
    case 'provider_rate_limited':
      return waitIsShort === true;
    case 'provider_overloaded':
      return waitIsShort !== false;
    case 'provider_failed':
      return (status === 408 || status === 409 || status >= 500) && waitIsShort !== false;
    default:
      return false;
  }
}

/** What the log may know: the status and the provider's machine words, none of its text. */
function causeOf(status: number | undefined, fault: Fault): string {
  const words = fault.words.map(cleanWord).filter((word) => word !== undefined);
  return [status === undefined ? 'error in the body' : `HTTP ${status}`, ...words].join(' ');
}

function detailOf(meaning: Meaning, status: number | undefined, fault: Fault): string | undefined {
  switch (meaning) {
    case 'provider_rejected':
    case 'context_length_exceeded':
      return fault.message === undefined ? undefined : cleanMessage(fault.message);
    case 'provider_failed':
      return status === undefined ? undefined : `The provider failed with status ${status}`;
    default:
      // Whatever the provider writes here is about the key or the account: the table's own words are used.
      return undefined;
  }
}

function errorOf(
  meaning: Meaning,
  status: number | undefined,
  fault: Fault,
  retryAfter: string | undefined,
  retryable: boolean,
): GatewayError {
  const waits =
    meaning === 'provider_rate_limited' ||
    meaning === 'insufficient_quota' ||
    meaning === 'provider_overloaded';
  // The provider counts messages with those of the gateway's own.
  const param = fault.param?.replace(/^messages\b.*/, 'messages') ?? '';
  const names = meaning === 'provider_rejected' && /^[\w.[\]-]{1,64}$/.test(param);
  return new GatewayError(meaning, detailOf(meaning, status, fault), {
    ...(waits ? { retryAfter: retryAfter ?? '1' } : {}),
    ...(names ? { param } : {}),
    retryable,
    cause: causeOf(status, fault),
  });
}

/** The error for an answer with a status other than 2xx. */
export function errorOfAnswer(
  status: number,
  header: ReadHeader,
  fault: Fault,
  rules: readonly ErrorRule[],
): GatewayError {
  const meaning = meaningOf(status, fault, rules);
  const retryAfter = readRetryAfter(fault, header);
  return errorOf(meaning, status, fault, retryAfter, mayRetry(meaning, status, retryAfter, header));
}

/**
 * The error for one that came inside a 2xx, in a whole answer or in mid-stream. Never retryable: the
 * provider has begun to answer.
 * @param status the HTTP status that the error itself names, where it names one.
 */
export function errorInBody(
  status: number | undefined,
  fault: Fault,
  rules: readonly ErrorRule[],
): GatewayError {
  return errorOf(
    meaningOf(status ?? 200, fault, rules),
    status,
    fault,
    readRetryAfter(fault, () => undefined),
    false,
  );
}

/**
 * The error for a 2xx that makes no sense.
 * @param what went wrong, for the log; holds no text of anybody's.
 */
export function malformedAnswer(what: string): GatewayError {
  return new GatewayError('provider_failed', 'The provider sent a malformed answer', {
    cause: what,
  });
}
