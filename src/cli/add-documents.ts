/** Adds files of documents to the corpus, line by line. */
import type { CorpusDocument } from '../corpus/document.ts';
import { DocumentFault, readDocument } from '../corpus/read-document.ts';
import type { Corpus } from '../store/corpus/corpus.ts';
import { CommandFailed } from './command-failed.ts';
import { count } from './count.ts';
import { readLines } from './read-lines.ts';
import { openStatusLine } from './status-line.ts';
import { askToType, type Terminal } from './terminal.ts';

/** So many bad lines are named one by one. */
const MOST_NAMED = 20;

/**
 * Adds every line that is a document. A line that is none is named on stderr and left out, and the
 * command fails at its end. Once it is mended, the file may be added again: the same id replaces.
 */
export async function addFiles(
  { stdin, stderr }: Pick<Terminal, 'stdin' | 'stderr'>,
  corpus: Corpus,
  files: readonly string[],
): Promise<void> {
  const most = corpus.batch;
  const status = openStatusLine(stderr);
  let [added, replaced, faults] = [0, 0, 0];
  let [batch, length]: [CorpusDocument[], number] = [[], 0];
  const add = async (documents: readonly CorpusDocument[]): Promise<void> => {
    const done = await corpus.add(documents);
    added += done.added;
    replaced += done.replaced;
    status.show(count(added + replaced, 'document'));
  };
  /** One batch is written while the next one is read. */
  let writing: Promise<void> = Promise.resolve();
  const flush = async () => {
    const before = writing;
    writing = add(batch);
    writing.catch(() => {});
    [batch, length] = [[], 0];
    await before;
  };
  try {
    for (const file of files) {
      askToType({ stdin, stderr }, file, 'one document {id, title, url, text} per line');
      for await (const { number, text } of readLines(file, stdin)) {
        try {
          const document = readDocument(text);
          batch.push(document);
          length += document.text.length;
        } catch (error) {
          if (!(error instanceof DocumentFault)) throw error;
          if (faults++ < MOST_NAMED) status.stderr.write(`${file}:${number}: ${error.message}\n`);
        }
        if (batch.length >= most.documents || length >= most.length) await flush();
      }
    }
    await flush();
    await writing;
    await corpus.settle();
  } finally {
    await writing.catch(() => {});
    status.end();
    stderr.write(`Added ${count(added, 'document')}, replaced ${replaced}.\n`);
  }
  expectNoFaults(faults);
}

/** @throws CommandFailed where lines were left out. */
export function expectNoFaults(faults: number): void {
  if (faults > 0) throw new CommandFailed(`${count(faults, 'line was', 'lines were')} left out`);
}
