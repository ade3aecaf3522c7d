import { expect, it } from 'vitest';
import { openFrequencies } from './postgres-frequencies.ts';

const FROM = { table: 'public.articles', fields: { text: 'body', words: 'search' } };

/** As PostgreSQL writes arrays; behind the shares of the lexemes stand the least and the most. */
const ROW = { rows: '1000', lexemes: '{bridg,"o\\"x",town}', shares: '{0.5,0.2,0.04,0.04,0.5}' };

it('knows the words that most texts have; others are rarer than those', async () => {
  const { rows, shareOf } = await openFrequencies(() => 0)(FROM, async () => [ROW]);
  expect(rows).toBe(1_000);
  expect(["'bridg'", "'o\"x'", "'town'", "'zurkaal'", "'bridg' & 'town'"].map(shareOf)).toEqual([
    0.5, 0.2, 0.04, 0.02, 0.04,
  ]);
  expect(shareOf(''), 'no word narrows nothing').toBe(1);
});

it('guesses by length where nothing is known of a table', async () => {
  for (const row of [undefined, { rows: '-1', lexemes: null, shares: null }]) {
    const known = await openFrequencies(() => 0)(FROM, async () => (row === undefined ? [] : [row]));
    expect(known.rows).toBe(10_000);
    expect(["'of'", "'harbour'", "'constitution'", "'1889'"].map(known.shareOf)).toEqual([
      0.1, 0.03, 0.01, 0.02,
    ]);
  }
});

it('asks once in ten minutes', async () => {
  let [now, asked] = [0, 0];
  const frequencies = openFrequencies(() => now);
  const ask = async () => {
    asked += 1;
    return [ROW];
  };
  for (now of [0, 599_999, 600_000]) await frequencies(FROM, ask);
  expect(asked).toBe(2);
});
