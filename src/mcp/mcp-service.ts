/** What the tools ask of the gateway, whichever way a client reaches it. */
import type { TextCheckEvent } from '../engine/factcheck/check-text.ts';
import type { Retrieval, Retrieve } from '../engine/factcheck/ground-conversation.ts';
import type { Normalization } from '../engine/factcheck/normalize/normalize-with-model.ts';
import type { RetrievedItem } from '../engine/factcheck/sources/source.ts';
import type { JsonTarget } from '../models/upstream/ask-json.ts';
import type { Upstream } from '../models/upstream/call-provider.ts';

/** A text to be checked, and how. */
export interface CheckAsked {
  readonly text: string;
  /** Of the judge; the service's own choice where it is absent. */
  readonly model?: string | undefined;
  readonly sources?: readonly string[] | undefined;
  readonly maxClaims?: number | undefined;
  /** As a tag; detected where it is absent. */
  readonly language?: string | undefined;
  /** ISO 8601: the day on which the text was written. */
  readonly date?: string | undefined;
}

/** A check under way. */
export interface OpenCheck {
  readonly steps: AsyncIterable<readonly TextCheckEvent[]>;
  /** Name of the model that judges; absent where none does. */
  readonly judge?: string;
  /** All that was retrieved so far. */
  readonly items: () => readonly RetrievedItem[];
}

/** A model that answers in place of a provider's. */
export interface ClientModel {
  readonly upstream: Upstream;
  readonly target: JsonTarget;
}

export interface SearchAsked {
  readonly query: string;
  readonly limit: number;
  readonly sources?: readonly string[] | undefined;
  readonly language?: string | undefined;
  /** Whose request it counts as, where requests are counted. */
  readonly model?: string | undefined;
}

/** The fields of a document as a caller gives them; `readDocument` checks them. */
export interface GivenEvidence {
  readonly id?: string | undefined;
  readonly title: string;
  readonly url: string;
  readonly text: string;
  readonly published?: string | undefined;
}

export interface McpService {
  /** Names of the sources that a request may name. */
  readonly sources: readonly string[];
  /** The claims of a text, without asking anybody. @throws as `check`. */
  detect(asked: Pick<CheckAsked, 'text' | 'language' | 'date'>, signal: AbortSignal): Promise<OpenCheck>;
  /**
   * The claims of a text, with evidence, and verdicts where a model judges.
   * @param client judges where the service has no key; absent where the client offers no model.
   * @throws what `explain` explains.
   */
  check(asked: CheckAsked, client: ClientModel | undefined, signal: AbortSignal): Promise<OpenCheck>;
  /** The central claim of a post; `undefined` where no model can be asked, and rules state it. @throws as `check`. */
  normalize(
    post: string,
    model: string | undefined,
    signal: AbortSignal,
  ): Promise<Pick<Normalization, 'content' | 'method'> | undefined>;
  /** @throws as `check`. */
  search(asked: SearchAsked, signal: AbortSignal): Promise<Retrieval>;
  /** The text of a page. Absent where links are not fetched. @throws as `check`. */
  readonly readPage?: (
    url: string,
    signal: AbortSignal,
  ) => Promise<{ readonly text: string; readonly date?: string }>;
  /** Keeps a document as evidence. Absent where callers may not. @throws as `check`. */
  readonly addEvidence?: (
    given: GivenEvidence,
  ) => Promise<{ readonly id: string; readonly replaced: boolean }>;
  readonly shelf: EvidenceShelf;
  /** @returns what a client is told of a failure, with nothing of the inside. */
  explain(error: unknown): string;
}

/** Where evidence lies for a while after it was found, so that it can be read. */
export interface EvidenceShelf {
  /** @returns whether it is kept: for some clients nothing is. */
  keep(name: string, entry: KeptEvidence): Promise<boolean>;
  find(name: string): Promise<KeptEvidence | undefined>;
  /** What this client may be shown of it. Absent where clients share the shelf. */
  readonly list?: () => readonly { readonly name: string; readonly title: string }[];
}

export interface KeptEvidence {
  readonly title: string;
  /** Plain text. */
  readonly text: string;
}

/** Remembers what is retrieved. */
export function gatherItems(retrieve: Retrieve): {
  readonly retrieve: Retrieve;
  readonly items: () => readonly RetrievedItem[];
} {
  const found = new Set<RetrievedItem>();
  return {
    async retrieve(...args) {
      const retrieval = await retrieve(...args);
      for (const { item } of retrieval.items) found.add(item);
      return retrieval;
    },
    items: () => [...found],
  };
}
