/** Adds files of documents to the corpus, line by line. */
import type { CorpusDocument } from '../corpus/document.ts';
import { DocumentFault, readDocument } from '../corpus/read-document.ts';
import type { Corpus } from '../store/corpus/corpus.ts';
import { CommandFailed } from './command-failed.ts';
import { type Line, readFileLines, readLines } from './read-lines.ts';

export interface AddDependencies {
  readonly stdin: AsyncIterable<Buffer | string>;
  readonly stderr: NodeJS.WritableStream & { readonly isTTY?: boolean };
}

/** Written in one transaction: a running gateway waits for it no longer than some hundred milliseconds. */
const BATCH_DOCUMENTS = 250;
/** UTF-16 units. */
const BATCH_LENGTH = 1_000_000;
/** So many bad lines are told one by one. */
const TOLD_FAULTS = 20;

/**
 * Adds every line that is a document. A line that is none is named on stderr and passed over, and the
 * command fails at its end: mended, the file may be added again, since the same id replaces.
 */
export async function addFiles(
  { stdin, stderr }: AddDependencies,
  corpus: Corpus,
  files: readonly string[],
): Promise<void> {
  const done = { added: 0, replaced: 0, faults: 0 };
  let batch: CorpusDocument[] = [];
  let length = 0;
  const flush = async () => {
    const { added, replaced } = await corpus.add(batch);
    done.added += added;
    done.replaced += replaced;
    [batch, length] = [[], 0];
    if (stderr.isTTY === true) stderr.write(`\r${done.added + done.replaced} documents`);
  };
  try {
    for (const file of files) {
      for await (const line of file === '-' ? readLines(stdin) : readFileLines(file)) {
        const document = readLine(line, (message) => {
          if (done.faults++ < TOLD_FAULTS) stderr.write(`${file}:${line.number}: ${message}\n`);
        });
        if (document === undefined) continue;
        batch.push(document);
        length += document.text.length;
        if (batch.length >= BATCH_DOCUMENTS || length >= BATCH_LENGTH) await flush();
      }
    }
    await flush();
  } finally {
    if (stderr.isTTY === true) stderr.write('\r');
    stderr.write(`Added ${done.added} documents, replaced ${done.replaced}.\n`);
  }
  if (done.faults > 0) {
    throw new CommandFailed(`${done.faults} ${done.faults === 1 ? 'line was' : 'lines were'} left out`);
  }
}

function readLine({ text }: Line, onFault: (message: string) => void): CorpusDocument | undefined {
  try {
    return readDocument(text);
  } catch (error) {
    if (!(error instanceof DocumentFault)) throw error;
    onFault(error.message);
    return undefined;
  }
}
