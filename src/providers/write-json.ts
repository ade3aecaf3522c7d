/**
 * JSON with pictures, files and sounds in it, written in pieces: each of those is a piece of its own that shares the
 * memory of the string it is, so that a request holds its media once.
 */

/** Media in base64 behind the head of its `data:` URL; joining both to one string would copy them. */
export class DataUrl {
  readonly head: string;
  readonly data: string;

  constructor(mediaType: string, data: string) {
    this.head = `data:${mediaType};base64,`;
    this.data = data;
  }

  toJSON(): string {
    return this.head + this.data;
  }
}

/** Characters from which on a text in base64 is a piece of its own. */
const LONG = 64 * 1024;

/**
 * @param body what JSON can hold; `undefined` is left out, as `JSON.stringify` does.
 * @returns the text, or its pieces in order where it has long media.
 */
export function writeJson(body: object): string | readonly string[] {
  if (!holdsMedia(body)) return JSON.stringify(body);
  const pieces: string[] = [];
  let text = '';
  const writeMedia = (head: string, data: string): void => {
    pieces.push(`${text}"${head}`, data);
    text = '"';
  };
  const write = (value: unknown): void => {
    if (value instanceof DataUrl) writeMedia(value.head, value.data);
    else if (typeof value === 'string' && isMedia(value)) writeMedia('', value);
    else if (!holdsMedia(value)) text += JSON.stringify(value) ?? 'null';
    else if (Array.isArray(value))
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

function isGiven([, value]: readonly [string, unknown]): boolean {
  return value !== undefined;
}

function named([name, value]: readonly [string, unknown]): readonly [string, unknown] {
  return [`${JSON.stringify(name)}:`, value];
}

/** @returns the whole text of what `writeJson` wrote. */
export function joinPieces(written: string | readonly string[]): string {
  return typeof written === 'string' ? written : written.join('');
}

function holdsMedia(value: unknown): boolean {
  if (typeof value === 'string') return isMedia(value);
  if (typeof value !== 'object' || value === null) return false;
  if (value instanceof DataUrl) return value.data.length >= LONG;
  if (Array.isArray(value)) return value.some(holdsMedia);
  for (const name in value) if (holdsMedia((value as Record<string, unknown>)[name])) return true;
  return false;
}

/** Characters that are looked at, from the front: other long texts have a blank or a full stop soon. */
const LOOK = 1_024;

/** Whether a text is long and needs no escape anywhere. */
function isMedia(text: string): boolean {
  if (text.length < LONG || !/^[A-Za-z0-9+/]*$/.test(text.slice(0, LOOK))) return false;
  for (let at = LOOK; at < text.length; at += LONG) {
    if (!/^[A-Za-z0-9+/=]*$/.test(text.slice(at, at + LONG))) return false;
  }
  return true;
}
