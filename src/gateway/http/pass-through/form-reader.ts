/**
 * Reads along a form of type multipart/form-data (RFC 7578) as its bytes pass, and finds the field `model` in it. Of all
 * other parts nothing is kept.
 */

/** A field `model`: its value, and where in the bytes it stands. */
export interface ModelField {
  readonly value: string;
  readonly from: number;
  readonly to: number;
}

/** Bytes that the head of a part may have. */
const LONGEST_HEAD = 16 * 1024;
/** Bytes that the value may have: a longer one is no model's id. */
const LONGEST_VALUE = 1024;

const CRLF = Buffer.from('\r\n');
const END_OF_HEAD = Buffer.from('\r\n\r\n');

type Place = 'content' | 'behind delimiter' | 'head' | 'over';

export class FormReader {
  /** Of a form that has one, once it has passed. More than one is for the caller to explain. */
  readonly models: ModelField[] = [];
  readonly #delimiter: Buffer;
  /** The end of what has passed that may be the beginning of something. */
  #rest: Buffer<ArrayBufferLike> = CRLF;
  /** Where in all bytes the rest begins: the first delimiter has no line break before it. */
  #base = -CRLF.length;
  #place: Place = 'content';
  /** Where the content of a field `model` began. */
  #modelFrom: number | undefined;
  #isBroken = false;

  /** @param boundary as the Content-Type has it. */
  constructor(boundary: string) {
    this.#delimiter = Buffer.from(`\r\n--${boundary}`, 'latin1');
  }

  /** Whether it is no form that can be read. */
  get isBroken(): boolean {
    return this.#isBroken;
  }

  push(piece: Uint8Array): void {
    const bytes = Buffer.concat([this.#rest, piece]);
    let at = 0;
    for (let next = this.#step(bytes, at); next !== undefined; next = this.#step(bytes, at)) at = next;
    const kept =
      this.#place === 'content' && this.#modelFrom === undefined ? this.#contentEnd(bytes, at) : at;
    this.#base += kept;
    this.#rest = Buffer.from(bytes.subarray(kept));
  }

  /** Content that cannot be the beginning of a delimiter is let go. */
  #contentEnd(bytes: Buffer, at: number): number {
    return Math.max(at, bytes.length - this.#delimiter.length + 1);
  }

  /** @returns where to go on; `undefined` where more bytes are needed. */
  #step(bytes: Buffer, at: number): number | undefined {
    switch (this.#place) {
      case 'content':
        return this.#endContent(bytes, at);
      case 'behind delimiter': {
        if (bytes.length < at + 2) return undefined;
        if (bytes.toString('latin1', at, at + 2) === '--') {
          this.#place = 'over';
          return bytes.length;
        }
        const line = bytes.indexOf(CRLF, at);
        if (line === -1) return this.#orBroken(bytes, at);
        this.#place = 'head';
        // The line break may be the first of the two that end a head without a line.
        return line;
      }
      case 'head': {
        const end = bytes.indexOf(END_OF_HEAD, at);
        if (end === -1) return this.#orBroken(bytes, at);
        const isModel = isModelField(bytes.toString('latin1', at, end));
        this.#modelFrom = isModel ? this.#base + end + END_OF_HEAD.length : undefined;
        this.#place = 'content';
        // The line break before a delimiter may be the one that ends the head.
        return end + CRLF.length;
      }
      default:
        return undefined;
    }
  }

  #endContent(bytes: Buffer, at: number): number | undefined {
    const end = bytes.indexOf(this.#delimiter, at);
    const from = this.#modelFrom;
    if (end === -1) {
      // So long a value is let go, and never looked at.
      if (from !== undefined && this.#base + bytes.length - from > LONGEST_VALUE) this.#modelFrom = undefined;
      return undefined;
    }
    const to = this.#base + end;
    if (from !== undefined && to >= from && to - from <= LONGEST_VALUE) {
      this.models.push({ value: bytes.toString('utf8', from - this.#base, end), from, to });
    }
    this.#modelFrom = undefined;
    this.#place = 'behind delimiter';
    return end + this.#delimiter.length;
  }

  #orBroken(bytes: Buffer, at: number): undefined {
    if (bytes.length - at <= LONGEST_HEAD) return undefined;
    this.#isBroken = true;
    this.#place = 'over';
    return undefined;
  }
}

function isModelField(head: string): boolean {
  const line = head.split('\r\n').find((one) => /^content-disposition\s*:/i.test(one)) ?? '';
  const name = /;\s*name\s*=\s*(?:"([^"]*)"|([^\s;"]+))/i.exec(line);
  return (name?.[1] ?? name?.[2]) === 'model';
}

/** @returns the boundary of a form; `undefined` where the Content-Type has none. */
export function boundaryOf(contentType: string): string | undefined {
  const found = /;\s*boundary\s*=\s*(?:"([^"]+)"|([^\s;"]+))/i.exec(contentType);
  const boundary = found?.[1] ?? found?.[2];
  // RFC 2046, 5.1.1.
  return boundary !== undefined && boundary.length <= 70 ? boundary : undefined;
}
