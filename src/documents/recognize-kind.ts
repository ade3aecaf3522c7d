/** What kind of document some bytes are: by how they begin, then by what is said of them. */
import { type DocumentKind, DocumentRefused, type GivenDocument } from './document.ts';

/** A ZIP archive may be a DOCX: what lies in it says so. A feed (RSS, Atom) or a list of feeds (OPML) leads to pages. */
export type RecognizedKind = DocumentKind | 'zip' | 'feed';

/** Bytes that are looked at, as Latin-1. */
const BEGINNING = 1_024;
const READABLE = 'Readable are PDF, DOCX, HTML, Markdown and plain text';

/** What is not read, by how it begins. */
const REFUSED: readonly (readonly [beginning: RegExp, what: string])[] = [
  [/^(?:\x89PNG|\xff\xd8\xff|GIF8|BM[\s\S]{4}\0\0|II\*\0|MM\0\*|RIFF[\s\S]{4}WEBP|\0\0\x01\0)/, 'an image'],
  [/^[\s\S]{4}ftyp(?:avif|heic|heix|mif1)/, 'an image'],
  [/^[\s\S]{4}ftyp/, 'a video or a sound recording'],
  [
    /^(?:ID3|OggS|fLaC|\x1aE\xdf\xa3|RIFF[\s\S]{4}(?:WAVE|AVI )|\xff[\xfb\xf3\xf2])/,
    'a video or a sound recording',
  ],
  [/^(?:\x1f\x8b|BZh|7z\xbc\xaf|Rar!|\xfd7zXZ|\x28\xb5\x2f\xfd)/, 'an archive'],
  [/^[\s\S]{257}ustar/, 'an archive'],
  [/^(?:MZ|\x7fELF|\xca\xfe\xba\xbe|\xcf\xfa\xed\xfe|\0asm)/, 'a program'],
  [/^SQLite format 3/, 'a database'],
  [/^%!PS/, 'a PostScript file: save it as PDF'],
  [/^\{\\rtf/, 'a rich text file (.rtf): save it as DOCX'],
  [/^<(?:!doctype\s+svg|svg)\b/i, 'an image'],
];
/** Word, Excel and PowerPoint up to 2003, and DOCX files with a password. */
const OLE = '\xd0\xcf\x11\xe0';
const ENCRYPTED_PACKAGE = Buffer.from('EncryptedPackage', 'utf16le');

const HTML = /^<(?:!doctype\s+html|html|head|body)\b/i;
/** What may stand before markup. */
const PROLOG = /^(?:\s+|<\?[^>]*>|<!--(?:(?!-->)[\s\S])*-->)*/;
const FEED = /^<(?:rss|feed|rdf:RDF|opml)\b/;
const PDF = /%PDF-\d/;
const TYPES: Readonly<Record<string, DocumentKind>> = {
  'text/html': 'html',
  'application/xhtml+xml': 'html',
  'text/markdown': 'markdown',
  'text/x-markdown': 'markdown',
};
const NAMES: Readonly<Record<string, DocumentKind>> = {
  html: 'html',
  htm: 'html',
  xhtml: 'html',
  md: 'markdown',
  markdown: 'markdown',
};

/**
 * @returns the kind; `text` where nothing says otherwise.
 * @throws DocumentRefused naming a kind that is not read.
 */
export function recognizeKind({ bytes, type, name }: GivenDocument): RecognizedKind {
  const beginning = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, BEGINNING)).toString(
    'latin1',
  );
  const ending = /\.(\w+)$/.exec(name ?? '')?.[1]?.toLowerCase() ?? '';
  // Readers of PDF find its mark anywhere in the beginning.
  const saysPdf = mediaTypeOf(type) === 'application/pdf' || ending === 'pdf';
  if (beginning.startsWith('%PDF-') || (saysPdf && PDF.test(beginning))) return 'pdf';
  if (/^PK(?:\x03\x04|\x05\x06)/.test(beginning)) return 'zip';
  if (beginning.startsWith(OLE)) throw refuseOle(bytes, name);
  const start = beginning.replace(/^\xef\xbb\xbf/, '').replace(PROLOG, '');
  const refused = REFUSED.find(([begins]) => begins.test(beginning) || begins.test(start));
  if (refused !== undefined) throw refuseKind(refused[1]);
  if (saysPdf) throw new DocumentRefused('This PDF is damaged');
  if (FEED.test(start)) return 'feed';
  const declared = TYPES[mediaTypeOf(type)] ?? NAMES[ending];
  return declared ?? (HTML.test(start) ? 'html' : 'text');
}

/** @returns such as `text/html`, in lower case, without parameters. */
export function mediaTypeOf(type: string | undefined): string {
  return (type ?? '').split(';', 1)[0]!.trim().toLowerCase();
}

export function refuseKind(what: string): DocumentRefused {
  return new DocumentRefused(`This is ${what}. ${READABLE}`);
}

function refuseOle(bytes: Uint8Array, name: string | undefined): DocumentRefused {
  const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  if (whole.includes(ENCRYPTED_PACKAGE)) {
    return new DocumentRefused('This document is protected with a password; save it without one');
  }
  if (/\.(?:xls|ppt|msg)$/i.test(name ?? '')) return refuseKind('an old Office file');
  return refuseKind('an old Word file (.doc): save it as DOCX');
}
