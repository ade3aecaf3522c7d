/**
 * Makes a provider's error text fit to be shown to a caller. Security invariant: what leaves here is
 * one line of at most 500 characters without control characters, markup, or anything that could be
 * a key or a part of one; where in doubt a harmless word is redacted too.
 */

const MAX_LENGTH = 500;
/** What is looked at; bounds the cost of the expressions below. */
const MAX_INPUT = 4096;
const REDACTED = '[redacted]';

/** Pages of proxies and load balancers. */
const MARKUP = /<\s*(?:!doctype|!--|\?xml|html|head|body|title|script|style|center|h1|p|div|br|hr|pre)\b/i;

/** Control characters, line separators, and the invisible ones that can reorder or hide text. */
const UNPRINTABLE = /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]+/g;

/** Texts about who is calling: they are never forwarded, even where their status says something else. */
const ABOUT_CREDENTIALS =
  /api[-_ ]?key|\bauth(?:entication|orization|enticate)\b|credential|\bbearer\b|access token/i;

/** Keys by the prefixes of their makers, masked forms (`sk-ab***yz`) included. */
const PREFIXED_KEY =
  /\b(?:sk|rk|pk|xai|gsk|tgp|hf|pplx|nvapi|csk|fw|ghp|glpat)[-_][\w*.…•-]+|\b(?:AIza|AQ\.|ya29\.|eyJ)[\w*.…•-]+/g;
/** A field or query parameter with its value. */
const NAMED_SECRET = /\b((?:(?:secret|password)["']?\s*[:=]|(?:key|token)=)\s*["']?)[^\s,;"'&]+/gi;
const UUID = /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi;
/** Whatever could be hexadecimal or Base64, with its punctuation; judged by `isSecret`. */
const LONG_RUN = /[A-Za-z0-9+/=_.~-]{20,}/g;

/** A model id or an error code is words joined by punctuation; a secret is one long stretch of characters. */
function isSecret(run: string): boolean {
  return run
    .split(/[^A-Za-z0-9]/)
    .some((part) => part.length >= 32 || (part.length >= 20 && /\d/.test(part) && /[A-Za-z]/.test(part)));
}

/** @returns the text, with whatever has the shape of a key or another secret taken out. */
export function redactSecrets(text: string): string {
  return text
    .replace(NAMED_SECRET, `$1${REDACTED}`)
    .replace(PREFIXED_KEY, REDACTED)
    .replace(UUID, REDACTED)
    .replace(LONG_RUN, (run) => (isSecret(run) ? REDACTED : run));
}

/** Cuts at a length without leaving half a surrogate pair. */
function cut(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}

/** A key that lies across the cut would escape the expressions: its beginning goes as well. */
function limit(text: string): string {
  if (text.length <= MAX_INPUT) return text;
  let end = MAX_INPUT;
  while (end > 0 && !/\s/.test(text[end - 1]!)) end--;
  return text.slice(0, end);
}

/**
 * @param text the provider's message, as it came.
 * @returns the message for the caller, or `undefined` where nothing of it may be shown: markup, blank,
 *   or talk of credentials.
 */
export function cleanMessage(text: string): string | undefined {
  const input = limit(text);
  if (MARKUP.test(input)) return undefined;
  const line = input.toWellFormed().replace(UNPRINTABLE, ' ').replace(/\s+/g, ' ').trim();
  if (line === '' || ABOUT_CREDENTIALS.test(line)) return undefined;
  return cut(redactSecrets(line), MAX_LENGTH);
}

/**
 * A provider's machine word (an error code or type) for the log.
 * @returns the word, or `undefined` where it is not one.
 */
export function cleanWord(word: string): string | undefined {
  return /^[\w.:-]{1,64}$/.test(word) && redactSecrets(word) === word ? word : undefined;
}
