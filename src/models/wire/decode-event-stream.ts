import { createParser } from 'eventsource-parser';
import { WireError } from './wire-error.ts';

/** One event of an event stream (WHATWG HTML, "Server-sent events"). */
export interface DecodedEvent {
  readonly event: string | undefined;
  readonly data: string;
}

const LF = 10;
const CR = 13;
/** Bytes of UTF-8 that one UTF-16 unit can take. */
const MOST_BYTES = 3;

/**
 * Decodes a provider's event stream: CR, LF or CRLF, comments, `data:` with or without a space,
 * several `data:` lines an event, a last event without a blank line, invalid UTF-8 (replaced).
 *
 * @param options.maxEventChars the most UTF-16 units that one event may hold.
 */
export function decodeEventStream(options: { readonly maxEventChars: number }) {
  const text = new TextDecoder('utf-8', { ignoreBOM: true });
  let target: DecodedEvent[] = [];
  let overflow = false;
  const parser = createParser({
    maxBufferSize: options.maxEventChars,
    onEvent: (event) => {
      target.push(event as DecodedEvent);
    },
    onError: (error) => {
      if (error.type === 'max-buffer-size-exceeded') overflow = true;
    },
  });
  const feed = (piece: string, out: DecodedEvent[]): void => {
    target = out;
    parser.feed(piece);
    if (overflow) throw tooLarge();
  };
  /** Bytes since the last line break: the parser throws a line away that is no field, however long it is. */
  let line = 0;
  return {
    /**
     * @param bytes the next bytes, cut anywhere, even within a character.
     * @param out receives the events that are complete now.
     * @throws WireError `too_large` where one event is larger than allowed.
     */
    push(bytes: Uint8Array, out: DecodedEvent[]): void {
      line = sinceLineBreak(bytes, line);
      if (line > options.maxEventChars * MOST_BYTES) throw tooLarge();
      feed(text.decode(bytes, { stream: true }), out);
    },
    /** The bytes have ended: gives the last event where its blank line was left out. */
    end(out: DecodedEvent[]): void {
      feed(`${text.decode()}\n\n`, out);
    },
  };
}

/** Most reads end with a line break: then there is nothing to look for. */
function sinceLineBreak(bytes: Uint8Array, before: number): number {
  const last = bytes[bytes.length - 1];
  if (last === LF || last === CR) return 0;
  const end = Math.max(bytes.lastIndexOf(LF), bytes.lastIndexOf(CR));
  return end === -1 ? before + bytes.length : bytes.length - end - 1;
}

function tooLarge(): WireError {
  return new WireError('too_large', 'one event of the stream is too large');
}
