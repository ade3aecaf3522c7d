/** What the corpus finds by what passages mean. A model in these tests means by a word what its synonyms do. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Embedder } from '../../../engine/corpus/vector.ts';
import { toVector } from '../../../engine/corpus/vector.ts';
import { openStore, type Store } from '../store.ts';

const MEANINGS = [/resign|stepp|quit/, /mayor|head of the town/, /roof/, /school/, /rain|wet/, /bridge/];
const read = (text: string) =>
  toVector([0.1, ...MEANINGS.map((one) => Number(one.test(text.toLowerCase())))]);
const never = new AbortController().signal;

function modelOf(model = 1, over: Partial<Embedder> = {}): Embedder {
  return {
    model,
    isReady: () => true,
    knownQuestion: () => undefined,
    knownPassage: () => undefined,
    readQuestion: async (text) => read(text),
    readPassages: async (passages) => passages.map(({ text }) => [read(text)]),
    ...over,
  };
}

const DOCUMENTS = [
  'The mayor announced on 14 May that he was stepping down.',
  'The school got a new roof in May.',
  'Rain fell on all days of May.',
  'The old bridge was closed.',
].map((text, at) => ({ id: `d${at}`, title: '', url: '', text }));

let dataDir: string;
let stores: Store[];
beforeEach(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'claimgate-meaning-'));
  stores = [];
});
afterEach(async () => {
  await Promise.all(stores.map((store) => store.close()));
  rmSync(dataDir, { recursive: true });
});
async function open(embedder?: Embedder, patience = 60_000): Promise<Store['corpus']> {
  const meaning = embedder && { embedder, patience };
  const store = await openStore({ dataDir, now: () => 0, meaning });
  stores.push(store);
  return store.corpus;
}
const idsOf = async (corpus: Store['corpus'], query: string) =>
  (await corpus.search(query, 9)).map(({ id }) => id);
/** Once it is held in memory, which takes a while after a change. */
async function held(corpus: Store['corpus']): Promise<Store['corpus']> {
  await vi.waitFor(
    async () => {
      await corpus.search('mayor', 1);
      expect(corpus.edition()).toBeDefined();
    },
    { timeout: 30_000, interval: 50 },
  );
  return corpus;
}
const QUERY = 'The head of the town quit his office in May.';

describe('passages', () => {
  it('are found in other words once they have vectors', async () => {
    const corpus = await open(modelOf());
    await corpus.add(DOCUMENTS);
    expect((await idsOf(corpus, QUERY))[0]).not.toBe('d0');
    expect(await corpus.stats()).toMatchObject({ passages: 4, vectors: 0 });
    expect(await corpus.fillVectors(never)).toEqual({ filled: 4, missing: 0 });
    expect(await corpus.stats()).toMatchObject({ passages: 4, vectors: 4 });
    // While it is not held in memory, words propose.
    expect((await idsOf(corpus, QUERY))[0]).toBe('d0');
    await held(corpus);
    expect((await idsOf(corpus, 'Who quit?'))[0]).toBe('d0');
    expect((await corpus.search('Who quit?', 1))[0]?.similarity).toBeGreaterThan(0.6);
    expect(corpus.find('Who quit?', 1)).toBeUndefined();
  });

  it('are found by their words without a model, with one that fails, and with one that is late', async () => {
    const before = await open(modelOf());
    await before.add(DOCUMENTS);
    await before.fillVectors(never);
    const byWords = ['d3'];
    expect(await idsOf(await held(await open()), 'bridge')).toEqual(byWords);
    const failing = modelOf(1, { readQuestion: async () => undefined });
    expect(await idsOf(await held(await open(failing)), 'bridge')).toEqual(byWords);
    const late = modelOf(1, { readQuestion: () => new Promise(() => {}) });
    expect(await idsOf(await held(await open(late, 1)), 'bridge')).toEqual(byWords);
    const gone = modelOf(1, { isReady: () => false });
    expect(await idsOf(await held(await open(gone)), 'bridge')).toEqual(byWords);
  });

  it('that another model read count as not read, until this one has', async () => {
    const first = await open(modelOf(1));
    await first.add(DOCUMENTS);
    await first.fillVectors(never);
    const second = await open(modelOf(2));
    expect(await second.stats()).toMatchObject({ vectors: 0 });
    expect(await idsOf(second, 'bridge')).toEqual(['d3']);
    expect(await second.fillVectors(never)).toEqual({ filled: 4, missing: 0 });
    expect(await second.fillVectors(never)).toEqual({ filled: 0, missing: 0 });
  });

  it('that are replaced lose their vector with them', async () => {
    const corpus = await open(modelOf());
    await corpus.add(DOCUMENTS);
    await corpus.fillVectors(never);
    await corpus.add([{ ...DOCUMENTS[0]!, text: 'The roof is wet.' }, DOCUMENTS[1]!]);
    expect(await corpus.stats()).toMatchObject({ passages: 4, vectors: 3 });
  });
});

describe('reading passages', () => {
  it('goes on where it stopped', async () => {
    let pieces = 0;
    const stopping = new AbortController();
    const corpus = await open(
      modelOf(1, {
        readPassages: async (passages) => {
          pieces += 1;
          if (pieces === 2) stopping.abort(new Error('stopped'));
          return passages.map(({ text }) => [read(text)]);
        },
      }),
    );
    const many = Array.from({ length: 70 }, (_, at) => ({
      ...DOCUMENTS[0]!,
      id: `m${at}`,
      text: `Text ${at}.`,
    }));
    await corpus.add(many);
    await expect(corpus.fillVectors(stopping.signal)).rejects.toThrow('stopped');
    const { vectors } = await corpus.stats();
    expect(vectors).toBe(32);
    const seen: number[] = [];
    const onWritten = (passages: number, all: number) => seen.push(passages, all);
    expect(await corpus.fillVectors(never, { onWritten })).toEqual({ filled: 38, missing: 0 });
    expect(seen).toEqual([64, 70, 70, 70]);
  });

  it('says how many are left where it fails, and what nothing reads', async () => {
    const corpus = await open(modelOf(1, { readPassages: async (all) => all.map(() => undefined) }));
    await corpus.add(DOCUMENTS);
    expect(await corpus.fillVectors(never)).toEqual({ filled: 0, missing: 4 });
    expect(await (await open()).fillVectors(never)).toBeUndefined();
  });
});
