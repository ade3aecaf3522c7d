/** Examples of normalized posts, which an operator supplies, retrieved by their likeness to the post. */
import { createMemoryIndex } from '../../corpus/memory-index.ts';

export interface NormalizationExample {
  readonly post: string;
  readonly claim: string;
}

export type ExampleBank = ReturnType<typeof createExampleBank>;

/** Ranks by shared words, as the corpus does. */
export function createExampleBank(examples: readonly NormalizationExample[]) {
  const index = createMemoryIndex(examples.map((example) => ({ title: '', text: example.post, example })));
  return {
    /** @returns at most so many examples, the most alike first. */
    nearest: (post: string, count: number): readonly NormalizationExample[] =>
      index.search(post, count).map(({ entry }) => entry.example),
  };
}
