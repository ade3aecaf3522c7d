/** Examples of normalized posts, which an operator supplies, retrieved by their likeness to the post. */
import { createMemoryIndex } from '../corpus/memory-index.ts';

export interface NormalizationExample {
  readonly post: string;
  readonly claim: string;
}

export interface ExampleBank {
  /** @returns at most so many examples, the most alike first. */
  nearest(post: string, count: number): readonly NormalizationExample[];
}

export const NO_EXAMPLES: ExampleBank = { nearest: () => [] };

/** Ranks by shared words, as the corpus does. */
export function createExampleBank(examples: readonly NormalizationExample[]): ExampleBank {
  const index = createMemoryIndex(examples.map((example) => ({ title: '', text: example.post, example })));
  return { nearest: (post, count) => index.search(post, count).map(({ entry }) => entry.example) };
}
