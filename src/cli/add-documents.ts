/** Adds documents to the corpus, input by input. */

import type { Documents } from '../documents/documents.ts';
import type { CorpusDocument } from '../engine/corpus/document.ts';
import type { Corpus } from '../gateway/store/corpus/corpus.ts';
import type { CorpusColumns } from './corpus-columns.ts';
import { listCorpusInputs, readCorpusInput } from './corpus-inputs.ts';
import { count } from './count.ts';
import { expectNoFaults } from './expect-no-faults.ts';
import { openStatusLine } from './status-line.ts';
import { askToType, type Terminal } from './terminal.ts';

/** So many of what is left out is named one by one. */
const MOST_NAMED = 20;
/** Characters of the progress bar. */
const BAR = 20;

interface AddOptions {
  readonly columns?: CorpusColumns;
  readonly documents: Documents;
}

/**
 * Adds every document that can be read, and says how many passages came of each input. What cannot be read is named on
 * stderr and left out, and the command fails at its end. Once it is mended, the input may be added again: the same id
 * replaces.
 *
 * @throws CommandFailed where an input cannot be read at all, or something was left out.
 */
export async function addInputs(
  { stdin, stderr, onInterrupt }: Pick<Terminal, 'stdin' | 'stderr' | 'onInterrupt'>,
  corpus: Corpus,
  froms: readonly string[],
  { documents, columns = new Map() }: AddOptions,
): Promise<void> {
  const { inputs, passedOver } = listCorpusInputs(froms);
  const typed = inputs.some((from) =>
    askToType({ stdin, stderr }, from, 'one document {id, title, url, text} per line'),
  );
  // While a person types, Ctrl-C simply ends it.
  const signal = typed ? new AbortController().signal : onInterrupt();
  const status = openStatusLine(stderr);
  const faults = { line: 0, document: 0 };
  const total = { added: 0, replaced: 0 };
  try {
    for (const [index, from] of inputs.entries()) {
      const show = (documents: number): void => {
        const bar = inputs.length > 1 ? `${barOf(index, inputs.length)} ` : '';
        status.show(`${bar}${nameOf(from)}: ${count(documents, 'document')}`);
      };
      show(0);
      const writer = writeInBatches(corpus, show);
      try {
        for await (const entry of readCorpusInput(from, { documents, stdin, columns, signal })) {
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
        if (done.passages > 0) status.stderr.write(`${nameOf(from)}: ${describe(done)}\n`);
      }
    }
    await corpus.settle();
  } finally {
    status.end();
    if (passedOver > 0) stderr.write(`Passed over ${count(passedOver, 'file')} of other kinds.\n`);
    stderr.write(`Added ${count(total.added, 'document')}, replaced ${total.replaced}.\n`);
  }
  expectNoFaults(faults);
}

const nameOf = (from: string): string => (from === '-' ? 'standard input' : from);

function barOf(done: number, all: number): string {
  const full = Math.round((done / all) * BAR);
  return `${'█'.repeat(full)}${'░'.repeat(BAR - full)} ${done}/${all}`;
}

function describe({ added, replaced, passages }: Counts): string {
  const read = added + replaced;
  return `${read === 1 ? '' : `${count(read, 'document')}, `}${count(passages, 'passage')}`;
}

interface Counts {
  added: number;
  replaced: number;
  passages: number;
}

/** One batch is written while the next one is read. */
function writeInBatches(corpus: Corpus, show: (documents: number) => void) {
  const most = corpus.batch;
  const counts: Counts = { added: 0, replaced: 0, passages: 0 };
  let [batch, length]: [CorpusDocument[], number] = [[], 0];
  let writing: Promise<void> = Promise.resolve();
  const write = async (documents: readonly CorpusDocument[]): Promise<void> => {
    const done = await corpus.add(documents);
    counts.added += done.added;
    counts.replaced += done.replaced;
    counts.passages += done.passages;
    show(counts.added + counts.replaced);
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
    async end(): Promise<Readonly<Counts>> {
      await flush();
      await writing;
      return counts;
    },
  };
}
