/** Reads files and pipes as they come, in flat memory: as bytes, as lines, or as JSON Lines. */
import { createReadStream } from 'node:fs';
import { CommandFailed, explainFileError } from './command-failed.ts';

export type Input = AsyncIterable<Buffer | string>;

/** `number` is counted from 1. */
export interface Line {
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
 * @param file a path; `-` is standard input.
 * @param onRead called with how many bytes have come.
 * @throws CommandFailed where it cannot be read.
 */
export async function* readBytes(
  file: string,
  stdin: Input = process.stdin,
  onRead?: (bytes: number) => void,
): AsyncGenerator<Uint8Array> {
  try {
    for await (const piece of file === '-' ? stdin : createReadStream(file, { highWaterMark: PIECE })) {
      onRead?.(Buffer.byteLength(piece));
      yield typeof piece === 'string' ? Buffer.from(piece) : piece;
    }
  } catch (error) {
    throw explainFileError(`cannot read ${file === '-' ? 'standard input' : file}`, error);
  }
}

/**
 * Decodes UTF-8, without the mark that some systems put before it. Lines end with LF or CRLF alone: JSON may hold
 * every other line separator as it is.
 * @param onRead called with how many bytes have come.
 * @returns the lines that are not blank.
 * @throws CommandFailed where the file cannot be read.
 */
export async function* readLines(
  file: string,
  stdin?: Input,
  onRead?: (bytes: number) => void,
): AsyncGenerator<Line> {
  const decoder = new TextDecoder();
  let number = 0;
  let open = '';
  for await (const bytes of readBytes(file, stdin, onRead)) {
    const lines = decoder.decode(bytes, { stream: true }).split('\n');
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

/** @throws CommandFailed naming the line that is no JSON object. */
export async function* readJsonLines(file: string, stdin: Input): AsyncGenerator<JsonLine> {
  for await (const { number, text } of readLines(file, stdin)) {
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

/**
 * A line that is no JSON object is a plain text: `{id, text}`, with the line's number as its id.
 * @throws CommandFailed where the file cannot be read.
 */
export async function* readTextLines(file: string, stdin: Input): AsyncGenerator<JsonLine> {
  for await (const { number, text } of readLines(file, stdin)) {
    yield { number, value: parseObject(text) ?? { id: number, text } };
  }
}

function parseObject(line: string): JsonLine['value'] | undefined {
  // Most texts need no attempt: a failed one costs more than finding their claims.
  if (!line.trimStart().startsWith('{')) return undefined;
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

/** @throws CommandFailed naming the line whose field is missing or no text. */
export function textField({ number, value }: JsonLine, field: string): string {
  const text = value[field];
  if (typeof text !== 'string') throw new CommandFailed(`line ${number}: ${field} must be a string`);
  return text.toWellFormed();
}
