/** Two measures of the literature, by examples worked out by hand. */
import { describe, expect, it } from 'vitest';
import { meteor, meteorOf, tokenF1 } from './similarity.ts';

describe('token F1', () => {
  it.each([
    ['The tower.', 'the TOWER', 1],
    ['a a b', 'a b b', 4 / 6],
    ['a', 'a b c', 2 / 4],
    ['a b c', 'a', 2 / 4],
    ['a', 'b', 0],
    ['', '', 1],
    ['', 'a', 0],
    ['a', '', 0],
    ['東京都', '東京', 4 / 5],
  ])('of %j and %j', (candidate, reference, expected) => {
    expect(tokenF1(candidate, reference)).toBeCloseTo(expected, 12);
  });
});

describe('METEOR', () => {
  /** Of precision, recall, and the runs that the matches fall into. */
  const worth = (precision: number, recall: number, chunksPerMatch: number) =>
    ((precision * recall) / (0.9 * precision + 0.1 * recall)) * (1 - 0.5 * chunksPerMatch ** 3);

  it.each([
    ['one two three four', 'one two three four', worth(1, 1, 1 / 4)],
    ['three four one two', 'one two three four', worth(1, 1, 2 / 4)],
    ['two one', 'one two', worth(1, 1, 1)],
    ['the cat', 'the cat sat on', worth(1, 2 / 4, 1 / 2)],
    ['the cat sat on', 'the cat', worth(2 / 4, 1, 1 / 2)],
    ['the cat', 'the big cat', worth(1, 2 / 3, 1)],
    ['cats running', 'cat runs', worth(1, 1, 1 / 2)],
    ['one', 'two', 0],
    ['', 'one', 0],
    ['one', '', 0],
    ['', '', 1],
  ])('of %j and %j', (candidate, reference, expected) => {
    expect(meteor(candidate, reference)).toBeCloseTo(expected, 12);
  });

  it('goes on where the last match stood, unless it is to take the first place that is free', () => {
    const [own, other] = [
      ['x', 'the'],
      ['the', 'x', 'the'],
    ];
    expect(meteorOf(own!, other!)).toBeCloseTo(worth(1, 2 / 3, 1 / 2), 12);
    expect(meteorOf(own!, other!, false)).toBeCloseTo(worth(1, 2 / 3, 1), 12);
  });

  it('matches each word once', () => {
    expect(meteorOf(['a', 'a', 'a'], ['a'])).toBeCloseTo(worth(1 / 3, 1, 1), 12);
    expect(meteorOf(['a', 'b', 'a', 'b'], ['a', 'b', 'a'])).toBeCloseTo(worth(3 / 4, 1, 1 / 3), 12);
  });

  it('prefers the word itself to one of the same stem', () => {
    expect(meteorOf(['run', 'runs'], ['runs', 'run'])).toBeCloseTo(worth(1, 1, 1), 12);
  });
});
