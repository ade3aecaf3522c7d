import { brotliCompressSync, constants, createGzip, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { decodeBody } from './decode-body.ts';
import { ReplyBody } from './reply-body.ts';
import { WireError } from './wire-error.ts';

function makeBody() {
  const flow = { pause: vi.fn(), resume: vi.fn(), abort: vi.fn() };
  return { body: new ReplyBody(flow), flow };
}

const CODINGS = [
  ['gzip', gzipSync],
  ['x-gzip', gzipSync],
  ['GZIP ', gzipSync],
  ['deflate', deflateSync],
  ['deflate', deflateRawSync],
  ['br', brotliCompressSync],
] as const;

describe('a compressed body', () => {
  it('is decoded in every coding, however it was cut', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ maxLength: 3_000 }),
        fc.constantFrom(...CODINGS),
        fc.integer({ min: 1, max: 500 }),
        async (content, [name, compress], size) => {
          const { body, flow } = makeBody();
          const decoded = decodeBody(body, name);
          const sent = compress(content);
          for (let from = 0; from < sent.length; from += size) body.receive(sent.subarray(from, from + size));
          body.finish();
          const pieces: Buffer[] = [];
          while (await decoded.ready()) pieces.push(decoded.take());
          expect(Buffer.concat(pieces)).toEqual(Buffer.from(content));
          expect(flow.abort).not.toHaveBeenCalled();
        },
      ),
      { numRuns: 60 },
    );
  });

  it('is itself where nothing is to be decoded', () => {
    const { body } = makeBody();
    for (const name of [undefined, '', 'identity', ' Identity']) expect(decodeBody(body, name)).toBe(body);
  });

  it('may be empty', async () => {
    const { body } = makeBody();
    const decoded = decodeBody(body, 'gzip');
    body.finish();
    expect(await decoded.text(100)).toBe('');
  });

  it('is decoded while it comes: an event that was flushed is there at once', async () => {
    const { body } = makeBody();
    const decoded = decodeBody(body, 'gzip');
    const gzip = createGzip().on('data', (piece) => body.receive(piece));
    for (const event of ['data: 1\n\n', 'data: 2\n\n']) {
      gzip.write(event);
      gzip.flush(constants.Z_SYNC_FLUSH);
      expect(await decoded.ready()).toBe(true);
      expect(decoded.take().toString()).toBe(event);
    }
    gzip.end();
    gzip.once('end', () => body.finish());
    expect(await decoded.ready()).toBe(false);
  });

  it('in a coding that nobody knows is refused, and the connection given up', () => {
    const { body, flow } = makeBody();
    expect(() => decodeBody(body, 'gzip, zstd')).toThrow(expect.objectContaining({ fault: 'malformed' }));
    expect(flow.abort).toHaveBeenCalled();
  });

  it('that is not what it says is refused at once, though the connection stays open', async () => {
    for (const [name] of CODINGS) {
      const { body, flow } = makeBody();
      const decoded = decodeBody(body, name);
      body.receive(Buffer.from('{"this is": "plain JSON, not compressed at all, whatever its header says"}'));
      await expect(decoded.text(100)).rejects.toMatchObject({ fault: 'malformed' });
      expect(flow.abort).toHaveBeenCalled();
    }
  });

  it('that ends early gives what came, then says that it was cut', async () => {
    const sent = gzipSync(Buffer.from('a'.repeat(10_000)), { level: 0 });
    for (const compressed of [
      sent,
      deflateSync(Buffer.alloc(5_000)),
      brotliCompressSync('x'.repeat(5_000)),
    ]) {
      const { body } = makeBody();
      const coding = compressed === sent ? 'gzip' : compressed[0] === 0x78 ? 'deflate' : 'br';
      const decoded = decodeBody(body, coding);
      body.receive(compressed.subarray(0, compressed.length - 3));
      body.finish();
      await expect(decoded.text(100_000)).rejects.toMatchObject({ fault: 'cut' });
    }
  });

  it('whose connection breaks gives what came, then the fault of the connection', async () => {
    const { body } = makeBody();
    const decoded = decodeBody(body, 'gzip');
    const cut = new WireError('cut', 'reset');
    body.receive(gzipSync(Buffer.from('a'.repeat(1_000)), { level: 0 }).subarray(0, 500));
    body.finish(cut);
    expect(await decoded.ready()).toBe(true);
    expect(decoded.take().length).toBeGreaterThan(400);
    await expect(decoded.ready()).rejects.toBe(cut);
  });

  it('with rubbish behind its end is never waited for', async () => {
    for (const [name, compress] of CODINGS) {
      const { body, flow } = makeBody();
      const decoded = decodeBody(body, name);
      body.receive(Buffer.concat([compress('whole'), Buffer.from('rubbish')]));
      // zlib is of several minds about what comes behind.
      expect(await decoded.text(100).catch((error) => error.fault)).toMatch(/^(?:whole|malformed)$/);
      expect(flow.abort).toHaveBeenCalled();
    }
  });

  it('that would fill the memory is decoded no further than its reader takes', async () => {
    const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024));
    const { body, flow } = makeBody();
    const decoded = decodeBody(body, 'gzip');
    for (let from = 0; from < bomb.length; from += 16_384) body.receive(bomb.subarray(from, from + 16_384));
    expect(await decoded.ready()).toBe(true);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(decoded.take().length).toBeLessThan(256 * 1024);
    await expect(decoded.text(1024 * 1024)).rejects.toMatchObject({ fault: 'too_large' });
    expect(flow.abort).toHaveBeenCalled();
  });

  it('that is given up frees its decoder, with a reader or without', async () => {
    for (const pieces of [[], [gzipSync(Buffer.alloc(5_000_000))]]) {
      const { body, flow } = makeBody();
      const decoded = decodeBody(body, 'gzip');
      for (const piece of pieces) body.receive(piece);
      await new Promise((resolve) => setImmediate(resolve));
      const gone = new WireError('aborted', 'gone');
      decoded.abort(gone);
      await expect(decoded.ready()).rejects.toBe(gone);
      expect(flow.abort).toHaveBeenCalledWith(gone);
      body.finish(gone);
    }
  });
});
