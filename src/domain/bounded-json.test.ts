import { describe, expect, it } from 'vitest';
import { JsonLimitError, parseBoundedJson } from './bounded-json.ts';

const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
const objects = (levels: number) => `${'{"a":'.repeat(levels)}0${'}'.repeat(levels)}`;
const list = (members: number) => `[${new Array(members).fill('0').join()}]`;
const fields = (members: number) => `{${Array.from({ length: members }, (_, i) => `"${i}":0`).join()}}`;
const refusal = (text: string): unknown => {
  try {
    parseBoundedJson(text);
    return undefined;
  } catch (error) {
    return error;
  }
};

describe('JSON within limits', () => {
  it.each([
    ['100 levels', nested(100)],
    ['100 objects in each other', objects(100)],
    ['100,000 elements', list(100_000)],
    ['100,000 fields', fields(100_000)],
    ['elements of two lists, 100,000 with the lists themselves', `[${list(49_998)},${list(50_000)}]`],
    ['empty lists, which have no members', `[${new Array(100_000).fill('[]').join()}]`],
    ['white space in empty lists', `[${new Array(100_000).fill('[ \n]').join()}]`],
    ['brackets and commas within a string', JSON.stringify({ a: '[{,'.repeat(100_000) })],
    [
      'an escaped quotation mark, then brackets',
      JSON.stringify({ a: `${'x'.repeat(200)}"${'['.repeat(500)}` }),
    ],
    [
      'backslashes at the end of a string',
      JSON.stringify(['\\'.repeat(300), '\\"'.repeat(300), '['.repeat(300)]),
    ],
  ])('is parsed: %s', (_what, text) => {
    expect(parseBoundedJson(text)).toEqual(JSON.parse(text));
  });

  it.each([
    ['101 levels', nested(101), 100],
    ['101 objects in each other', objects(101), 500],
    ['millions of levels that nobody closes', '['.repeat(2_000_000), 100],
    ['levels after a string that ends with a backslash', `["${'\\\\'.repeat(200)}",${'['.repeat(100)}`, 503],
  ])('is refused where the limit is passed: %s', (_what, text, position) => {
    expect(refusal(text)).toEqual(new JsonLimitError('nested more than 100 levels deep', position));
  });

  it.each([
    ['100,001 elements', list(100_001)],
    ['100,001 fields', fields(100_001)],
    ['one list more', `[${list(49_999)},${list(50_000)}]`],
    ['lists in lists', `[${new Array(50_001).fill('[0]').join()}]`],
    ['objects', `[${new Array(50_001).fill('{"a":{}}').join()}]`],
    ['what is no JSON further on', `${list(200_000)} and more`],
  ])('is refused: %s', (_what, text) => {
    expect(refusal(text)).toMatchObject({ name: 'JsonLimitError', message: 'more than 100,000 members' });
  });

  it('is a SyntaxError where it is no JSON', () => {
    for (const text of ['', '{', 'x'.repeat(500), `"${'x'.repeat(500)}`, `${' '.repeat(300)}]]]`]) {
      expect(() => parseBoundedJson(text)).toThrow(SyntaxError);
    }
  });

  it('reads long strings with many escapes in linear time', () => {
    const time = (length: number): number => {
      const text = JSON.stringify(['\\"'.repeat(length)]);
      // Of this process alone: the machine may be busy. Linux knows the sum exactly, and guesses the share of each.
      const began = process.cpuUsage();
      for (let i = 0; i < 5; i++) parseBoundedJson(text);
      const { user, system } = process.cpuUsage(began);
      return user + system;
    };
    time(20_000);
    const short = Math.min(time(50_000), time(50_000), time(50_000));
    const long = Math.min(time(400_000), time(400_000), time(400_000));
    expect(long / short).toBeLessThan(8 * 4);
  });
});
