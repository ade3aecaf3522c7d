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
}

export interface CorpusStats {
  readonly documents: number;
  readonly passages: number;
  /** Of all passages: Unicode code points. */
  readonly characters: number;
}
