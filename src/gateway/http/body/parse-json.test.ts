import { expect, it } from 'vitest';
import { parseJson } from './parse-json.ts';

it('gives the memory of a large body back, and no other', () => {
  const value = { a: 'x'.repeat(2 * 1024 * 1024) };
  const large = Buffer.from(JSON.stringify(value));
  expect(parseJson(large)).toEqual(value);
  expect(large.length).toBe(0);

  const small = Buffer.from('{"a":1}');
  const part = Buffer.concat([Buffer.from(JSON.stringify(value)), Buffer.from('{"a":2}')]).subarray(-7);
  expect([parseJson(small), parseJson(part)]).toEqual([{ a: 1 }, { a: 2 }]);
  expect([small.length, part.length]).toEqual([7, 7]);
});
