/** Reads one text to be checked: plain text or Markdown, from a file or a pipe. */
import { MAX_TEXT } from '../factcheck/check-text.ts';
import { CommandFailed } from './command-failed.ts';
import { readBytes } from './read-lines.ts';
import type { Terminal } from './terminal.ts';

/** What people have and this does not read, by how it begins. */
const OTHER_KINDS: readonly (readonly [beginning: RegExp, kind: string])[] = [
  [/^%PDF-/, 'a PDF'],
  [/^PK\x03\x04/, 'a Word document or another ZIP archive'],
  [/^\s*<(?:!doctype html|html)\b/i, 'a web page in HTML'],
];
/** UTF-8 takes at most three bytes for one UTF-16 unit. */
const MOST_BYTES = MAX_TEXT * 3;

/**
 * Reads no more of an endless pipe than is needed to see that it is too long.
 * @param file a path; `-` is standard input.
 * @throws CommandFailed where it cannot be read, or is no text of this kind.
 */
export async function readText(file: string, { stdin }: Pick<Terminal, 'stdin'>): Promise<string> {
  if (/^[a-z][a-z\d+.-]*:\/\//i.test(file)) {
    throw new CommandFailed('links are not read: save the page as text, then give the file or pipe it in', 2);
  }
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of readBytes(file, stdin)) {
    pieces.push(piece);
    size += piece.length;
    if (size > MOST_BYTES) throw tooLong();
  }
  const bytes = Buffer.concat(pieces);
  const beginning = bytes.toString('latin1', 0, 256);
  const other = OTHER_KINDS.find(([begins]) => begins.test(beginning));
  if (other !== undefined) {
    throw new CommandFailed(
      `this is ${other[1]}: only plain text and Markdown are supported, so convert it first`,
      2,
    );
  }
  const text = decode(bytes);
  if (text.length > MAX_TEXT) throw tooLong();
  return text;
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new CommandFailed('this is not UTF-8 text: convert it first', 2);
  }
}

function tooLong(): CommandFailed {
  return new CommandFailed(`the text is longer than ${MAX_TEXT.toLocaleString('en')} characters: split it`);
}
