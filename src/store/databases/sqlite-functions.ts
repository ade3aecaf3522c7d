/** What SQL can call in SQLite's thread beside SQLite's own functions. */
import type { DatabaseSync } from 'node:sqlite';
import { type Ranked, rankPassages } from '../../corpus/rank-passages.ts';
import type { Candidate } from '../../corpus/term-pool.ts';
import { type RankingTask, readTask } from '../corpus/ranking-task.ts';

interface Ranking {
  task: RankingTask | undefined;
  readonly candidates: Candidate[];
}

/** An aggregate's state is any value at all, which Node's types do not say. */
type Aggregate = Parameters<DatabaseSync['aggregate']>[1];

export function addFunctions(database: DatabaseSync): void {
  // Ranking belongs here: a hundred passages would hold up the main thread for milliseconds.
  database.aggregate('rank_passages', {
    start: (): Ranking => ({ task: undefined, candidates: [] }),
    step(ranking: Ranking, task: string, key: number, document: number, title: string, body: string) {
      ranking.task ??= readTask(task);
      ranking.candidates.push({ key, document, title, body });
      return ranking;
    },
    result: (ranking: Ranking): string => JSON.stringify(rank(ranking)),
  } as unknown as Aggregate);
}

function rank({ task, candidates }: Ranking): Ranked[] {
  if (task === undefined) return [];
  return rankPassages(task.terms, candidates, task.collection).slice(0, task.limit);
}
