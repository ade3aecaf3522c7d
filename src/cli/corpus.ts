/** `claimgate corpus`: the operator's own documents, which claims are checked against. */
import { type Command, InvalidArgumentError, Option } from 'commander';
import { isCollectionName } from '../domain/collection-name.ts';
import type { CorpusHit } from '../engine/corpus/document.ts';
import { openCorpus } from '../gateway/admin/manage-corpus.ts';
import type { Corpus } from '../gateway/store/corpus/corpus.ts';
import { answerQueries } from './answer-queries.ts';
import { askFirst } from './ask-first.ts';
import { CommandFailed } from './command-failed.ts';
import { type CorpusColumns, readCorpusColumns } from './corpus-columns.ts';
import { count } from './count.ts';
import { fillVectors } from './fill-vectors.ts';
import { withLongHelp } from './long-help.ts';
import { withStore } from './open-store.ts';
import { countUpTo } from './shared-options.ts';
import { Interrupted, type Terminal } from './terminal.ts';
import { toJsonLines } from './write-output.ts';

interface OfCollection {
  readonly collection?: string;
}

interface AddOptions extends OfCollection {
  readonly columns?: CorpusColumns;
  readonly decisions?: true;
  readonly author?: string;
  readonly csv?: true;
  readonly vectors: boolean;
}

interface SearchOptions extends OfCollection {
  readonly k: number;
  readonly jsonl?: true;
  readonly json?: true;
}

const HELP = {
  about: `Claims are checked against these documents first. They lie in the gateway's database; a running gateway finds new
ones at once. They come from PDF, DOCX, HTML, Markdown and plain text, from the pages that links, feeds (RSS, Atom) and lists of
feeds (OPML) lead to, from CSV (a row each, columns id, title, url, text, published; text is needed), and from JSON Lines of {id,
title, url, text, published?}. Of a folder, all such files are read. The id of a file is its path, that of a page its address.
What is there as it is, is passed over: where the command was stopped, the same command goes on.

A decision on a claim is shown first wherever the same claim is checked: {review: {claim, verdict, author, date}} as a line of
JSON Lines, or --decisions with a file or address of ClaimReview, or with a report that you have decided in.

With --collection they are kept apart under a name: only requests whose profile has documents_from: corpus:NAME are checked
against them.`,
  examples: [
    ['claimgate corpus add handbook.pdf policies/'],
    ['claimgate corpus add https://example.org/feed.xml'],
    ['claimgate corpus add articles.csv --columns text=body,title=headline'],
    ['claimgate corpus add articles.jsonl'],
    ['claimgate corpus add --no-vectors archive/', 'many at once; claimgate corpus vectors reads them later'],
    ['claimgate corpus add --decisions report.json --author "Ann Smith"'],
    ['jq -c .documents[] export.json | claimgate corpus add -'],
    ['claimgate corpus add --collection handbook handbook.pdf'],
    ['claimgate corpus search -k 3 height of the tower'],
    ['claimgate corpus clear --yes', 'without asking'],
  ],
} as const;

