/**
 * Whether a terminator ends its sentence. Abbreviations are known by name (`abbreviations.ts`), the shapes of
 * others (initials, dotted acronyms, ordinals) by rule.
 */
import {
  BEFORE_NO,
  BEFORE_NOUN,
  BEFORE_ORDINAL,
  LEADING,
  LETTERED,
  LOWER_TITLES,
  LOWER_TRAILING,
  MONTHS,
  NUMBERED,
  NUMBERED_NOUNS,
  OPENING,
  ORDINAL_MONTHS,
  PREPOSITIONS,
  SCALES,
  SENTENCE_STARTERS,
  SUBJECTS,
  TIME_ZONES,
  TIMES,
  TRAILING,
  UNITS,
  WEEKDAYS,
  WHOLE_MONTHS,
} from './abbreviations.ts';
import {
  classAt,
  DIGIT,
  EMOJI,
  isCloser,
  isLetter,
  isLineEnd,
  isOpener,
  isStrongTerminator,
  isTerminator,
  LETTER,
  LOWER,
  SPACE,
  UPPER,
} from './characters.ts';

/** The terminator does not end the sentence. */
export const NOT_AN_END = -1;
/** More text is needed to decide. */
export const UNDECIDED = -2;

/** "u.s", "ph.d". */
const DOTTED = /^\p{L}{1,2}(?:\.\p{L}{1,2})+$/u;
/** "Sec. III", but not "No. I think so". */
const ROMAN = /^[ivxlc]+$/;
/** "Dr. med.": what it is a doctor's degree of. Units. */
const LONGEST_DEGREE = 4;
/** An address is recognized within so many units. */
const LONGEST_WORD = 30;
/** So many terminators, quotes, spaces or emoji in a row always end a sentence. Units. */
const LONGEST_RUN = 100;
/** "On ", "Since early ": what may stand before the date that a sentence begins with. Units. */
const LONGEST_OPENING = 12;

/**
 * @param start where the sentence begins.
 * @param at the terminator.
 * @param depth brackets that are open before it.
 * @param final whether the text is whole: nothing will be added to it.
 * @returns where the sentence ends (after closing quotes, brackets, references and emoji), or
 *   {@link NOT_AN_END}, or {@link UNDECIDED} (never where `final`).
 */
