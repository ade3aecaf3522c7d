/** Writes results, at the pace of their reader, and shows progress. */
import { once } from 'node:events';

/** Waits where the stream's reader is slow. */
export async function write(output: NodeJS.WritableStream, text: string): Promise<void> {
  if (text !== '' && !output.write(text)) await once(output, 'drain');
}

/** @returns values as JSON Lines. */
export function toJsonLines(values: readonly unknown[]): string {
  return values.map((value) => `${JSON.stringify(value)}\n`).join('');
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

/** Writes JSON Lines to standard output, many at a time. */
export function openOutput() {
  let waiting = '';
  const flush = async (): Promise<void> => {
    const text = waiting;
    waiting = '';
    await write(process.stdout, text);
  };
  return {
    async write(value: unknown): Promise<void> {
      waiting += toJsonLines([value]);
      if (waiting.length >= BATCH) await flush();
    },
    flush,
  };
}

/** Shows how many are done, on a terminal only. */
export function openProgress(what: string) {
  const shown = process.stderr.isTTY === true;
  const began = performance.now();
  let count = 0;
  let last = 0;
  const show = (end: string): void => {
    const seconds = (performance.now() - began) / 1_000;
    const rate = Math.round(count / Math.max(seconds, 0.001));
    process.stderr.write(
      `\r${count.toLocaleString('en')} ${what}, ${rate.toLocaleString('en')} a second${end}`,
    );
  };
  return {
    step(): void {
      count += 1;
      if (!shown || performance.now() - last < 100) return;
      last = performance.now();
      show('');
    },
    end(): void {
      if (shown) show('\n');
    },
  };
}
