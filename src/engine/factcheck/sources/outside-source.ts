/**
 * How a source outside the gateway is described: its file translates a query into requests, and replies into
 * items. What all of them have in common (deadline, caps, retry, rate, address checks, cleaning) is done around
 * it, in `open-outside-source.ts`.
 */
import type { EvidenceKind } from '../../../domain/claim.ts';
import type { JsonObject } from '../../../models/dialects/read-json.ts';
import { listAt } from './read-reply.ts';
import type { EvidenceQuery, SourceError } from './source.ts';

export interface OutsideSource {
  /** Short, lower case; as in config, in a request's `sources` and in `sources_consulted`. */
  readonly name: string;
  /** What it is, in a few words for people; begins with a capital letter. */
  readonly about: string;
  readonly kind: EvidenceKind;
  /** How far it is believed, 0 to 1; as others of its kind where absent. See `confidence.ts`. */
  readonly weight?: number;
  /** Where its API is documented. */
  readonly documentation: string;
  /**
   * The default; absent where only the operator can know. `{language}` in it is replaced by the request's
   * language.
   */
  readonly baseUrl?: string;
  readonly key: 'none' | 'optional' | 'required';
  /** Where searches are billed, if only beyond a free plan; absent where a free key suffices. */
  readonly paidBy?: 'operator';
  /** Its texts may have no address of their own: those without one are kept. */
  readonly withoutLinks?: true;
  /** Where the key is sent: a header, behind a word such as `Bearer`, or a parameter of the URL. */
  readonly keyGoesTo?: { readonly header: string; readonly scheme?: string } | { readonly parameter: string };
  /** The parameter that takes the operator's e-mail address, where the source asks for one. */
  readonly mailParameter?: string;
  /** The most requests a second, unless config says otherwise. */
  readonly rate: number;
  /** How many of them may come at once; as many as a second holds unless said otherwise. */
  readonly burst?: number;
  /**
   * `searchOnce` where one request suffices.
   *
   * @returns what the reply holds, as it came, the best first; it is cleaned afterwards.
   * @throws SourceError of `ask`; any other error counts as a malformed reply.
   */
  search(query: EvidenceQuery, ask: Ask, signal?: AbortSignal): Promise<readonly FoundItem[]>;
  /** Failures whose status alone would be misread; the first that fits counts. */
  readonly failures?: readonly FailureRule[];
}

export interface SourceRequest {
  /** Appended to the base URL; begins with `/`. */
  readonly path: string;
  /** Parameters of the URL; `undefined` ones are left out. */
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** Makes it a POST. */
  readonly json?: unknown;
  /** JSON unless said otherwise. */
  readonly expect?: 'xml';
  /** Replaces `{language}` in the base URL; from a fixed list. */
  readonly language?: string;
}

/**
 * Sends a request to the source.
 *
 * @returns the reply's JSON as it was parsed; its text where XML was expected.
 * @throws SourceError
 */
export type Ask = (request: SourceRequest) => Promise<unknown>;

/** What a source found, as it came: fields of any type, since replies are not trusted to be as documented. */
export interface FoundItem {
  readonly title?: unknown;
  readonly url?: unknown;
  readonly text?: unknown;
  readonly published?: unknown;
}

export interface Failure {
  readonly fault: SourceError['fault'];
  /** For the operator; holds no key and no claim. */
  readonly message: string;
}

interface FailureRule extends Failure {
  /** Any status where absent. */
  readonly status?: readonly number[];
  /** Any body where absent. */
  readonly body?: RegExp;
}

export const KEY_REFUSED: Failure = { fault: 'key', message: 'the key is not accepted' };
export const QUOTA_USED: Failure = { fault: 'limited', message: 'the quota of the key is used up' };

/**
 * A search that is one request.
 *
 * @param list where the items stand in the reply, such as `web.results`.
 */
export function searchOnce(
  toRequest: (query: EvidenceQuery) => SourceRequest,
  list: string,
  toItem: (entry: JsonObject) => FoundItem,
): OutsideSource['search'] {
  return async (query, ask) => listAt(await ask(toRequest(query)), list).map(toItem);
}

/** @returns what the first of the queries finds that finds anything. */
export async function firstFound<Found>(
  queries: Iterable<string>,
  find: (words: string) => Promise<readonly Found[]>,
): Promise<readonly Found[]> {
  for (const words of queries) {
    const found = await find(words);
    if (found.length > 0) return found;
  }
  return [];
}
