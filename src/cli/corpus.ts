/** `claimgate corpus`: the operator's own documents, which claims are checked against. */
import { Command, InvalidArgumentError } from 'commander';
import { type Config, readConfig } from '../config/read-config.ts';
import type { CorpusHit } from '../corpus/document.ts';
import type { Store } from '../store/store.ts';
import { addFiles } from './add-documents.ts';
import { answerQueries } from './answer-queries.ts';
import { CommandFailed } from './command-failed.ts';
import { withStore } from './open-store.ts';

/** What the commands reach outside themselves. */
export interface CorpusDependencies {
  readonly stdin: AsyncIterable<Buffer | string>;
  readonly stdout: NodeJS.WritableStream;
  readonly stderr: NodeJS.WritableStream & { readonly isTTY?: boolean };
  /** Unix milliseconds. */
  readonly now: () => number;
  readonly readConfig: () => Config;
}

interface SearchOptions {
  readonly k: number;
  readonly jsonl?: true;
  readonly json?: true;
}

const DEFAULTS: CorpusDependencies = {
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  now: Date.now,
  readConfig,
};

export function corpusCommand(given: Partial<CorpusDependencies> = {}): Command {
  const deps = { ...DEFAULTS, ...given };
  const open = (work: (store: Store) => Promise<void>) =>
    withStore({ config: deps.readConfig(), now: deps.now }, work);
  const add = new Command('add')
    .description('add documents: JSON Lines of {id, title, url, text, published?}; the same id replaces')
    .argument('<file...>', 'the files; - is stdin')
    .action((files: string[]) => open((store) => addFiles(deps, store.corpus, files)));
  const search = new Command('search')
    .description('find the documents that say most about something')
    .argument('[query...]', 'what is looked for')
    .option('-k <n>', 'how many documents, at most', readCount, 10)
    .option('--jsonl', 'answer queries from stdin: {id, query} in, {id, hits} out, a line each')
    .option('--json', 'print each hit as a line of JSON')
    .action((words: string[], options: SearchOptions) => {
      if ((options.jsonl === true) === words.length > 0) {
        throw new CommandFailed('Give a query, or --jsonl and queries on stdin', 2);
      }
      return open((store) =>
        options.jsonl === true
          ? answerQueries(deps, store.corpus, options.k)
          : searchOnce(deps, store, words.join(' '), options),
      );
    });
  const stats = new Command('stats')
    .description('say how much there is')
    .option('--json', 'as JSON')
    .action((options: { json?: true }) => open((store) => printStats(deps, store, options)));
  const clear = new Command('clear')
    .description('remove all documents')
    .action(() => open((store) => clearAll(deps, store)));
  const command = new Command('corpus').description("the operator's own documents, as evidence");
  for (const each of [add, search, stats, clear]) command.addCommand(each.exitOverride());
  return command;
}

async function searchOnce(
  deps: CorpusDependencies,
  store: Store,
  query: string,
  { k, json }: SearchOptions,
): Promise<void> {
  const hits = await store.corpus.search(query, k);
  if (hits.length === 0) deps.stderr.write('Nothing was found.\n');
  const print = json === true ? (hit: CorpusHit) => JSON.stringify(hit) : printHit;
  for (const hit of hits) deps.stdout.write(`${print(hit)}\n`);
}

const SHOWN = 200;

function printHit({ id, score, title, url, text }: CorpusHit): string {
  const line = text.replace(/\s+/g, ' ');
  const shown = line.length > SHOWN ? `${line.slice(0, SHOWN).toWellFormed()}…` : line;
  return `${score.toFixed(2)}  ${id}  ${title}\n      ${url}\n      ${shown}`;
}

async function printStats(deps: CorpusDependencies, store: Store, { json }: { json?: true }): Promise<void> {
  const stats = await store.corpus.stats();
  if (json === true) {
    deps.stdout.write(`${JSON.stringify(stats)}\n`);
    return;
  }
  for (const [name, count] of Object.entries(stats)) deps.stdout.write(`${name.padEnd(12)}${count}\n`);
}

async function clearAll(deps: CorpusDependencies, store: Store): Promise<void> {
  const { documents } = await store.corpus.stats();
  await store.corpus.clear();
  deps.stderr.write(`Removed ${documents} documents.\n`);
}

function readCount(text: string): number {
  const count = Number(text);
  if (!/^\d{1,4}$/.test(text) || count === 0 || count > 1000) {
    throw new InvalidArgumentError('It must be a whole number from 1 to 1000.');
  }
  return count;
}
