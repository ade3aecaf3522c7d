import type { ApiKey } from '../../../domain/api-key.ts';
import type { Search } from '../../../domain/claim.ts';
import type { AskOwn, Retrieve } from '../ground-conversation.ts';
import type { SourceEntry } from './describe-source.ts';
import type { ContextText } from './gather-context.ts';
import type { RankedItem } from './rank-items.ts';

/** What one source found for a claim, the best first; `problem` where it failed. */
export interface SourceFinding {
  readonly source: string;
  readonly items: readonly RankedItem[];
  /** In a few words that say nothing of the inside. */
  readonly problem?: string;
}

/** Where evidence comes from. */
export interface EvidenceService {
  /** Names of all sources that the server has. */
  readonly names: readonly string[];
  /** The most claims of one request that are looked up. */
  readonly maxClaims: number;
  /** When sources outside are asked: where the request names them, or always. */
  readonly outside: 'on_request' | 'always';
  /** The sources that every request may ask, in the order in which they are asked, and how they are at the moment. */
  list(): Promise<readonly SourceEntry[]>;
  /**
   * Looks in every source as for the operator, whose documents and archives they are.
   * @param outside whether sources outside, which see the claim, are asked too.
   */
  retrieveForOperator(outside: boolean): {
    readonly retrieve: Retrieve;
    /** What each source that was asked about a claim found. */
    readonly findingsOf: (claimId: string) => readonly SourceFinding[];
  };
  /** @returns what looks for evidence, and what it has sent to sources outside so far. */
  retrieveFor(request: {
    /** The caller's, which goes to no source; absent where there is none. */
    readonly key?: ApiKey | undefined;
    /** The caller's fingerprint: what it asks again within a minute is remembered for it alone. */
    readonly callerId?: string;
    /** The request goes to a simulated provider. */
    readonly sandbox: boolean;
    /** A provider has accepted the key lately. */
    readonly accepted: () => boolean;
    /** Whether the caller may be shown the operator's own documents; asked for when something is to be looked up. */
    readonly mayReadOwn: () => boolean;
    readonly sources?: readonly string[] | undefined;
    /** The operator's documents that are asked, as `documents_from` names them: those without a collection where absent. */
    readonly documentsFrom?: readonly string[] | undefined;
    /** What the request brought: no source outside is asked what a judge, having read it, wants to know. */
    readonly context?: readonly ContextText[];
  }): {
    readonly retrieve: Retrieve;
    /** Absent where the request brought nothing but what stands in the conversation. */
    readonly ask?: AskOwn;
    readonly searches: () => readonly Search[];
  };
}
