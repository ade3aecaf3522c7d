import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { readBody } from './read-body.ts';

/** Any amount of memory. */
const FREE = { arriving: () => {}, take: () => {}, whole: () => {} };
const LIMITS = { text: 64 * 1024, whole: 1024 * 1024 };

/** Reads a body that comes in these pieces. */
function read(pieces: readonly Buffer[], headers: IncomingMessage['headers'] = {}): Promise<Buffer> {
  const message = Object.assign(Readable.from(pieces), { headers }) as unknown as IncomingMessage;
  return new Promise((resolve, reject) => {
    readBody(message, LIMITS, FREE, (error, body) => (body === undefined ? reject(error) : resolve(body)));
  });
}

/** Base64, in pieces with memory of their own. */
const pieces = () => Array.from({ length: 12 }, (_, at) => Buffer.alloc(32 * 1024, 65 + at));
const LENGTH = 12 * 32 * 1024;

describe.each([
  ['declared', { 'content-length': String(LENGTH) }],
  ['not declared', {}],
])('a large body whose length is %s', (_what, headers) => {
  it('is in memory once when it is read', async () => {
    const sent = pieces();
    const body = await read(sent, headers);
    expect(body.equals(Buffer.concat(pieces()))).toBe(true);
    expect(sent.map(({ buffer }) => buffer.byteLength)).toEqual(sent.map(() => 0));
  });

  it('leaves memory alone that others use', async () => {
    const shared = Buffer.concat(pieces());
    const slices = pieces().map((_, at) => shared.subarray(at * 32 * 1024, (at + 1) * 32 * 1024));
    expect((await read(slices, headers)).equals(shared)).toBe(true);
    expect(shared).toHaveLength(LENGTH);
  });
});

describe('what may be media', () => {
  const body = (words: number): Buffer =>
    Buffer.from(`${'a b'.repeat(words / 6)}\n${'A'.repeat(100_000)}"${'a b'.repeat(words / 6)}`);

  it.each([13, 64, 1_001])('counts by its long runs, in pieces of %i bytes', async (size) => {
    const cut = (whole: Buffer): Buffer[] =>
      Array.from({ length: Math.ceil(whole.length / size) }, (_, at) =>
        Buffer.from(whole.subarray(at * size, (at + 1) * size)),
      );
    // The line break, the quotation mark and the words.
    const most = Math.floor((LIMITS.text - 2) / 6) * 6;
    expect(await read(cut(body(most)))).toHaveLength(most + 100_002);
    await expect(read(cut(body(most + 6)))).rejects.toMatchObject({ code: 'body_too_large' });
  });
});
