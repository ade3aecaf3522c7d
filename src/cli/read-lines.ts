/** Lines of files and pipes, read as they come, whatever their size in all. */
import { createReadStream } from 'node:fs';
import { CommandFailed } from './command-failed.ts';
import { FILE_FAULTS } from './file-faults.ts';

export interface Line {
  /** Counted from 1. */
  readonly number: number;
  readonly text: string;
}

/** A longer line is no document but a mistake; held in memory it would only end the process later. */
const LONGEST_LINE = 64 * 1024 * 1024;
/** Pieces of a file that are read at a time. */
const PIECE = 256 * 1024;

/**
 * @returns the lines that are not blank.
 * @throws CommandFailed where the file cannot be read.
 */
export async function* readFileLines(file: string): AsyncGenerator<Line> {
  try {
    yield* readLines(createReadStream(file, { highWaterMark: PIECE }));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    throw new CommandFailed(`${file}: ${FILE_FAULTS[code] ?? code}`);
  }
}

/** @returns the lines that are not blank, read as UTF-8. */
export async function* readLines(stream: AsyncIterable<Buffer | string>): AsyncGenerator<Line> {
  const decoder = new TextDecoder();
  let number = 0;
  let open = '';
  for await (const piece of stream) {
    const lines = (typeof piece === 'string' ? piece : decoder.decode(piece, { stream: true })).split('\n');
    lines[0] = open + lines[0]!;
    open = lines.pop()!;
    if (open.length > LONGEST_LINE) throw new CommandFailed(`line ${number + lines.length + 1} is too long`);
    for (const text of lines) {
      number++;
      if (text.trim() !== '') yield { number, text };
    }
  }
  open += decoder.decode();
  if (open.trim() !== '') yield { number: number + 1, text: open };
}
