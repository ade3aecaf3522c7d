/** Reads files and pipes as they come, in flat memory: as text, as lines, or as JSON Lines. */
import { createReadStream } from 'node:fs';
import { CommandFailed, explainFileError } from './command-failed.ts';

export type Input = AsyncIterable<Buffer | string>;

export interface Line {
  /** Counted from 1. */
  readonly number: number;
  readonly text: string;
}

export interface JsonLine {
  readonly number: number;
  readonly value: Readonly<Record<string, unknown>>;
}

/** In UTF-16 units. A longer line is a mistake; held in memory it would only end the process later. */
const LONGEST_LINE = 64 * 1024 * 1024;
/** Bytes of a file that are read at a time. */
const PIECE = 256 * 1024;

/**
 * Decodes UTF-8, without the mark that some systems put before it.
 * @param file a path; standard input where it is absent or `-`.
 * @throws CommandFailed where it cannot be read.
 */
export async function* readPieces(
  file: string | undefined,
  stdin: Input = process.stdin,
): AsyncGenerator<string> {
  const isStdin = file === undefined || file === '-';
  const input: Input = isStdin ? stdin : createReadStream(file, { highWaterMark: PIECE });
  const decoder = new TextDecoder();
  try {
    for await (const piece of input) {
      yield typeof piece === 'string' ? piece : decoder.decode(piece, { stream: true });
    }
  } catch (error) {
    throw explainFileError(`cannot read ${isStdin ? 'standard input' : file}`, error);
  }
  yield decoder.decode();
}

/**
 * Lines end with LF or CRLF alone: JSON may hold every other line separator as it is.
 * @returns the lines that are not blank.
 * @throws CommandFailed where the file cannot be read.
 */
export async function* readLines(file: string | undefined, stdin?: Input): AsyncGenerator<Line> {
  let number = 0;
  let open = '';
  for await (const piece of readPieces(file, stdin)) {
    const lines = piece.split('\n');
    lines[0] = open + lines[0]!;
    open = lines.pop()!;
    if (open.length > LONGEST_LINE) throw new CommandFailed(`line ${number + lines.length + 1} is too long`);
    for (const text of lines) {
      number++;
      if (text.trim() !== '') yield { number, text };
    }
  }
  if (open.trim() !== '') yield { number: number + 1, text: open };
}

/** @throws CommandFailed naming the line that is no JSON object. */
export async function* readJsonLines(file: string | undefined): AsyncGenerator<JsonLine> {
  for await (const { number, text } of readLines(file)) {
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      throw new CommandFailed(`line ${number}: not JSON`);
    }
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      throw new CommandFailed(`line ${number}: not a JSON object`);
    }
    yield { number, value: value as Record<string, unknown> };
  }
}

/** @throws CommandFailed naming the line whose field is missing or no text. */
export function textField({ number, value }: JsonLine, field: string): string {
  const text = value[field];
  if (typeof text !== 'string') throw new CommandFailed(`line ${number}: ${field} must be a text`);
  return text.toWellFormed();
}
