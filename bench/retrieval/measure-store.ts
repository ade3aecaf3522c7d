/** The corpus as it is shipped: what it finds, and how fast, in a database. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { addInputs } from '../../src/cli/add-documents.ts';
import { TERMINAL } from '../../src/cli/terminal.ts';
import type { CorpusDocument } from '../../src/engine/corpus/document.ts';
import { readConfig } from '../../src/gateway/config/read-config.ts';
import type { MeaningOptions } from '../../src/gateway/store/corpus/search-meaning.ts';
import { openStore, type Store } from '../../src/gateway/store/store.ts';
import { openDocuments } from '../../src/gateway/wiring/open-documents.ts';
import { mean, ndcgAt10, quantile } from './ndcg.ts';
import type { RetrievalSet } from './read-sets.ts';

/** Where the corpus is kept: SQLite in a folder of its own, or the PostgreSQL at a URL. */
export interface Place {
  readonly databaseUrl?: string;
  /** What reads the meaning of passages; they are found by words alone where it is absent. */
  readonly meaning?: MeaningOptions | undefined;
}

export interface Latency {
  /** Milliseconds. */
  readonly p50: number;
  readonly p95: number;
  readonly worst: number;
  /** Processor time of a search, all threads: what a busy machine disturbs least. */
  readonly cpu: number;
  /** The event loop's delay meanwhile, beyond its timer's own millisecond. */
  readonly loopP99: number;
  readonly loopWorst: number;
}

const ADDED_AT_ONCE = 250;

export async function withStore<T>(place: Place, work: (store: Store) => Promise<T>): Promise<T> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'claimgate-bench-'));
  const store = await openStore({ dataDir, ...place, now: Date.now });
  try {
    await store.corpus.clear();
    return await work(store);
  } finally {
    await store.close();
    rmSync(dataDir, { recursive: true });
  }
}

/** @returns nDCG@10 of what the store finds of each set; sets of the same documents are asked of one store. */
export async function measureQuality(sets: readonly RetrievalSet[], place: Place): Promise<number[]> {
  const found = new Map<RetrievalSet, number>();
  for (const documents of new Set(sets.map((set) => set.documents))) {
    await withStore(place, async ({ corpus }) => {
      await fill(corpus, documents);
      await corpus.fillVectors(new AbortController().signal);
      for (const set of sets.filter((one) => one.documents === documents)) {
        found.set(set, await measureSet(set, corpus));
      }
    });
  }
  return sets.map((set) => found.get(set)!);
}

async function measureSet({ queries }: RetrievalSet, corpus: Store['corpus']): Promise<number> {
  const scores: number[] = [];
  for (const { text, relevant } of queries) {
    const hits = await corpus.search(text, 10);
    scores.push(
      ndcgAt10(
        hits.map(({ id }) => id),
        relevant,
      ),
    );
  }
  return mean(scores);
}

/** @returns milliseconds that `claimgate corpus add` takes for a file of the documents: the best of three. */
export async function measureIndexing(documents: readonly CorpusDocument[], place: Place): Promise<number> {
  const directory = mkdtempSync(path.join(tmpdir(), 'claimgate-bench-'));
  const file = path.join(directory, 'documents.jsonl');
  writeFileSync(file, documents.map((document) => `${JSON.stringify(document)}\n`).join(''));
  const silence = new Writable({ write: (_chunk, _encoding, done) => done() });
  const reader = openDocuments(readConfig({}));
  const times: number[] = [];
  for (let run = 0; run < 3; run++) {
    await withStore(place, async ({ corpus }) => {
      const began = performance.now();
      await addInputs({ ...TERMINAL, stderr: silence }, corpus, [file], { documents: reader });
      times.push(performance.now() - began);
    });
  }
  await reader.close();
  rmSync(directory, { recursive: true });
  return Math.min(...times);
}

/** Searches one after the other, then `atOnce` at a time. */
export async function measureLatency(
  passages: readonly CorpusDocument[],
  queries: readonly string[],
  atOnce: number,
  place: Place,
): Promise<{ alone: Latency; together: Latency; idle: Latency }> {
  return withStore(place, async ({ corpus }) => {
    await fill(corpus, passages);
    const search = (query: string) => corpus.search(query, 10);
    await watch(queries, 1, search);
    const alone = await watch(queries, 1, search);
    const together = await watch(queries, atOnce, search);
    const idle = await watch(queries, 1, () => sleep(alone.p50));
    return { alone, together, idle };
  });
}

async function watch(
  queries: readonly string[],
  atOnce: number,
  work: (query: string) => Promise<unknown>,
): Promise<Latency> {
  const times: number[] = [];
  const waiting = [...queries];
  const loop = monitorEventLoopDelay({ resolution: 1 });
  const used = process.cpuUsage();
  loop.enable();
  const worker = async () => {
    for (let query = waiting.pop(); query !== undefined; query = waiting.pop()) {
      const began = performance.now();
      await work(query);
      times.push(performance.now() - began);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  loop.disable();
  const { user, system } = process.cpuUsage(used);
  const delay = (nanoseconds: number) => Math.max(0, nanoseconds / 1e6 - 1);
  return {
    p50: quantile(times, 0.5),
    p95: quantile(times, 0.95),
    worst: Math.max(...times),
    cpu: (user + system) / 1000 / queries.length,
    loopP99: delay(loop.percentile(99)),
    loopWorst: delay(loop.max),
  };
}

/** Adds documents, some hundreds at a time. */
export async function fill(corpus: Store['corpus'], documents: readonly CorpusDocument[]): Promise<void> {
  for (let start = 0; start < documents.length; start += ADDED_AT_ONCE) {
    await corpus.add(documents.slice(start, start + ADDED_AT_ONCE));
  }
}
