/** What a batch has done already: a line a text, in a file, so that a run that was broken off goes on from there. */
import { closeSync, ftruncateSync, openSync, readSync, writeSync } from 'node:fs';
import type { EvaluatedText } from '../evaluation/summarize.ts';
import { CommandFailed } from './command-failed.ts';
import { FILE_FAULTS } from './file-faults.ts';
import { readJsonLines } from './json-lines.ts';

/** A text's result, without what the input has anyway. */
export type JournalEntry = Omit<EvaluatedText, 'reference'>;

export interface Journal {
  /** How many texts it had when it was opened. */
  readonly known: number;
  /** @param digest of the text and all that its result depends on. */
  find(digest: string): JournalEntry | undefined;
  /** Written at once: what was paid for is kept, whatever happens next. */
  add(digest: string, entry: JournalEntry): void;
  close(): void;
}

/** Without a file nothing is kept. */
export const NO_JOURNAL: Journal = { known: 0, find: () => undefined, add() {}, close() {} };

const NEWLINE = 0x0a;
const PIECE = 1 << 20;

/**
 * @param settings what the results depend on beside the texts; a journal of others is refused.
 * @throws CommandFailed
 */
export async function openJournal(
  file: string,
  settings: Readonly<Record<string, unknown>>,
): Promise<Journal> {
  const head = `${JSON.stringify({ claimgate_evaluate: 1, ...settings })}\n`;
  let descriptor: number;
  try {
    // Made where it is not there, read and written where it is.
    descriptor = openSync(file, 'a+', 0o600);
  } catch (error) {
    const { code = 'error' } = error as NodeJS.ErrnoException;
    throw new CommandFailed(`cannot open ${file}: ${FILE_FAULTS[code] ?? code}`);
  }
  const end = endOfLastLine(descriptor);
  ftruncateSync(descriptor, end);
  /** By digest, where the line stands: the results themselves stay in the file. */
  const places = new Map<string, { readonly start: number; readonly length: number }>();
  let at = 0;
  if (end === 0) {
    writeSync(descriptor, head);
    at = Buffer.byteLength(head);
  }
  for await (const { number, value } of end === 0 ? [] : readJsonLines(file)) {
    const length = Buffer.byteLength(JSON.stringify(value)) + 1;
    if (number === 1 && `${JSON.stringify(value)}\n` !== head) {
      closeSync(descriptor);
      throw new CommandFailed(`${file} was begun with other settings: ${JSON.stringify(value)}`);
    }
    if (number > 1) places.set(String(value.digest), { start: at, length });
    at += length;
  }

  return {
    known: places.size,
    find(digest) {
      const place = places.get(digest);
      if (place === undefined) return undefined;
      const bytes = Buffer.alloc(place.length);
      readSync(descriptor, bytes, 0, place.length, place.start);
      const { digest: _digest, ...entry } = JSON.parse(bytes.toString('utf8')) as JournalEntry & {
        digest: string;
      };
      return entry;
    },
    add(digest, entry) {
      const line = Buffer.from(`${JSON.stringify({ digest, ...entry })}\n`);
      writeSync(descriptor, line);
      places.set(digest, { start: at, length: line.length });
      at += line.length;
    },
    close: () => closeSync(descriptor),
  };
}

/** @returns where the last whole line ends: a run that was broken off may have left half a one. */
function endOfLastLine(descriptor: number): number {
  const piece = Buffer.alloc(PIECE);
  let end = 0;
  for (let at = 0; ; ) {
    const length = readSync(descriptor, piece, 0, PIECE, at);
    if (length === 0) return end;
    const last = piece.subarray(0, length).lastIndexOf(NEWLINE);
    if (last >= 0) end = at + last + 1;
    at += length;
  }
}
