/** Each part of the ranking decides between two passages that are alike in all else. */
import { describe, expect, it } from 'vitest';
import { createMemoryIndex } from './memory-index.ts';

/** @returns the titles of the texts, the best first. */
function rank(query: string, texts: Readonly<Record<string, string>>): string[] {
  const entries = Object.entries(texts).map(([id, text]) => ({ id, title: '', text }));
  return createMemoryIndex(entries)
    .search(query, entries.length)
    .map(({ entry }) => entry.id);
}

describe('the ranking of passages', () => {
  it('prefers a text with words that have parts in common with the query', () => {
    const texts = {
      pressure: 'The new drug lowers blood pressure of laboratory mice.',
      tumor: 'The new drug shrinks large tumors of laboratory mice.',
    };
    expect(rank('antitumoral drug', texts)).toEqual(['tumor', 'pressure']);
    expect(rank('antihypertensive drug', texts)).toEqual(['pressure', 'tumor']);
  });

  it('prefers a text with terms that the best texts have in common', () => {
    const texts = {
      zoo: 'A bear in the zoo eats fruit.',
      arctic: 'A bear on the ice hunts seals there daily.',
      first: 'Polar bear decline follows the loss of ice and of seals.',
      second: 'Polar bear decline goes with the ice and the seals.',
    };
    expect(rank('polar bear decline', texts).slice(-2)).toEqual(['arctic', 'zoo']);
  });

  it('prefers a text that has the terms of the query in one sentence', () => {
    const texts = {
      apart: 'The vaccine was kept cold. Measles has spread. Nurses travel far.',
      together: 'The vaccine stops measles. Nurses were kept cold. They travel far.',
    };
    expect(rank('measles vaccine', texts)).toEqual(['together', 'apart']);
  });
});
