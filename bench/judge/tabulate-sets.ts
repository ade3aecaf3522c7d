/** The judge's figures as a section of the page of results, beside those of others. */
import type { Thresholds } from '../../src/engine/judge/pair-scorer.ts';
import type { SetFigures } from './measure-set.ts';

export interface Measured extends SetFigures {
  readonly name: string;
  readonly trainedOnOthers: boolean;
}

/** Published balanced accuracies of "supported" on sets of the same name, whose rows are other ones. */
const PUBLISHED: Readonly<Record<string, string>> = {
  wice: 'MiniCheck-FT5 .72',
  factcheck_bench_stance: 'MiniCheck-FT5 .75',
};

export function tabulateSets(measured: readonly Measured[], { supported, refuted }: Thresholds): string {
  const rows = measured.map((one) => {
    const published = PUBLISHED[one.name] ?? '';
    const cells = [
      `${one.name}${one.trainedOnOthers ? '' : ' *'}`,
      String(one.pairs),
      share(one.balancedAccuracy),
      share(one.macroF1),
      share(one.macroF1OfMajority),
      share(one.coverage),
      share(one.stated),
      share(one.rightOfStated),
      published,
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

| set | pairs | balanced accuracy | macro-F1 | macro-F1 of the majority | nine of ten | stated | right of stated | published |
|---|---|---|---|---|---|---|---|---|
${rows.join('\n')}

The floor is a classifier over the cosine of bge-small's embeddings, shared words and numbers: macro-F1 .45 to .54, balanced
accuracy .55 to .65, and nine of ten right for hardly one claim in a hundred. A judge that always says the same has a balanced accuracy
of .50.

Published: MiniCheck-FT5 (770 million weights, twenty times this judge's) in Tang, Laban and Durrett 2024, table 2, on WiCE and on
FactCheck-GPT, which is from Factcheck-Bench's answers; their rows are others than these. HHEM-2.1-Open's model card has .64 on
summaries and .74 on answers of RAGTruth, and nothing on a set of this table.
`;
}

function share(value: number | undefined): string {
  return value === undefined ? '–' : value.toFixed(2).replace(/^0/, '');
}

function threshold(value: number): string {
  return value.toFixed(3).replace(/^0/, '');
}
