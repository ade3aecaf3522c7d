/** What the corpus keeps, and what it gives back. */

export interface CorpusDocument {
  /** The operator's own; adding the same id again replaces. */
  readonly id: string;
  /** One line; `""` where there is none. */
  readonly title: string;
  /** Absolute http(s) URL; `""` where it has none, as a file. */
  readonly url: string;
  /** Plain text, well-formed, without control characters. */
  readonly text: string;
  /** ISO 8601 date, or date and time. */
  readonly published?: string;
  /** Where it is no text of its own, but a decision on a claim: `text` says what it was. */
  readonly review?: ClaimDecision;
}

export const REVIEW_VERDICTS = ['supported', 'refuted', 'conflicting', 'not_enough_evidence'] as const;
/** What fact-checkers call them. */
export const RATING_NAMES: Readonly<Record<(typeof REVIEW_VERDICTS)[number], string>> = {
  supported: 'True',
  refuted: 'False',
  conflicting: 'Conflicting evidence',
  not_enough_evidence: 'Not enough evidence',
};

/** What somebody has decided on a claim before. */
export interface ClaimDecision {
  readonly claim: string;
  /** Absent where the rating is none on truth, such as "Satire". */
  readonly verdict?: (typeof REVIEW_VERDICTS)[number];
  /** In the words of who decided, such as "Mostly false". */
  readonly rating: string;
  /** Who decided: a person, or an organization. */
  readonly author: string;
  /** When: ISO 8601 date, or date and time. */
  readonly date?: string;
}

/** A passage that was found, and its document. */
export interface CorpusHit {
  readonly id: string;
  /** Above 0, and comparable within one search alone. */
  readonly score: number;
  readonly title: string;
  readonly url: string;
  /** The passage: a literal part of the document's text. */
  readonly text: string;
  readonly published?: string;
  /** -1 to 1: how near its meaning is to the query's; absent where that is not known. */
  readonly similarity?: number;
  readonly review?: ClaimDecision;
}

export interface CorpusStats {
  readonly documents: number;
  readonly passages: number;
  /** Of all passages: Unicode code points. */
  readonly characters: number;
  /** Passages that are found by what they mean too. */
  readonly vectors: number;
}
