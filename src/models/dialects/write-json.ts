/**
 * JSON with pictures, files and sounds in it, written in pieces: each of those is a piece of its own that shares the
 * memory of the string it is, so that a request holds its media once.
 */

/** Media in base64, behind a head where one belongs before it; joining both to one string would copy them. */
export class Base64 {
  readonly head: string;
  readonly data: string;

  constructor(data: string, head = '') {
    this.head = head;
    this.data = data;
  }

  toJSON(): string {
    return this.head + this.data;
  }
}

export function dataUrl(mediaType: string, data: string): Base64 {
  return new Base64(data, `data:${mediaType};base64,`);
}

/** Characters from which on media are a piece of their own. */
const LONG = 64 * 1024;

/**
 * @param body what JSON can hold; `undefined` is left out, as `JSON.stringify` does.
 * @returns the text, or its pieces in order where it has long media.
 */
export function writeJson(body: object): string | readonly string[] {
  if (!holdsMedia(body)) return stringify(body);
  const pieces: string[] = [];
  let text = '';
  const write = (value: unknown): void => {
    if (!holdsMedia(value)) text += stringify(value) ?? 'null';
    else if (value instanceof Base64) {
      pieces.push(`${text}"${value.head}`, value.data);
      text = '"';
    } else if (Array.isArray(value))
      writeList(
        '[',
        value.map((item) => ['', item] as const),
        ']',
      );
    else
      writeList(
        '{',
        Object.entries(value as object)
          .filter(isGiven)
          .map(named),
        '}',
      );
  };
  const writeList = (open: string, items: (readonly [string, unknown])[], close: string): void => {
    text += open;
    for (const [at, [name, item]] of items.entries()) {
      text += (at === 0 ? '' : ',') + name;
      write(item);
    }
    text += close;
  };
  write(body);
  return [...pieces, text];
}

/** UTF-8 cannot carry half a surrogate pair, which JSON escapes. */
function stringify(value: unknown): string {
  const text = JSON.stringify(value);
  if (text === undefined || !text.includes('\\ud')) return text;
  return JSON.stringify(value, (_name, inner: unknown) =>
    typeof inner === 'string' ? inner.toWellFormed() : inner,
  );
}

/** What needs no escape in JSON. */
const BARE = /^[\w+/=:;,.-]*$/;

/** @returns a value of JSON, its long media as pieces of their own. */
export function withPieces(value: unknown): unknown {
  if (typeof value === 'string') {
    return value.length >= LONG && BARE.test(value) ? new Base64(value) : value;
  }
  if (Array.isArray(value)) return value.map(withPieces);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withPieces(inner)]));
}

function isGiven([, value]: readonly [string, unknown]): boolean {
  return value !== undefined;
}

function named([name, value]: readonly [string, unknown]): readonly [string, unknown] {
  return [`${JSON.stringify(name)}:`, value];
}

function holdsMedia(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (value instanceof Base64) return value.data.length >= LONG;
  if (Array.isArray(value)) return value.some(holdsMedia);
  for (const name in value) if (holdsMedia((value as Record<string, unknown>)[name])) return true;
  return false;
}
