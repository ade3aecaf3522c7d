/**
 * A small corpus in memory: what a search finds in it is what the database would, without asking it. It is read in
 * pieces, between which others are served.
 */
import { type Kysely, sql } from 'kysely';
import { inBatches } from '../../../domain/in-batches.ts';
import { joinRankings, type Near } from '../../../engine/corpus/join-rankings.ts';
import { PassageTable } from '../../../engine/corpus/passage-table.ts';
import { rankPool, weighTerms } from '../../../engine/corpus/rank-passages.ts';
import type { HeldPassage } from '../../../engine/corpus/searchable-corpus.ts';
import { type TextVector, unpackVectors } from '../../../engine/corpus/vector.ts';
import { VectorTable } from '../../../engine/corpus/vector-table.ts';
import type { Tables } from '../tables.ts';
import type { CorpusTables } from './corpus-tables.ts';
import type { PassageIndex } from './passage-index.ts';
import { nearestPlaces } from './passage-vectors.ts';
import { CANDIDATES, createProposer, planSearch, readQuery } from './plan-search.ts';
import { HIT_COLUMNS, selectPassages } from './read-hits.ts';
import { NEAREST } from './search-meaning.ts';
import { withReview } from './with-review.ts';

export interface FoundPassage {
  /** The same object each time. */
  readonly passage: HeldPassage;
  readonly score: number;
  readonly similarity?: number;
}

export interface HeldPassages {
  /** As `Corpus.search`. */
  find(query: string, limit: number, perDocument: number): readonly FoundPassage[];
  /** Whether any passage has a vector. */
  readonly hasVectors: boolean;
  /** As `find`, by words and by meaning. Looks through all passages, in pieces between which others are served. */
  findNear(
    query: string,
    question: TextVector,
    limit: number,
    perDocument: number,
  ): Promise<readonly FoundPassage[]>;
}

/** Passages that are read in one go: about a millisecond. */
const PIECE = 50;
/** Terms that are counted in one go. */
const TERMS = 500;

/**
 * @param model whose vectors are held; none are where it is absent.
 * @returns all passages. They are of one revision where it is the same before and after.
 */
export async function holdPassages(
  kysely: Kysely<Tables>,
  tables: CorpusTables,
  index: PassageIndex,
  model?: number,
): Promise<HeldPassages> {
  const held: HeldPassage[] = [];
  const table = new PassageTable(true);
  const vectors = new VectorTable();
  for (let last = -1; ; ) {
    const rows = await readPiece(kysely, tables, last, model !== undefined);
    for (const { key, document, title_terms, terms, vector, ...passage } of rows) {
      table.add(held.length, document, title_terms, terms);
      if (model !== undefined) vectors.add(unpackVectors(vector, model));
      held.push(withReview(passage));
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
  const rank = (query: string, perDocument: number) => {
    const terms = readQuery(query);
    const frequencies = new Map<string, number>();
    for (const term of terms) {
      const frequency = known.get(term);
      if (frequency !== undefined) frequencies.set(term, frequency);
    }
    const collection = { passages: table.size, meanTerms: table.meanTerms, frequencies };
    const weights = weighTerms(terms, collection);
    const ranked = table.withPool(weights, propose(planSearch(terms, collection)), (pool) =>
      rankPool(pool, weights, collection, perDocument),
    );
    return { ranked, weights };
  };
  return {
    hasVectors: vectors.held > 0,
    find: (query, limit, perDocument) =>
      rank(query, perDocument)
        .ranked.slice(0, limit)
        .map(({ key, score }) => ({ passage: held[key]!, score })),
    async findNear(query, question, limit, perDocument) {
      const { ranked, weights } = rank(query, CANDIDATES);
      const places = new Set(await nearestPlaces(vectors, question, NEAREST));
      for (const { key } of ranked) places.add(key);
      const near = [...places].map(
        (key): Near => ({
          key,
          document: table.documentOf(key),
          similarity: vectors.similarity(key, question),
        }),
      );
      return joinRankings(ranked, near, weights, perDocument)
        .slice(0, limit)
        .map(({ key, document: _document, ...found }) => ({ passage: held[key]!, ...found }));
    },
  };
}

async function readPiece(kysely: Kysely<Tables>, tables: CorpusTables, after: number, withVectors: boolean) {
  return selectPassages(kysely, tables)
    .select(['passage.key', 'passage.document', 'passage.terms', 'document.title_terms', ...HIT_COLUMNS])
    .select(sql<Uint8Array | null>`${withVectors ? sql.ref('passage.vector') : sql`null`}`.as('vector'))
    .where('passage.key', '>', after)
    .orderBy('passage.key')
    .limit(PIECE)
    .execute();
}
