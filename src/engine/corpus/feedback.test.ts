import { describe, expect, it } from 'vitest';
import { findDistinctive, scoreDistinctive } from './feedback.ts';
import { TermPool } from './term-pool.ts';

/** A pool of passages, each of its terms; the query asks for `q`. */
function poolOf(...bodies: string[]) {
  const pool = new TermPool(new Map([['q', 1]]), 3);
  for (const [key, body] of bodies.entries()) pool.add({ key, document: key, title: '', body });
  return pool.pool;
}
const numbers = (found: readonly { readonly term: number }[]) => found.map(({ term }) => term);

describe('what sets the best passages apart', () => {
  it('is what they have and the others lack, and nothing of the query', () => {
    // Terms are numbered as they come: q 0, a 1, b 2, c 3.
    const pool = poolOf('q a b', 'q a b', 'q b c', 'b c', 'b c', 'b c');
    const found = findDistinctive(pool, [9, 9, 0, 0, 0, 0]);
    expect(numbers(found)).toEqual([1, 2, 3]);
    expect(found.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1, 10);
    expect(found[0]!.share).toBeGreaterThan(found[1]!.share * 5);
  });

  it('is looked for in the five best passages; of equals, in the first', () => {
    const pool = poolOf('q a', 'q b', 'q c', 'q d', 'q e', 'q f');
    expect(numbers(findDistinctive(pool, [1, 1, 1, 1, 1, 1]))).toEqual([1, 2, 3, 4, 5]);
    expect(numbers(findDistinctive(pool, [1, 2, 3, 4, 5, 6]))).toEqual([6, 5, 4, 3, 2]);
  });

  it('counts less in a passage that is worse', () => {
    const [first, second] = findDistinctive(poolOf('q a', 'q b'), [4, 2]);
    expect(second!.share / first!.share).toBeCloseTo(Math.exp(-1), 10);
    expect(numbers([first!, second!])).toEqual([1, 2]);
  });

  it('are twenty terms at most; of equals, those that come first', () => {
    const terms = Array.from({ length: 25 }, (_, at) => `t${at}`);
    const found = findDistinctive(poolOf(`q ${terms.join(' ')}`), [1]);
    expect(numbers(found)).toEqual(Array.from({ length: 20 }, (_, at) => at + 1));
    for (const { share } of found) expect(share).toBeCloseTo(1 / 20, 10);
  });

  it('has of equals first what stands first, wherever it stands again', () => {
    expect(numbers(findDistinctive(poolOf('q a', 'q b', 'b', 'a'), [1, 1, 0, 0]))).toEqual([1, 2]);
  });

  it('is the same when it is looked for again', () => {
    const pool = poolOf('q a b', 'q b', 'q c');
    const once = findDistinctive(pool, [3, 2, 1]);
    expect(findDistinctive(pool, [3, 2, 1])).toEqual(once);
    expect(
      [...pool.blank.order, ...pool.blank.frequencies, ...pool.blank.strengths].every((one) => one === 0),
    ).toBe(true);
    scoreDistinctive(pool, once);
    expect(findDistinctive(pool, [3, 2, 1])).toEqual(once);
  });

  it('is nothing where the passages have nothing else', () => {
    expect(findDistinctive(poolOf('q', 'q'), [1, 1])).toEqual([]);
    expect(findDistinctive(poolOf(), [])).toEqual([]);
  });
});

describe('the score of what sets apart', () => {
  it('is that of the terms that a passage has', () => {
    const pool = poolOf('q a a', 'q b c', 'q');
    const scores = scoreDistinctive(pool, [
      { term: 1, share: 0.75 },
      { term: 2, share: 0.25 },
    ]);
    // Both passages are as long as the mean; two occurrences count 4.4 / 3.2.
    expect(scores[0]).toBeCloseTo((0.75 * 4.4) / 3.2, 10);
    expect(scores[1]).toBeCloseTo(0.25, 10);
    expect(scores[2]).toBe(0);
  });
});