export function findSentenceEnd(
  text: string,
  start: number,
  at: number,
  depth: number,
  final: boolean,
): number {
  const length = text.length;
  const more = final ? length : UNDECIDED;
  let end = at + 1;
  let strong = isStrongTerminator(text.charCodeAt(at));
  let only = text.charCodeAt(at) === 0x2e;
  let open = depth;
  let quoted = false;
  for (; end < length; end++) {
    if (end - at > LONGEST_RUN) return end;
    const unit = text.charCodeAt(end);
    if (isTerminator(unit)) {
      only = false;
      if (isStrongTerminator(unit)) strong = true;
    } else if (unit === 0x5b) {
      const close = closeOfReference(text, end);
      if (close === length && !final) return UNDECIDED;
      if (close === length || close < 0) break;
      end = close;
    } else if (isCloser(unit)) {
      if (unit === 0x29 || unit === 0x5d || unit === 0xff09) open--;
      if (unit === 0x22 || unit === 0x201d || unit === 0xbb || unit === 0x2019) quoted = true;
    } else break;
  }
  if (end >= length) return more;
  if (open > 0) return NOT_AN_END;
  // 「…。」と: what was said goes on with who said it.
  if (strong) return text.charCodeAt(end) === 0x3068 && quotes(text.charCodeAt(end - 1)) ? NOT_AN_END : end;
  // An aside: "(I hope!)".
  if (depth > 0 && !only && text.charCodeAt(start) !== 0x28) return NOT_AN_END;

  const last = text.charCodeAt(end - 1);
  const hard = !only && last !== 0x2e && last !== 0x2026;
  const following = classAt(text, end);
  if (following !== SPACE && following !== EMOJI) return endWithoutSpace(text, at, end, only, final);

  let next = end;
  for (; next < length; next++) {
    if (next - at > LONGEST_RUN) return end;
    const unit = text.charCodeAt(next);
    if (isLineEnd(unit) || isInverted(unit)) return end;
    if (unit === 0x5b) {
      const close = closeOfReference(text, next);
      if (close === length && !final) return UNDECIDED;
      if (close > 0 && close < length) {
        end = close + 1;
        next = close;
        continue;
      }
    }
    const kind = classAt(text, next);
    if (kind === EMOJI) end = next + 1;
    else if (kind !== SPACE && !isOpener(unit)) break;
  }
  if (next >= length) return more;

  // An ellipsis of spaced dots.
  if (isTerminator(text.charCodeAt(next))) return NOT_AN_END;
  let nextClass = classAt(text, next);
  if (text.charCodeAt(next) === 0x2013 || text.charCodeAt(next) === 0x2014) return quoted ? NOT_AN_END : end;
  if (nextClass === LOWER) {
    const inner = innerCapital(text, next, final);
    if (inner === UNDECIDED) return UNDECIDED;
    if (inner > 0) nextClass = UPPER;
  }
  if (nextClass === LOWER) {
    // "(b)": the next item.
    if (text.charCodeAt(next - 1) === 0x28 && text.charCodeAt(next + 1) === 0x29) return end;
    if (quoted) return NOT_AN_END;
    if (hard && text.charCodeAt(at) !== 0x21) return end;
    // Who begins a sentence in lower case goes on so.
    if (hard || classAt(text, start) !== LOWER) {
      if (!hard && !only) return NOT_AN_END;
      const word = wordAt(text, next, final);
      if (word === undefined) return UNDECIDED;
      if (!SUBJECTS.has(word)) return NOT_AN_END;
    }
    return only ? endAsWritten(text, start, at, next, end, final) : end;
  }
  if (!only) return end;
  return endAfterDot(text, start, at, next, nextClass, end, final);
}

/** A Spanish sentence begins: "siglo I. ¿Sabías …". */
function isInverted(unit: number): boolean {
  return unit === 0xbf || unit === 0xa1;
}

function quotes(unit: number): boolean {
  return unit === 0x300d || unit === 0x300f;
}

/** @returns where the capital of "siRNA", "iPhone" stands; 0 where the word has none, or UNDECIDED. */
function innerCapital(text: string, at: number, final: boolean): number {
  for (let i = at + 1; i < at + 4; i++) {
    if (i >= text.length) return final ? 0 : UNDECIDED;
    const kind = classAt(text, i);
    if (kind === UPPER) return i;
    if (kind !== LOWER) return 0;
  }
  return 0;
}

/** @returns the closing bracket of `[12]` or `[^12]`, -1 where there is no such reference, `text.length` where the text stops in it. */
function closeOfReference(text: string, open: number): number {
  for (let i = open + 1; i < open + 6; i++) {
    if (i >= text.length) return text.length;
    const unit = text.charCodeAt(i);
    if (unit === 0x5d) return classAt(text, i - 1) === DIGIT ? i : -1;
    if (classAt(text, i) !== DIGIT && !(unit === 0x5e && i === open + 1)) return -1;
  }
  return -1;
}

function endWithoutSpace(text: string, at: number, end: number, only: boolean, final: boolean): number {
  const following = classAt(text, end);
  if (following === LETTER) return end;
  if (!only) return following === UPPER ? end : NOT_AN_END;
  // "done.The", "done.)The": a space was forgotten. Not "U.S", "Node.JS", "v1.A", "Jane.Doe@example.com".
  const bracketed = end === at + 2 && text.charCodeAt(end - 1) === 0x29;
  if ((end !== at + 1 && !bracketed) || following !== UPPER) return NOT_AN_END;
  const before = classAt(text, at - 1);
  const isWord = before === LOWER && classAt(text, at - 2) === LOWER;
  if (!isWord) {
    const isName = before === UPPER && classAt(text, at - 2) === UPPER;
    if (!isName && before !== DIGIT) return NOT_AN_END;
    const word = wordAt(text, end, final);
    if (word === undefined) return UNDECIDED;
    if (!SENTENCE_STARTERS.has(word)) return NOT_AN_END;
  }
  for (let i = end + 1; i < end + LONGEST_WORD; i++) {
    if (i >= text.length) return final ? end : UNDECIDED;
    const kind = classAt(text, i);
    if (kind === SPACE) return i > end + 1 || text.charCodeAt(end) === 0x49 ? end : NOT_AN_END;
    const mark = text.charCodeAt(i);
    if (i === end + 1 && kind !== LOWER) return NOT_AN_END;
    if (mark === 0x40 || mark === 0x2f || (mark === 0x2e && isLetter(classAt(text, i + 1))))
      return NOT_AN_END;
  }
  return end;
}

