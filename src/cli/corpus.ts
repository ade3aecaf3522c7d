/** `claimgate corpus`: the operator's own documents, which claims are checked against. */
import type { Command } from 'commander';
import type { CorpusHit } from '../engine/corpus/document.ts';
import type { Corpus } from '../gateway/store/corpus/corpus.ts';
import { answerQueries } from './answer-queries.ts';
import { askFirst } from './ask-first.ts';
import { CommandFailed } from './command-failed.ts';
import { type CorpusColumns, readCorpusColumns } from './corpus-columns.ts';
import { count } from './count.ts';
import { withLongHelp } from './long-help.ts';
import { withStore } from './open-store.ts';
import { countUpTo } from './shared-options.ts';
import type { Terminal } from './terminal.ts';
import { toJsonLines } from './write-output.ts';

interface AddOptions {
  readonly columns?: CorpusColumns;
}

interface SearchOptions {
  readonly k: number;
  readonly jsonl?: true;
  readonly json?: true;
}

const HELP = {
  about: `Claims are checked against these documents first. They lie in the gateway's database; a running gateway finds new
ones at once. They come from PDF, DOCX, HTML, Markdown and plain text, from the pages that links, feeds (RSS, Atom) and lists of
feeds (OPML) lead to, from CSV (a row each, columns id, title, url, text, published; text is needed), and from JSON Lines of {id,
title, url, text, published?}. Of a folder, all such files are read. The id of a file is its path, that of a page its address.`,
  examples: [
    ['claimgate corpus add handbook.pdf policies/'],
    ['claimgate corpus add https://example.org/feed.xml'],
    ['claimgate corpus add articles.csv --columns text=body,title=headline'],
    ['claimgate corpus add articles.jsonl'],
    ['jq -c .documents[] export.json | claimgate corpus add -'],
    ['claimgate corpus search -k 3 height of the tower'],
    ['claimgate corpus clear --yes', 'without asking'],
  ],
} as const;

export function addCorpusCommand(corpus: Command, terminal: Terminal): void {
  const { stdout, stderr } = terminal;
  const withCorpus = (work: (corpus: Corpus) => Promise<void>) =>
    withStore(terminal, (store) => work(store.corpus));
  corpus
    .command('add')
    .description(
      'add documents: files, folders, links, feeds, CSV or JSON Lines; a document with the same id is replaced',
    )
    .argument('<file|folder|url...>', 'what to read; - for JSON Lines on standard input')
    .option('--columns <names>', 'columns of CSV that have other names, such as text=body', readCorpusColumns)
    .action((froms: string[], options: AddOptions) =>
      withStore(terminal, async ({ corpus }, config) => {
        // Loaded here alone: no other command reads documents.
        const [{ addInputs }, { openDocuments }] = await Promise.all([
          import('./add-documents.ts'),
          import('../gateway/wiring/open-documents.ts'),
        ]);
        const documents = openDocuments(config);
        try {
          await addInputs(terminal, corpus, froms, { ...options, documents });
        } finally {
          await documents.close();
        }
      }),
    );
  corpus
    .command('search')
    .description('search the documents')
    .argument('[query...]', 'what to search for')
    .option('-k <n>', 'the most documents to print', countUpTo(1_000), 10)
    .option('--jsonl', 'read queries from stdin: one {id, query} per line in, one {id, hits} per line out')
    .option('--json', 'print one JSON object per hit')
    .action((words: string[], { k, jsonl, json }: SearchOptions) => {
      if ((jsonl === true) === words.length > 0) {
        throw new CommandFailed('Give a query, or --jsonl and queries on stdin', 2);
      }
      return withCorpus(async (corpus) => {
        if (jsonl === true) return answerQueries(terminal, corpus, k);
        const hits = await corpus.search(words.join(' '), k);
        if (hits.length === 0) stderr.write('Nothing was found.\n');
        stdout.write(json === true ? toJsonLines(hits) : hits.map(formatHit).join(''));
      });
    });
  corpus
    .command('stats')
    .description('count documents and passages')
    .option('--json', 'as JSON')
    .action(({ json }: { json?: true }) =>
      withCorpus(async (corpus) => {
        const counts = await corpus.stats();
        const lines = Object.entries(counts).map(([name, count]) => `${name.padEnd(12)}${count}\n`);
        stdout.write(json === true ? toJsonLines([counts]) : lines.join(''));
      }),
    );
  corpus
    .command('clear')
    .description('remove all documents; asks first')
    .option('--yes', 'do not ask; needed where there is no terminal')
    .action(({ yes = false }: { yes?: boolean }) =>
      withCorpus(async (corpus) => {
        const { documents } = await corpus.stats();
        if (documents > 0) await askFirst(terminal, `Remove ${count(documents, 'document')}?`, yes, 'refuse');
        await corpus.clear();
        stderr.write(`Removed ${count(documents, 'document')}.\n`);
      }),
    );
  withLongHelp(corpus, HELP);
}

const SHOWN = 200;

function formatHit({ id, score, title, url, text }: CorpusHit): string {
  const line = text.replace(/\s+/g, ' ');
  const shown = line.length > SHOWN ? `${line.slice(0, SHOWN).toWellFormed()}…` : line;
  return `${score.toFixed(2)}  ${id}  ${title}\n      ${url}\n      ${shown}\n`;
}
