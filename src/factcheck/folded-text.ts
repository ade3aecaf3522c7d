/** A text in which words of claims are looked for: folded once, its words filed by the letters that they begin with. */

/** A word of a claim as it is looked for. */
export interface Term {
  /** Lower case, without marks; the beginning of the word that must be there. */
  readonly stem: string;
  /** How many more letters the text's word may have. */
  readonly tail: number;
  readonly weight: number;
  /** Of a script without blanks: stands anywhere. */
  readonly inner: boolean;
  /** Where texts file words of that beginning; absent where they are searched for it. */
  readonly filedAt?: number;
}

export interface FoldedText {
  readonly folded: string;
  /** Where each word begins and ends, in order. A word is a run of letters and numbers. */
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  /** By the hash of a word's first two units: its number + 1, the first word of that hash; 0 for none. */
  readonly heads: Int32Array;
  /** The next word of the same hash, likewise. */
  readonly next: Int32Array;
}

/** A text that repeats one word is looked at so far. */
const MOST_PLACES = 40;
/** Characters that are filed by. */
const FILED = 2;

/** @returns the text as terms are looked for in it; linear in its length. */
export function foldText(text: string): FoldedText {
  const folded = fold(joinThousands(text));
  const bounds: number[] = [];
  for (let at = 0; at < folded.length; at++) {
    if (!isLetter(folded.charCodeAt(at))) continue;
    bounds.push(at);
    do at++;
    while (at < folded.length && isLetter(folded.charCodeAt(at)));
    bounds.push(at);
  }
  const starts = new Int32Array(bounds.length / 2);
  const ends = new Int32Array(starts.length);
  for (let word = 0; word < starts.length; word++) {
    starts[word] = bounds[2 * word] as number;
    ends[word] = bounds[2 * word + 1] as number;
  }
  let size = 16;
  while (size < starts.length) size *= 2;
  const heads = new Int32Array(size);
  const next = new Int32Array(starts.length);
  // The last first, so that each chain is in the order of the text.
  for (let word = starts.length - 1; word >= 0; word--) {
    const start = starts[word] as number;
    if ((ends[word] as number) - start < FILED) continue;
    const slot = hashAt(folded, start) & (size - 1);
    next[word] = heads[slot] as number;
    heads[slot] = word + 1;
  }
  return { folded, starts, ends, heads, next };
}

/** @returns where the term stands, up to a number that bounds the work on a text that repeats one word. */
export function placesOf(term: Term, text: FoldedText): readonly number[] {
  return term.filedAt === undefined
    ? searchedPlaces(term, text.folded)
    : filedPlaces(term, term.filedAt, text);
}

/** @returns the term as it is looked for. What has other characters than letters and numbers may stand across words. */
export function toTerm(term: Omit<Term, 'filedAt'>): Term {
  const { stem, inner } = term;
  if (inner || stem.length < FILED) return term;
  for (let at = 0; at < stem.length; at++) if (!isLetter(stem.charCodeAt(at))) return term;
  return { ...term, filedAt: hashAt(stem, 0) };
}

const NOWHERE: readonly number[] = [];

function filedPlaces({ stem, tail }: Term, hash: number, text: FoldedText): readonly number[] {
  const { folded, starts, ends, heads, next } = text;
  let places: number[] | undefined;
  for (let word = heads[hash & (heads.length - 1)] as number; word !== 0; ) {
    const start = starts[word - 1] as number;
    const rest = start + stem.length;
    const length = (ends[word - 1] as number) - rest;
    if (length >= 0 && length <= tail && folded.startsWith(stem, start) && !cutsNumber(folded, rest)) {
      places ??= [];
      if (places.push(start) === MOST_PLACES) break;
    }
    word = next[word - 1] as number;
  }
  return places ?? NOWHERE;
}

function searchedPlaces(term: Term, text: string): readonly number[] {
  const places: number[] = [];
  for (
    let at = text.indexOf(term.stem);
    at !== -1 && places.length < MOST_PLACES;
    at = text.indexOf(term.stem, at + term.stem.length)
  ) {
    if (term.inner || isWordLike(term, text, at)) places.push(at);
  }
  return places;
}

function isWordLike(term: Term, text: string, at: number): boolean {
  if (at > 0 && isLetter(text.charCodeAt(at - 1))) return false;
  let end = at + term.stem.length;
  if (cutsNumber(text, end)) return false;
  const last = end + term.tail;
  while (end <= last && end < text.length && isLetter(text.charCodeAt(end))) end += 1;
  return end <= last;
}

/** `1889` is not the beginning of `18890`. */
function cutsNumber(text: string, at: number): boolean {
  return at < text.length && isDigit(text.charCodeAt(at)) && isDigit(text.charCodeAt(at - 1));
}

function hashAt(text: string, at: number): number {
  return Math.imul(text.charCodeAt(at), 31) + text.charCodeAt(at + 1);
}

/** By UTF-16 unit, where it was asked before. */
const OTHER = 1;
const LETTER = 2;
const DIGIT = 3;
const classes = new Uint8Array(0x1_0000);

function classOf(unit: number): number {
  const known = classes[unit] as number;
  if (known !== 0) return known;
  const character = String.fromCharCode(unit);
  const found = /\p{N}/u.test(character) ? DIGIT : /\p{L}/u.test(character) ? LETTER : OTHER;
  classes[unit] = found;
  return found;
}

/** Of numbers too. */
function isLetter(unit: number): boolean {
  return classOf(unit) >= LETTER;
}

function isDigit(unit: number): boolean {
  return classOf(unit) === DIGIT;
}

/** Lower case, marks taken off. */
export function fold(text: string): string {
  const lower = text.toLowerCase();
  return /^[\u0000-\u007f]*$/.test(lower) ? lower : lower.normalize('NFD').replace(/\p{Mn}+/gu, '');
}

/** `1,000,000` and `1 000 000` are `1000000`. */
export function joinThousands(text: string): string {
  return text.replace(/(?<=\d)[,'’\u00a0\u202f ](?=\d{3}(?!\d))/g, '');
}
