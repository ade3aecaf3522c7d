/** Joins what fills the corpus for operators: readers of files and pages, the store, and what reads what passages mean. */
import {
  beginsAsJson,
  fileToDocument,
  JSON_LINES,
  pageToDocument,
  readLine,
} from '../../documents/corpus-documents.ts';
import { decodeText } from '../../documents/decode-text.ts';
import { DocumentRefused, MAX_BYTES } from '../../documents/document.ts';
import type { Documents } from '../../documents/documents.ts';
import type { CorpusDocument } from '../../engine/corpus/document.ts';
import { DocumentFault } from '../../engine/corpus/read-document.ts';
import type { Actor, Auditor } from '../admin/auditor.ts';
import { createCorpusManagement, openCorpus } from '../admin/manage-corpus.ts';
import type { CorpusAddition, CorpusFilling } from '../http/admin/corpus-routes.ts';
import type { Store } from '../store/store.ts';
import { allUnlessAway } from '../store/unless-away.ts';
import { describeError } from '../telemetry/describe-error.ts';
import type { Log } from '../telemetry/log.ts';

interface CorpusAdminOptions {
  readonly store: Pick<Store, 'corpus' | 'collections'>;
  readonly documents: Documents;
  readonly auditor: Auditor;
  readonly log: Log;
  /** What a caller hears while the database is away. */
  readonly away: string;
}

/** UTF-16 units: reading a text of a million takes half a second, in pieces. */
const FILE_LIMITS = { bytes: MAX_BYTES, text: 1_000_000 };
/** Lines that are wrong and named one by one. */
const MOST_NAMED = 20;
const TABLE = /\.(?:csv|tsv)$/i;

export function openCorpusAdmin({ store, documents, auditor, log, away }: CorpusAdminOptions) {
  const management = allUnlessAway(away, createCorpusManagement({ store, auditor }));
  const open = (collection: string) => openCorpus(store, collection);
  const meaning = readMeanings(open, log);

  const addAll = async (
    collection: string,
    all: readonly CorpusDocument[],
    actor: Actor,
    signal: AbortSignal,
  ) => {
    const sum = { added: 0, replaced: 0, unchanged: 0, passages: 0 };
    for (const batch of inBatchesOf(all, open(collection).batch)) {
      signal.throwIfAborted();
      const { added, replaced, unchanged, passages } = await management.add(collection, batch, actor);
      sum.added += added;
      sum.replaced += replaced;
      sum.unchanged += unchanged;
      sum.passages += passages;
    }
    meaning.read(collection);
    return sum;
  };

  const addLines = async (
    collection: string,
    text: string,
    actor: Actor,
    signal: AbortSignal,
  ): Promise<CorpusAddition> => {
    const entries = text
      .split('\n')
      .flatMap((line, at) => (line.trim() === '' ? [] : [{ line: at + 1, ...readLine(line) }]));
    const faults = entries.flatMap((entry) =>
      'fault' in entry ? [{ line: entry.line, reason: entry.fault }] : [],
    );
    const good = entries.flatMap((entry) => ('document' in entry ? [entry.document] : []));
    if (good.length === 0) {
      const [first] = faults;
      throw new DocumentRefused(
        first === undefined ? 'There is no document in it' : `Line ${first.line}: ${first.reason}`,
      );
    }
    const counts = await addAll(collection, good, actor, signal);
    return { ...counts, failed: faults.length, faults: faults.slice(0, MOST_NAMED) };
  };

  const filling: CorpusFilling = {
    async addFile(collection, { name, ...given }, actor, signal) {
      if (TABLE.test(name)) {
        throw new DocumentRefused(
          'This is a table: `claimgate corpus add` reads it, or save it as JSON Lines',
        );
      }
      if (JSON_LINES.test(name) || beginsAsJson(given.bytes)) {
        return addLines(collection, decodeText(given.bytes, given.type, false), actor, signal);
      }
      const read = await documents.read({ ...given, name, limits: FILE_LIMITS }, signal);
      const document = refuseFaults(() => fileToDocument(name, name, read));
      return { ...(await addAll(collection, [document], actor, signal)), failed: 0, faults: [] };
    },
    async addLink(collection, address, actor, signal) {
      const page = await documents.readLink!(address, signal);
      const document = refuseFaults(() => pageToDocument(page.url, page));
      return { ...(await addAll(collection, [document], actor, signal)), failed: 0, faults: [] };
    },
  };
  return {
    corpus: { ...management, ...filling, followsLinks: documents.readLink !== undefined },
    close: meaning.close,
  };
}

function refuseFaults(read: () => CorpusDocument): CorpusDocument {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof DocumentFault)) throw error;
    throw new DocumentRefused(error.message);
  }
}

function* inBatchesOf(
  all: readonly CorpusDocument[],
  most: { readonly documents: number; readonly length: number },
): Generator<readonly CorpusDocument[]> {
  let [batch, length]: [CorpusDocument[], number] = [[], 0];
  for (const document of all) {
    batch.push(document);
    length += document.text.length;
    if (batch.length < most.documents && length < most.length) continue;
    yield batch;
    [batch, length] = [[], 0];
  }
  if (batch.length > 0) yield batch;
}

/** Passages are read for what they mean behind the answer, a collection at a time; until then words alone find them. */
function readMeanings(open: (collection: string) => Store['corpus'], log: Log) {
  const ending = new AbortController();
  const wanted = new Set<string>();
  let reading: Promise<void> | undefined;
  const readAll = async (): Promise<void> => {
    for (const collection of wanted) {
      wanted.delete(collection);
      try {
        const corpus = open(collection);
        await corpus.settle();
        await corpus.fillVectors(ending.signal);
      } catch (error) {
        if (ending.signal.aborted) return;
        log.warn(describeError(error), 'new passages could not be read for what they mean');
      }
    }
    reading = undefined;
  };
  return {
    read(collection: string): void {
      wanted.add(collection);
      reading ??= readAll();
    },
    async close(): Promise<void> {
      ending.abort();
      await reading;
    },
  };
}
