import { describe, expect, it } from 'vitest';
import { assertRow, pairOfRow, stateRow } from './state-row.ts';

describe('a row of a table', () => {
  it.each([
    [['Plan', 'Price'], ['Pro', '20 €'], 'Plan: Pro; Price: 20 €'],
    [['', 'Price'], ['Pro', '20 €'], 'Pro; Price: 20 €'],
    [['Plan'], ['Pro', '20 €'], 'Plan: Pro; 20 €'],
    [['Plan', 'Price'], ['Pro', '–'], undefined],
    [['Plan', 'Price'], ['', ''], undefined],
  ])('below %j: %j says %s', (header, cells, said) => expect(stateRow({ header, cells })).toBe(said));

  it('is a property where its first cell names one', () => {
    expect(pairOfRow({ header: ['', ''], cells: ['Mouth', 'Bristol Channel'] })).toEqual({
      key: 'Mouth',
      value: 'Bristol Channel',
    });
    expect(pairOfRow({ header: ['What', 'How much'], cells: ['Height', '12 m'] })).toBeDefined();
    expect(pairOfRow({ header: ['River', 'Length'], cells: ['Nile', '6,650 km'] })).toBeUndefined();
    expect(pairOfRow({ header: [], cells: ['Nile', '6,650 km', '11'] })).toBeUndefined();
  });

  it('is judged by what it says of its first cell', () => {
    const header = ['River', 'Mouth', 'Length'];
    expect(assertRow({ header, cells: ['Nile', 'Delta', '6,650 km'] })).toBe(
      'The length of Nile is 6,650 km.',
    );
    expect(assertRow({ header, cells: ['Nile', 'Delta', '–'] })).toBe('The mouth of Nile is Delta.');
    expect(assertRow({ header: [], cells: ['Nile', '6,650 km'] })).toBe('Nile is 6,650 km.');
  });
});
