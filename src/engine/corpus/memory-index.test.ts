import { describe, expect, it } from 'vitest';
import { createMemoryIndex } from './memory-index.ts';

const COMMON = ['bridge', 'harbour', 'market', 'station', 'garden', 'museum', 'theatre', 'library'];

describe('an index in memory', () => {
  it('puts a passage with the rare word before those with the common one', () => {
    const index = createMemoryIndex([
      ...COMMON.map((word) => ({ title: word, text: `The city built the ${word}; the city is proud.` })),
      { title: 'lighthouse', text: 'A lighthouse stands far from here, and many ships rely on it at night.' },
    ]);
    const [first, second] = index.search('lighthouse city', 5);
    expect(first?.entry.title).toBe('lighthouse');
    expect(first?.score).toBeGreaterThan((second?.score ?? 0) * 1.5);
  });

  it('finds nothing where no word is shared', () => {
    expect(createMemoryIndex([{ title: 'tower', text: 'It is high.' }]).search('submarine', 5)).toEqual([]);
  });
});
