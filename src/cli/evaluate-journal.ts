/** What a batch has done already, one line for each text in a file, so that a run that was broken off goes on from there. */
import { closeSync, openSync, writeSync } from 'node:fs';
import type { EvaluatedText } from '../evaluation/summarize.ts';
import { CommandFailed, explainFileError } from './command-failed.ts';
import { readLines } from './read-lines.ts';

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

type JournalLine = JournalEntry & { readonly digest: string };

/**
 * @param settings what the results depend on beside the texts; a journal of others is refused.
 * @throws CommandFailed
 */
export async function openJournal(
  file: string,
  settings: Readonly<Record<string, unknown>>,
): Promise<Journal> {
  const head = JSON.stringify({ claimgate_evaluate: 1, ...settings });
  const descriptor = openToAppend(file);
  /** By digest; as text, which takes less memory than objects. */
  const lines = new Map<string, string>();
  let isBegun = false;
  for await (const { text } of readLines(file)) {
    if (isBegun) {
      const digest = readDigest(text);
      if (digest !== undefined) lines.set(digest, text);
    } else if (text === head) {
      isBegun = true;
    } else if (!head.startsWith(text)) {
      closeSync(descriptor);
      throw new CommandFailed(`${file} was begun with other settings: ${text}`);
    }
  }
  // What follows a line that was broken off needs a line of its own; blank lines are passed over.
  writeSync(descriptor, isBegun ? '\n' : `${head}\n`);

  return {
    known: lines.size,
    find(digest) {
      const line = lines.get(digest);
      if (line === undefined) return undefined;
      const { digest: _digest, ...entry } = JSON.parse(line) as JournalLine;
      return entry;
    },
    add: (digest, entry) => {
      writeSync(descriptor, `${JSON.stringify({ digest, ...entry })}\n`);
    },
    close: () => closeSync(descriptor),
  };
}

function openToAppend(file: string): number {
  try {
    return openSync(file, 'a', 0o600);
  } catch (error) {
    throw explainFileError(`cannot open ${file}`, error);
  }
}

/** @returns `undefined` for a part of a line: a run may be broken off while it writes. */
function readDigest(line: string): string | undefined {
  try {
    return (JSON.parse(line) as Partial<JournalLine>).digest;
  } catch {
    return undefined;
  }
}
