/** Answers queries that come as JSON Lines, each as soon as it has been read. */
import { DocumentFault, readObject } from '../engine/corpus/read-document.ts';
import type { Corpus } from '../gateway/store/corpus/corpus.ts';
import { expectNoFaults } from './expect-no-faults.ts';
import { readLines } from './read-lines.ts';
import { askToType, type Terminal } from './terminal.ts';
import { toJsonLines, write } from './write-output.ts';

/**
 * `{id, query}` in, `{id, hits: [{id, score, title, url}]}` out, in the same order. A line that is no query is
 * named on stderr and left out, and the command fails at its end.
 */
export async function answerQueries(terminal: Terminal, corpus: Corpus, limit: number): Promise<void> {
  const { stdin, stdout, stderr } = terminal;
  askToType(terminal, '-', 'one query {id, query} per line');
  let faults = 0;
  for await (const { number, text } of readLines('-', stdin)) {
    try {
      const { id, query } = readQuery(text);
      const found = await corpus.search(query, limit);
      const hits = found.map((hit) => ({ id: hit.id, score: hit.score, title: hit.title, url: hit.url }));
      await write(stdout, toJsonLines([{ id, hits }]));
    } catch (error) {
      if (!(error instanceof DocumentFault)) throw error;
      faults++;
      stderr.write(`line ${number}: ${error.message}\n`);
    }
  }
  expectNoFaults({ line: faults });
}

/** The id is given back as it came. */
function readQuery(line: string): { id: string | number; query: string } {
  const { id, query } = readObject(line);
  if (id === undefined) throw new DocumentFault('id', 'is missing');
  if (typeof id !== 'string' && typeof id !== 'number') {
    throw new DocumentFault('id', 'must be a string or a number');
  }
  if (query === undefined) throw new DocumentFault('query', 'is missing');
  if (typeof query !== 'string') throw new DocumentFault('query', 'must be a string');
  return { id, query };
}
