/** What one provider's own web search is: pure translation, one file a provider, one line in `registry.ts`. */
import type { ApiKey } from '../../domain/api-key.ts';
import type { Usage } from '../../domain/chat.ts';
import type { ProviderRequest } from '../../providers/adapter.ts';
import type { Model } from '../../providers/catalogue.ts';

export interface NativeQuestion {
  /** What the model is to do; the provider's search does the rest. */
  readonly instructions: string;
  /** What is searched for. */
  readonly text: string;
  /** The most tokens of its answer. */
  readonly maxTokens: number;
}

/** A page that the model's search found and its answer cites. */
export interface NativeCitation {
  /** Absolute http(s) URL. */
  readonly url: string;
  /** `""` where the provider tells none. */
  readonly title: string;
  /** Text of the page itself, as the provider quotes it; perhaps cut in the middle of a sentence. */
  readonly cited: readonly string[];
  /** What the model wrote where it cites the page: its words, not the page's. */
  readonly said: readonly string[];
  /** The page's date or age, as the provider writes it. */
  readonly age?: string;
}

export interface NativeResult {
  /** In order of their first citation, each page once. */
  readonly citations: readonly NativeCitation[];
  /** Searches that were made; providers bill them apart. */
  readonly searches: number;
  readonly usage?: Usage;
}

export interface NativeDialect {
  toRequest(question: NativeQuestion, model: Model, key: ApiKey): ProviderRequest;
  /** @param body the parsed JSON of a 2xx. Never throws: what cannot be read is left out. */
  readReply(body: unknown): NativeResult;
  /** Hosts whose citations are redirects that expire: where they lead is what is cited. */
  readonly redirectHost?: string;
}
