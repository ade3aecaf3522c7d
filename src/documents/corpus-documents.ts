/** What files and pages are to the corpus: documents with an id, a title and an address. */
import type { CorpusDocument } from '../engine/corpus/document.ts';
import { DocumentFault, readDocument, toDocument } from '../engine/corpus/read-document.ts';
import type { ReadableDocument } from './document.ts';

type Readable = Pick<ReadableDocument, 'text'> & {
  readonly [K in 'title' | 'date']?: ReadableDocument[K] | undefined;
};

/** Names of files that hold a JSON object on each line. */
export const JSON_LINES = /\.(?:jsonl|ndjson|json)$/i;

/** Whether a file, whatever it is called, begins as one that holds a JSON object on each line. */
export function beginsAsJson(bytes: Uint8Array): boolean {
  return /^(?:\xef\xbb\xbf)?\s*\{\s*"/.test(Buffer.from(bytes.subarray(0, 256)).toString('latin1'));
}

/**
 * @param id of a file that is not there under another one already: its path, or its name.
 * @param name stands in place of a title that it lacks.
 * @throws DocumentFault
 */
export function fileToDocument(id: string, name: string, { title, text, date }: Readable): CorpusDocument {
  return toDocument({ title, text, published: date }, { id, title: name, url: '', published: undefined });
}

/** @param url which is its id too. @throws DocumentFault */
export function pageToDocument(url: string, { title, text, date }: Readable): CorpusDocument {
  return toDocument({ id: url, title: title ?? '', url, text, published: date });
}

/** A document of a line, or what is wrong with the line. */
export type LineEntry = { readonly document: CorpusDocument } | { readonly fault: string };

export function readLine(line: string): LineEntry {
  try {
    return { document: readDocument(line) };
  } catch (error) {
    if (!(error instanceof DocumentFault)) throw error;
    return { fault: error.message };
  }
}
