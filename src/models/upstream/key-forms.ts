/** How a key may be written so that whoever reads it has the key all the same. */

/** @returns the key and other writings of it: backwards, in base64 wherever it may begin, and in hexadecimal. */
function writingsOf(secret: string): readonly string[] {
  const bytes = Buffer.from(secret, 'latin1');
  const base64 = [0, 1, 2].map((shift) => {
    const text = Buffer.concat([Buffer.alloc(shift), bytes]).toString('base64');
    // Characters that depend on what stands around the key are left out.
    return text.slice(Math.ceil((shift * 8) / 6), Math.floor(((shift + bytes.length) * 8) / 6));
  });
  return [secret, [...secret].reverse().join(''), ...base64, bytes.toString('hex')];
}

/** @returns those writings as `fold` reads them: the key itself first. */
export function foldedForms(secret: string): readonly string[] {
  return writingsOf(secret).map((text) => text.toLowerCase().replace(/[^a-z\d]+/g, ''));
}

/** @returns those writings, those for URLs among them, and the key escaped as URLs, JSON and HTML do. */
export function formsOf(secret: string): readonly string[] {
  const bytes = Buffer.from(secret, 'latin1');
  const each = (write: (code: number) => string): string => [...bytes].map(write).join('');
  const hex = (code: number): string => code.toString(16).padStart(2, '0');
  const writings = writingsOf(secret);
  return [
    ...writings,
    ...writings.map((text) => text.replaceAll('+', '-').replaceAll('/', '_')),
    encodeURIComponent(secret),
    each((code) => `%${hex(code)}`),
    each((code) => `\\u00${hex(code)}`),
    each((code) => `\\x${hex(code)}`),
    each((code) => `&#${code};`),
  ];
}

/** The letters and digits of a text, and where each of them stands. */
export interface Folded {
  /** Lower case. */
  readonly letters: string;
  /** Of each letter, where it begins and ends in the text, in UTF-16 units. */
  readonly places: readonly (readonly [start: number, end: number])[];
}

const UNIT =
  /%(?<url>[\da-f]{2})|\\u(?<json>[\da-f]{4})|\\x(?<hex>[\da-f]{2})|&#x(?<html>[\da-f]{1,5});|&#(?<decimal>\d{1,6});|./gisu;

/** Reads a text past escapes, letter case, forms of letters, and whatever stands between them. */
export function fold(text: string): Folded {
  let letters = '';
  const places: (readonly [number, number])[] = [];
  for (const match of text.matchAll(UNIT)) {
    const { url, json, hex, html, decimal } = match.groups ?? {};
    const code = url ?? json ?? hex ?? html;
    const escaped = code === undefined ? Number(decimal) : Number.parseInt(code, 16);
    const unit = Number.isNaN(escaped) ? match[0] : String.fromCodePoint(escaped);
    for (const letter of unit.normalize('NFKC').toLowerCase()) {
      if (!/[a-z\d]/.test(letter)) continue;
      letters += letter;
      places.push([match.index, match.index + match[0].length]);
    }
  }
  return { letters, places };
}

/** @returns every run of `size` units of these texts. */
export function runsOf(texts: readonly string[], size: number): ReadonlySet<string> {
  const runs = new Set<string>();
  for (const text of texts) for (let i = 0; i + size <= text.length; i++) runs.add(text.slice(i, i + size));
  return runs;
}

/** @returns for each unit whether it stands in one of the runs; `undefined` where none does. */
export function findRuns(text: string, runs: ReadonlySet<string>, size: number): Uint8Array | undefined {
  let found: Uint8Array | undefined;
  for (let i = 0; i + size <= text.length; i++) {
    if (!runs.has(text.slice(i, i + size))) continue;
    found ??= new Uint8Array(text.length);
    found.fill(1, i, i + size);
  }
  return found;
}
