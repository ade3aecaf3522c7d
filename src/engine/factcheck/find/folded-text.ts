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
  /**
   * All in one place: the first word (its place in this list) of each hash of a word's first two units, 0 for none; then of
   * each word where the next one of the same hash is, where it begins and where it ends.
   */
  readonly words: Uint16Array | Int32Array;
  /** How many hashes there are: a power of two. */
  readonly slots: number;
}

/** A text that repeats one word is looked at so far. */
const MOST_PLACES = 40;
/** Characters that are filed by. */
const FILED = 2;

/** @returns the text as terms are looked for in it; linear in its length. A word is a run of letters and numbers. */
export function foldText(text: string): FoldedText {
  const folded = fold(joinThousands(text));
  const bounds: number[] = [];
  for (let at = 0; at < folded.length; at++) {
    if (!isLetter(folded.charCodeAt(at))) continue;
    const start = at;
    do at++;
    while (at < folded.length && isLetter(folded.charCodeAt(at)));
    if (at - start >= FILED) bounds.push(start, at);
  }
  let slots = 16;
  while (slots < bounds.length / 2) slots *= 2;
  const size = slots + 1.5 * bounds.length;
  const words = Math.max(size, folded.length) < 0x1_0000 ? new Uint16Array(size) : new Int32Array(size);
  // The last first, so that each chain is in the order of the text.
  for (let at = bounds.length - 2, word = size - 3; at >= 0; at -= 2, word -= 3) {
    const slot = hashAt(folded, bounds[at] as number) & (slots - 1);
    words[word] = words[slot] as number;
    words[word + 1] = bounds[at] as number;
    words[word + 2] = bounds[at + 1] as number;
    words[slot] = word;
  }
  return { folded, words, slots };
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
  const { folded, words, slots } = text;
  let places: number[] | undefined;
  for (let word = words[hash & (slots - 1)] as number; word !== 0; word = words[word] as number) {
    const start = words[word + 1] as number;
    const rest = start + stem.length;
    const length = (words[word + 2] as number) - rest;
    if (length < 0 || length > tail || !folded.startsWith(stem, start) || cutsNumber(folded, rest)) continue;
    places ??= [];
    if (places.push(start) === MOST_PLACES) break;
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
  const cachedClass = classes[unit] as number;
  if (cachedClass !== 0) return cachedClass;
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
