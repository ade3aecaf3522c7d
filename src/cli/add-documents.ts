/** Adds documents to the corpus, input by input. */

import type { Documents } from '../documents/documents.ts';
import type { CorpusDocument } from '../engine/corpus/document.ts';
import type { Added, Corpus } from '../gateway/store/corpus/corpus.ts';
import { openAddProgress } from './add-progress.ts';
import type { CorpusColumns } from './corpus-columns.ts';
import { listCorpusInputs, readCorpusInput } from './corpus-inputs.ts';
import { count } from './count.ts';
import { expectNoFaults } from './expect-no-faults.ts';
import { readDecisions } from './read-decisions.ts';
import { openStatusLine } from './status-line.ts';
import { askToType, type Terminal } from './terminal.ts';

/** So many of what is left out is named one by one. */
const MOST_NAMED = 20;

interface AddOptions {
  readonly columns?: CorpusColumns;
  /** The inputs hold decisions on claims. */
  readonly decisions?: true;
  /** Who decided, where an input does not say. */
  readonly author?: string;
  /** Standard input is a table, not JSON Lines. */
  readonly csv?: boolean;
  readonly documents: Documents;
}

/**
 * Adds every document that can be read, and says how many passages came of each input. What cannot be read is named on
 * stderr and left out, and the command fails at its end. Once it is mended, or where it was stopped, the input may be added
 * again: what is there as it is costs hardly more than being read, and the same id replaces.
 *
 * @throws CommandFailed where an input cannot be read at all, or something was left out.
 */
export async function addInputs(
  { stdin, stderr, now, onInterrupt }: Pick<Terminal, 'stdin' | 'stderr' | 'now' | 'onInterrupt'>,
  corpus: Corpus,
  froms: readonly string[],
  { documents, columns = new Map(), decisions, author, csv = false }: AddOptions,
): Promise<void> {
  const { inputs, passedOver } = decisions ? { inputs: froms, passedOver: 0 } : listCorpusInputs(froms);
  const typed = inputs.some((from) =>
    askToType({ stdin, stderr }, from, csv ? 'a table' : 'one document {id, title, url, text} per line'),
  );
  // While a person types, Ctrl-C simply ends it.
  const signal = typed ? new AbortController().signal : onInterrupt();
  const status = openStatusLine(stderr);
  const faults = { line: 0, document: 0 };
  const total = { added: 0, replaced: 0, unchanged: 0 };
  const progress = openAddProgress(status, inputs, now);
  try {
    for (const [index, from] of inputs.entries()) {
      progress.show(nameOf(from));
      const writer = writeInBatches(corpus, (documents) => progress.show(nameOf(from), documents));
      try {
        const options = { documents, stdin, columns, csv, signal, onRead: progress.read };
        const entries = decisions ? readDecisions(from, options, author) : readCorpusInput(from, options);
        for await (const entry of entries) {
          signal.throwIfAborted();
          if ('document' in entry) await writer.add(entry.document);
          else if (faults.line + faults.document < MOST_NAMED) {
            status.stderr.write(`${entry.place}: ${entry.fault}\n`);
          }
          if ('fault' in entry) faults[entry.what] += 1;
        }
      } finally {
        const done = await writer.end();
        total.added += done.added;
        total.replaced += done.replaced;
        total.unchanged += done.unchanged;
        if (done.passages > 0) status.stderr.write(`${nameOf(from)}: ${describe(done)}\n`);
      }
      progress.next(index);
    }
    await corpus.settle();
  } finally {
    status.end();
    if (passedOver > 0) stderr.write(`Passed over ${count(passedOver, 'file')} of other kinds.\n`);
    const { added, replaced, unchanged } = total;
    const known = unchanged === 0 ? '' : `, ${unchanged.toLocaleString('en')} already there`;
    stderr.write(`Added ${count(added, 'document')}, replaced ${replaced}${known}.\n`);
    if (signal.aborted) stderr.write('The same command goes on from here.\n');
  }
  expectNoFaults(faults);
}

const nameOf = (from: string): string => (from === '-' ? 'standard input' : from);

function describe({ added, replaced, passages }: Added): string {
  const read = added + replaced;
  return `${read === 1 ? '' : `${count(read, 'document')}, `}${count(passages, 'passage')}`;
}

/**
 * One batch is written while the next one is read.
 *
 * @param onWritten called with how many documents were looked at.
 */
function writeInBatches(corpus: Corpus, onWritten: (documents: number) => void) {
  const most = corpus.batch;
  const counts = { added: 0, replaced: 0, unchanged: 0, passages: 0 };
  let [batch, length]: [CorpusDocument[], number] = [[], 0];
  let writing: Promise<void> = Promise.resolve();
  const write = async (documents: readonly CorpusDocument[]): Promise<void> => {
    const done = await corpus.add(documents);
    counts.added += done.added;
    counts.replaced += done.replaced;
    counts.unchanged += done.unchanged;
    counts.passages += done.passages;
    onWritten(documents.length);
  };
  const flush = async (): Promise<void> => {
    const before = writing;
    writing = write(batch);
    writing.catch(() => {});
    [batch, length] = [[], 0];
    await before;
  };
  return {
    async add(document: CorpusDocument): Promise<void> {
      batch.push(document);
      length += document.text.length;
      if (batch.length >= most.documents || length >= most.length) await flush();
    },
    /** Writes what is left. */
    async end(): Promise<Added> {
      await flush();
      await writing;
      return counts;
    },
  };
}
