/** A summary as text: Markdown tables, which a terminal shows as well as a paper takes. */
import { SCORE_NAMES } from './report-rows.ts';
import { RESAMPLES, type Summary } from './summarize.ts';

interface SummaryContext {
  /** Who judged: a model's id, or the local scorer. */
  readonly judge: string;
  /** What extracted the claims. */
  readonly extractor: string;
  readonly matcher: string;
}

export function formatSummary(summary: Summary, { judge, extractor, matcher }: SummaryContext): string {
  const { texts, claims, scores, scorers, usage, comparison } = summary;
  const lines = [
    `${count(texts, 'text')}, ${count(claims, 'claim')} extracted by ${extractor}, judged by ${judge}` +
      ` (texts judged by a model ${scorers.model}, in part ${scorers.mixed}, locally ${scorers.local}).`,
  ];
  if (usage.promptTokens > 0) {
    lines.push(`Tokens used: ${thousands(usage.promptTokens)} in, ${thousands(usage.completionTokens)} out.`);
  }
  if (claims > 0) {
    lines.push(
      '',
      '| score | mean | 95 % interval | sd |',
      '|---|---|---|---|',
      ...SCORE_NAMES.map((name) => {
        const { mean, deviation } = scores[name];
        return `| ${name} | ${digits(mean)} | ${range(scores[name])} | ${digits(deviation)} |`;
      }),
      `| verifiable | ${digits(summary.verifiable / claims)} | | |`,
    );
  }
  if (comparison !== undefined) {
    const { threshold, counts, similarity } = comparison;
    lines.push(
      '',
      `Against ${count(counts.reference, 'reference claim')} of ${count(comparison.texts, 'text')}: ` +
        `${counts.matched} matched one to one, ${matcher} ≥ ${threshold} (mean of the pairs ${digits(similarity)}).`,
      '',
      '| | precision | recall | F1 | 95 % interval of F1 |',
      '|---|---|---|---|---|',
      ...(['micro', 'macro'] as const).map((name) => {
        const { precision, recall, f1 } = comparison[name];
        return `| ${name} | ${digits(precision)} | ${digits(recall)} | ${digits(f1)} | ${range(comparison[name])} |`;
      }),
    );
  }
  if (claims > 0 || comparison !== undefined) {
    lines.push(
      '',
      ...(claims > 0 ? ABOUT_SCORES : []),
      ...(comparison === undefined ? [] : ABOUT_COMPARISON),
      `sd: over claims. Intervals: bootstrap over texts, ${thousands(RESAMPLES)} samples.`,
    );
  }
  return `${lines.join('\n')}\n`;
}

/** What stands in the tables, in the words that a paper would use below them. */
const ABOUT_SCORES = [
  'Scores are 0 to 1, means over claims. Accuracy: the claim says what its text says, and adds nothing.',
  'Completeness: of what the text around the claim asserts, the share that the claims hold. Coherence: the claim',
  'stands alone, is one statement, and is grammatical. Verifiable: the share that evidence could decide.',
];
const ABOUT_COMPARISON = [
  'Precision: the share of extracted claims with a reference claim of their own; recall: of reference claims with an',
  'extracted one. Micro: over all claims; macro: the mean over texts, where none of none is 1.',
];

function range({ low, high }: { readonly low: number; readonly high: number }): string {
  return `${digits(low)}–${digits(high)}`;
}

function digits(value: number): string {
  return value.toFixed(3);
}

function thousands(value: number): string {
  return value.toLocaleString('en');
}

function count(value: number, what: string): string {
  return `${thousands(value)} ${what}${value === 1 ? '' : 's'}`;
}
