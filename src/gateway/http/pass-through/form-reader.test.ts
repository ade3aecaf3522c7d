import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { boundaryOf, FormReader } from './form-reader.ts';

const part = (head: string, content: string) => `--b0undary\r\n${head}\r\n\r\n${content}\r\n`;
const field = (name: string, value: string) => part(`Content-Disposition: form-data; name="${name}"`, value);
const FILE = part(
  'Content-Disposition: form-data; name="file"; filename="model"\r\nContent-Type: audio/wav',
  'RIFF\r\n--b0undar\r\n\r\nname="model"\r\n\r\nno',
);
const END = '--b0undary--\r\n';

function read(text: string, sizes: readonly number[] = [Number.POSITIVE_INFINITY]): FormReader {
  const bytes = Buffer.from(text);
  const reader = new FormReader('b0undary');
  for (let at = 0, i = 0; at < bytes.length; i++) {
    const size = Math.min(sizes[i % sizes.length]!, bytes.length - at);
    reader.push(bytes.subarray(at, at + size));
    at += size;
  }
  return reader;
}
const modelsOf = (text: string) => read(text).models.map(({ value }) => value);

describe('a form', () => {
  it('has its model wherever it stands, and where its bytes are', () => {
    for (const text of [
      field('model', 'whisper-1') + FILE + END,
      FILE + field('model', 'whisper-1') + END,
      field('language', 'en') + field('model', 'whisper-1') + END,
      `preamble\r\n${field('model', 'whisper-1')}${END}`,
      part('content-type: text/plain\r\nCONTENT-DISPOSITION: form-data; NAME=model', 'whisper-1') + END,
    ]) {
      const { models } = read(text);
      expect(models.map(({ value }) => value)).toEqual(['whisper-1']);
      const [{ from, to }] = models as [(typeof models)[number]];
      expect(Buffer.from(text).subarray(from, to).toString()).toBe('whisper-1');
    }
  });

  it('may have none, an empty one, or two', () => {
    expect(modelsOf(FILE + END)).toEqual([]);
    expect(modelsOf(field('models', 'x') + field('my model', 'x') + END)).toEqual([]);
    expect(modelsOf(field('model', '') + END)).toEqual(['']);
    expect(modelsOf(field('model', 'a') + FILE + field('model', 'b') + END)).toEqual(['a', 'b']);
    expect(modelsOf(`--b0undary\r\n\r\nx\r\n${field('model', 'a')}${END}`)).toEqual(['a']);
    // A part may have no content at all (RFC 2046, 5.1).
    const bare = '--b0undary\r\nContent-Disposition: form-data; name="model"\r\n\r\n';
    expect(modelsOf(bare + field('model', 'a') + END)).toEqual(['a']);
    // What follows the end is no part of it.
    expect(modelsOf(FILE + END + field('model', 'a'))).toEqual([]);
  });

  it('reads the same however its bytes are cut', () => {
    const texts = [
      field('model', 'whisper-1') + FILE + END,
      FILE + field('a', '') + field('model', 'x') + END,
      field('model', 'é-1') + FILE + field('model', 'y') + END,
    ];
    fc.assert(
      fc.property(
        fc.constantFrom(...texts),
        fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1 }),
        (text, sizes) => {
          expect(read(text, sizes).models).toEqual(read(text).models);
        },
      ),
    );
  });

  it('keeps nothing of a value that is too long to be an id, and goes on behind it', () => {
    for (const size of [100, 10_000]) {
      for (const [length, found] of [
        [1_024, ['x'.repeat(1_024), 'a']],
        [1_025, ['a']],
        [5_000, ['a']],
      ] as const) {
        const text = field('model', 'x'.repeat(length)) + field('model', 'a') + END;
        expect(read(text, [size]).models.map(({ value }) => value)).toEqual(found);
      }
    }
  });

  it('is broken where a head has no end', () => {
    expect(read(`--b0undary\r\nContent-Disposition: ${'x'.repeat(17_000)}`).isBroken).toBe(true);
    expect(read(`--b0undary${'x'.repeat(17_000)}`).isBroken).toBe(true);
    expect(read('x'.repeat(100_000)).isBroken).toBe(false);
  });
});

it.each([
  ['multipart/form-data; boundary=abc', 'abc'],
  ['multipart/form-data; charset=utf-8; Boundary="a b"; x=y', 'a b'],
  ['multipart/form-data', undefined],
  [`multipart/form-data; boundary=${'x'.repeat(71)}`, undefined],
])('the boundary of %s', (type, boundary) => {
  expect(boundaryOf(type)).toBe(boundary);
});
