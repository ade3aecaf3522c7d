/**
 * Pictures, files and sounds in base64 or as `data:` URLs. Nothing is copied but what has line breaks: they may be
 * very large.
 */
import type { MediaSource } from '../../domain/chat.ts';

const NOT_BASE64 = 'must be base64';

/** @returns what is wrong with the address of a picture. */
export function imageFault(url: string): string | undefined {
  const parsed = splitDataUrl(url);
  if (parsed === undefined) {
    const isAddress = /^https:\/\//i.test(url) && URL.canParse(url);
    return isAddress ? undefined : 'must be a data: URL in base64, or an https URL';
  }
  if (!/^image\/[a-z0-9.+-]+$/.test(parsed.mediaType)) return 'must be a picture';
  return dataFault(parsed.data);
}

/** @returns what is wrong with a file. */
export function pdfFault(file: string): string | undefined {
  const parsed = splitDataUrl(file);
  if (parsed !== undefined && parsed.mediaType !== PDF) return 'must be a PDF';
  return dataFault(parsed?.data ?? file);
}

/** @returns what is wrong with the content of a file in base64. */
export function dataFault(data: string): string | undefined {
  return isBase64(readBase64(data)) ? undefined : NOT_BASE64;
}

/** @param url without fault. */
export function readImage(url: string): MediaSource {
  const parsed = splitDataUrl(url);
  // Schemes may be in capitals, which not every provider takes.
  if (parsed === undefined) return { kind: 'url', url: new URL(url).href };
  const { mediaType, data } = parsed;
  return { kind: 'data', mediaType: ALIASES[mediaType] ?? mediaType, data: readBase64(data) };
}

/** @param file without fault. */
export function readPdf(file: string): { readonly mediaType: string; readonly data: string } {
  return { mediaType: PDF, data: readBase64(splitDataUrl(file)?.data ?? file) };
}

/** @param data without fault. @returns it without the line breaks of MIME (RFC 2045, 6.8), which providers refuse. */
export function readBase64(data: string): string {
  return data.includes('\n') ? data.replace(/\r?\n/g, '') : data;
}

const PDF = 'application/pdf';
/** Names that are no media types, and are common all the same. */
const ALIASES: Readonly<Record<string, string>> = { 'image/jpg': 'image/jpeg' };

/** Parts of a `data:` URL (RFC 2397) in base64; `undefined` for anything else. */
function splitDataUrl(url: string): { readonly mediaType: string; readonly data: string } | undefined {
  const comma = url.slice(0, 256).indexOf(',');
  const head = /^data:([^;,]*)(?:;[^;,]*)*;base64$/i.exec(url.slice(0, Math.max(comma, 0)));
  if (head === null) return undefined;
  return { mediaType: (head[1] as string).toLowerCase(), data: url.slice(comma + 1) };
}

/** Where a piece of base64 is decoded to, to see whether it can be. */
const SCRATCH = Buffer.allocUnsafeSlow(48 * 1024);
const PIECE = (SCRATCH.length / 3) * 4;

/** RFC 4648, 4. Node's decoder passes over what is no base64, and takes the alphabet for URLs too. */
function isBase64(data: string): boolean {
  if (data.length === 0 || data.length % 4 !== 0 || data.includes('-') || data.includes('_')) return false;
  for (let at = 0; at < data.length; at += PIECE) {
    const piece = data.slice(at, at + PIECE);
    const padding = piece.endsWith('==') ? 2 : piece.endsWith('=') ? 1 : 0;
    if (SCRATCH.write(piece, 'base64') !== (piece.length / 4) * 3 - padding) return false;
    if (padding > 0) return at + PIECE >= data.length;
  }
  return true;
}
