import type { CorpusDocument } from '../../src/engine/corpus/document.ts';
import { splitSentences } from '../../src/engine/text/split-sentences.ts';

const SENTENCES = 9;

/**
 * Many passages out of few documents: sentences drawn at random, so that terms are as frequent as in the real
 * ones. The same every time.
 */
export function mixDocuments(documents: readonly CorpusDocument[], count: number): CorpusDocument[] {
  const sentences = documents.flatMap(({ text }) =>
    splitSentences(text).map(({ start, end }) => text.slice(start, end)),
  );
  let state = 1;
  // Park and Miller 1988, "Random number generators: good ones are hard to find".
  const draw = (below: number) => {
    state = (state * 48_271) % 0x7fffffff;
    return state % below;
  };
  return Array.from({ length: count }, (_, i) => ({
    id: `mixed-${i}`,
    title: documents[draw(documents.length)]!.title,
    url: `https://example.org/mixed/${i}`,
    text: Array.from({ length: SENTENCES }, () => sentences[draw(sentences.length)]!).join(' '),
  }));
}
