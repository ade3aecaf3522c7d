/** The fields of a document of the corpus, and what the columns of a table call them. */
import { type ColumnNames, columnReader } from './read-table.ts';

export const CORPUS_FIELDS = ['id', 'title', 'url', 'text', 'published'] as const;
export type CorpusField = (typeof CORPUS_FIELDS)[number];
export type CorpusColumns = ColumnNames<CorpusField>;

/** Reads such as `text=body,title=headline`. */
export const readCorpusColumns = columnReader(CORPUS_FIELDS, 'text=body,title=headline');
