import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type DecodedEvent, decodeEventStream } from './decode-event-stream.ts';

/** Decodes the pieces, and returns event names and data alone. */
function decode(pieces: readonly (string | Uint8Array)[], maxEventChars = 10_000) {
  const decoder = decodeEventStream({ maxEventChars });
  const out: DecodedEvent[] = [];
  for (const piece of pieces) {
    decoder.push(typeof piece === 'string' ? new TextEncoder().encode(piece) : piece, out);
  }
  decoder.end(out);
  return out.map(({ event, data }) => (event === undefined ? data : `${event}: ${data}`));
}

describe('an event stream', () => {
  it('may end its lines in LF, CR or CRLF', () => {
    for (const end of ['\n', '\r', '\r\n']) {
      expect(decode([`data: a${end}${end}event: x${end}data: b${end}${end}`])).toEqual(['a', 'x: b']);
    }
  });

  it('may leave out the space, the event name, and the last blank line', () => {
    expect(decode(['data:a\n\ndata: b'])).toEqual(['a', 'b']);
    expect(decode(['data: [DONE]\r'])).toEqual(['[DONE]']);
    expect(decode(['data:  two spaces\n\n'])).toEqual([' two spaces']);
  });

  it('may spread one event over several data lines', () => {
    expect(decode(['data: {"a":\ndata: 1}\n\n'])).toEqual(['{"a":\n1}']);
  });

  it('may hold comments, ids, retries, unknown fields and events without data, which say nothing', () => {
    expect(decode([': ping\n\nid: 7\nretry: 5\nfoo: bar\nevent: empty\n\ndata: a\n\n'])).toEqual(['a']);
    expect(decode([': ping\n'.repeat(1000)])).toEqual([]);
  });

  it('may begin with a byte order mark', () => {
    expect(decode([new Uint8Array([0xef]), new Uint8Array([0xbb, 0xbf]), 'data: a\n\n'])).toEqual(['a']);
  });

  it('has what is not UTF-8 replaced', () => {
    const bytes = Buffer.concat([Buffer.from('data: a'), Buffer.from([0xff, 0xc3]), Buffer.from('b\n\n')]);
    expect(decode([bytes])).toEqual(['a\u{fffd}\u{fffd}b']);
    // A character that was cut off by the end.
    expect(decode([Buffer.from([0x64, 0x61, 0x74, 0x61, 0x3a, 0xf0, 0x9f])])).toEqual(['\u{fffd}']);
  });

  it('gives the same events however its bytes are cut', () => {
    const line = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 20 }).map((text) => `data: ${text.replace(/[\r\n]/g, '')}`),
      fc.constantFrom('', 'event: x', ': comment', 'data', 'id: 1', 'data: 🙂é'),
    );
    const stream = fc
      .array(fc.tuple(line, fc.constantFrom('\n', '\r\n', '\r')), { maxLength: 30 })
      .map((lines) => Buffer.from(lines.map(([text, end]) => text + end).join('')));
    fc.assert(
      fc.property(stream, fc.array(fc.nat(600), { maxLength: 12 }), (bytes, cuts) => {
        const places = [...new Set(cuts.map((cut) => cut % (bytes.length + 1)))].sort((a, b) => a - b);
        const pieces = [...places, bytes.length].map((place, i) => bytes.subarray(places[i - 1] ?? 0, place));
        expect(decode(pieces)).toEqual(decode([bytes]));
        expect(decode([...bytes].map((byte) => new Uint8Array([byte])))).toEqual(decode([bytes]));
      }),
    );
  });

  it('is given up where one event is too large, be it one line, many lines, or a line without end', () => {
    const tooLarge = expect.objectContaining({ name: 'WireError', fault: 'too_large' });
    expect(() => decode([`data: ${'a'.repeat(101)}\nx`], 100)).toThrow(tooLarge);
    expect(() => decode(Array(30).fill('data: 12345\n'), 100)).toThrow(tooLarge);
    expect(() => decode(['data: ', ...Array(101).fill('a')], 100)).toThrow(tooLarge);
    expect(decode(Array(30).fill('data: 12345\n\n'), 100)).toHaveLength(30);
  });

  it('may hold a line that nobody reads of three bytes for each character, and not of one more', () => {
    const comment = (bytes: number) => `: ${'x'.repeat(bytes - 2)}`;
    expect(decode([comment(300), '\ndata: a\n\n'], 100)).toEqual(['a']);
    expect(decode(['data: a\n\n', comment(300), '\ndata: b\n\n'], 100)).toEqual(['a', 'b']);
    expect(decode([comment(200), `${'x'.repeat(99)}`, 'x', '\n', comment(300)], 100)).toEqual([]);
    for (const pieces of [[comment(301)], [comment(300), 'x'], [`data: a\n\n${comment(301)}`]]) {
      expect(() => decode(pieces, 100)).toThrow(expect.objectContaining({ fault: 'too_large' }));
    }
  });

  it('gives the events that came before the one that is too large', () => {
    const decoder = decodeEventStream({ maxEventChars: 100 });
    const out: DecodedEvent[] = [];
    expect(() => decoder.push(Buffer.from(`data: a\n\ndata: ${'b'.repeat(200)}`), out)).toThrow();
    expect(out.map(({ data }) => data)).toEqual(['a']);
  });

  it('may hold a long comment or field that nobody reads, but none without end', () => {
    expect(decode([`: ${'x'.repeat(150)}`, 'y'.repeat(100), '\ndata: a\n\n'], 100)).toEqual(['a']);
    for (const begin of [': ', 'x', 'data: a\n: ']) {
      expect(() => decode([begin, ...Array(10).fill('y'.repeat(40))], 100)).toThrow(
        expect.objectContaining({ fault: 'too_large' }),
      );
    }
  });
});
