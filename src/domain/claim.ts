/** What the gateway knows of claims, evidence and verdicts. Wire names are used: these objects are the wire's. */
import type { AnswerActionName } from './answer-action.ts';
import type { CheckMode } from './fact-check-mode.ts';

export const CLAIM_CATEGORIES = [
  'statistic',
  'event',
  'quote',
  'causal',
  'comparison',
  'attribute',
  'record',
  'prediction',
  'other',
] as const;
export type ClaimCategory = (typeof CLAIM_CATEGORIES)[number];

/** AVeriTeC's four verdicts. */
export const VERDICTS = ['supported', 'refuted', 'conflicting', 'not_enough_evidence'] as const;
export type Verdict = (typeof VERDICTS)[number];

export const STANCES = ['supports', 'refutes', 'neutral', 'unjudged'] as const;
/** What one piece of evidence says of its claim; `unjudged` where no judge was asked. */
export type Stance = (typeof STANCES)[number];

/** The languages that the detector is trained on; claims in any other are found by general rules alone. */
export const DETECTED_LANGUAGES: readonly string[] = [
  ...['en', 'es', 'de', 'fr', 'it', 'pt', 'nl', 'pl', 'tr', 'ar', 'hi', 'zh'],
];

/** A part of a text, in UTF-16 offsets. */
export interface Span {
  readonly start: number;
  /** After the last unit. */
  readonly end: number;
}

/** A claim found in one text. */
export interface DetectedClaim extends Span {
  /** The claim, normalized so that it stands alone. */
  readonly text: string;
  /** The slice of the text it was found in: `text.slice(start, end)`. */
  readonly original_text: string;
  readonly category: ClaimCategory;
  /** Probability, 0 to 1, that this is a verifiable factual claim. */
  readonly confidence: number;
  /** 0 to 1: how much somebody would want it checked. */
  readonly check_worthiness?: number | undefined;
  /** BCP 47 primary subtag, as guessed or as the caller said. */
  readonly language: string;
  /** Whether it is one of {@link DETECTED_LANGUAGES}. */
  readonly language_supported: boolean;
  /** Who said it, where a transcript or a quotation says so: a name as it stands there. */
  readonly speaker?: string | undefined;
  /** When it was said, as it stands there: `00:12:31`, `Monday`. */
  readonly time?: string | undefined;
  /**
   * What a relative date in it means: `YYYY-MM-DD`; `YYYY-MM` or `YYYY` where it means a month or a year. Absent where nothing
   * says of which day the text is.
   */
  readonly date?: string | undefined;
  /** It cannot be understood without what nobody has said: whom a pronoun means, or of which day "yesterday" is. */
  readonly stands_alone?: false | undefined;
  /** It asserts something, and is no claim: it is held against what the request brought, and not counted. */
  readonly statement?: true | undefined;
}

export const EVIDENCE_KINDS = [
  'context',
  'own_document',
  'fact_check',
  'encyclopedia',
  'scholarly',
  'news',
  'web',
] as const;
/** What a source of evidence holds; `context` is what the request itself brought. */
export type EvidenceKind = (typeof EVIDENCE_KINDS)[number];

export interface Evidence {
  /** Name of the source, as in `sources_consulted`. */
  readonly source: string;
  readonly kind: EvidenceKind;
  readonly title: string;
  /** `""` where the request brought the text without one. */
  readonly url: string;
  /** A literal slice of the retrieved text. */
  readonly quote: string;
  /** ISO 8601 date, where the source has one. */
  readonly published?: string;
  /** Where more is said of the matter, by others. */
  readonly see_also?: string;
  readonly stance: Stance;
}

/** One of several statements of a claim's sentence, verified by itself. */
export interface ClaimPart {
  /** Stands alone. */
  readonly text: string;
  readonly verdict: Verdict;
  readonly checked?: false;
  readonly explanation: string;
  readonly evidence: readonly Evidence[];
}

/** What is wrong in a refuted claim, and what the evidence says instead. */
export interface Correction {
  /** A literal part of the claim's `original_text`, which stands there once. */
  readonly wrong: string;
  /** A literal part of a quote of the claim's evidence. */
  readonly right: string;
  /** Source and address of that quote. */
  readonly source: string;
  readonly url: string;
}

/** One correction in its place. */
export interface Revision extends Pick<Correction, 'wrong' | 'right'> {
  /** UTF-16 offsets of `wrong` in the text as it was. */
  readonly start: number;
  readonly end: number;
  readonly claim_id: string;
}

