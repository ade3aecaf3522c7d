/**
 * The problems of checked texts as SARIF 2.1.0, which code scanning and editors read:
 * https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html
 */
import type { Problem } from './find-problems.ts';

const RULES = [
  ['refuted', 'error', 'The evidence contradicts the claim'],
  ['conflicting', 'warning', 'The evidence on the claim conflicts'],
  ['not_enough_evidence', 'note', 'The evidence does not decide the claim'],
] as const;

/** @param version of the program that checked. */
export function writeSarif(problems: readonly Problem[], version: string): string {
  const log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'Claimgate',
            version,
            rules: RULES.map(([id, level, text]) => ({
              id,
              shortDescription: { text },
              defaultConfiguration: { level },
            })),
          },
        },
        columnKind: 'utf16CodeUnits',
        results: problems.map(toResult),
      },
    ],
  };
  return `${JSON.stringify(log, undefined, 2)}\n`;
}

function toResult({ verdict, level, message, file, region }: Problem) {
  const result = { ruleId: verdict, level, message: { text: message } };
  if (file === undefined) return result;
  const artifactLocation = { uri: uriOf(file) };
  return { ...result, locations: [{ physicalLocation: { artifactLocation, region } }] };
}

/** A path becomes a relative reference; what is an address already stays. */
function uriOf(file: string): string {
  if (/^https?:\/\//i.test(file)) return URL.parse(file)?.href ?? encodeURI(file);
  return file.split(/[/\\]/).map(encodeURIComponent).join('/');
}
