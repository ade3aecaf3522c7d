/**
 * What the gateway takes and answers, in the names of the API. A test holds these types to the gateway's own
 * /openapi.json. Answers of later versions may have further fields.
 */

export type FactCheckMode = 'off' | 'detect' | 'ground' | 'verify';
/** The modes in which claims are found. */
export type CheckMode = Exclude<FactCheckMode, 'off'>;

export type Verdict = 'supported' | 'refuted' | 'conflicting' | 'not_enough_evidence';

/** What one piece of evidence says of its claim; `unjudged` if no judge was asked. */
export type Stance = 'supports' | 'refutes' | 'neutral' | 'unjudged';

export type ClaimCategory =
  | 'statistic'
  | 'event'
  | 'quote'
  | 'causal'
  | 'comparison'
  | 'attribute'
  | 'record'
  | 'prediction'
  | 'other';

/** What a source of evidence holds; `context` is what the request itself brought. */
export type EvidenceKind =
  | 'context'
  | 'own_document'
  | 'fact_check'
  | 'encyclopedia'
  | 'scholarly'
  | 'news'
  | 'web';

export interface Evidence {
  /** Name of the source, as in `sources_consulted`. */
  readonly source: string;
  readonly kind: EvidenceKind;
  readonly title: string;
  /** Empty if the request brought the text without one. */
  readonly url: string;
  /** A literal part of the retrieved text. */
  readonly quote: string;
  /** ISO 8601 date, if the source has one. */
  readonly published?: string;
  readonly see_also?: string;
  readonly stance: Stance;
}

/** One of several statements of a claim's sentence, verified by itself. */
export interface ClaimPart {
  readonly text: string;
  readonly verdict: Verdict;
  readonly checked?: false;
  readonly explanation: string;
  readonly evidence: readonly Evidence[];
}

/** What is wrong in a refuted claim, and what the evidence says instead. */
export interface Correction {
  /** A literal part of the claim's `original_text`. */
  readonly wrong: string;
  /** A literal part of a quote of the claim's evidence. */
  readonly right: string;
  readonly source: string;
  readonly url: string;
}

export interface Claim {
  readonly id: string;
  /** Normalized: it stands alone. */
  readonly text: string;
  readonly original_text: string;
  readonly role: 'user' | 'assistant' | 'text';
  /** Index into the request's messages; the answer's is `messages.length`. */
  readonly message_index: number;
  /** Of several answers (`n`), the one that it stands in. */
  readonly choice_index?: number;
  /** UTF-16 offset into the message, as of JavaScript's strings. */
  readonly start: number;
  readonly end: number;
  readonly category: ClaimCategory;
  /** Probability, 0 to 1, that this is a verifiable factual claim. */
  readonly confidence: number;
  /** 0 to 1: how much somebody would want it checked. */
  readonly check_worthiness?: number;
  readonly language: string;
  /** `false` if claims in this language are found by general rules alone. */
  readonly language_supported: boolean;
  /** Who said it, if a transcript or a quotation says so. */
  readonly speaker?: string;
  /** When it was said, as it stands there: `00:12:31`. */
  readonly time?: string;
  /** What a relative date in it means: `2024-05-07`; of a month `2024-05`, of a year `2024`. */
  readonly date?: string;
  /** It cannot be understood without what nobody has said. */
  readonly stands_alone?: false;
  /** The claim as understood in its context, if that is not `text`. */
  readonly reading?: string;
  /** The statements, if the sentence makes several: the verdict follows from theirs. */
  readonly parts?: readonly ClaimPart[];
  /** Means nothing if `checked` is `false`. */
  readonly verdict?: Verdict;
  /** `false` if verification did not look at the claim or could not judge it: `explanation` says why. */
  readonly checked?: false;
  readonly explanation?: string;
  readonly evidence?: readonly Evidence[];
  /** Probability, 0 to 1, that the verdict is right. */
  readonly verdict_confidence?: number;
  /** It asserts something and is no claim: it is not counted in `claims_detected`. */
  readonly statement?: true;
  /** The id of the model that judged, or `local`: the gateway's own judge. Absent if nobody did. */
  readonly judged_by?: string;
  readonly correction?: Correction;
  /** schema.org ClaimReview, with `claim_review`. */
  readonly claim_review?: { readonly [key: string]: unknown };
}

