import type { Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib';
import { ReplyBody } from './reply-body.ts';
import { WireError } from './wire-error.ts';

type MakeDecoder = (first: Buffer) => Transform;

/** "deflate" means zlib's format (RFC 9110, 8.4.1.2), but some servers send the bare one. */
const inflate: MakeDecoder = (first) =>
  ((first[0] as number) & 0x0f) === 8 ? createInflate() : createInflateRaw();

const DECODERS: ReadonlyMap<string, MakeDecoder> = new Map<string, MakeDecoder>([
  ['gzip', () => createGunzip()],
  ['x-gzip', () => createGunzip()],
  ['deflate', inflate],
  ['br', () => createBrotliDecompress()],
]);

/**
 * @param encoding the reply's Content-Encoding.
 * @returns the body decoded as it comes, at its reader's pace; or the body itself where nothing is to be
 *   decoded.
 * @throws WireError `malformed` for a coding that is not known, having given the connection up.
 */
export function decodeBody(body: ReplyBody, encoding: string | undefined): ReplyBody {
  const name = encoding?.trim().toLowerCase() ?? '';
  if (name === '' || name === 'identity') return body;
  const make = DECODERS.get(name);
  if (make === undefined) {
    const error = new WireError('malformed', 'unknown content encoding');
    body.abort(error);
    throw error;
  }
  let decoder: Transform | undefined;
  const decoded = new ReplyBody({
    pause: () => decoder?.pause(),
    resume: () => decoder?.resume(),
    abort: (reason) => {
      decoder?.destroy();
      body.abort(reason);
    },
  });
  const start = (first: Buffer): Transform => {
    decoder = make(first).on('data', (piece: Buffer) => decoded.receive(piece));
    return decoder;
  };
  void pump(body, start, decoded);
  return decoded;
}

/** Moves the body through its decoder, and finishes `decoded`; never rejects. */
async function pump(body: ReplyBody, start: (first: Buffer) => Transform, decoded: ReplyBody): Promise<void> {
  let decoder: Transform | undefined;
  let closed = Promise.resolve();
  let verdict = 'undecided' as 'undecided' | 'whole' | Error;
  /** The first decision holds; what the body still sends is then given up. */
  const decide = (what: 'whole' | Error): void => {
    if (verdict !== 'undecided') return;
    verdict = what;
    if (!body.ended) body.abort(new WireError('aborted', 'the rest of the reply was not needed'));
  };
  try {
    while (await body.ready()) {
      const piece = body.take();
      if (decoder === undefined) {
        const made = start(piece);
        made.on('error', (cause) => decide(faultOf(cause)));
        made.on('end', () => decide('whole'));
        closed = new Promise((resolve) => made.once('close', resolve));
        decoder = made;
      }
      if (!decoder.write(piece)) await Promise.race([closed, drained(decoder)]);
    }
  } catch (error) {
    decide(error as Error);
  }
  if (decoder !== undefined && !decoder.destroyed) {
    decoder.end();
    await closed;
  }
  decoded.finish(verdict instanceof Error ? verdict : undefined);
}

function faultOf(cause: Error): WireError {
  // zlib's "unexpected end of file": what came was sound.
  return (cause as NodeJS.ErrnoException).code === 'Z_BUF_ERROR'
    ? new WireError('cut', 'the compressed reply ended early', cause)
    : new WireError('malformed', 'the content encoding is broken', cause);
}

function drained(decoder: Transform): Promise<void> {
  return new Promise((resolve) => {
    decoder.once('drain', resolve);
  });
}
