/** What the corpus is filled from: files of many kinds, folders, links, feeds. Each is read into documents. */
import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { beginsAsJson, fileToDocument, JSON_LINES, pageToDocument } from '../documents/corpus-documents.ts';
import { decodeText } from '../documents/decode-text.ts';
import { type DocumentLimits, DocumentRefused } from '../documents/document.ts';
import type { Documents } from '../documents/documents.ts';
import { type Feed, readFeed } from '../documents/read-feed.ts';
import { recognizeKind } from '../documents/recognize-kind.ts';
import type { CorpusDocument } from '../engine/corpus/document.ts';
import { DocumentFault, LIMITS, readDocument, toDocument } from '../engine/corpus/read-document.ts';
import { CommandFailed, withFile } from './command-failed.ts';
import { CORPUS_FIELDS, type CorpusColumns, type CorpusField } from './corpus-columns.ts';
import { inOrder } from './in-order.ts';
import { isLink, openInput, readAll, reasonOfRefusal, withLinks } from './open-input.ts';
import { readBytes, readLines } from './read-lines.ts';
import { readTable } from './read-table.ts';
import type { Terminal } from './terminal.ts';

/** A document, or why there is none at a place. */
export type CorpusEntry =
  | { readonly document: CorpusDocument }
  | { readonly fault: string; readonly place: string; readonly what: 'line' | 'document' };

export interface CorpusInputOptions {
  readonly documents: Documents;
  readonly stdin: Terminal['stdin'];
  readonly columns: CorpusColumns;
  readonly signal: AbortSignal;
  /** Whether standard input is a table, not JSON Lines. */
  readonly csv?: boolean;
  /** Called with how many bytes of a file of lines or rows have been read. */
  readonly onRead?: (bytes: number) => void;
}

/** An operator's own files may be larger than what is checked in one go. */
const FILE_LIMITS: DocumentLimits = { bytes: 50 * 1024 ** 2, text: LIMITS.text };
const TABLE = /\.(?:csv|tsv)$/i;
/** What is read of a folder; other files are passed over. */
const READABLE = /\.(?:jsonl|ndjson|csv|tsv|txt|text|md|markdown|html?|xhtml|pdf|docx|rss|atom|opml)$/i;
/** Pages that are fetched at the same time. */
const AT_ONCE = 4;

/**
 * @param froms files, folders, addresses of the web, or `-` for standard input.
 * @returns the same with each folder replaced by the files in it, at any depth, in order, and how many of those are of no
 *   kind that is read. Hidden files and links within a folder are left alone.
 * @throws CommandFailed where something cannot be read.
 */
export function listCorpusInputs(froms: readonly string[]): { inputs: string[]; passedOver: number } {
  let passedOver = 0;
  const walk = (folder: string): string[] =>
    readdirSync(folder, { withFileTypes: true })
      .filter(({ name }) => !name.startsWith('.'))
      .sort((a, b) => (a.name < b.name ? -1 : 1))
      .flatMap((entry) => {
        const at = path.join(folder, entry.name);
        if (entry.isDirectory()) return walk(at);
        if (entry.isFile() && READABLE.test(entry.name)) return [at];
        passedOver += 1;
        return [];
      });
  const inputs = froms.flatMap((from) =>
    withFile(`cannot read ${from}`, () =>
      from !== '-' && !isLink(from) && statSync(from).isDirectory() ? walk(from) : [from],
    ),
  );
  return { inputs, passedOver };
}

/**
 * @param from a file, an address of the web, or `-`.
 * @throws CommandFailed where it cannot be read at all; the signal's reason.
 */
export function readCorpusInput(from: string, options: CorpusInputOptions): AsyncIterable<CorpusEntry> {
  if (from === '-') return options.csv ? readRows(from, options) : readJson(from, options);
  if (JSON_LINES.test(from)) return readJson(from, options);
  if (isLink(from)) return readLink(from, options);
  if (TABLE.test(from)) return readRows(from, options);
  return readFile(from, options);
}

async function* readJson(from: string, { stdin, onRead }: CorpusInputOptions): AsyncGenerator<CorpusEntry> {
  for await (const { number, text } of readLines(from, stdin, onRead)) {
    yield entryOf(`${from}:${number}`, 'line', () => readDocument(text));
  }
}

/** A row without an id has that of its file and line; one of standard input must have one. */
async function* readRows(from: string, options: CorpusInputOptions): AsyncGenerator<CorpusEntry> {
  const { stdin, columns, onRead } = options;
  let isFirst = true;
  for await (const { number, value } of readTable(readBytes(from, stdin, onRead))) {
    const byName = new Map(Object.entries(value).map(([name, cell]) => [name.toLowerCase(), cell]));
    const cellOf = (field: CorpusField): unknown => byName.get((columns.get(field) ?? field).toLowerCase());
    if (isFirst) expectColumns(from, [...byName.keys()], columns);
    isFirst = false;
    const fields = Object.fromEntries(CORPUS_FIELDS.map((field) => [field, cellOf(field)]));
    const id = from === '-' ? {} : { id: `${path.resolve(from)}:${number}` };
    const defaults = { ...id, title: '', url: '', published: undefined };
    yield entryOf(`${from}:${number}`, 'line', () => toDocument(fields, defaults));
  }
}

