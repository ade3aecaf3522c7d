/** Scores of examples by detectors that have not seen them. */
import { fitDetector, scoreExamples, type Table } from './fit-detector.ts';
import { type Example, type Source, WRITTEN } from './read-examples.ts';

/** The sets that are measured, each a genre. */
export const MEASURED: readonly Source[] = ['policlaim', 'answers', 'tweets', 'debates', ...WRITTEN];
const FOLDS = 5;

/** Every group lies in one fold; the groups of a source are dealt out in turn, so that each fold has some of each. */
function deal(examples: readonly Example[]): Int8Array {
  const folds = new Map<string, number>();
  const dealt = new Map<Source, number>();
  return Int8Array.from(examples, ({ source, group }) => {
    if (!MEASURED.includes(source) && source !== 'reviewed') return -1;
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

/** In logits, by row; not a number for rows of no measured set. */
export type Scores = Float64Array;

/** What detectors that have not seen a row say of it: that it holds a claim, and that it is worth checking. */
export interface Validated {
  readonly claims: Scores;
  readonly worths: Scores;
}

/** Scores the tested rows by a detector that learns from all others. */
function testOn(table: Table, isTested: (row: number) => boolean, into: Validated): void {
  const tested = [...table.examples.keys()].filter(isTested);
  const learn = new Uint8Array(table.examples.length).fill(1);
  for (const row of tested) learn[row] = 0;
  for (const { row, claim, worthiness } of scoreExamples(table, fitDetector(table, learn), tested)) {
    into.claims[row] = claim;
    into.worths[row] = worthiness;
  }
}

function unknown({ examples }: Table): Validated {
  const scores = (): Scores => new Float64Array(examples.length).fill(Number.NaN);
  return { claims: scores(), worths: scores() };
}

/** Each fold by a detector trained on all the others: what to expect of more text of the same genres. */
export function crossValidate(table: Table, report: (line: string) => void): Validated {
  const scores = unknown(table);
  const folds = deal(table.examples);
  for (let fold = 0; fold < FOLDS; fold++) {
    report(`cross-validation: fold ${fold + 1} of ${FOLDS}`);
    testOn(table, (row) => folds[row] === fold, scores);
  }
  return scores;
}

/** Each set by a detector trained on all other sets: what to expect of a genre never seen. */
export function leaveOneSetOut(table: Table, report: (line: string) => void): Validated {
  const scores = unknown(table);
  for (const source of MEASURED) {
    if (source === 'debates') continue;
    report(`leaving out: ${source}`);
    testOn(table, (row) => table.examples[row]!.source === source, scores);
  }
  return scores;
}
