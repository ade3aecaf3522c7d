import type { Verdict } from '../api/types.ts';
import { addressesOf, csvLines } from '../claims/write-claims.ts';
import type { Result } from './measure-row.ts';
import { referencesOf } from './references.ts';
import type { Run } from './run.ts';

/** What the run measured, as CSV. */
export function writeResults(run: Run): string {
  return run.measure === 'extraction' ? writeScores(run) : writeVerdicts(run);
}

const SCORES = [
  'claim_id',
  'original_text',
  'extracted_claim',
  'accuracy_score',
  'completeness_score',
  'coherence_score',
  'confidence',
  'category',
  'verifiable',
  'timestamp',
] as const;

/**
 * The columns of the gateway's own reports, a line a claim, with the row it is of; a failed row has a line too. Of two
 * models, the lines of the first come first, and a column says whose they are.
 */
function writeScores({ rows, idColumn, models }: Run): string {
  const several = models.length > 1;
  const lines = models.flatMap(({ model, results }) => {
    const whose = several ? [model.id] : [];
    return results.flatMap((result, index) => {
      const row = idColumn === undefined ? index + 1 : (rows[index]?.[idColumn] ?? '');
      if (result?.failure !== undefined)
        return [[row, ...SCORES.map(() => ''), '', result.failure.code, ...whose]];
      return (result?.scored ?? []).map((claim) => [
        row,
        ...SCORES.map((column) =>
          typeof claim[column] === 'boolean' ? String(claim[column]) : claim[column],
        ),
        result?.scorer ?? '',
        '',
        ...whose,
      ]);
    });
  });
  return csvLines([['row', ...SCORES, 'scorer', 'failure', ...(several ? ['model'] : [])], ...lines]);
}

/** All rows of the file in the form that the command line reads. */
export function writeJsonLines({ all, textColumn, idColumn }: Run): string {
  return all
    .map((row, index) => {
      const id = idColumn === undefined ? String(index + 1) : (row[idColumn] ?? '');
      return `${JSON.stringify({ id, text: row[textColumn] ?? '' })}\n`;
    })
    .join('');
}

const FOUND = [
  'claims_found',
  'verdict_found',
  'verdict_confidence',
  'sources_found',
  'failure',
  'right',
  'model',
];

/**
 * The file's own columns, what each model found of the row, and the reference verdict as it was read. With two models,
 * the columns of each end in its number.
 */
function writeVerdicts(run: Run): string {
  const { rows, columns, models } = run;
  const { verdicts } = referencesOf(run);
  const several = models.length > 1;
  const found = models.flatMap((_, index) => FOUND.map((name) => (several ? `${name}_${index + 1}` : name)));
  const lines = rows.map((row, index) => [
    ...columns.map((column) => row[column] ?? ''),
    ...models.flatMap(({ model, results }) => writeFound(results[index], verdicts[index], model.id)),
    verdicts[index] ?? '',
  ]);
  return csvLines([[...columns, ...found, 'reference_verdict'], ...lines]);
}

function writeFound(
  result: Result | undefined,
  reference: Verdict | undefined,
  model: string,
): (string | number)[] {
  return [
    result?.claims.length ?? '',
    result?.verdict ?? '',
    result?.confidence ?? '',
    [...new Set(addressesOf(result?.claims ?? []))].join(' '),
    result?.failure?.code ?? '',
    String(isRight(result, reference) ?? ''),
    model,
  ];
}

/** `undefined` where there is nothing to compare. */
export function isRight(result: Result | undefined, reference: Verdict | undefined): boolean | undefined {
  if (result === undefined || result.failure !== undefined || reference === undefined) return undefined;
  return result.verdict === reference;
}
