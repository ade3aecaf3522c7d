/**
 * JSON from outside, callers' and providers' alike: its depth and its number of members are limited before it is
 * parsed. Parsed values take far more memory than their text, and whatever walks them takes as long as they are
 * large.
 */

/** Levels that objects and arrays may be nested. */
const MAX_JSON_DEPTH = 100;
/** Fields of objects and elements of arrays that a text may hold in all. */
const MAX_JSON_MEMBERS = 100_000;

/** JSON beyond a limit. Holds nothing of the text. */
export class JsonLimitError extends Error {
  /** Where in the text the limit is passed, in UTF-16 units. */
  readonly position: number;

  constructor(message: string, position: number) {
    super(message);
    this.name = 'JsonLimitError';
    this.position = position;
  }
}

/**
 * @param mostMembers for texts that may have more, such as lists of tokens.
 * @throws JsonLimitError beyond a limit; SyntaxError for what is not JSON.
 */
export function parseBoundedJson(text: string, mostMembers = MAX_JSON_MEMBERS): unknown {
  if (mayPassLimits(text)) checkLimits(text, mostMembers);
  return JSON.parse(text);
}

/** A quick look that clears most texts: few brackets cannot nest deep, and a short text has few members. */
function mayPassLimits(text: string): boolean {
  // Each member takes two characters: itself, and a comma or bracket.
  if (text.length > 2 * MAX_JSON_MEMBERS) return true;
  let brackets = 0;
  for (const bracket of ['{', '[']) {
    for (let i = text.indexOf(bracket); i !== -1; i = text.indexOf(bracket, i + 1)) {
      if (++brackets > MAX_JSON_DEPTH) return true;
    }
  }
  return false;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
/** Characters of a string that are read one by one: in longer ones a search for the end is faster. */
const SHORT_STRING = 24;

/** One pass over the text, which need not be JSON: up to the first fault it counts as if it were. */
function checkLimits(text: string, mostMembers: number): void {
  const { length } = text;
  let depth = 0;
  let members = 0;
  /** Whether nothing has followed the last bracket that opened. */
  let opened = false;
  for (let i = 0; i < length; i++) {
    switch (text.charCodeAt(i)) {
      case 0x20:
      case 0x0a:
      case 0x0d:
      case 0x09:
        break;
      case QUOTE:
        if (opened) members++;
        opened = false;
        i = endOfString(text, i + 1);
        break;
      case 0x2c: // ,
        if (++members > mostMembers) throw tooMany(i, mostMembers);
        break;
      case 0x5b: // [
      case 0x7b: // {
        if (opened) members++;
        opened = true;
        if (++depth > MAX_JSON_DEPTH) {
          throw new JsonLimitError(`nested more than ${MAX_JSON_DEPTH} levels deep`, i);
        }
        break;
      case 0x5d: // ]
      case 0x7d: // }
        opened = false;
        depth--;
        break;
      default:
        if (opened) members++;
        opened = false;
    }
  }
  if (members > mostMembers) throw tooMany(length, mostMembers);
}

function tooMany(position: number, most: number): JsonLimitError {
  return new JsonLimitError(`more than ${most.toLocaleString('en')} members`, position);
}

/** @returns the index of the quotation mark that ends the string, or the text's length. */
function endOfString(text: string, start: number): number {
  let from = start;
  for (;;) {
    for (const near = from + SHORT_STRING; from < near; from++) {
      const unit = text.charCodeAt(from);
      if (unit === QUOTE) return from;
      if (unit === BACKSLASH) from++;
    }
    const quote = text.indexOf('"', from);
    if (quote === -1) return text.length;
    let escapes = quote;
    while (escapes > from && text.charCodeAt(escapes - 1) === BACKSLASH) escapes--;
    if ((quote - escapes) % 2 === 0) return quote;
    from = quote + 1;
  }
}