/** The token that a dot ends, without the dot, in lower case; at most 24 units of it. */
function tokenBefore(text: string, start: number, at: number): string {
  let from = at;
  const least = Math.max(start, at - 24);
  while (from > least && classAt(text, from - 1) !== SPACE && !isOpener(text.charCodeAt(from - 1))) from--;
  return text.slice(from, at).toLowerCase();
}

/** The word that begins at `at`, in lower case, at most 12 units of it; `undefined` where the text may go on in it. */
export function wordAt(text: string, at: number, final: boolean): string | undefined {
  let stop = at;
  while (stop < text.length && stop - at < 12 && isLetter(classAt(text, stop))) stop++;
  return stop < text.length || final ? text.slice(at, stop).toLowerCase() : undefined;
}

/** Where a sentence ends that is written in lower case, as the next one is. */
function endAsWritten(
  text: string,
  start: number,
  at: number,
  next: number,
  end: number,
  final: boolean,
): number {
  const token = tokenBefore(text, start, at);
  if (token.length < 2 || token.includes('.')) return NOT_AN_END;
  const day = WEEKDAYS.has(token) || MONTHS.has(token);
  if (day || LOWER_TITLES.has(token) || NUMBERED.has(token) || LOWER_TRAILING.has(token)) {
    const word = wordAt(text, next, final);
    if (word === undefined) return UNDECIDED;
    return SENTENCE_STARTERS.has(word) && !(day && PREPOSITIONS.has(word)) ? end : NOT_AN_END;
  }
  const known =
    LEADING.has(token) ||
    TRAILING.has(token) ||
    UNITS.has(token) ||
    token === 'etc' ||
    (token === 'al' && tokenBefore(text, start, at - 3) === 'et');
  return known ? NOT_AN_END : end;
}

