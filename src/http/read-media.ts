/** Pictures, files and sounds in base64 or as `data:` URLs. Nothing is copied: they may be very large. */
import type { MediaSource } from '../domain/chat.ts';

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
  return isBase64(data) ? undefined : NOT_BASE64;
}

/** @param url without fault. */
export function readImage(url: string): MediaSource {
  const parsed = splitDataUrl(url);
  return parsed === undefined ? { kind: 'url', url } : { kind: 'data', ...parsed };
}

/** @param file without fault. */
export function readPdf(file: string): { readonly mediaType: string; readonly data: string } {
  return { mediaType: PDF, data: splitDataUrl(file)?.data ?? file };
}

const PDF = 'application/pdf';

/** Parts of a `data:` URL (RFC 2397) in base64; `undefined` for anything else. */
function splitDataUrl(url: string): { readonly mediaType: string; readonly data: string } | undefined {
  const comma = url.slice(0, 256).indexOf(',');
  const head = /^data:([^;,]*)(?:;[^;,]*)*;base64$/i.exec(url.slice(0, Math.max(comma, 0)));
  if (head === null) return undefined;
  return { mediaType: (head[1] as string).toLowerCase(), data: url.slice(comma + 1) };
}

/** By character code: whether base64 (RFC 4648, 4) has it. */
const IN_BASE64 = new Uint8Array(128);
for (const letter of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/') {
  IN_BASE64[letter.charCodeAt(0)] = 1;
}

/** Looks at each character by itself: a regular expression would need stack for all of them. */
function isBase64(data: string): boolean {
  if (data.length === 0 || data.length % 4 !== 0) return false;
  const end = data.endsWith('==') ? data.length - 2 : data.endsWith('=') ? data.length - 1 : data.length;
  for (let i = 0; i < end; i++) if (IN_BASE64[data.charCodeAt(i)] !== 1) return false;
  return true;
}
