/** Bytes to text in the encoding that they are in, or not at all: no character is ever guessed. */
import { DocumentRefused, textTooLong } from './document.ts';

/** Bytes of HTML in which its own declaration must stand (HTML, 4.2.5.5). */
const DECLARED_WITHIN = 1_024;
const META = /<meta\b[^>]*?\bcharset\s*=\s*["']?\s*([\w:.-]+)/i;
const XML = /^\s*<\?xml\b[^>]*?\bencoding\s*=\s*["']([\w.:-]+)/i;
/** Any bytes are text in these: they say nothing about whether it is the right one. */
const ONE_BYTE =
  /^(?:windows-125\d|windows-874|iso-8859-\d+(?:-i)?|koi8-[ru]|macintosh|x-mac-cyrillic|ibm866)$/;

/**
 * A byte order mark counts first, then the declared encoding, then what HTML declares in itself, then UTF-8.
 *
 * @param type as in a Content-Type header.
 * @throws DocumentRefused where it is text in none of these.
 */
export function decodeText(bytes: Uint8Array, type: string | undefined, isHtml: boolean): string {
  const encoding = markOf(bytes) ?? charsetOf(type) ?? (isHtml ? declaredIn(bytes) : undefined);
  const decoder = encoding === undefined ? undefined : openDecoder(encoding);
  if (encoding !== undefined && decoder === undefined) {
    throw new DocumentRefused('Its character encoding is not known: save it as UTF-8');
  }
  // Pages say ISO 8859-1 and are in UTF-8: letters beyond ASCII that are valid UTF-8 are nothing else.
  const isVague = decoder !== undefined && ONE_BYTE.test(decoder.encoding);
  const text =
    (isVague ? tryDecode(openDecoder('utf-8'), bytes) : undefined) ??
    tryDecode(decoder ?? guess(bytes), bytes);
  if (text === undefined) {
    throw new DocumentRefused(
      encoding === undefined
        ? 'It is neither UTF-8 nor UTF-16, and does not say in which encoding it is: save it as UTF-8'
        : 'It is not in the character encoding that it claims to be in: save it as UTF-8',
    );
  }
  if (isBinary(text)) throw new DocumentRefused('This is no text');
  return text;
}

/** Control characters have crept into many a text; one in ten is none. */
function isBinary(text: string): boolean {
  const controls = text.match(/[\0-\x08\x0e-\x1f]/g)?.length ?? 0;
  return text.includes('\0') || controls > text.length / 10;
}

/**
 * @param most UTF-16 units that the text may have.
 * @returns the text of a plain file, whose size bounds the work.
 * @throws DocumentRefused
 */
export function decodePlain(bytes: Uint8Array, type: string | undefined, most: number): string {
  // No encoding takes more than four bytes for one UTF-16 unit.
  if (bytes.length > most * 4) throw textTooLong(most);
  const text = decodeText(bytes, type, false);
  if (text.length > most) throw textTooLong(most);
  return text;
}

function markOf(bytes: Uint8Array): string | undefined {
  const [a, b, c] = bytes;
  if (a === 0xef && b === 0xbb && c === 0xbf) return 'utf-8';
  if (a === 0xff && b === 0xfe) return 'utf-16le';
  return a === 0xfe && b === 0xff ? 'utf-16be' : undefined;
}

function charsetOf(type: string | undefined): string | undefined {
  return /;\s*charset\s*=\s*["']?([\w:.-]+)/i.exec(type ?? '')?.[1];
}

function declaredIn(bytes: Uint8Array): string | undefined {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, DECLARED_WITHIN)).toString(
    'latin1',
  );
  const declared = XML.exec(head)?.[1] ?? META.exec(head)?.[1];
  // What could be read as ASCII is not UTF-16 (HTML, 13.2.3.2).
  return declared !== undefined && /^utf-16/i.test(declared) ? 'utf-8' : declared;
}

/** Text in UTF-16 without a mark has a zero in every other byte of its Latin letters and blanks. */
function guess(bytes: Uint8Array): TextDecoder {
  const head = bytes.subarray(0, DECLARED_WITHIN);
  const zeros = [0, 1].map((from) => head.filter((byte, at) => at % 2 === from && byte === 0).length);
  const [even = 0, odd = 0] = zeros;
  const many = head.length / 8;
  if (odd > many && even === 0) return openDecoder('utf-16le')!;
  return openDecoder(even > many && odd === 0 ? 'utf-16be' : 'utf-8')!;
}

function openDecoder(encoding: string): TextDecoder | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true });
  } catch {
    return undefined;
  }
}

function tryDecode(decoder: TextDecoder | undefined, bytes: Uint8Array): string | undefined {
  try {
    return decoder?.decode(bytes);
  } catch {
    return undefined;
  }
}
