/** A whole run as JSON: what it comes to, and what each model found of each row. */
import type { Result } from './measure-row.ts';
import { claimListsOf, referencesOf } from './references.ts';
import { type ModelRun, progressOf, type Run } from './run.ts';
import { scoreReferences } from './score-references.ts';
import { compareModels, countMatrix, scoreMatrix } from './score-verdicts.ts';
import { calibrate, judgeRows, judgeSureness } from './summarize-run.ts';
import { isRight } from './write-results.ts';

export function writeRunJson(run: Run): string {
  const { file, created, measure, textColumn, rows, models, columns } = run;
  const { verdicts } = referencesOf(run);
  const judged = models.map(({ results }) => judgeRows(verdicts, results));
  const [first, second] = judged;
  const whole = {
    file,
    created: new Date(created).toISOString(),
    measure,
    text_column: textColumn,
    models: models.map((model) => ({ ...nameModel(model), ...summarize(run, model) })),
    ...(measure === 'verdicts' && first !== undefined && second !== undefined
      ? { comparison: compareModels(first, second) }
      : {}),
    rows: rows.map((row, index) => ({
      row: index + 1,
      columns: Object.fromEntries(columns.map((column) => [column, row[column] ?? ''])),
      reference_verdict: verdicts[index] ?? null,
      results: models.map(({ model, results }) => ({
        model: model.id,
        ...writeResult(results[index]),
        right: isRight(results[index], verdicts[index]) ?? null,
      })),
    })),
  };
  return `${JSON.stringify(whole, null, 1)}\n`;
}

const nameModel = ({ model, results }: ModelRun) => {
  const { finished, failed, tokens, cost } = progressOf(results);
  return { model: model.id, provider: model.provider, finished, failed, tokens, cost };
};

function summarize(run: Run, { results }: ModelRun) {
  if (run.measure === 'extraction') {
    return { reference_claims: scoreReferences(results, claimListsOf(run)) ?? null };
  }
  const rows = judgeRows(referencesOf(run).verdicts, results);
  if (rows.length === 0) return {};
  const matrix = countMatrix(rows);
  const sureness = judgeSureness(rows);
  return {
    scores: scoreMatrix(matrix),
    confusion_matrix: matrix,
    reliability: sureness.length === 0 ? null : calibrate(sureness),
  };
}

function writeResult(result: Result | undefined) {
  if (result === undefined) return {};
  const { verdict, confidence, claims, scored, scorer, tokens, failure } = result;
  return {
    ...(verdict === undefined ? {} : { verdict }),
    ...(confidence === undefined ? {} : { confidence }),
    ...(scorer === undefined ? { claims } : { scorer, claims: scored }),
    tokens,
    ...(failure === undefined ? {} : { failure: failure.code }),
  };
}
