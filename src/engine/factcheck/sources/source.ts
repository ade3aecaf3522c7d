/**
 * What a source of evidence is. One file a source, one line in `registry.ts`; the conformance suite runs
 * over the registry.
 */
import type { EvidenceKind } from '../../../domain/claim.ts';
import type { ClaimDecision } from '../../corpus/document.ts';

/** What is looked for. */
export interface EvidenceQuery {
  /** The claim, standing alone; already cut for the outside where it goes there. */
  readonly text: string;
  /** BCP 47 primary language, such as `en`, from a fixed list. */
  readonly language: string;
  /** The most items wanted, 1 to 20. */
  readonly limit: number;
  /** Milliseconds that may pass until it is known what texts mean; none where absent. */
  readonly patience?: number;
}

/** What a source found: the only text that a quote may be taken from, the only URL that may be cited. */
export interface RetrievedItem {
  /** Name of the source. */
  readonly source: string;
  /** What it is, where a source holds texts of several kinds, or config says what it holds; else as of the source. */
  readonly kind?: EvidenceKind;
  /** One line; `""` where the source has none. */
  readonly title: string;
  /** Absolute http(s) URL, or a path of the gateway's own that begins with `/`; `""` of a text without one. */
  readonly url: string;
  /** Plain text, well-formed, without markup or control characters; at most some thousand characters. */
  readonly text: string;
  /** ISO 8601 date, where the source has one. */
  readonly published?: string;
  /** Further reading, such as the encyclopedia's article on the matter. */
  readonly seeAlso?: string;
  /** Which of the passages that the request itself brought this is; those go before what was found elsewhere. */
  readonly passage?: number;
  /** Where `text` was written in another way: what stands there between two offsets into it. */
  readonly written?: (start: number, end: number) => string;
  /** -1 to 1: how near its meaning is to the query's; absent where that is not known. */
  readonly similarity?: number;
  /** A decision on the very claim that was asked about: it is shown first, and no judge reads it. */
  readonly review?: ClaimDecision;
  /** Part of the conversation: the model that answers reads it anyway. */
  readonly inConversation?: true;
}

/** Told of a search in a source outside, as often as it happens. */
export interface SearchWatch {
  /** The source is asked: it is not left alone, and its rate allows it. */
  readonly onAsk: () => void;
  /** The connection is there, and the query goes out. */
  readonly onSend: () => void;
}

export interface EvidenceSource {
  /** As in `sources_consulted` and in a request's `sources`. */
  readonly name: string;
  /**
   * `local`: runs always, nothing leaves the machine. `archive`: a server of the operator's, which runs always too, for
   * callers who may read what the operator has. `outside`: sees callers' claims, and may cost money.
   */
  readonly reach: 'local' | 'archive' | 'outside';
  /** What an archive is, in a few words for people; of the others, the registry knows. */
  readonly about?: string;
  /** What an archive holds. */
  readonly kind?: EvidenceKind;
  /**
   * @returns the items, the best first; none where nothing was found, `NOTHING_HELD` where there is nothing to find.
   * @throws SourceError; the signal, which aborts it at any stage, may throw its reason instead.
   */
  search(query: EvidenceQuery, signal: AbortSignal, watch?: SearchWatch): Promise<readonly RetrievedItem[]>;
  /**
   * Of a local source that may have all in memory.
   * @returns what `search` would, at once; `undefined` where it has to be searched.
   */
  find?(query: EvidenceQuery): readonly RetrievedItem[] | undefined;
  /** @returns what `find` looks in: as long as that is the same, so is what it finds; `undefined` where it finds nothing. */
  edition?(): object | undefined;
  /** Of a source that may hold nothing at all. */
  isEmpty?(): Promise<boolean>;
}

/** This very list is returned by a source that holds nothing at all: it does not count as asked. */
export const NOTHING_HELD: readonly RetrievedItem[] = [];

export const SOURCE_FAULTS = [
  'unreachable',
  'timeout',
  'limited',
  'key',
  'refused',
  'malformed',
  'aborted',
] as const;

/** Why a source did not answer. The message is for the log: it holds no key and no claim. */
export class SourceError extends Error {
  readonly source: string;
  readonly fault: (typeof SOURCE_FAULTS)[number];

  constructor(source: string, fault: SourceError['fault'], message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'SourceError';
    this.source = source;
    this.fault = fault;
  }
}
