/**
 * A small corpus in memory: what a search finds in it is what the database would, without asking it. It is read in
 * pieces, between which others are served.
 */
import type { Kysely } from 'kysely';
import { inBatches } from '../../../domain/in-batches.ts';
import { PassageTable } from '../../../engine/corpus/passage-table.ts';
import { rankPool, weighTerms } from '../../../engine/corpus/rank-passages.ts';
import type { HeldPassage } from '../../../engine/corpus/searchable-corpus.ts';
import { withoutNulls } from '../rows.ts';
import type { Tables } from '../tables.ts';
import type { PassageIndex } from './passage-index.ts';
import { createProposer, planSearch, readQuery } from './plan-search.ts';

export interface FoundPassage {
  /** The same object each time. */
  readonly passage: HeldPassage;
  readonly score: number;
}

export interface HeldPassages {
  /** As `Corpus.search`. */
  find(query: string, limit: number, perDocument: number): readonly FoundPassage[];
}

/** Passages that are read in one go: about a millisecond. */
const PIECE = 50;
/** Terms that are counted in one go. */
const TERMS = 500;

/** @returns all passages. They are of one revision where it is the same before and after. */
export async function holdPassages(kysely: Kysely<Tables>, index: PassageIndex): Promise<HeldPassages> {
  const held: HeldPassage[] = [];
  const table = new PassageTable(true);
  for (let last = -1; ; ) {
    const rows = await readPiece(kysely, last);
    for (const { key, document, title_terms, terms, ...passage } of rows) {
      table.add(held.length, document, title_terms, terms);
      held.push(withoutNulls(passage));
      last = key;
    }
    if (rows.length < PIECE) break;
  }
  const propose = createProposer(table);
  // As the database counts: until it has tidied up, some of what was deleted too.
  const known = new Map<string, number>();
  for (const terms of inBatches(table.terms, TERMS)) {
    for (const [term, count] of await index.frequencies(kysely, terms)) known.set(term, count);
  }
  return {
    find(query, limit, perDocument) {
      const terms = readQuery(query);
      const frequencies = new Map<string, number>();
      for (const term of terms) {
        const frequency = known.get(term);
        if (frequency !== undefined) frequencies.set(term, frequency);
      }
      const collection = { passages: table.size, meanTerms: table.meanTerms, frequencies };
      const weights = weighTerms(terms, collection);
      return table
        .withPool(weights, propose(planSearch(terms, collection)), (pool) =>
          rankPool(pool, weights, collection, perDocument),
        )
        .slice(0, limit)
        .map(({ key, score }) => ({ passage: held[key]!, score }));
    },
  };
}

async function readPiece(kysely: Kysely<Tables>, after: number) {
  return kysely
    .selectFrom('corpus_passages as passage')
    .innerJoin('corpus_documents as document', 'document.key', 'passage.document')
    .select([
      'passage.key',
      'passage.document',
      'passage.terms',
      'passage.text',
      'document.title_terms',
      'document.id',
      'document.title',
      'document.url',
      'document.published',
    ])
    .where('passage.key', '>', after)
    .orderBy('passage.key')
    .limit(PIECE)
    .execute();
}
