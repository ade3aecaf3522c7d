/** The part of a search that is by meaning, where a database holds the passages. */
import type { Kysely } from 'kysely';
import { unlessAborted } from '../../../domain/unless-aborted.ts';
import type { Near } from '../../../engine/corpus/join-rankings.ts';
import type { Ranked } from '../../../engine/corpus/rank-passages.ts';
import { type Embedder, nearest, type TextVector } from '../../../engine/corpus/vector.ts';
import type { Tables } from '../tables.ts';
import type { CorpusTables } from './corpus-tables.ts';
import type { MeaningIndex } from './passage-index.ts';
import { type HeldVectors, holdVectors, readVectors } from './passage-vectors.ts';

export interface MeaningOptions {
  readonly embedder: Embedder;
  /** Milliseconds that a search waits for what its question means; then it goes on by words alone. */
  readonly patience: number;
}

/** A longer question is cut: a claim is a sentence. UTF-16 units. */
const LONGEST_QUESTION = 1_000;
/** Passages that are looked at, of those that are found by meaning. */
export const NEAREST: number = 64;
/** Passages that an index proposes, of which those are the nearest. */
const PROPOSED = 200;

export function openMeaningSearch(
  kysely: Kysely<Tables>,
  tables: CorpusTables,
  { embedder, patience }: MeaningOptions,
  meanings?: MeaningIndex,
) {
  let all: { readonly revision: number; readonly read: Promise<HeldVectors> } | undefined;

  const allVectors = (revision: number): Promise<HeldVectors> => {
    if (all?.revision !== revision) {
      const read = holdVectors(kysely, tables, embedder.model);
      all = { revision, read };
      read.catch(() => {
        if (all?.read === read) all = undefined;
      });
    }
    return all.read;
  };

  /** @returns what a question means; `undefined` where nothing can say so in time. */
  const readQuestion = async (query: string, signal: AbortSignal): Promise<TextVector | undefined> => {
    if (!embedder.isReady()) return undefined;
    const text = query.slice(0, LONGEST_QUESTION);
    const known = embedder.knownQuestion(text);
    if (known !== undefined) return known;
    const limited = AbortSignal.any([signal, AbortSignal.timeout(patience)]);
    return unlessAborted(embedder.readQuestion(text, limited), limited).catch(() => undefined);
  };

  const compareProposed = async (
    query: string,
    ranked: readonly Ranked[],
    signal: AbortSignal,
  ): Promise<readonly Near[]> => {
    let vectors = await readVectors(
      kysely,
      tables,
      ranked.map(({ key }) => key),
      embedder.model,
    );
    const isAsked = vectors.size > 0 || ranked.length === 0;
    const question = isAsked ? await readQuestion(query, signal) : undefined;
    if (question === undefined) return ranked.map(withoutMeaning);
    const proposed = (await meanings?.nearest(kysely, embedder.model, question, PROPOSED)) ?? [];
    const further = proposed.filter((key) => !vectors.has(key));
    if (further.length > 0) {
      vectors = new Map([...vectors, ...(await readVectors(kysely, tables, further, embedder.model))]);
    }
    const near = [...vectors].map(
      ([key, { document, read }]): Near => ({ key, document, similarity: nearest(read, question) }),
    );
    return [...near, ...ranked.filter(({ key }) => !vectors.has(key)).map(withoutMeaning)];
  };
  return {
    readQuestion,
    /**
     * @param ranked what words propose.
     * @param revision of a corpus so small that all of its vectors are compared; absent where an index proposes what is near, if
     *   the database has one.
     * @returns how near the passages are to the question; without it where nothing can say so.
     */
    async compare(
      query: string,
      ranked: readonly Ranked[],
      revision: number | undefined,
      signal: AbortSignal,
    ): Promise<readonly Near[]> {
      const keys = ranked.map(({ key }) => key);
      if (revision === undefined) {
        return compareProposed(query, ranked, signal);
      }
      const held = await allVectors(revision);
      const question = held.hasVectors ? await readQuestion(query, signal) : undefined;
      if (question === undefined) return ranked.map(withoutMeaning);
      const found = await held.find(question, NEAREST, keys);
      const known = new Set(found.map(({ key }) => key));
      // Added since the vectors were read.
      return [...found, ...ranked.filter(({ key }) => !known.has(key)).map(withoutMeaning)];
    },
    /** The corpus has become too large, or is held in another way. */
    forget(): void {
      all = undefined;
    },
  };
}

function withoutMeaning({ key, document }: Ranked): Near {
  return { key, document, similarity: undefined };
}