function endAfterDot(
  text: string,
  start: number,
  at: number,
  next: number,
  nextClass: number,
  end: number,
  final: boolean,
): number {
  const token = tokenBefore(text, start, at);
  if (token.length === 0) return end;
  const from = at - token.length;
  const before = (): string => tokenBefore(text, start, from - 1);
  const capital = classAt(text, from) === UPPER;
  const letter = token.length === 1 && isLetter(classAt(text, at - 1));
  if (nextClass === DIGIT) {
    if (LEADING.has(token) || (token === 'al' && before() === 'et')) return NOT_AN_END;
    // "Sun. 3 March", but "the Sun. 3 planets".
    if (WEEKDAYS.has(token)) return capital && before() !== 'the' ? NOT_AN_END : end;
    if (!NUMBERED.has(token)) return letter || token.endsWith('str') ? NOT_AN_END : end;
    if (token === 'no') return BEFORE_NO.has(before()) ? end : NOT_AN_END;
    return !capital && NUMBERED_NOUNS.has(token) && BEFORE_NOUN.has(before()) ? end : NOT_AN_END;
  }
  if (nextClass === UPPER && NUMBERED.has(token)) {
    const numeral = wordAt(text, next, final);
    if (numeral === undefined) return UNDECIDED;
    if (numeral !== 'i' && ROMAN.test(numeral) && classAt(text, next + 1) !== LOWER) return NOT_AN_END;
  }
  const counted = classAt(text, from - 2) === DIGIT;
  // "3 Mio. Kinder", "5 Mio. €", but "5 Mio. Die Stadt".
  const scale = SCALES.has(token) && (counted || SCALES.has(before()));
  if (scale && nextClass !== UPPER) return NOT_AN_END;
  const measure = UNITS.has(token) && counted;
  const title = LEADING.has(token) && !measure;
  if (nextClass !== UPPER) return title ? NOT_AN_END : end;
  if (token.length <= 2 && classAt(text, at - 1) === DIGIT) {
    // A list's number, within a line.
    if (from === start) return NOT_AN_END;
    const word = wordAt(text, next, final);
    if (word === undefined) return UNDECIDED;
    const earlier = before();
    if (BEFORE_ORDINAL.has(earlier) || ORDINAL_MONTHS.has(word)) return NOT_AN_END;
    const mark = earlier.charCodeAt(earlier.length - 1);
    return mark === 0x3a || (mark === 0x2c && WHOLE_MONTHS.has(word)) ? NOT_AN_END : end;
  }
  if (measure || token === 'etc') return end;
  const calendar = WEEKDAYS.has(token) || MONTHS.has(token);
  if (!capital && (calendar || LOWER_TRAILING.has(token))) return end;
  // "Max. speed", but "I met Max."
  if (token === 'max' && from > start) return end;
  const noun = !capital && LOWER_TITLES.has(token);
  if (noun && (BEFORE_NOUN.has(before()) || before() === 'the')) return end;
  if (letter && LETTERED.has(before())) return end;
  if (!capital && token.length <= LONGEST_DEGREE && before() === 'dr.') return NOT_AN_END;
  const time = TIMES.has(token) && counted;
  const doubled = token.length === 2 && isDoubled(text, from);
  const trails =
    calendar ||
    doubled ||
    (capital && from > start && isConsonants(text, from, at)) ||
    noun ||
    letter ||
    DOTTED.test(token) ||
    TRAILING.has(token) ||
    scale ||
    (token === 'al' && before() === 'et');
  if (!trails && !title) return end;

  const word = wordAt(text, next, final);
  if (word === undefined) return UNDECIDED;
  if (doubled) return word.length === 2 && isDoubled(text, next) ? NOT_AN_END : end;
  if (title && !noun) {
    const shouted = token.length > 1 && classAt(text, at - 1) === UPPER;
    // "She has MS. Karl knows.", but "DR. SMITH".
    if (shouted && !(word.length > 1 && classAt(text, next + 1) === UPPER)) return end;
    // "On Main St. The", but "St. Anne".
    const street = token === 'st' && classAt(text, from - 1 - before().length) === UPPER;
    return street && SENTENCE_STARTERS.has(word) ? end : NOT_AN_END;
  }
  // An initial, an acronym, "Inc." or "Jan.": the end only where a sentence visibly begins.
  if (SENTENCE_STARTERS.has(word) || classAt(text, end + 1) === SPACE) return end;
  if (time && (TIME_ZONES.has(word) || classAt(text, next + 1) === UPPER)) return NOT_AN_END;
  if (
    !(calendar || time) ||
    word.endsWith('day') ||
    WEEKDAYS.has(word) ||
    MONTHS.has(word) ||
    WHOLE_MONTHS.has(word)
  )
    return NOT_AN_END;
  // "In Jan. Karl bought it": nothing has been said yet.
  const opens = from - start <= LONGEST_OPENING && OPENING.has(wordAt(text, start, true) as string);
  return from === start || opens ? NOT_AN_END : end;
}

/** "EE. UU.": a plural's initials. */
function isDoubled(text: string, at: number): boolean {
  return classAt(text, at) === UPPER && text.charCodeAt(at) === text.charCodeAt(at + 1);
}

/** "Rt", "Bldg": a capitalized word that cannot be spoken is an abbreviation. */
function isConsonants(text: string, from: number, to: number): boolean {
  if (to - from > 4 || to - from < 2) return false;
  for (let at = from + 1; at < to; at++) {
    if (classAt(text, at) !== LOWER) return false;
  }
  for (let at = from; at < to; at++) {
    if ('aeiouyAEIOUY'.includes(text[at]!) || text.charCodeAt(at) > 0x7f) return false;
  }
  return true;
}
