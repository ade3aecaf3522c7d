/** Examples of normalized posts, which an operator supplies, retrieved by their likeness to the post. */

export interface NormalizationExample {
  readonly post: string;
  readonly claim: string;
}

export interface ExampleBank {
  /** @returns at most so many examples, the most alike first. */
  nearest(post: string, count: number): readonly NormalizationExample[];
}

export const NO_EXAMPLES: ExampleBank = { nearest: () => [] };

/**
 * Ranks by cosine of tf-idf over words, which for posts on the same matter is about as good as anything
 * that needs a model, and takes microseconds an example.
 */
export function createExampleBank(examples: readonly NormalizationExample[]): ExampleBank {
  const documents = examples.map(({ post }) => countWords(post));
  const frequency = new Map<string, number>();
  for (const words of documents)
    for (const word of words.keys()) frequency.set(word, (frequency.get(word) ?? 0) + 1);
  const rarity = (word: string): number => Math.log(1 + examples.length / (1 + (frequency.get(word) ?? 0)));
  const lengths = documents.map((words) => lengthOf(words, rarity));
  /** Word → the examples that hold it, with their counts. */
  const postings = new Map<string, [index: number, count: number][]>();
  for (const [index, words] of documents.entries()) {
    for (const [word, count] of words) {
      const list = postings.get(word);
      if (list === undefined) postings.set(word, [[index, count]]);
      else list.push([index, count]);
    }
  }
  return {
    nearest(post, count) {
      const scores = new Map<number, number>();
      for (const [word, times] of countWords(post)) {
        const weight = rarity(word) ** 2 * times;
        for (const [index, here] of postings.get(word) ?? []) {
          scores.set(index, (scores.get(index) ?? 0) + weight * here);
        }
      }
      return [...scores]
        .map(([index, score]) => ({ index, score: score / (lengths[index] || 1) }))
        .sort((a, b) => b.score - a.score || a.index - b.index)
        .slice(0, count)
        .map(({ index }) => examples[index] as NormalizationExample);
    },
  };
}

function countWords(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const [word] of text.toLowerCase().matchAll(/[\p{L}\p{N}]+/gu))
    counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

function lengthOf(words: ReadonlyMap<string, number>, rarity: (word: string) => number): number {
  let sum = 0;
  for (const [word, count] of words) sum += (rarity(word) * count) ** 2;
  return Math.sqrt(sum);
}
