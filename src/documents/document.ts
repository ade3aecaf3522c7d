/** A document that somebody has: a file or a page of the web, read as plain text. */

export type DocumentKind = 'text' | 'markdown' | 'html' | 'pdf' | 'docx';

/** What was read. */
export interface ReadableDocument {
  readonly kind: DocumentKind;
  /** Well-formed, not blank, at most `MAX_TEXT` UTF-16 units. Of `text` and `markdown`, the file's own text as it is. */
  readonly text: string;
  /** The document's own; each on one line. */
  readonly title?: string;
  readonly author?: string;
  /** ISO 8601: the day on which it was published; of a PDF or DOCX, created. */
  readonly date?: string;
}

/** The bytes of a document, and what is said of them. */
export interface GivenDocument {
  readonly bytes: Uint8Array;
  /** As in a Content-Type header. */
  readonly type?: string;
  /** As a file is called. */
  readonly name?: string;
}

/** Bytes that a document may have. */
export const MAX_BYTES = 5 * 1024 * 1024;
/** UTF-16 units that its text may have: as many as `POST /v1/claims` takes. */
export const MAX_TEXT = 200_000;
/** Pages of a PDF. */
export const MAX_PAGES = 500;

/** The document cannot be read. The message says why, for the person who gave it, and holds nothing of its text. */
export class DocumentRefused extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'DocumentRefused';
  }
}

export function textTooLong(): DocumentRefused {
  const most = MAX_TEXT.toLocaleString('en');
  return new DocumentRefused(`Its text is longer than ${most} characters: split it`);
}