/** A claim in its place in the conversation. */
export interface Claim extends DetectedClaim {
  readonly id: string;
  readonly role: 'user' | 'assistant' | 'text';
  /** Index into the request's messages; the answer's is `messages.length`. */
  readonly message_index: number;
  /** Which answer it stands in, where several were asked for. */
  readonly choice_index?: number | undefined;
  readonly verdict?: Verdict;
  /** Its verdict says nothing: verification did not look at it or could not judge it, as `explanation` says. */
  readonly checked?: false;
  readonly explanation?: string;
  readonly evidence?: readonly Evidence[];
  /** 0 to 1: how probable it is that the verdict is right; absent where it was not checked. */
  readonly verdict_confidence?: number;
  /** The id of the model that judged it, or `local`: the gateway's own judge. Absent where nobody did. */
  readonly judged_by?: string;
  /** How the claim was understood in its context, where that is not `text`. */
  readonly reading?: string;
  /** Where its sentence says several things: the claim's verdict follows from theirs. */
  readonly parts?: readonly ClaimPart[];
  /** Where it is refuted, and the evidence says what is right. */
  readonly correction?: Correction;
  /** schema.org ClaimReview as JSON-LD, where it was asked for. */
  readonly claim_review?: object;
}

/**
 * Why a claim was not checked: `limit`, time, tokens or claims ran out; `unsure`, who read the evidence could not decide;
 * `failed`, a source or a judge did not answer; `exempt`, the request asked for something invented, or for work on its own text.
 */
export type Unchecked = 'limit' | 'unsure' | 'failed' | 'exempt';

/** Whether its verdict is one. */
export function isChecked({ checked }: Pick<Claim, 'checked'>): boolean {
  return checked !== false;
}

export const CLAIM_LISTINGS = ['new', 'all', 'none'] as const;
/** Which claims are listed: those of the last user message and of the answer, of the whole conversation, or none. */
export type ClaimListing = (typeof CLAIM_LISTINGS)[number];

/** A text as it was sent to sources outside, and their names. */
export interface Search {
  readonly query: string;
  readonly sources: readonly string[];
}

/** Claims by verdict. */
export interface Summary {
  readonly claims: number;
  readonly supported: number;
  readonly refuted: number;
  readonly conflicting: number;
  readonly not_enough_evidence: number;
  /** Nobody said anything of them. */
  readonly unchecked: number;
}

/** The claims and statements of an answer, by what the texts of the request say of them. */
export interface Groundedness {
  /** 0 to 1: supported ÷ (statements − unchecked); `null` where that is 0. */
  readonly score: number | null;
  readonly statements: number;
  readonly supported: number;
  readonly refuted: number;
  /** The texts do not say it. */
  readonly unsupported: number;
  readonly unchecked: number;
}

/**
 * Whose verdicts a request wants: the gateway's own judge first and the caller's model for what it leaves undecided,
 * the gateway's own alone, or the model alone.
 */
export const JUDGE_WISHES = ['auto', 'local', 'model'] as const;
export type JudgeWish = (typeof JUDGE_WISHES)[number];

export const STATEMENT_WISHES = ['auto', 'all', 'none'] as const;
/** Which statements are held against the evidence: where the request brought texts, always, or none. */
export type StatementWish = (typeof STATEMENT_WISHES)[number];

export interface FactCheckMetadata {
  /** Of the whole conversation, whichever are listed. */
  readonly claims_detected: number;
  /**
   * 0 to 1: the mean probability that a claim is true by its evidence, 0.5 where that is not known; 1 where there is
   * nothing to check. Of the claims listed; where none are, of the new ones.
   */
  readonly confidence_score: number;
  /** The same claims by verdict. */
  readonly summary: Summary;
  /** How far the answer is borne out by what the request brought; absent where it brought nothing, or nobody judged. */
  readonly groundedness?: Groundedness;
  /** Names of the sources that were asked and answered, each once, in order of use. */
  readonly sources_consulted: readonly string[];
  /** The mode that was really run. */
  readonly mode: CheckMode;
  readonly claims: readonly Claim[];
  /** How many more there are than are listed; absent where none is left out for its number. */
  readonly claims_omitted?: number;
  /** What is known of an answer that states the claims of a post. */
  readonly normalization?: {
    readonly verifiable: boolean;
    /** References that the post does not resolve. */
    readonly unresolved: readonly string[];
    readonly method: 'model' | 'rules';
    /** 0 to 1: how well the claims are grounded in the post and stand alone. */
    readonly score: number;
  };
  readonly calibrated?: boolean;
  /** The answer with its corrections put in, where that was asked for. */
  readonly revised_content?: string;
  readonly revisions?: readonly Revision[];
  /** What was sent to sources outside, each text once; absent where nothing was. */
  readonly searches?: readonly Search[];
  /** What was done with the answer, where an action was asked for. */
  readonly action?: AnswerActionName;
  /** How often the model was asked; absent where that is once. */
  readonly attempts?: number;
  /** Tokens that verification used, apart from the answer's. */
  readonly usage?: CheckUsage;
}

export interface CheckUsage {
  readonly prompt_tokens: number;
  readonly completion_tokens: number;
  readonly total_tokens: number;
  /** US dollars; absent where no model was asked, and where its price is not known. */
  readonly cost?: number;
}
