/**
 * How a source outside the gateway is written down: what its file says of it. Everything that all of them
 * have in common (deadline, caps, retry, rate, address checks, cleaning) is done around it, in
 * `open-outside-source.ts`; the file translates a query into requests, and replies into items.
 */
import type { ApiKey } from '../../domain/api-key.ts';
import type { EvidenceQuery, SourceError } from './source.ts';

export interface OutsideSource {
  /** Short, lower case; as in config, in a request's `sources` and in `sources_consulted`. */
  readonly name: string;
  /** What it is, in a few words for people. */
  readonly about: string;
  /** Where its API is documented. */
  readonly documentation: string;
  /**
   * Where it is reached unless config says otherwise; absent where only the operator can know.
   * `{language}` in it is replaced by the request's language.
   */
  readonly baseUrl?: string;
  readonly key: 'none' | 'optional' | 'required';
  /** Requests a second that it is asked at most, unless config says otherwise. */
  readonly rate: number;
  /** How many of them may come at once; as many as a second holds unless said otherwise. */
  readonly burst?: number;
  /**
   * @returns what the reply holds, as it came, the best first; it is cleaned afterwards.
   * @throws SourceError of `ask`; any other error counts as a reply that makes no sense.
   */
  search(query: EvidenceQuery, ask: Ask, access: Access): Promise<readonly FoundItem[]>;
  /**
   * What a failure means where its status alone would be misread.
   * @param body its text, as far as it was read; to be looked at, never to be shown.
   */
  readFailure?(status: number, body: string): Failure | undefined;
}

/** What an operator gave to reach the source with. */
export interface Access {
  readonly key?: ApiKey;
  /** An e-mail address or a URL: who asks. */
  readonly contact?: string;
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

/** What a source found, as it came: of any shape, since nothing in a reply is trusted to have its own. */
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
