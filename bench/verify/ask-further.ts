/** Queries for what the evidence did not settle, as a judge might make them. */
import { bareText } from '../../src/engine/text/words-of.ts';
import type { AskFurther } from './oracle.ts';

const WORDS = 6;

/**
 * @param how `rarest`, the rarest words of the claim and the next ones; `reordered`, its words in another order; `none`.
 * @param texts in which a word's rarity is counted.
 * @throws where it is none of these.
 */
export function furtherQueries(how: string, texts: readonly string[]): AskFurther {
  if (how === 'none') return () => [];
  if (how === 'reordered') return (statement) => [bareText(statement).split(' ').reverse().join(' ')];
  if (how !== 'rarest') throw new Error(`no way to ask further: ${how}`);
  const counts = new Map<string, number>();
  for (const text of texts) {
    for (const word of new Set(bareText(text).split(' '))) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return (statement) => {
    const words = [...new Set(bareText(statement).split(' '))];
    const rarest = words.toSorted((a, b) => (counts.get(a) ?? 0) - (counts.get(b) ?? 0));
    // With all of its words it would be the claim again.
    return [rarest.slice(0, WORDS), rarest.slice(WORDS / 2, WORDS / 2 + WORDS)]
      .filter((some) => some.length > 2 && some.length < words.length)
      .map((some) => some.join(' '));
  };
}
