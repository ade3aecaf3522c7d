/** What SQL can call in SQLite's thread beside SQLite's own functions. */
import type { DatabaseSync } from 'node:sqlite';
import { rankPassages } from '../../corpus/rank-passages.ts';
import type { Candidate } from '../../corpus/term-pool.ts';
import type { RankingTask } from '../corpus/passage-index.ts';

interface Ranking {
  task: string;
  readonly candidates: Candidate[];
}

/** An aggregate's state is any value at all, which Node's types do not say. */
type Aggregate = Parameters<DatabaseSync['aggregate']>[1];

export function addFunctions(database: DatabaseSync): void {
  // Ranking belongs here: a hundred passages would hold up the main thread for milliseconds.
  database.aggregate('rank_passages', {
    start: (): Ranking => ({ task: '', candidates: [] }),
    step({ candidates }: Ranking, task: string, key: number, document: number, title: string, body: string) {
      candidates.push({ key, document, title, body });
      return { task, candidates };
    },
    result: ({ task, candidates }: Ranking): string => {
      if (task === '') return '[]';
      const { terms, collection, limit, perDocument } = readTask(task);
      const ranked = rankPassages(terms, candidates, collection, undefined, perDocument);
      return JSON.stringify(ranked.slice(0, limit));
    },
  } as unknown as Aggregate);
}

/** @returns the task as `rank_passages` takes it. */
export function writeTask({ collection, ...task }: RankingTask): string {
  const frequencies = [...collection.frequencies];
  return JSON.stringify({ ...task, collection: { ...collection, frequencies } });
}

function readTask(text: string): RankingTask {
  const { collection, ...task } = JSON.parse(text);
  return { ...task, collection: { ...collection, frequencies: new Map(collection.frequencies) } };
}
