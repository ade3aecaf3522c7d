/** The judge's figures as a section of the page of results. */
import type { Thresholds } from '../../src/engine/judge/pair-scorer.ts';
import type { SetFigures } from './measure-set.ts';

export interface Measured extends SetFigures {
  readonly name: string;
  readonly trainedOnOthers: boolean;
}

export function tabulateSets(measured: readonly Measured[], { supported, refuted }: Thresholds): string {
  const rows = measured.map((one) => {
    const cells = [
      `${one.name}${one.trainedOnOthers ? '' : ' *'}`,
      String(one.pairs),
      share(one.balancedAccuracy),
      share(one.macroF1),
      share(one.macroF1OfMajority),
      share(one.coverage),
      share(one.stated),
      share(one.rightOfStated),
    ];
    return `| ${cells.join(' | ')} |`;
  });
  return `
Pairs of a claim and a document that the judge was never trained on, held back by document
(\`npm run bench:judge -- DATA\`). A star marks a set of which nothing was trained on. The document is cut into passages and read in excerpts,
as the gateway reads it. *Balanced accuracy* is of "supported" against the rest; *nine of ten* is the largest share of pairs
with a verdict, at the best thresholds of that very set, such that nine of ten are right; *stated* is what the gateway states with the
model's thresholds (${threshold(supported)} for supported, ${threshold(refuted)} for refuted) and its comparison of values. Where a set does not tell
"refuted" from "not said", "refuted" counts as right of both, and there is no macro-F1.

| set | pairs | balanced accuracy | macro-F1 | macro-F1 of the majority | nine of ten | stated | right of stated |
|---|---|---|---|---|---|---|---|
${rows.join('\n')}

A judge that always says the same has a balanced accuracy of .50. The thresholds were fitted to the pairs written by hand, so of these two sets
"right of stated" says how well they fit, and nothing of other texts. The aim is .90 right of stated: sets that are below it, or of which too
little is stated to tell, are in this table with the others.
`;
}

function share(value: number | undefined): string {
  return value === undefined ? '–' : value.toFixed(2).replace(/^0/, '');
}

function threshold(value: number): string {
  return value.toFixed(3).replace(/^0/, '');
}