/** One correction in its place. */
export interface Revision {
  /** UTF-16 offset into the text as it was. */
  readonly start: number;
  readonly end: number;
  readonly wrong: string;
  readonly right: string;
  readonly claim_id: string;
}

/** A text as it was sent to outside sources, and their names. */
export interface Search {
  readonly query: string;
  readonly sources: readonly string[];
}

export interface FactCheckMetadata {
  /** All claims of the conversation, listed or not. */
  readonly claims_detected: number;
  /** 0 to 1: how far what was said is borne out; 0.5 says nothing, 1 if there are no claims. */
  readonly confidence_score: number;
  /** The claims by verdict; `unchecked` are those that nobody judged. */
  readonly summary: {
    readonly claims: number;
    readonly supported: number;
    readonly refuted: number;
    readonly conflicting: number;
    readonly not_enough_evidence: number;
    readonly unchecked: number;
  };
  /** How far the answer is borne out by the request's own texts. Absent if it brought none, or nobody judged. */
  readonly groundedness?: {
    /** 0 to 1: supported ÷ (statements − unchecked); `null` where that is 0. */
    readonly score: number | null;
    readonly statements: number;
    readonly supported: number;
    readonly refuted: number;
    readonly unsupported: number;
    readonly unchecked: number;
  };
  readonly sources_consulted: readonly string[];
  /** Absent if nothing was sent to outside sources. */
  readonly searches?: readonly Search[];
  /** The mode that was really run. */
  readonly mode: CheckMode;
  readonly claims: readonly Claim[];
  /** How many claims are not listed. */
  readonly claims_omitted?: number;
  readonly calibrated?: boolean;
  /** The answer or text with its corrections applied, with `revise`. */
  readonly revised_content?: string;
  readonly revisions?: readonly Revision[];
  /** What was done with the answer, if `fact_check.action` asked for anything but metadata. */
  readonly action?: AnswerActionName;
  /** How often the model was asked; absent if once. */
  readonly attempts?: number;
  /** Tokens that verification used, apart from the answer's. */
  readonly usage?: {
    readonly prompt_tokens: number;
    readonly completion_tokens: number;
    readonly total_tokens: number;
    /** US dollars; absent where no model was asked, and where its price is not known. */
    readonly cost?: number;
  };
  /** Of an answer that states the claims of a post. */
  readonly normalization?: {
    readonly verifiable: boolean;
    readonly unresolved: readonly string[];
    readonly method: 'model' | 'rules';
    readonly score: number;
  };
}

/** A text to check against, as evidence of source `context`. */
export interface ContextDocument {
  readonly id?: string | null | undefined;
  readonly title?: string | null | undefined;
  readonly url?: string | null | undefined;
  readonly text: string;
}

export type Judge = 'auto' | 'local' | 'model';

export type AnswerActionName = 'annotate' | 'append' | 'retry' | 'withhold';

/** What is done with an answer in which something wrong is found. */
export interface AnswerAction {
  /** `annotate`, the default: the metadata alone. */
  readonly do?: AnswerActionName | null | undefined;
  /** Verdicts of the answer's claims and statements on which it is done; `refuted` if absent. */
  readonly on?: readonly ('refuted' | 'conflicting' | 'not_enough_evidence')[] | null | undefined;
  /** Comes in place of an answer that is withheld. */
  readonly message?: string | null | undefined;
}

/** `fact_check` of a chat. `null` counts as absent. */
export interface FactCheckOptions {
  /** How far checking goes; each mode contains the one before. */
  readonly mode?: FactCheckMode | null | undefined;
  /** Names of sources of the server to ask. */
  readonly sources?: readonly string[] | null | undefined;
  /** The most claims that are verified: those most worth checking. */
  readonly max_claims?: number | null | undefined;
  /** Another model of the same provider that judges the claims. */
  readonly judge_model?: string | null | undefined;
  /** Who judges: the gateway's own judge, and in `verify` your model for the rest (`auto`, the default), or one of them alone. */
  readonly judge?: Judge | null | undefined;
  /** What is held against the evidence though it is no claim: all where the request brings texts (`auto`, the default), all, or none. */
  readonly statements?: 'auto' | 'all' | 'none' | null | undefined;
  /** Add schema.org ClaimReview to each claim with a verdict. */
  readonly claim_review?: boolean | null | undefined;
  /** 0 to 1. Claims with a lower confidence are counted, but neither listed nor verified. */
  readonly min_confidence?: number | null | undefined;
  /** 0 to 1. Likewise. */
  readonly min_check_worthiness?: number | null | undefined;
  readonly documents?: readonly ContextDocument[] | null | undefined;
  /** Ask the model to write the numbers of the evidence, such as `[1]`, after its statements. */
  readonly citations?: boolean | null | undefined;
  /** In mode `verify`, also return the answer with its corrections applied. */
  readonly revise?: boolean | null | undefined;
  readonly action?: AnswerAction | null | undefined;
  /** In a stream, send claims and verdicts as they are found. */
  readonly stream_events?: boolean | null | undefined;
  /** Which claims are listed: of the last user message and the answer (`new`, the default), all, or none. */
  readonly claims?: 'new' | 'all' | 'none' | null | undefined;
}

