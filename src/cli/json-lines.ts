/** JSON Lines in and out, at the pace of whoever reads, in flat memory. */
import { createReadStream } from 'node:fs';
import { CommandFailed } from './command-failed.ts';
import { FILE_FAULTS } from './file-faults.ts';

/** Characters that one line may have. */
const LONGEST_LINE = 64 * 1024 * 1024;

export interface InputLine {
  /** From 1. */
  readonly number: number;
  readonly value: Readonly<Record<string, unknown>>;
}

/**
 * @param file a path; standard input where it is absent or `-`.
 * @yields the objects of the lines; blank lines are passed over.
 * @throws CommandFailed naming the line that is no JSON object.
 */
export async function* readJsonLines(file: string | undefined): AsyncGenerator<InputLine> {
  let number = 0;
  for await (const line of readLines(file)) {
    number += 1;
    if (line.trim() === '') continue;
    let value: unknown;
    try {
      value = JSON.parse(line);
    } catch {
      throw new CommandFailed(`line ${number}: not JSON`);
    }
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      throw new CommandFailed(`line ${number}: not a JSON object`);
    }
    yield { number, value: value as Record<string, unknown> };
  }
}

/** Lines end with LF or CRLF alone: JSON may hold every other line separator as it is. */
async function* readLines(file: string | undefined): AsyncGenerator<string> {
  let rest = '';
  for await (const piece of readPieces(file)) {
    const text = rest + piece;
    let start = 0;
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', start)) {
      yield text.slice(start, end);
      start = end + 1;
    }
    rest = text.slice(start);
    if (rest.length > LONGEST_LINE) throw new CommandFailed('a line is longer than 64 MiB');
  }
  if (rest !== '') yield rest;
}

/**
 * The text of a file as it comes, without the mark that some systems put before it.
 * @param file a path; standard input where it is absent or `-`.
 * @throws CommandFailed where it cannot be read.
 */
export async function* readPieces(file: string | undefined): AsyncGenerator<string> {
  const input = file === undefined || file === '-' ? process.stdin : createReadStream(file);
  input.setEncoding('utf8');
  let isFirst = true;
  try {
    for await (const piece of input as AsyncIterable<string>) {
      yield isFirst ? piece.replace(/^\ufeff/, '') : piece;
      isFirst = false;
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    throw new CommandFailed(`cannot read ${file ?? 'standard input'}: ${FILE_FAULTS[code] ?? code}`);
  }
}

/** @throws CommandFailed naming the line whose field is missing or no text. */
export function textField({ number, value }: InputLine, field: string): string {
  const text = value[field];
  if (typeof text !== 'string') throw new CommandFailed(`line ${number}: ${field} must be a text`);
  return text;
}

/** Characters gathered before they are written: a write a line would cost more than most lines. */
const BATCH = 32 * 1024;

/** Writes lines to standard output in batches, and waits where its reader is slow. */
export function openOutput() {
  let waiting = '';
  const flush = async (): Promise<void> => {
    const text = waiting;
    waiting = '';
    if (text !== '' && !process.stdout.write(text)) {
      await new Promise<void>((resolve) => process.stdout.once('drain', resolve));
    }
  };
  return {
    async write(value: unknown): Promise<void> {
      waiting += `${JSON.stringify(value)}\n`;
      if (waiting.length >= BATCH) await flush();
    },
    flush,
  };
}

/** Tells how far it is, on a terminal only. */
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
      if (!shown) return;
      const now = performance.now();
      if (now - last < 100) return;
      last = now;
      show('');
    },
    end(): void {
      if (shown) show('\n');
    },
  };
}
