/** The words, numbers and marks of a text for reading its values. One pass; made for speed. */
import { CHARACTER_CLASS, DIGIT, isLetter, SPACE, UPPER } from '../../text/characters.ts';
import { foldAccents } from '../../text/read-tokens.ts';

export const WORD: number = 0;
export const FIGURE: number = 1;
export const MARK: number = 2;

export interface Token {
  readonly kind: typeof WORD | typeof FIGURE | typeof MARK;
  /** UTF-16 offsets. */
  readonly start: number;
  readonly end: number;
  /** In lower case, without accents. */
  readonly key: string;
  /** Whether it follows the token before it without a blank. */
  readonly glued: boolean;
  readonly capital: boolean;
}

const ASCII = /^[\0-\x7f]*$/;

/** @returns a word as it is looked up: in lower case, without accents, dotless i with its dot. */
export function foldWord(word: string): string {
  if (ASCII.test(word)) return word.toLowerCase();
  return foldAccents(word.toLowerCase()).replaceAll('ı', 'i').replaceAll('ł', 'l').replaceAll('ß', 'ss');
}

/** Scripts that set no blanks between words: each sign is a token. */
export function isUnspacedUnit(unit: number): boolean {
  return unit >= 0x3040 && unit <= 0x9fff;
}

function isInvisible(unit: number): boolean {
  return unit === 0x200e || unit === 0x200f || unit === 0x61c;
}

/** Apostrophes stay within words. */
function isWordUnit(unit: number): boolean {
  const kind = CHARACTER_CLASS[unit]!;
  return isLetter(kind) && !isUnspacedUnit(unit);
}

/** @param from where to begin. @param to where to end. UTF-16. */
export function scanTokens(text: string, from = 0, to = text.length): Token[] {
  const tokens: Token[] = [];
  let at = from;
  let last = -1;
  while (at < to) {
    const unit = text.charCodeAt(at);
    const kind = CHARACTER_CLASS[unit]!;
    if (kind === SPACE) {
      at += 1;
      continue;
    }
    if (isInvisible(unit)) {
      // Marks of the writing direction part nothing.
      if (last === at) last += 1;
      at += 1;
      continue;
    }
    const start = at;
    const glued = last === start;
    at += 1;
    if (kind === DIGIT) {
      while (at < to && CHARACTER_CLASS[text.charCodeAt(at)] === DIGIT) at += 1;
      tokens.push({ kind: FIGURE, start, end: at, key: text.slice(start, at), glued, capital: false });
    } else if (isLetter(kind)) {
      if (!isUnspacedUnit(unit)) while (at < to && isWordUnit(text.charCodeAt(at))) at += 1;
      const key = foldWord(text.slice(start, at));
      tokens.push({ kind: WORD, start, end: at, key, glued, capital: kind === UPPER });
    } else {
      tokens.push({ kind: MARK, start, end: at, key: text[start]!, glued, capital: false });
    }
    last = at;
  }
  return tokens;
}
