import { describe, expect, it } from 'vitest';
import { readClock } from './read-clock.ts';
import { scanTokens } from './scan-tokens.ts';

const read = (text: string) => {
  const tokens = scanTokens(text);
  const clock = readClock(tokens, 0);
  return clock === undefined ? undefined : [clock.minutes, clock.sure, tokens.length - clock.to];
};

describe('a time of day', () => {
  it.each<[string, number, boolean]>([
    ['noon', 720, true],
    ['Mitternacht', 0, true],
    ['3 pm', 900, true],
    ['3 am', 180, true],
    ['12 am', 0, true],
    ['12 pm', 720, true],
    ['1 p.m.', 780, true],
    ['1 p.m', 780, true],
    ['1 a.m.', 60, true],
    ['3:30 pm', 930, true],
    ['15:30', 930, true],
    ['13:00', 780, true],
    ['12:59', 779, false],
    ['3:30', 210, false],
    ['03:30', 210, true],
    ['09:00', 540, true],
    ['10:00', 600, false],
    ['0:05', 5, true],
    ['24:00', 1440, true],
    ['15:30:59', 930, true],
    ['3 Uhr', 180, true],
    ['14h30', 870, true],
    ["3 o'clock", 180, false],
    ["13 o'clock", 780, true],
  ])('%s', (text, minutes, sure) => {
    expect(read(text)).toEqual([minutes, sure, 0]);
  });

  it.each(['25:00', '15:60', '15', '3.30', '15.30.2', 'three', '15 horses'])('%s is none', (text) => {
    expect(read(text)).toBeUndefined();
  });

  it.each([
    ['13 pm', undefined],
    ['0 am', undefined],
    ['3 pm 5', undefined],
    ['15:30:60', [930, true, 2]],
  ])('%s is read as far as it is one', (text, expected) => {
    expect(read(text)).toEqual(expected);
  });
});
