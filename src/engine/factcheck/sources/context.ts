/**
 * What one request brought as a source of evidence: its documents, the results of its tools, its long texts. They
 * are cut into passages and ranked as the corpus is, in an index that lives as long as the request.
 */
import { type MemoryIndex, openMemoryIndex } from '../../corpus/memory-index.ts';
import { type Passage, splitPassages } from '../../corpus/split-passages.ts';
import type { ContextText } from '../find/gather-context.ts';
import { type ReadableText, readableText } from './readable-text.ts';
import type { EvidenceQuery, EvidenceSource, RetrievedItem } from './source.ts';

export const CONTEXT = 'context';

/** UTF-16 units that are read in one go: some milliseconds. */
const SLICE = 8_000;

/**
 * Nothing is done before the first search.
 *
 * @param yieldTurn resolves after the event loop has turned.
 */
export function createContextSource(
  texts: readonly ContextText[],
  yieldTurn: () => Promise<void>,
): EvidenceSource {
  const readInTurns = async (text: string): Promise<ReadableText> => {
    const reading = readableText(text);
    for (;;) {
      const step = reading.next();
      if (step.done) return step.value;
      await yieldTurn();
    }
  };
  const build = async (): Promise<MemoryIndex<RetrievedItem>> => {
    const index = openMemoryIndex<RetrievedItem>();
    let passage = 0;
    for (const { title, url, text, inConversation } of texts) {
      const { text: readable, written } = await readInTurns(text);
      let at = 0;
      for (const passages of readPassages(readable)) {
        for (const found of passages) {
          passage += 1;
          const start = readable.indexOf(found.text, at);
          at = start + found.text.length;
          index.add(
            {
              ...{ source: CONTEXT, title, url, text: found.text, passage },
              ...(written && { written: (from, to) => written(start + from, start + to) }),
              ...(inConversation && { inConversation }),
            },
            [found],
          );
        }
        await yieldTurn();
      }
    }
    return index;
  };
  let index: Promise<MemoryIndex<RetrievedItem>> | undefined;
  return {
    name: CONTEXT,
    reach: 'local',
    async search({ text, limit }: EvidenceQuery): Promise<RetrievedItem[]> {
      index ??= build();
      return (await index).search(text, limit).map(({ entry }) => entry);
    },
  };
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
