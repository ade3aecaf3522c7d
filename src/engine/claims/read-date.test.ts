import { expect, it } from 'vitest';
import { findDay, readDay } from './read-date.ts';
import { readDateline } from './read-dateline.ts';

it.each([
  ['2024-02-29', '2024-02-29'],
  ['3 May 2024', '2024-05-03'],
  ['3rd of May 2024', '2024-05-03'],
  ['Sept. 12, 2023', '2023-09-12'],
  ['03.04.2024', '2024-04-03'],
  ['25/12/2023', '2023-12-25'],
  ['12/25/2023', '2023-12-25'],
  ['2024年5月3日', '2024-05-03'],
])('a date is read: %s', (text, day) => {
  expect(findDay(`x ${text} y`, 'en')?.day).toBe(day);
});

it.each(['03/04/2024', '30 February 2024', '2023-02-29', 'room 12 of 2024', '3 Marbles 2024'])(
  'no date is read where there is none, or it may be another: %s',
  (text) => {
    expect(findDay(text, 'en')).toBeUndefined();
  },
);

it('of a time in ISO 8601 the day counts', () => {
  expect(readDay('2024-05-03T23:59:00Z')).toBe('2024-05-03');
  expect(readDay('3 May 2024')).toBeUndefined();
  expect(readDay('2024-13-01')).toBeUndefined();
});

it.each([
  ['Published: 3 May 2024', '2024-05-03'],
  ['Friday, 3 May 2024, 10:15', '2024-05-03'],
  ['LONDON, Sept. 12, 2023 (Reuters) - Unilever named a new chief executive.', '2023-09-12'],
  ['Interview of 14 June 2022, Vienna', '2022-06-14'],
  ['Born: 3 May 1950', undefined],
  ['First ascent: 29 May 1953', undefined],
  ['The mayor resigned on 3 May 2024', undefined],
  ['The mayor resigned on 3 May 2024.', undefined],
])('a text is dated by such a line alone: %s', (line, day) => {
  expect(readDateline(line)).toBe(day);
});
