/** Answers queries that come as JSON Lines, each as soon as it has been read. */
import { once } from 'node:events';
import { DocumentFault, readObject } from '../corpus/read-document.ts';
import type { Corpus } from '../store/corpus/corpus.ts';
import { CommandFailed } from './command-failed.ts';
import { readLines } from './read-lines.ts';

export interface QueryDependencies {
  readonly stdin: AsyncIterable<Buffer | string>;
  readonly stdout: NodeJS.WritableStream;
  readonly stderr: NodeJS.WritableStream;
}

/**
 * `{id, query}` in, `{id, hits: [{id, score, title, url}]}` out, in the same order. A line that is no query is
 * named on stderr and passed over, and the command fails at its end.
 */
export async function answerQueries(
  { stdin, stdout, stderr }: QueryDependencies,
  corpus: Corpus,
  limit: number,
): Promise<void> {
  let faults = 0;
  for await (const { number, text } of readLines(stdin)) {
    try {
      const { id, query } = readQuery(text);
      const hits = await corpus.search(query, limit);
      const told = hits.map(({ id, score, title, url }) => ({ id, score, title, url }));
      if (!stdout.write(`${JSON.stringify({ id, hits: told })}\n`)) await once(stdout, 'drain');
    } catch (error) {
      if (!(error instanceof DocumentFault)) throw error;
      faults++;
      stderr.write(`line ${number}: ${error.message}\n`);
    }
  }
  if (faults > 0) throw new CommandFailed(`${faults} ${faults === 1 ? 'line was' : 'lines were'} left out`);
}

/** The id is given back as it came. */
function readQuery(line: string): { id: string | number; query: string } {
  const { id, query } = readObject(line);
  if (id === undefined) throw new DocumentFault('id', 'is missing');
  if (typeof id !== 'string' && typeof id !== 'number')
    throw new DocumentFault('id', 'must be a string or a number');
  if (query === undefined) throw new DocumentFault('query', 'is missing');
  if (typeof query !== 'string') throw new DocumentFault('query', 'must be a string');
  return { id, query };
}
