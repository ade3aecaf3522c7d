/** What a batch has done already, one line for each text in a file, so that a run that was broken off goes on from there. */
import { closeSync, openSync, writeSync } from 'node:fs';
import type { EvaluatedText } from '../evaluation/summarize.ts';
import { CommandFailed, withFile } from './command-failed.ts';
import { readLines } from './read-lines.ts';

export type Journal = Awaited<ReturnType<typeof openJournal>>;

/** A text's result, without what the input has anyway. */
type JournalEntry = Omit<EvaluatedText, 'reference'>;

/**
 * @param settings what the results depend on beside the texts; a journal of others is refused.
 * @throws CommandFailed
 */
export async function openJournal(file: string, settings: Readonly<Record<string, unknown>>) {
  const head = JSON.stringify({ claimgate_evaluate: 1, ...settings });
  const descriptor = withFile(`cannot open ${file}`, () => openSync(file, 'a', 0o600));
  const entries = new Map<string, JournalEntry>();
  let isBegun = false;
  for await (const { text } of readLines(file)) {
    if (isBegun) {
      const { digest, ...entry } = readEntry(text) ?? {};
      if (digest !== undefined) entries.set(digest, entry as JournalEntry);
    } else if (text === head) {
      isBegun = true;
    } else if (!head.startsWith(text)) {
      closeSync(descriptor);
      throw new CommandFailed(`${file} was created with other settings: ${text}`);
    }
  }
  // What follows a line that was broken off needs a line of its own; blank lines are passed over.
  writeSync(descriptor, isBegun ? '\n' : `${head}\n`);

  return {
    /** How many texts it had when it was opened. */
    known: entries.size,
    /** @param digest of the text and all that its result depends on. */
    find: (digest: string) => entries.get(digest),
    /** Written at once: what was paid for is kept, whatever happens next. */
    add(digest: string, entry: JournalEntry): void {
      writeSync(descriptor, `${JSON.stringify({ digest, ...entry })}\n`);
    },
    close: () => closeSync(descriptor),
  };
}

/** @returns `undefined` for a part of a line: a run may be broken off while it writes. */
function readEntry(line: string): (Partial<JournalEntry> & { digest?: string }) | undefined {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
