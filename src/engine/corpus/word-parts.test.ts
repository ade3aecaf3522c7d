import { describe, expect, it } from 'vitest';
import { eachPart, PartsOfTerms, QueryParts } from './word-parts.ts';

/** The parts of a word as text. */
function partsOf(word: string): string[] {
  const parts: string[] = [];
  eachPart(word, (part) =>
    parts.push(
      String.fromCharCode(...[24, 16, 8, 0].map((bits) => (part >>> bits) & 0xff)).replaceAll('\0', ''),
    ),
  );
  return parts;
}

describe('the parts of a word', () => {
  it.each([
    ['a', ['_a_']],
    ['ab', ['_ab_']],
    ['abc', ['_abc', 'abc_']],
    ['tumor', ['_tum', 'tumo', 'umor', 'mor_']],
    ['', []],
  ])('%s: %j', (word, parts) => expect(partsOf(word)).toEqual(parts));
});

describe('the parts of a query', () => {
  /** Numbers of the query's parts that a word has; the last first. */
  function found(query: string[], text: string, start = 0, end = text.length): number[] {
    const parts = new PartsOfTerms();
    new QueryParts(query).find(text, start, end, parts, 2);
    const numbers: number[] = [];
    if (!parts.has(2)) return numbers;
    for (let place = parts.first(2); place >= 0; place = parts.after(place)) numbers.push(parts.at(place));
    return numbers;
  }

  it('are numbered, each once', () => {
    const parts = new QueryParts(['abc', 'xabc']);
    // _abc abc_ _xab xabc
    expect(parts.size).toBe(4);
    expect([...parts.entries()].map(([, number]) => number)).toEqual([0, 1, 2, 3]);
  });

  it('are found in the words that share them', () => {
    expect(found(['tumor'], 'antitumor')).toEqual([3, 2, 1]);
    expect(found(['tumor'], 'tumor')).toEqual([3, 2, 1, 0]);
    expect(found(['tumor'], 'tumoral')).toEqual([2, 1, 0]);
    expect(found(['tumor'], 'mouse')).toEqual([]);
    expect(found(['a'], 'a')).toEqual([0]);
    expect(found(['a'], 'ab')).toEqual([]);
  });

  it('are found in one word of a text alone', () => {
    expect(found(['tumor'], 'a tumor here', 2, 7)).toEqual([3, 2, 1, 0]);
    expect(found(['tumor'], 'a tumor here', 8, 12)).toEqual([]);
  });

  it('are forgotten with their terms', () => {
    const parts = new PartsOfTerms();
    parts.add(3, 7);
    expect([parts.has(0), parts.has(3), parts.has(4)]).toEqual([false, true, false]);
    parts.clear([3]);
    expect(parts.has(3)).toBe(false);
    parts.add(0, 5);
    expect([parts.first(0), parts.at(0), parts.after(0)]).toEqual([0, 5, -1]);
  });
});
