import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readDate } from './read-date.ts';

describe('the date of a source', () => {
  it.each([
    ['2023', '2023'],
    ['2023-05', '2023-05'],
    ['2023-5-6', '2023-05-06'],
    ['2024-02-29T23:59:59Z', '2024-02-29'],
    ['2023-06-01 10:00', '2023-06-01'],
    ['Mon, 05 Jan 2023 10:00:00 GMT', '2023-01-05'],
    ['5 January 2023', '2023-01-05'],
    ['05 Mar. 2023', '2023-03-05'],
    ['Jan 5, 2023', '2023-01-05'],
    ['September 15, 2021', '2021-09-15'],
    ['Sept 2021', '2021-09'],
    [[2020], '2020'],
    [[2020, 3], '2020-03'],
    [['2020', '3', '9'], '2020-03-09'],
  ])('%j is %s', (value, date) => expect(readDate(value)).toBe(date));

  it.each([
    '2023-02-29',
    '2023-13-01',
    '0001-01-01',
    '2 days ago',
    'yesterday',
    '1/2/2023',
    '32 January 2023',
    'Foo 5, 2023',
    'None',
    '',
    null,
    undefined,
    20230105,
    {},
    [],
    [[2020]],
    [2020, 'x'],
    [2020, 3, 0],
    [2020.5],
  ])('%j is none', (value) => expect(readDate(value)).toBeUndefined());

  it('is an ISO 8601 date or none, whatever comes', () => {
    fc.assert(
      fc.property(fc.oneof(fc.anything(), fc.array(fc.integer()), fc.date().map(String)), (value) => {
        const date = readDate(value);
        if (date !== undefined) expect(date).toMatch(/^[12]\d{3}(?:-[01]\d(?:-[0-3]\d)?)?$/);
      }),
    );
  });
});