function expectColumns(from: string, names: readonly string[], columns: CorpusColumns): void {
  const wanted = [columns.get('text') ?? 'text', ...columns.values()];
  const missing = wanted.find((name) => !names.includes(name.toLowerCase()));
  if (missing === undefined) return;
  throw new CommandFailed(
    `${from}: there is no column "${missing}"; there are: ${names.join(', ')}. ` +
      'If it has another name, add --columns text=NAME',
  );
}

async function* readFile(from: string, options: CorpusInputOptions): AsyncGenerator<CorpusEntry> {
  const { documents, stdin, signal } = options;
  const opening = await readOpening(from);
  if (opening === 'feed') return yield* readFeedFile(from, options);
  if (opening === 'json') return yield* readJson(from, options);
  yield await attempt(from, signal, async () => {
    const { name = '', ...read } = await openInput(from, documents, stdin, signal, FILE_LIMITS);
    return fileToDocument(path.resolve(from), name, read);
  });
}

/** Files are called by any name: what they begin with says what they are. */
async function readOpening(from: string): Promise<'feed' | 'json' | undefined> {
  for await (const bytes of readBytes(from)) {
    if (beginsAsJson(bytes)) return 'json';
    return kindOf(bytes, from) === 'feed' ? 'feed' : undefined;
  }
  return undefined;
}

/** One that is not read says so when it is opened. */
function kindOf(bytes: Uint8Array, name: string) {
  try {
    return recognizeKind({ bytes, name });
  } catch (error) {
    if (error instanceof DocumentRefused) return undefined;
    throw error;
  }
}

async function* readFeedFile(from: string, options: CorpusInputOptions): AsyncGenerator<CorpusEntry> {
  const bytes = await readAll(from, options.stdin, FILE_LIMITS);
  yield* followFeed(from, () => readFeed(decodeText(bytes, undefined, true)), options);
}

/** A page, or the pages that a feed names. */
async function* readLink(from: string, options: CorpusInputOptions): AsyncGenerator<CorpusEntry> {
  const { documents, signal } = options;
  const { fetchLink } = withLinks(documents);
  let page: Awaited<ReturnType<typeof fetchLink>>;
  try {
    page = await fetchLink(from, signal);
  } catch (error) {
    yield faultOf(from, error, signal);
    return;
  }
  const { url, bytes, type } = page;
  if (kindOf(bytes, '') === 'feed') {
    return yield* followFeed(url, () => readFeed(decodeText(bytes, type, true), url), options);
  }
  yield await attempt(from, signal, async () => pageToDocument(url, await documents.read(page, signal)));
}

async function* followFeed(
  place: string,
  read: () => Feed,
  options: CorpusInputOptions,
): AsyncGenerator<CorpusEntry> {
  const { signal, documents } = options;
  let feed: Feed;
  try {
    feed = read();
  } catch (error) {
    yield faultOf(place, error, signal);
    return;
  }
  if (feed.kind === 'feeds') {
    for (const address of feed.feeds) yield* readLink(address, options);
    return;
  }
  const { readLink: readPage } = withLinks(documents);
  const entries = (async function* () {
    yield* feed.entries;
  })();
  yield* inOrder(entries, AT_ONCE, ({ url, title, date }) =>
    attempt(url, signal, async () => {
      const page = await readPage(url, signal);
      return pageToDocument(page.url, { ...page, title: page.title ?? title, date: page.date ?? date });
    }),
  );
}

function entryOf(place: string, what: 'line' | 'document', read: () => CorpusDocument): CorpusEntry {
  try {
    return { document: read() };
  } catch (error) {
    if (!(error instanceof DocumentFault)) throw error;
    return { fault: error.message, place, what };
  }
}

async function attempt(
  place: string,
  signal: AbortSignal,
  read: () => Promise<CorpusDocument>,
): Promise<CorpusEntry> {
  try {
    return { document: await read() };
  } catch (error) {
    return faultOf(place, error, signal);
  }
}

/** @throws what is no fault of the document. */
function faultOf(place: string, error: unknown, signal: AbortSignal): CorpusEntry {
  signal.throwIfAborted();
  if (error instanceof DocumentFault) return { fault: error.message, place, what: 'document' };
  const isOwnFault = error instanceof CommandFailed && error.message.startsWith(`${place}: `);
  const fault = isOwnFault ? error.message.slice(place.length + 2) : reasonOfRefusal(error);
  if (fault === undefined) throw error;
  return { fault, place, what: 'document' };
}