export function addCorpusCommand(corpus: Command, terminal: Terminal): void {
  const { stdout, stderr } = terminal;
  const withCorpus = (options: OfCollection, work: (corpus: Corpus) => Promise<void>) =>
    withStore(terminal, (store) => work(openCorpus(store, options.collection ?? '')));
  corpus
    .command('add')
    .description(
      'add documents: files, folders, links, feeds, CSV or JSON Lines; a document with the same id is replaced',
    )
    .argument('<file|folder|url...>', 'what to read; - for JSON Lines on standard input')
    .option('--columns <names>', 'columns of CSV that have other names, such as text=body', readCorpusColumns)
    .option(
      '--decisions',
      'the files are decisions on claims: ClaimReview, a feed of them, or a report as JSON',
    )
    .option('--author <name>', 'who decided, if a file of decisions does not say')
    .option('--csv', 'standard input is CSV with a column id, not JSON Lines')
    .option('--no-vectors', 'do not read them for what they mean now: claimgate corpus vectors does it later')
    .addOption(inCollection())
    .action((froms: string[], options: AddOptions) =>
      withStore(terminal, async (store, config) => {
        // Loaded here alone: no other command reads documents.
        const [{ addInputs }, { openDocuments }] = await Promise.all([
          import('./add-documents.ts'),
          import('../gateway/wiring/open-documents.ts'),
        ]);
        const documents = openDocuments(config);
        const corpus = openCorpus(store, options.collection ?? '');
        let isStopped = false;
        try {
          await addInputs(terminal, corpus, froms, { ...options, documents });
        } catch (error) {
          isStopped = error instanceof Interrupted;
          throw error;
        } finally {
          await documents.close();
          // What was left out keeps no other document from its vectors.
          if (options.vectors && !isStopped) await fillVectors(terminal, corpus);
        }
      }),
    );
  corpus
    .command('vectors')
    .description(
      'read passages that were added without it for what they mean, so that claims in other words find them',
    )
    .addOption(inCollection())
    .action((options: OfCollection) =>
      withCorpus(options, async (corpus) => {
        const filled = await fillVectors(terminal, corpus);
        if (filled === undefined) {
          throw new CommandFailed(
            'Nothing reads what passages mean: retrieval.vectors is false, or its model is not there',
          );
        }
        stderr.write(`Read ${count(filled, 'passage')}.\n`);
      }),
    );
  corpus
    .command('search')
    .description('search the documents')
    .argument('[query...]', 'what to search for')
    .option('-k <n>', 'the most documents to print', countUpTo(1_000), 10)
    .option('--jsonl', 'read queries from stdin: one {id, query} per line in, one {id, hits} per line out')
    .option('--json', 'print one JSON object per hit')
    .addOption(inCollection())
    .action((words: string[], { k, jsonl, json, ...options }: SearchOptions) => {
      if ((jsonl === true) === words.length > 0) {
        throw new CommandFailed('Give a query, or --jsonl and queries on stdin', 2);
      }
      return withCorpus(options, async (corpus) => {
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
    .addOption(inCollection())
    .action(({ json, ...options }: OfCollection & { json?: true }) =>
      withCorpus(options, async (corpus) => {
        const counts = await corpus.stats();
        const lines = Object.entries(counts).map(([name, count]) => `${name.padEnd(12)}${count}\n`);
        stdout.write(json === true ? toJsonLines([counts]) : lines.join(''));
      }),
    );
  corpus
    .command('collections')
    .description('list the collections that have a name')
    .option('--json', 'as JSON Lines')
    .action(({ json }: { json?: true }) =>
      withStore(terminal, async ({ collections }) => {
        const rows = await collections.list();
        const lines = rows.map(
          ({ name, documents, passages }) =>
            `${name}  ${count(documents, 'document')}, ${count(passages, 'passage')}\n`,
        );
        stdout.write(json === true ? toJsonLines(rows) : lines.join(''));
      }),
    );
  corpus
    .command('clear')
    .description('remove all documents without a collection, or of one; asks first')
    .option('--yes', 'do not ask; needed where there is no terminal')
    .addOption(inCollection())
    .action(({ yes = false, ...options }: OfCollection & { yes?: boolean }) =>
      withCorpus(options, async (corpus) => {
        const { documents } = await corpus.stats();
        const from = options.collection === undefined ? '' : ` of ${options.collection}`;
        const question = `Remove ${count(documents, 'document')}${from}?`;
        if (documents > 0) await askFirst(terminal, question, yes, 'refuse');
        await corpus.clear();
        stderr.write(`Removed ${count(documents, 'document')}.\n`);
      }),
    );
  withLongHelp(corpus, HELP);
}

function inCollection(): Option {
  return new Option('--collection <name>', 'of the collection with this name').argParser((text) => {
    if (isCollectionName(text)) return text;
    throw new InvalidArgumentError('It must be a short lower-case name.');
  });
}

const SHOWN = 200;

function formatHit({ id, score, title, url, text }: CorpusHit): string {
  const line = text.replace(/\s+/g, ' ');
  const shown = line.length > SHOWN ? `${line.slice(0, SHOWN).toWellFormed()}…` : line;
  return `${score.toFixed(2)}  ${id}  ${title}\n      ${url}\n      ${shown}\n`;
}
