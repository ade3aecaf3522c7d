/**
 * The problems of checked texts as annotations of GitHub Actions, which shows them beside the lines:
 * https://docs.github.com/en/actions/reference/workflow-commands-for-github-actions
 */
import type { Level, Problem } from './find-problems.ts';
import { STATE_WORDS } from './write-check.ts';

const COMMANDS: Readonly<Record<Level, string>> = { error: 'error', warning: 'warning', note: 'notice' };

/** @returns a workflow command for each, a line each. */
export function writeAnnotations(problems: readonly Problem[]): string {
  return problems.map((problem) => `${writeAnnotation(problem)}\n`).join('');
}

function writeAnnotation({ verdict, level, message, file, region }: Problem): string {
  const place: Record<string, string | number> = {};
  if (file !== undefined) place.file = file;
  if (region !== undefined) {
    place.line = region.startLine;
    place.endLine = region.endLine;
    // Columns are of one line.
    if (region.startLine === region.endLine) {
      place.col = region.startColumn;
      place.endColumn = region.endColumn;
    }
  }
  place.title = `Claim: ${STATE_WORDS[verdict]}`;
  const properties = Object.entries(place).map(([key, value]) => `${key}=${escapeProperty(String(value))}`);
  return `::${COMMANDS[level]} ${properties.join(',')}::${escapeData(message)}`;
}

function escapeData(text: string): string {
  return text.replace(/%/g, '%25').replace(/\r/g, '%0D').replace(/\n/g, '%0A');
}

function escapeProperty(text: string): string {
  return escapeData(text).replace(/:/g, '%3A').replace(/,/g, '%2C');
}
