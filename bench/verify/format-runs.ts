/** The figures as a page for readers. */
import type { Calibration } from '../../src/engine/factcheck/judge/calibration.ts';
import { binsOf, heldOut } from './fit-calibration.ts';
import { scoreVerdicts } from './score-verdicts.ts';
import type { SetRun } from './verify-set.ts';

/** A larger share of the verdicts in one bin of confidence, and an error over the bins says nothing. */
const MOST_IN_A_BIN = 0.5;

export interface RunsToFormat {
  readonly judge: string;
  readonly runs: readonly SetRun[];
  readonly calibration: Calibration;
  /** US dollars a million tokens. */
  readonly price?: { readonly input: number; readonly output: number };
}

export function formatRuns({ judge, runs, calibration, price }: RunsToFormat): string {
  const all: SetRun = runs.reduce((sum, run) => ({
    name: 'all',
    pairs: [...sum.pairs, ...run.pairs],
    trials: [...sum.trials, ...run.trials],
    calls: sum.calls + run.calls,
    searches: sum.searches + run.searches,
    promptTokens: sum.promptTokens + run.promptTokens,
    completionTokens: sum.completionTokens + run.completionTokens,
    seconds: sum.seconds + run.seconds,
  }));
  const held = heldOut(
    judge,
    runs.flatMap(({ trials }) => trials),
  );
  const isSandbox = judge === 'sandbox';
  return [
    '',
    `Judge: ${judge}, ${calibration.prompt}. Claims are verified as those of one answer each (Factcheck-Bench: the`,
    'claims of one ChatGPT answer; the other sets: five at a time); the evidence is what the set gives, and a further',
    'query is answered from all evidence of the set.',
    '',
    ...(isSandbox
      ? [
          'In the sandbox the gateway’s own small model answers for a model: this says what verification costs, and nothing of how often a model’s',
          'verdict is right. For that, run `npm run bench:verify -- DATA_DIR --model M` with a key of your own.',
          '',
          ...costTable([...runs, all]),
        ]
      : [...verdictTable([...runs, all], price), '', ...calibrationTable(calibration, held)]),
  ].join('\n');
}

function costTable(runs: readonly SetRun[]): string[] {
  return [
    '| set | claims | calls/claim | searches/claim | tokens/claim |',
    '|---|---|---|---|---|',
    ...runs.map(
      (run) =>
        `| ${run.name} | ${run.pairs.length} | ${per(run.calls, run)} | ${per(run.searches, run)} | ${tokensOf(run)} |`,
    ),
  ];
}

function verdictTable(runs: readonly SetRun[], price: RunsToFormat['price']): string[] {
  return [
    '| set | claims | accuracy | macro-F1 | takes a side | and is right | calls/claim | searches/claim | tokens/claim | $/1000 claims |',
    '|---|---|---|---|---|---|---|---|---|---|',
    ...runs.map((run) => rowOf(run, price)),
  ];
}

function calibrationTable(
  { fitted, decided, undecided }: Calibration,
  held: ReturnType<typeof heldOut>,
): string[] {
  const bins = binsOf(held);
  const largest = Math.max(...bins.map(({ count }) => count)) / held.length;
  if (largest > MOST_IN_A_BIN) {
    return [
      `Confidence: ${Math.round(largest * 100)} % of the verdicts have nearly the same, so that its calibration error says nothing.`,
    ];
  }
  return [
    `Confidence: expected calibration error ${fitted.ece_raw.toFixed(3)} raw, ${fitted.ece.toFixed(3)} calibrated (five folds, each`,
    `on claims left out of its fit; ${fitted.claims} claims). Lines: takes a side ${lineOf(decided)}, does not ${lineOf(undecided)}.`,
    '',
    '| confidence, calibrated | verdicts | mean | right |',
    '|---|---|---|---|',
    ...bins.map(
      ({ from, count, meanConfidence, shareRight }) =>
        `| ${from.toFixed(1)} to ${(from + 0.1).toFixed(1)} | ${count} | ${meanConfidence.toFixed(2)} | ${shareRight.toFixed(2)} |`,
    ),
  ];
}

function rowOf(run: SetRun, price: RunsToFormat['price']): string {
  const { claims, accuracy, macroF1, decided, precision } = scoreVerdicts(run.pairs);
  const dollars =
    price === undefined
      ? '–'
      : (
          ((run.promptTokens * price.input + run.completionTokens * price.output) / 1e6 / claims) *
          1_000
        ).toFixed(2);
  const share = (value: number): string => `${Math.round(value * 100)} %`;
  return `| ${run.name} | ${claims} | ${accuracy.toFixed(3)} | ${macroF1.toFixed(3)} | ${share(decided)} | ${share(precision)} | ${per(run.calls, run)} | ${per(run.searches, run)} | ${tokensOf(run)} | ${dollars} |`;
}

function per(count: number, { pairs }: SetRun): string {
  return (count / Math.max(1, pairs.length)).toFixed(2);
}

function tokensOf(run: SetRun): number {
  return Math.round((run.promptTokens + run.completionTokens) / Math.max(1, run.pairs.length));
}

function lineOf({ slope, offset }: { slope: number; offset: number }): string {
  return `${slope.toFixed(2)} × log-odds ${offset < 0 ? '−' : '+'} ${Math.abs(offset).toFixed(2)}`;
}
