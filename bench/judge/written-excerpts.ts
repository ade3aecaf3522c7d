/** Claims written by hand beside the excerpt of their passage that the judge reads first. */
import { chooseExcerpts } from '../../src/engine/factcheck/choose/choose-excerpts.ts';
import type { Pair } from '../../src/engine/judge/pair-scorer.ts';
import { type HeldLabel, readWritten } from './read-held-pairs.ts';

interface WrittenExcerpt extends Pair {
  readonly label: HeldLabel;
}

/** @param most evenly spread over all that were held back. */
export function readWrittenExcerpts(writtenDir: string, most: number): readonly WrittenExcerpt[] {
  const all = readWritten(writtenDir).flatMap(({ claim, title, document, label }): WrittenExcerpt[] => {
    const item = { source: 'context', title, url: '', text: document, passage: 0 };
    const [first] = chooseExcerpts(claim, [{ item, excerpt: document, start: 0, relevance: 1, hash: '' }]);
    return first === undefined ? [] : [{ claim, passage: first.passage, label }];
  });
  return Array.from({ length: most }, (_, at) => all[Math.floor((at * all.length) / most)] as WrittenExcerpt);
}
