import { describe, expect, it } from 'vitest';
import { fitPair } from './fit-pair.ts';
import { readSlots, type Slotted, type Stretch, textOf } from './read-slots.ts';

/** A text, and where its words in brackets stand. */
function marked(written: string): [Slotted, Stretch] {
  const [before = '', inside = ''] = written.split(/[[\]]/);
  const text = readSlots(written.replace(/[[\]]/g, ''));
  const [from, end] = [before.length, before.length + inside.length];
  const within = text.words.flatMap(({ start }, at) => (start >= from && start < end ? [at] : []));
  return [text, { from: within[0]!, to: within.at(-1)! }];
}

/** `wrong → right`, with `±` where signs go with them. */
function fitted(claim: string, quote: string): string | undefined {
  const [[own, wrong], [other, right]] = [marked(claim), marked(quote)];
  const pair = fitPair(own, { wrong, quote: other, right });
  if (pair === undefined) return undefined;
  const sides = [textOf(own, pair.wrong, pair.signs), textOf(other, pair.right, pair.signs)];
  return `${sides.join(' → ')}${pair.signs === true ? ' ±' : ''}`;
}

describe('numbers', () => {
  it.each([
    ['It has [40] rooms.', 'It had [50] rooms.', '40 → 50'],
    ['It has [40 rooms].', 'It had [50 rooms].', '40 → 50'],
    ['It has [40 rooms].', 'It had [the 50 rooms].', '40 → 50'],
    ['It has [1 page].', 'It has [3 pages].', '1 page → 3 pages'],
    ['It is a [3]-page text.', 'It has [12] pages.', '3 → 12'],
    ['It is a [1]-page text.', 'It has [12] pages.', undefined],
    ['It has [1] room.', 'It has [1,000] rooms.', '1 room → 1,000 rooms'],
    // What is counted is another thing.
    ['It has [40] boxes.', 'It has [50] crates.', '40 → 50'],
    ['It is [40] metres long.', 'It is [50] feet long.', '40 metres → 50 feet ±'],
    ['It is [40] metres long.', 'It weighs [50] tons.', undefined],
    ['It is [40] metres long.', 'It has [50] crates.', undefined],
    ['He died at [73].', 'He was [37 years] old.', '73 → 37'],
    ['It grew by [40%].', 'It grew by [50%].', '40 → 50'],
    ['It grew by [40%].', 'It grew by [50].', undefined],
    ['It cost [$40].', 'It cost [50].', undefined],
    ['It cost [$40].', 'It cost [€50].', '$40 → €50 ±'],
    ['It sold [40 million].', 'It sold [50 billion].', '40 million → 50 billion ±'],
    ['It sold [40 million].', 'It sold [50 thousand].', '40 million → 50 thousand ±'],
    ['It sold [40 million].', 'It sold [50] copies.', '40 million → 50 ±'],
    // No number on the other side.
    ['It has [40] rooms.', 'It has [many] rooms.', undefined],
    ['It has [40] rooms.', 'It has rooms by [Anna Blatt].', undefined],
  ])('%s | %s', (claim, quote, pair) => {
    expect(fitted(claim, quote)).toBe(pair);
  });
});

describe('dates', () => {
  it.each([
    ['It began in [1889].', 'It began in [1887].', '1889 → 1887'],
    ['It began on [12 March 1889].', 'It began on [12 March 1887].', '1889 → 1887'],
    ['It began on 12 March [1889].', 'It began on [12 March 1887].', '1889 → 1887'],
    // Another day too: one part put right makes a third date.
    ['It began on 11 March [1889].', 'It began on [12 March 1887].', undefined],
    ['It began on [11 March] 1889.', 'It began on [12 March 1887].', undefined],
    ['It began in [1889].', 'It began with [1887 metres].', undefined],
    ['It began in [1889].', 'It began with [Anna Blatt].', undefined],
  ])('%s | %s', (claim, quote, pair) => {
    expect(fitted(claim, quote)).toBe(pair);
  });
});

describe('names and other words', () => {
  it.each([
    ['It is by [Anna Blatt].', 'It is by [Karl Horn].', 'Anna Blatt → Karl Horn'],
    ['It is by [the Anna Blatt].', 'It is by [Karl Horn].', 'Anna Blatt → Karl Horn'],
    ['It is the [Anna Blatt house].', 'It is by [Karl Horn].', undefined],
    ['It is a [red house].', 'It is a [green house].', 'red → green'],
    ['It is [in a red house].', 'It is [in a green house].', 'red → green'],
    ['It is a [red house].', 'It is a [red barn].', 'house → barn'],
    ['It is a [red house].', 'It is a [green barn].', 'red house → green barn'],
    // Each side keeps a word.
    ['It is a [red house].', 'It is [red].', 'red house → red'],
    ['It is [red].', 'It is a [red house].', 'red → red house'],
    ['It is a [red house].', 'It is a [house].', 'red house → house'],
    ['It is a [house].', 'It is a [red house].', 'house → red house'],
    ['It is a [big red house].', 'It is a [big house].', 'red house → house'],
    ['It is a [big house].', 'It is by [Karl Horn].', undefined],
    // A sentence's first word has a capital whatever it is.
    ['[Time] is used.', 'They use [stone].', 'Time → stone'],
    ['[Time] is used.', 'They use [Karl Horn].', undefined],
    ['[Blatt] is used.', 'They use [stone].', 'Blatt → stone'],
    ['[Blatt] is used.', 'They use [Karl Horn].', 'Blatt → Karl Horn'],
    // No capitals say that a thing is a name.
    ['it is by [anna].', 'It is by [Karl Horn].', 'anna → Karl Horn'],
    ['it has [anna].', 'It has [50] rooms.', undefined],
  ])('%s | %s', (claim, quote, pair) => {
    expect(fitted(claim, quote)).toBe(pair);
  });

  it('take in a neighbour where they would stand in the claim twice', () => {
    expect(fitted('A [red] house and a red barn.', 'A [green] house.')).toBe('red house → green house');
    expect(fitted('A barn is red and a house is [red].', 'A house is [green].')).toBe(
      'house is red → house is green',
    );
    // No more than three, and only those that the quote has too.
    expect(fitted('Red is [red].', 'It is [green].')).toBe('red → green');
    const twice = 'a b c d red e f g and a b c d [red] e f g';
    expect(fitted(twice, 'a b c d [green] e f g')?.split(' ').length).toBe(9);
  });
});
