/** What each database does in its own way for the corpus: find passages by their terms. */
import type { Kysely, Transaction } from 'kysely';
import type { TermPlan } from '../../../engine/corpus/plan-terms.ts';
import type { Collection, Ranked } from '../../../engine/corpus/rank-passages.ts';
import type { PassageVectors, TextVector } from '../../../engine/corpus/vector.ts';
import type { Database } from '../database.ts';
import type { Tables } from '../tables.ts';

/** What ranking has to know beside the candidates. */
export interface RankingTask {
  /** The query's, in order. */
  readonly terms: readonly string[];
  readonly collection: Collection;
  /** So many passages are wanted, and at most so many of one document. */
  readonly limit: number;
  readonly perDocument: number;
}

/** Finds passages by what they mean, however many there are. */
export interface MeaningIndex {
  /** @returns keys of the passages that are nearest to a question, at most so many; `undefined` where there is no index. */
  nearest(
    kysely: Kysely<Tables>,
    model: number,
    question: TextVector,
    most: number,
  ): Promise<readonly number[] | undefined>;
  /** Files passages whose vectors have just been written, where there is an index. */
  add(
    transaction: Transaction<Tables>,
    model: number,
    passages: readonly { readonly key: number; readonly vectors: PassageVectors }[],
  ): Promise<void>;
  /**
   * Makes the index of all vectors that are there, or adds those that it lacks. It may be interrupted, and goes on where it stopped.
   *
   * @returns what the database lacks for it, in words for the operator; `undefined` where nothing.
   * @throws the signal's reason, where it aborts.
   */
  build(database: Database, model: number, progress: BuildProgress): Promise<string | undefined>;
}

export interface BuildProgress {
  readonly signal: AbortSignal;
  /** Called with how many passages have been filed. */
  readonly onFiled?: (passages: number) => void;
  /** The index itself is made now. */
  readonly onIndex?: () => void;
}

export interface PassageIndex {
  /** Absent where the database has none: words propose then, and meaning ranks. */
  readonly meanings?: MeaningIndex;
  /** Searches that run side by side at most. */
  readonly concurrency: number;
  /** See `Corpus.batch`. */
  readonly batch: { readonly documents: number; readonly length: number };
  /** Indexes the passages of documents that have just been written. */
  add(transaction: Transaction<Tables>, documents: readonly number[]): Promise<void>;
  /** Takes the passages of documents out that are about to be deleted. */
  remove(transaction: Transaction<Tables>, documents: readonly number[]): Promise<void>;
  /** Removes all documents, passages and what they are found by. */
  clear(transaction: Transaction<Tables>): Promise<void>;
  /** See `Corpus.settle`. */
  settle(kysely: Kysely<Tables>): Promise<void>;
  /** In how many passages each term is; those that are in none are left out. */
  frequencies(kysely: Kysely<Tables>, terms: readonly string[]): Promise<Map<string, number>>;
  /**
   * @param plans tried in order.
   * @returns the best passages of each document, the best first, at most `task.limit`.
   */
  rank(kysely: Kysely<Tables>, plans: readonly TermPlan[], task: RankingTask): Promise<readonly Ranked[]>;
}
