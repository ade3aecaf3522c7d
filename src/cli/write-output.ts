/** Writes results, at the pace of their reader, and shows progress. */
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { UNWANTED } from '../engine/corpus/clean-text.ts';
import { makeFolder } from '../gateway/store/make-folder.ts';
import { withFile } from './command-failed.ts';
import { openStatusLine } from './status-line.ts';
import type { Terminal } from './terminal.ts';

/** Waits where the stream's reader is slow. */
export async function write(output: NodeJS.WritableStream, text: string): Promise<void> {
  if (text !== '' && !output.write(text)) await once(output, 'drain');
}

/** @returns values as JSON Lines. What a terminal would act on, or nobody would see, is written as its escape. */
export function toJsonLines(values: readonly unknown[]): string {
  return values.map((value) => `${JSON.stringify(value).replace(UNWANTED, escapeUnits)}\n`).join('');
}

function escapeUnits(character: string): string {
  return character
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');
}

/** @returns rows of cells as lines with aligned columns, two blanks apart. */
export function formatTable(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]?.map((_cell, column) => Math.max(...rows.map((row) => row[column]!.length))) ?? [];
  const format = (row: readonly string[]): string =>
    row
      .map((cell, column) => cell.padEnd(widths[column]!))
      .join('  ')
      .trimEnd();
  return rows.map((row) => `${format(row)}\n`).join('');
}

/** Characters gathered before they are written: one write for each line would cost more than most lines. */
const BATCH = 32 * 1024;

/** Writes results as JSON Lines, many at a time; those before a failure too. What a person types is answered at once. */
export async function writeResults(
  { stdin, stdout }: Terminal,
  progress: Progress,
  results: AsyncIterable<unknown>,
): Promise<void> {
  const batch = stdin.isTTY === true ? 0 : BATCH;
  let waiting = '';
  try {
    for await (const result of results) {
      waiting += toJsonLines([result]);
      progress.step();
      if (waiting.length < batch) continue;
      await write(stdout, waiting);
      waiting = '';
    }
  } finally {
    await write(stdout, waiting);
    progress.end();
  }
}

export type Progress = ReturnType<typeof openProgress>;

/** Shows how many are done, on a terminal only that does not show the results too. */
export function openProgress({ stdout, stderr }: Pick<Terminal, 'stdout' | 'stderr'>, what: string) {
  const began = performance.now();
  const isMixed = (stdout as { isTTY?: boolean }).isTTY === true;
  const status = openStatusLine(isMixed ? { write: (text) => stderr.write(text) } : stderr);
  let [done, shownAt] = [0, 0];
  const show = (): void => {
    shownAt = performance.now();
    const rate = Math.round((done / Math.max(shownAt - began, 1)) * 1_000);
    status.show(`${done.toLocaleString('en')} ${what}, ${rate.toLocaleString('en')} per second`);
  };
  return {
    /** For lines beside it. */
    stderr: status.stderr,
    get done(): number {
      return done;
    },
    step(): void {
      done += 1;
      if (performance.now() - shownAt >= 100) show();
    },
    end(): void {
      show();
      status.end({ keep: true });
    },
  };
}

/** @throws CommandFailed where it cannot be written. */
export function writeOut(file: string, text: string | Uint8Array): void {
  withFile(`cannot write ${file}`, () => {
    makeFolder(path.dirname(file));
    writeFileSync(file, text);
  });
}
