/** The figures as a page for readers. */
import type { Calibration } from '../../src/factcheck/verify/calibration.ts';
import { binsOf, heldOut } from '../../src/factcheck/verify/fit-calibration.ts';
import { scoreVerdicts } from './score-verdicts.ts';
import type { SetRun } from './verify-set.ts';

export interface Told {
  readonly judge: string;
  readonly runs: readonly SetRun[];
  readonly calibration: Calibration;
  /** Factcheck-Bench with a judge that needs a second query for one claim in five. */
  readonly cost?: SetRun;
  /** US dollars a million tokens. */
  readonly price?: { readonly input: number; readonly output: number };
}

export function tellRuns({ judge, runs, calibration, cost, price }: Told): string {
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
  return [
    '',
    `Judge: ${judge}, ${calibration.prompt}. Claims are verified as those of one answer each (Factcheck-Bench: the`,
    'claims of one ChatGPT answer; the other sets: five at a time); the evidence is what the set gives, and a further',
    'query is answered from all evidence of the set.',
    ...(judge === 'sandbox'
      ? [
          '',
          'The sandbox’s judge knows its own list of labelled claims alone and takes no side on any other: these figures',
          'say that the pipeline runs and what it costs, and nothing of what a model would find.',
        ]
      : []),
    '',
    '| set | claims | accuracy | macro-F1 | takes a side | and is right | calls/claim | searches/claim | tokens/claim | $/1000 claims |',
    '|---|---|---|---|---|---|---|---|---|---|',
    ...[...runs, all].map((run) => rowOf(run, price)),
    '',
    ...(cost === undefined
      ? []
      : [
          'What a claim costs where the judge says one verdict in five only after a second query (Factcheck-Bench,',
          'simulated judge that knows the verdicts), beside what is published:',
          '',
          '| system | model calls a claim | searches a claim | told by |',
          '|---|---|---|---|',
          `| Claimgate | ${per(cost.calls, cost)} | ${per(cost.searches, cost)} | this run: ${rightOf(cost)} of ${cost.pairs.length} verdicts right |`,
          '| SAFE | 8 | 5 | Wei et al. 2024, its code as published; about $0.20 an answer |',
          '| FIRE | 1 to 6 | 0 to 5 | Xie et al. 2025: LLM costs 7.6 times and search costs 16.5 times lower than the systems compared |',
          '',
        ]),
    `Confidence: expected calibration error ${calibration.fitted.ece_raw.toFixed(3)} raw, ${calibration.fitted.ece.toFixed(3)} calibrated (five folds, each`,
    `on claims left out of its fit; ${calibration.fitted.claims} claims). Lines: takes a side ${lineOf(calibration.decided)}, does not ${lineOf(calibration.undecided)}.`,
    '',
    '| confidence, calibrated | verdicts | mean | right |',
    '|---|---|---|---|',
    ...binsOf(held).map(
      ({ from, count, meanConfidence, shareRight }) =>
        `| ${from.toFixed(1)} to ${(from + 0.1).toFixed(1)} | ${count} | ${meanConfidence.toFixed(2)} | ${shareRight.toFixed(2)} |`,
    ),
  ].join('\n');
}

function rowOf(run: SetRun, price: Told['price']): string {
  const { claims, accuracy, macroF1, decided, precision } = scoreVerdicts(run.pairs);
  const dollars =
    price === undefined
      ? '–'
      : (
          ((run.promptTokens * price.input + run.completionTokens * price.output) / 1e6 / claims) *
          1_000
        ).toFixed(2);
  const tokens = Math.round((run.promptTokens + run.completionTokens) / Math.max(1, claims));
  const share = (value: number): string => `${Math.round(value * 100)} %`;
  return `| ${run.name} | ${claims} | ${accuracy.toFixed(3)} | ${macroF1.toFixed(3)} | ${share(decided)} | ${share(precision)} | ${per(run.calls, run)} | ${per(run.searches, run)} | ${tokens} | ${dollars} |`;
}

function per(count: number, { pairs }: SetRun): string {
  return (count / Math.max(1, pairs.length)).toFixed(2);
}

function rightOf({ pairs }: SetRun): number {
  return pairs.filter(({ gold, said }) => gold === said).length;
}

function lineOf({ slope, offset }: { slope: number; offset: number }): string {
  return `${slope.toFixed(2)} × log-odds ${offset < 0 ? '−' : '+'} ${Math.abs(offset).toFixed(2)}`;
}
