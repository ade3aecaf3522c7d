/**
 * What one request brought as a source of evidence: its documents, the results of its tools, its long texts. They
 * are cut into passages and ranked as the corpus is, in an index that lives as long as the request.
 */
import { runInTurns } from '../../../domain/run-in-turns.ts';
import { unlessAborted } from '../../../domain/unless-aborted.ts';
import { type MemoryIndex, openMemoryIndex } from '../../corpus/memory-index.ts';
import { type Passage, splitPassages } from '../../corpus/split-passages.ts';
import {
  type EmbeddedPassage,
  type Embedder,
  nearest,
  type PassageVectors,
  type TextVector,
} from '../../corpus/vector.ts';
import type { ContextText } from '../find/gather-context.ts';
import { readableText } from './readable-text.ts';
import type { EvidenceQuery, EvidenceSource, RetrievedItem } from './source.ts';

/** A text of a request as it was read. */
export interface ReadContextText {
  /** In order, with the item that each is found as. */
  readonly passages: readonly { readonly passage: Passage; readonly item: RetrievedItem }[];
}

/** Texts that were read lately: an application sends its prompt and its documents again with each request. */
export interface ContextMemory {
  /** @returns how the text was read with this number for its first passage, or what `read` makes of it now. */
  recall(
    text: ContextText,
    firstPassage: number,
    read: () => Promise<ReadContextText>,
  ): Promise<ReadContextText>;
}

export const CONTEXT = 'context';

/** Passages whose meaning is read, at some 40 ms each: of more, half as many, which words propose. */
const MOST_READ = 64;
/** UTF-16 units that are read in one go: some milliseconds. */
const SLICE = 8_000;

export interface ContextOptions {
  /** What reads the meaning of passages; they are found by words alone where it is absent. */
  readonly embedder?: Embedder | undefined;
  readonly memory?: ContextMemory | undefined;
}

/**
 * Nothing is done before the first search.
 *
 * @param yieldTurn resolves after the event loop has turned.
 */
export function createContextSource(
  texts: readonly ContextText[],
  yieldTurn: () => Promise<void>,
  { embedder, memory }: ContextOptions = {},
): EvidenceSource {
  /** In the order of the index. */
  const read: EmbeddedPassage[] = [];
  const build = async (): Promise<MemoryIndex<RetrievedItem>> => {
    const index = openMemoryIndex<RetrievedItem>();
    for (const text of texts) {
      const first = read.length + 1;
      const readNow = () => readText(text, first, yieldTurn);
      const { passages } = await (memory === undefined ? readNow() : memory.recall(text, first, readNow));
      let added = 0;
      for (const { passage, item } of passages) {
        read.push(item);
        index.add(item, [passage]);
        added += passage.text.length;
        if (added < SLICE) continue;
        added = 0;
        await yieldTurn();
      }
    }
    return index;
  };
  let index: Promise<MemoryIndex<RetrievedItem>> | undefined;
  return {
    name: CONTEXT,
    reach: 'local',
    async search(
      { text, limit, patience = 0 }: EvidenceQuery,
      signal: AbortSignal,
    ): Promise<RetrievedItem[]> {
      index ??= build();
      const built = await index;
      if (embedder === undefined || !embedder.isReady() || patience <= 0) {
        return built.search(text, limit).map(({ entry }) => entry);
      }
      // Of very long texts, only what words propose.
      const places =
        read.length <= MOST_READ
          ? read.map((_, place) => place)
          : built.search(text, MOST_READ / 2).map(({ entry }) => (entry.passage as number) - 1);
      const waiting = AbortSignal.any([signal, AbortSignal.timeout(patience)]);
      const passages = places.map((place) => read[place]!);
      const [question, meant] = await readTogether(embedder, text, passages, waiting);
      if (question === undefined) return built.search(text, limit).map(({ entry }) => entry);
      const similarities = new Map<number, number>();
      for (const [at, place] of places.entries()) {
        const vectors = meant[at];
        if (vectors !== undefined) similarities.set(place, nearest(vectors, question));
      }
      return built
        .search(text, limit, similarities)
        .map(({ entry, similarity }) => (similarity === undefined ? entry : { ...entry, similarity }));
    },
  };
}

/** @param first number of the text's first passage among those of the request. */
async function readText(
  { title, url, text, inConversation }: ContextText,
  first: number,
  yieldTurn: () => Promise<void>,
): Promise<ReadContextText> {
  const { text: readable, written } = await runInTurns(readableText(text), yieldTurn);
  const read: ReadContextText['passages'][number][] = [];
  let at = 0;
  for (const passages of readPassages(readable)) {
    for (const passage of passages) {
      const start = readable.indexOf(passage.text, at);
      at = start + passage.text.length;
      const item: RetrievedItem = {
        ...{ source: CONTEXT, title, url, text: passage.text, passage: first + read.length },
        ...(written && { written: (from, to) => written(start + from, start + to) }),
        ...(inConversation && { inConversation }),
      };
      read.push({ passage, item });
    }
    await yieldTurn();
  }
  return { passages: read };
}

/** @returns the vectors of the question and of each passage; where the signal aborts, of what has been read until then. */
async function readTogether(
  embedder: Embedder,
  question: string,
  passages: readonly EmbeddedPassage[],
  signal: AbortSignal,
): Promise<readonly [TextVector | undefined, readonly (PassageVectors | undefined)[]]> {
  const all = [embedder.readQuestion(question, signal), embedder.readPassages(passages, signal)] as const;
  return unlessAborted(Promise.all(all), signal).catch(() => [
    embedder.knownQuestion(question),
    passages.map(embedder.knownPassage),
  ]);
}

/** The passages of a text, slice by slice. The last one of a slice may go on behind it, and begins the next. */
function* readPassages(text: string): Generator<readonly Passage[], void, void> {
  for (let at = 0; at < text.length; ) {
    const slice = text.slice(at, at + SLICE);
    const passages = splitPassages(slice);
    const last = slice.lastIndexOf(passages.at(-1)?.text ?? '');
    const goesOn = at + slice.length < text.length && last > 0;
    yield goesOn ? passages.slice(0, -1) : passages;
    at += goesOn ? last : slice.length;
  }
}
