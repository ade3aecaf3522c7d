/**
 * The tables of one collection of documents. Each has tables of its own: a search reads nothing of another's, and a version
 * that knows no names works on with the unnamed one.
 */

export interface CorpusTables {
  readonly documents: 'corpus_documents';
  readonly passages: 'corpus_passages';
  readonly totals: 'corpus_totals';
  /** SQLite's full-text index, and its words. */
  readonly index: string;
  readonly vocabulary: string;
  /** PostgreSQL's, with the function that searches it. */
  readonly vectors: string;
  readonly vectorsByTerm: string;
  readonly terms: string;
  readonly propose: string;
  /** What the tables of what passages mean begin with: one for each model, see postgres-meanings.ts. */
  readonly meanings: string;
}

/** @param collection number of a named collection; the unnamed one where absent. */
export function corpusTables(collection?: number): CorpusTables {
  const behind = collection === undefined ? '' : `_${collection}`;
  const named = {
    documents: `corpus_documents${behind}`,
    passages: `corpus_passages${behind}`,
    totals: `corpus_totals${behind}`,
    index: `corpus_index${behind}`,
    vocabulary: `corpus_vocabulary${behind}`,
    vectors: `corpus_vectors${behind}`,
    vectorsByTerm: `corpus_vectors_by_term${behind}`,
    terms: `corpus_terms${behind}`,
    propose: `propose_passages${behind}`,
    meanings: `corpus_meanings${behind}`,
  };
  // Typed as the unnamed one's, whose columns they have.
  return named as CorpusTables;
}

export const UNNAMED_TABLES: CorpusTables = corpusTables();
