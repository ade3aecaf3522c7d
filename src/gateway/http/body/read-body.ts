/**
 * Reads a request's body within two limits: one in all, and a smaller one without what may be media. What is too
 * large by the second is refused while it comes: before it is parsed, and wherever the media may stand.
 */
import type { IncomingMessage } from 'node:http';
import { GatewayError } from '../../../domain/errors.ts';
import type { Holding } from '../server/memory.ts';
import { giveBack } from './give-back.ts';

export interface BodyLimits {
  /** Bytes without the content of pictures, files and sounds. */
  readonly text: number;
  /** Bytes in all. */
  readonly whole: number;
}

/**
 * @param holding of the request: it takes the bytes as they come.
 * @param done is called once, with an error or the bytes, which are its own.
 */
export function readBody(
  message: IncomingMessage,
  { text, whole }: BodyLimits,
  holding: Pick<Holding, 'arriving' | 'take' | 'whole'>,
  done: (error: Error | null, body?: Buffer) => void,
): void {
  const declared = Number(message.headers['content-length'] ?? Number.NaN);
  if (declared > whole) {
    done(new GatewayError('body_too_large'));
    return;
  }
  let pieces: Buffer[] = [];
  let length = 0;
  /** Only what may be too large is looked at. */
  const media = declared <= text ? undefined : new MediaCounter();
  /** A large body is copied as it comes, so that it is never in memory twice; it takes what has come, no more. */
  let large: ArrayBuffer | undefined;

  const end = (error: Error | null): void => {
    message.off('data', take).off('end', finish).off('error', end);
    const taken = pieces;
    pieces = [];
    holding.whole();
    if (error !== null) {
      large?.transfer(0);
      done(error);
    } else if (large !== undefined) done(null, Buffer.from(large));
    else done(null, taken.length === 1 ? taken[0] : Buffer.concat(taken, length));
  };
  const take = (piece: Buffer): void => {
    try {
      holding.take(piece.length);
    } catch (error) {
      end(error as Error);
      return;
    }
    length += piece.length;
    media?.read(piece);
    const asText = media === undefined ? 0 : length - media.atMost;
    if (length > whole || asText > text) end(new GatewayError('body_too_large'));
    else if (large !== undefined) append(large, piece);
    else {
      pieces.push(piece);
      if (length <= text / 4) return;
      large = new ArrayBuffer(0, { maxByteLength: whole });
      for (const one of pieces) append(large, one);
      pieces = [];
    }
  };
  const finish = (): void => end(null);
  holding.arriving(end);
  message.on('data', take).on('end', finish).on('error', end);
  message.resume();
}

function append(whole: ArrayBuffer, piece: Buffer): void {
  const from = whole.byteLength;
  whole.resize(from + piece.length);
  new Uint8Array(whole, from).set(piece);
  giveBack(piece);
}

/** By byte: whether base64 (RFC 4648, 4) or a JSON text of it has it, as `\/` for `/`. */
const IN_BASE64 = new Uint8Array(256);
for (const letter of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=\\') {
  IN_BASE64[letter.charCodeAt(0)] = 1;
}

/** Whether eight bytes from here on are there, and may all be base64. */
function allInBase64(piece: Buffer, at: number): boolean {
  if (at + 8 > piece.length) return false;
  let all = 1;
  for (let i = at; i < at + 8; i++) all &= IN_BASE64[piece[i] as number] as number;
  return all === 1;
}

/** Bytes that a run has at least; words and ids are shorter. */
const LEAST_RUN = 512;

/** Counts the bytes of a text that may be base64: those of long runs of its characters. */
class MediaCounter {
  #run = 0;
  #counted = 0;

  /** No more than this are media, a run that goes on included. */
  get atMost(): number {
    return this.#counted + this.#run;
  }

  read(piece: Buffer): void {
    let run = this.#run;
    for (let i = 0; i < piece.length; ) {
      // Eight at a time: of a large body nearly all are.
      if (allInBase64(piece, i)) {
        run += 8;
        i += 8;
        continue;
      }
      for (const end = Math.min(i + 8, piece.length); i < end; i++) {
        if (IN_BASE64[piece[i] as number] === 1) run++;
        else {
          if (run >= LEAST_RUN) this.#counted += run;
          run = 0;
        }
      }
    }
    this.#run = run;
  }
}

/** The fields of a body that hold messages. */
const CONVERSATIONS = ['messages', 'conversation_history', 'input', 'contents'];

/** @returns the characters that the media of a parsed body have. */
export function countMedia(body: unknown): number {
  let count = 0;
  for (const field of CONVERSATIONS) {
    for (const message of listIn(body, field)) {
      for (const part of listIn(message, 'content')) {
        count += lengthIn(memberOf(part, 'image_url'), 'url') + lengthIn(memberOf(part, 'file'), 'file_data');
        count += lengthIn(memberOf(part, 'input_audio'), 'data');
        // The Responses API has no objects around them.
        count += lengthIn(part, 'image_url') + lengthIn(part, 'file_data');
      }
      // Google's, in both spellings.
      for (const part of listIn(message, 'parts')) {
        count +=
          lengthIn(memberOf(part, 'inlineData'), 'data') + lengthIn(memberOf(part, 'inline_data'), 'data');
      }
    }
  }
  return count;
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}

function listIn(value: unknown, name: string): readonly unknown[] {
  const list = memberOf(value, name);
  return Array.isArray(list) ? list : [];
}

function lengthIn(holder: unknown, name: string): number {
  const text = memberOf(holder, name);
  return typeof text === 'string' ? text.length : 0;
}
