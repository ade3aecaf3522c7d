/** A document that somebody has: a file or a page of the web, read as plain text. */

export type DocumentKind = 'text' | 'markdown' | 'html' | 'pdf' | 'docx';

/** What was read. */
export interface ReadableDocument {
  readonly kind: DocumentKind;
  /** Well-formed, not blank, within the limits. Of `text` and `markdown`, the file's own text as it is. */
  readonly text: string;
  /** The document's own; each on one line. */
  readonly title?: string;
  readonly author?: string;
  /** ISO 8601: the day on which it was published; of a PDF or DOCX, created. */
  readonly date?: string;
}

/** How large a document may be. */
export interface DocumentLimits {
  /** Bytes of the file. */
  readonly bytes: number;
  /** UTF-16 units of its text. */
  readonly text: number;
}

/** The bytes of a document, and what is said of them. */
export interface GivenDocument {
  /** `CHECK_LIMITS` where absent. */
  readonly limits?: DocumentLimits;
  readonly bytes: Uint8Array;
  /** As in a Content-Type header. */
  readonly type?: string;
  /** As a file is called. */
  readonly name?: string;
}

/** Bytes that a document may have. */
export const MAX_BYTES: number = 5 * 1024 * 1024;
/** UTF-16 units that its text may have: as many as `POST /v1/claims` takes. */
export const MAX_TEXT: number = 200_000;
/** Of a document whose claims are checked. */
export const CHECK_LIMITS: DocumentLimits = { bytes: MAX_BYTES, text: MAX_TEXT };
/** Pages of a PDF. */
export const MAX_PAGES: number = 500;

/** The document cannot be read. The message says why, for the person who gave it, and holds nothing of its text. */
export class DocumentRefused extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'DocumentRefused';
  }
}

/** @param most UTF-16 units. */
export function textTooLong(most: number): DocumentRefused {
  return new DocumentRefused(`Its text is longer than ${most.toLocaleString('en')} characters: split it`);
}

/** @param most bytes. */
export function tooManyBytes(most: number): DocumentRefused {
  return new DocumentRefused(`It is larger than ${Math.floor(most / 1024 ** 2)} MB`);
}
