/** What SQL can call in SQLite's thread beside SQLite's own functions. */
import type { DatabaseSync } from 'node:sqlite';
import { keepBetter } from '../../../engine/corpus/keep-best.ts';
import type { PlannedTerm, TermPlan } from '../../../engine/corpus/plan-terms.ts';
import { rankPassages } from '../../../engine/corpus/rank-passages.ts';
import type { Candidate } from '../../../engine/corpus/term-pool.ts';
import type { RankingTask } from '../corpus/passage-index.ts';
import { CANDIDATES } from '../corpus/plan-search.ts';

interface Ranking {
  readonly task: RankingTask;
  readonly planned: readonly PlannedTerm[];
  /** The best so far, the best first. */
  readonly best: { readonly candidate: Candidate; readonly weight: number }[];
}

/** An aggregate's state is any value at all, which Node's types do not say. */
type Aggregate = Parameters<DatabaseSync['aggregate']>[1];

export function addFunctions(database: DatabaseSync): void {
  // Ranking belongs here: a hundred passages would hold up the main thread for milliseconds.
  database.aggregate('rank_passages', {
    start: null,
    step(
      begun: Ranking | null,
      task: string | null,
      key: number,
      document: number,
      title: string,
      body: string,
    ) {
      // The first row alone brings the task.
      const ranking = begun ?? beginRanking(task!);
      const weight = weigh(` ${title} ${body} `, ranking.planned);
      keepBetter(ranking.best, { candidate: { key, document, title, body }, weight }, CANDIDATES, isBetter);
      return ranking;
    },
    result(ranking: Ranking | null): string {
      if (ranking === null) return '[]';
      const { terms, collection, perDocument } = ranking.task;
      const candidates = ranking.best.map(({ candidate }) => candidate);
      return JSON.stringify(rankPassages(terms, candidates, collection, perDocument));
    },
  } as unknown as Aggregate);
}

type Weighed = Ranking['best'][number];
const isBetter = (a: Weighed, b: Weighed): boolean =>
  a.weight > b.weight || (a.weight === b.weight && a.candidate.key < b.candidate.key);

/** @returns what the plan's terms that the text has weigh together. */
function weigh(text: string, planned: readonly PlannedTerm[]): number {
  let sum = 0;
  for (const { term, weight } of planned) if (text.includes(term)) sum += weight;
  return sum;
}

function beginRanking(text: string): Ranking {
  const { task, planned } = JSON.parse(text);
  const { collection } = task;
  return {
    task: { ...task, collection: { ...collection, frequencies: new Map(collection.frequencies) } },
    planned,
    best: [],
  };
}

/** @returns the task as `rank_passages` takes it. */
export function writeTask({ terms }: TermPlan, { collection, ...task }: RankingTask): string {
  const frequencies = [...collection.frequencies];
  const planned = terms.map(({ term, weight }) => ({ term: ` ${term} `, weight }));
  return JSON.stringify({ task: { ...task, collection: { ...collection, frequencies } }, planned });
}
