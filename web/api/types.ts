/** The gateway's objects, as they come over the wire. Of its code, the page imports types of the domain alone. */
import type * as domain from '../../src/domain/claim.ts';

export type {
  Correction,
  Revision,
  Search,
  Span,
  Stance,
  Verdict,
} from '../../src/domain/claim.ts';

export interface Evidence extends Omit<domain.Evidence, 'kind'> {
  /** What the source holds; absent in conversations that an earlier version kept. */
  readonly kind?: string;
}

export interface ClaimPart extends Omit<domain.ClaimPart, 'evidence'> {
  readonly evidence: readonly Evidence[];
}

type Widened = 'category' | 'choice_index' | 'evidence' | 'language' | 'language_supported' | 'parts';

export interface Claim extends Omit<domain.Claim, Widened> {
  readonly category: string;
  /** Both absent in conversations that an earlier version kept. */
  readonly language?: string;
  readonly language_supported?: boolean;
  readonly evidence?: readonly Evidence[];
  readonly parts?: readonly ClaimPart[];
  /** 0 to 1: how likely the verdict is right. */
  readonly verdict_confidence?: number;
  /** The page's own: the judge is reading it. */
  readonly checking?: boolean;
  /** The page's own: what a person decided, whatever the model says. */
  readonly decision?: Decision;
  /** The page's own: what others decided who work on the same check. */
  readonly others?: readonly Decision[];
  /** The page's own: the claim as it was verified, before its text was changed. */
  readonly outdated?: Claim;
}

/** A person's own verdict on a claim. */
export interface Decision {
  readonly verdict: domain.Verdict;
  readonly note?: string;
  readonly evidence?: readonly { readonly text?: string; readonly url?: string }[];
  /** Whose it is, where several decide. */
  readonly by?: string;
  /** Unix milliseconds. */
  readonly at: number;
}

export interface Usage {
  readonly prompt_tokens: number;
  readonly completion_tokens: number;
  readonly total_tokens: number;
  /** US dollars; absent where the price is not known. */
  readonly cost?: number;
}

export interface FactCheckMetadata
  extends Omit<domain.FactCheckMetadata, 'claims' | 'claims_omitted' | 'normalization'> {
  readonly claims: readonly Claim[];
}

/** A claim in a report of an evaluation; scores are 0 to 1. */
export interface ScoredClaim {
  readonly claim_id: string;
  readonly original_text: string;
  readonly extracted_claim: string;
  readonly accuracy_score: number;
  readonly completeness_score: number;
  readonly coherence_score: number;
  readonly confidence: number;
  readonly category: string;
  readonly verifiable: boolean;
  readonly added: readonly string[];
  readonly missing: readonly string[];
  readonly faults: readonly string[];
  readonly timestamp: string;
}

export interface EvaluationReport {
  readonly scorer: 'model' | 'local' | 'mixed';
  readonly usage?: Usage;
  readonly claims: readonly ScoredClaim[];
}

export interface Model {
  readonly name: string;
  readonly model_id: string;
  readonly description: string;
  readonly tier: 'basic' | 'standard' | 'premium';
  readonly context_window?: number;
}

export interface Provider {
  readonly provider: string;
  /** One of the operator's own that asks for no key. */
  readonly key?: 'none';
  readonly available_models: readonly Model[];
}

export interface ModelList {
  readonly models_list: readonly Provider[];
  readonly default_model: string;
}

/** What each model takes beyond messages, by the names of the request's fields. */
export type Capabilities = Readonly<Record<string, readonly string[]>>;

/** A source of evidence that the server has. */
export interface Source {
  readonly name: string;
  readonly about: string;
  readonly kind: string;
  /** `local`: inside the gateway; `outside`: sees the claims; `provider`: the model's own web search. */
  /** `archive`: a server of the operator's, which is asked for those who may read it. */
  readonly reach: 'local' | 'archive' | 'outside' | 'provider';
  /** Who pays for its searches, where somebody does. */
  readonly paid_by?: 'operator' | 'caller';
  /** `unknown`: not asked since the start. `empty`: a corpus without documents. */
  readonly state: 'ok' | 'failing' | 'unknown' | 'empty';
  /** Of a failing source: why, in a few words. */
  readonly problem?: string;
  /** Unix seconds at which it was last asked. */
  readonly last_asked?: number;
}

export interface Sources {
  readonly object: 'list';
  readonly data: readonly Source[];
  /** The most claims of one request that are verified. */
  readonly max_claims: number;
  /** Whether sources outside are asked only where the request names them. */
  readonly outside: 'on_request' | 'always';
}

export interface LimitWindow {
  readonly name: 'minute' | 'hour' | 'month';
  readonly limit: number;
  readonly remaining: number;
  /** Unix seconds. */
  readonly reset: number;
}

export interface Limits {
  readonly plan: string;
  /** Which models the plan includes: those of tier `basic`, or all. */
  readonly models?: 'basic' | 'all';
  readonly windows: readonly LimitWindow[];
  /** Whether the plan lets its callers publish reports. */
  readonly publish?: boolean;
  /** What a key that the gateway issued may spend in a day or a month; absent for other keys. */
  readonly budgets?: readonly Budget[];
}

export interface Budget {
  /** Name of the team whose keys spend it together; absent where it is the key's own. */
  readonly team?: string;
  readonly period: 'day' | 'month';
  readonly unit: 'tokens' | 'usd';
  readonly limit: number;
  /** Neither spent nor reserved. */
  readonly remaining: number;
  /** For requests under way. */
  readonly reserved: number;
  /** Unix seconds. */
  readonly reset: number;
}

export interface Health {
  readonly status: 'healthy' | 'degraded' | 'unhealthy';
  readonly version: string;
  readonly uptime_seconds: number;
  /** The gateway's own judge; absent where an older gateway answers. */
  readonly judge?: string;
  /** `sandbox` among them: `off` where sandbox keys are not answered. */
  readonly checks: Readonly<Record<string, string>>;
}

export type ContentPart =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image_url'; readonly image_url: { readonly url: string } };

export interface ChatMessage {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string | readonly ContentPart[];
}