/** The body of POST /v1/claims. `null` counts as absent. */
export interface ClaimsRequest {
  readonly text: string;
  /** How far checking goes; `detect`, the default, and `ground` need no key and no model. */
  readonly mode?: CheckMode | null | undefined;
  /** Judges the claims; required for `verify`, unless `judge` is `local`. */
  readonly model?: string | null | undefined;
  /** Who judges: the gateway's own judge, and in `verify` your model for the rest (`auto`, the default), or one of them alone. */
  readonly judge?: Judge | null | undefined;
  /** What is held against the evidence though it is no claim: all where the request brings texts (`auto`, the default), all, or none. */
  readonly statements?: 'auto' | 'all' | 'none' | null | undefined;
  readonly api_key?: string | null | undefined;
  readonly sources?: readonly string[] | null | undefined;
  readonly max_claims?: number | null | undefined;
  readonly claim_review?: boolean | null | undefined;
  readonly min_confidence?: number | null | undefined;
  readonly min_check_worthiness?: number | null | undefined;
  /** Parts of the text, as UTF-16 offsets: claims that overlap none of them are only counted. */
  readonly spans?: readonly { readonly start: number; readonly end: number }[] | null | undefined;
  readonly documents?: readonly ContextDocument[] | null | undefined;
  /** In mode `verify`, also return the text with its corrections applied. */
  readonly revise?: boolean | null | undefined;
  /** When the text was written, such as `2024-05-01`: its claims are judged as of that date. */
  readonly date?: string | null | undefined;
  /** Such as `en`; guessed sentence by sentence if absent. */
  readonly language?: string | null | undefined;
  readonly stream?: boolean | null | undefined;
}

/** The answer of POST /v1/claims. */
export interface ClaimCheck {
  readonly id: string;
  readonly object: 'claim_check';
  /** Unix seconds. */
  readonly created: number;
  readonly mode: CheckMode;
  readonly fact_check_metadata: FactCheckMetadata;
}

/** Where the scores of a request with `enable_evaluations` are found. */
export interface Evaluation {
  readonly id: string;
  readonly status: 'running' | 'completed' | 'failed';
  readonly report_url: string;
}

/** What the gateway takes in a chat beside OpenAI's fields. */
export interface FactCheckRequest {
  /** How the conversation is checked. */
  readonly fact_check?: FactCheckOptions | null | undefined;
  /**
   * Which of the service's system prompts applies; the header `X-Claimgate-Task` says which did. `auto`, the default: none
   * beside an application's own system message, tools or format, or with mode `off`.
   */
  readonly task?: 'auto' | 'chat' | 'normalize' | 'fact_check' | 'none' | null | undefined;
  /** Score the claim extraction of this request. */
  readonly enable_evaluations?: boolean | null | undefined;
}

/** What the gateway adds to an answer; in a stream, to its last choice chunk. */
export interface FactChecked {
  /** Absent if the mode is `off`. */
  readonly fact_check_metadata?: FactCheckMetadata;
  readonly evaluation?: Evaluation;
}

/** What the gateway adds to the usage of an answer. */
export interface Priced {
  /** What the answer cost in US dollars; absent where the price of the model is not known. */
  readonly cost?: number;
}

/** A claim as it is found, or with its verdict, in a stream with `stream_events`. */
export interface ClaimEvent {
  readonly type: 'claim' | 'verdict';
  readonly claim: Claim;
}
