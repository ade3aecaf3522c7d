/** Scores of examples by detectors that have not seen them. */
import { type Detector, fitDetector, scoreExample, type Table } from './fit-detector.ts';
import type { Example, Source } from './read-examples.ts';

/** The sets that are measured, each a genre. */
export const MEASURED: readonly Source[] = ['policlaim', 'answers', 'tweets', 'debates'];
const FOLDS = 5;

/** Every group lies in one fold; the groups of a source are dealt out in turn, so that each fold has some of each. */
function deal(examples: readonly Example[]): Int8Array {
  const folds = new Map<string, number>();
  const dealt = new Map<Source, number>();
  return Int8Array.from(examples, ({ source, group }) => {
    if (!MEASURED.includes(source)) return -1;
    const key = `${source} ${group}`;
    let fold = folds.get(key);
    if (fold === undefined) {
      const turn = dealt.get(source) ?? 0;
      fold = turn % FOLDS;
      dealt.set(source, turn + 1);
      folds.set(key, fold);
    }
    return fold;
  });
}

/** Scores in logits, by row; not a number for rows of no measured set. */
export type Scores = Float64Array;

function scoreRows(table: Table, detector: Detector, tested: Uint8Array, into: Scores): void {
  tested.forEach((test, row) => {
    if (test === 1) into[row] = scoreExample(table, detector, row);
  });
}

/** Each fold by a detector trained on all the others: what to expect of more text of the same genres. */
export function crossValidate(
  table: Table,
  report: (line: string) => void,
  learnFrom: (table: Table, learn: Uint8Array) => Detector = fitDetector,
): Scores {
  const scores = new Float64Array(table.examples.length).fill(Number.NaN);
  const folds = deal(table.examples);
  for (let fold = 0; fold < FOLDS; fold++) {
    report(`cross-validation: fold ${fold + 1} of ${FOLDS}`);
    const tested = Uint8Array.from(folds, (of) => (of === fold ? 1 : 0));
    scoreRows(
      table,
      learnFrom(
        table,
        tested.map((test) => 1 - test),
      ),
      tested,
      scores,
    );
  }
  return scores;
}

/** Each set by a detector trained on all other sets: what to expect of a genre never seen. */
export function leaveOneSetOut(table: Table, report: (line: string) => void): Scores {
  const scores = new Float64Array(table.examples.length).fill(Number.NaN);
  for (const source of MEASURED) {
    if (source === 'debates') continue;
    report(`leaving out: ${source}`);
    const tested = Uint8Array.from(table.examples, (example) => (example.source === source ? 1 : 0));
    scoreRows(
      table,
      fitDetector(
        table,
        tested.map((test) => 1 - test),
      ),
      tested,
      scores,
    );
  }
  return scores;
}
