/**
 * Whether a terminator ends its sentence. English abbreviations are known by name, the shapes of others
 * (initials, dotted acronyms, ordinals) by rule.
 */
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
/** The text at hand is too short to tell. */
export const UNDECIDED = -2;

/** "u.s", "ph.d". */
const DOTTED = /^\p{L}{1,2}(?:\.\p{L}{1,2})+$/u;
/** An address is recognized within so many units. */
const LONGEST_WORD = 30;
/** So many terminators, quotes, spaces or emoji in a row end a sentence whatever follows. Units. */
const LONGEST_RUN = 100;

function words(list: string): ReadonlySet<string> {
  return new Set(list.split(' '));
}

/** Stand before what they belong to, so never end a sentence. */
const LEADING_ABBREVIATIONS = words(
  'av mr mrs ms mx dr prof gen col maj capt cpt cmdr lt sgt cpl pvt adm sen rep gov pres hon rev fr st ste mt ft messrs mme mlle sr sra srta dra hr frl dipl ing e.g i.e eg ie cf viz vs v al z.b d.h u.a bzw ca approx est supt insp atty asst assoc',
);
/** End no sentence where a number follows. */
const NUMBER_ABBREVIATIONS = words(
  'no nos nr num pp p vol vols fig figs eq eqs sec ch chap art par para ver vers op bd abb tab cap núm n° jan feb mar apr jun jul aug sep sept oct nov dec',
);
/** End a sentence only where the next word is one that begins sentences. */
const TRAILING_ABBREVIATIONS = words(
  'etc inc ltd co corp llc plc bros jr sr esq dept univ assn intl govt ave blvd rd hwy apt tel ext min max avg mph kg km cm mm oz lb lbs ft hr hrs usw ph.d m.d b.a m.a b.sc m.sc d.c a.m p.m a.d b.c jan feb mar apr jun jul aug sep sept oct nov dec mon tue tues wed thu thur thurs fri sat sun',
);
/** Words that begin sentences, rarely names. */
const SENTENCE_STARTERS = words(
  'a an the this that these those it its he his she her they their we our you your i my and but or so if in on at by for from to as with after before during since while when where why what which who how there here however although though because also both each every no not yes many most some several then thus therefore moreover furthermore meanwhile today yesterday is are was were do does did can could will would should may might let please thanks der die das ein eine er sie es wir ich und aber wenn in im am el la los las un una le les il elle un une',
);
/** Before `5. ` these make it an ordinal (German, and languages that write dates like it). */
const BEFORE_ORDINAL = words(
  'am der die das den dem des vom im zum zur bis und ab seit jeden dnia od do w dne den og på',
);

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
  if (strong) return end;

  const hard = !only && text.charCodeAt(end - 1) !== 0x2e;
  const following = classAt(text, end);
  if (following !== SPACE && following !== EMOJI) return endWithoutSpace(text, at, end, only, final);

  let next = end;
  for (; next < length; next++) {
    if (next - at > LONGEST_RUN) return end;
    const unit = text.charCodeAt(next);
    if (isLineEnd(unit)) return end;
    const kind = classAt(text, next);
    if (kind === EMOJI) end = next + 1;
    else if (kind !== SPACE && !isOpener(unit)) break;
  }
  if (next >= length) return more;

  // An ellipsis of spaced dots.
  if (isTerminator(text.charCodeAt(next))) return NOT_AN_END;
  const nextClass = classAt(text, next);
  if (text.charCodeAt(next) === 0x2013 || text.charCodeAt(next) === 0x2014) return quoted ? NOT_AN_END : end;
  if (nextClass === LOWER) {
    if (hard) return quoted || text.charCodeAt(at) === 0x21 ? NOT_AN_END : end;
    if (only && isAbbreviation(text, start, at)) return NOT_AN_END;
    // Who begins a sentence in lower case goes on so.
    return !quoted && classAt(text, start) === LOWER ? end : NOT_AN_END;
  }
  if (!only) return end;
  return endAfterDot(text, start, at, next, nextClass, end, final);
}

/** @returns the closing bracket of `[12]`, -1 where there is no such reference, `text.length` where the text stops in it. */
function closeOfReference(text: string, open: number): number {
  for (let i = open + 1; i < open + 6; i++) {
    if (i >= text.length) return text.length;
    if (text.charCodeAt(i) === 0x5d) return i > open + 1 ? i : -1;
    if (classAt(text, i) !== DIGIT) return -1;
  }
  return -1;
}

function endWithoutSpace(text: string, at: number, end: number, only: boolean, final: boolean): number {
  const following = classAt(text, end);
  if (following === LETTER) return end;
  if (!only) return following === UPPER ? end : NOT_AN_END;
  if (end !== at + 1 || following !== UPPER) return NOT_AN_END;
  // "done.The": a space was forgotten. Not "U.S", "Node.JS", "v1.A", "Jane.Doe@example.com".
  if (classAt(text, at - 1) !== LOWER || classAt(text, at - 2) !== LOWER) return NOT_AN_END;
  for (let i = end + 1; i < end + LONGEST_WORD; i++) {
    if (i >= text.length) return final ? end : UNDECIDED;
    const kind = classAt(text, i);
    if (kind === SPACE) return i > end + 1 ? end : NOT_AN_END;
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

function isAbbreviation(text: string, start: number, at: number): boolean {
  const token = tokenBefore(text, start, at);
  return (
    token.length < 2 ||
    token.includes('.') ||
    LEADING_ABBREVIATIONS.has(token) ||
    NUMBER_ABBREVIATIONS.has(token) ||
    TRAILING_ABBREVIATIONS.has(token)
  );
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
  if (LEADING_ABBREVIATIONS.has(token)) return NOT_AN_END;
  if (nextClass === DIGIT) {
    if (token.length === 1 && isLetter(classAt(text, at - 1))) return NOT_AN_END;
    return NUMBER_ABBREVIATIONS.has(token) ? NOT_AN_END : end;
  }
  if (nextClass !== UPPER) return end;
  if (token.length <= 2 && classAt(text, at - 1) === DIGIT) {
    const from = at - token.length;
    return BEFORE_ORDINAL.has(tokenBefore(text, start, from - 1)) ? NOT_AN_END : end;
  }
  const initial = token.length === 1 && isLetter(classAt(text, at - 1));
  const dotted = DOTTED.test(token);
  if (!initial && !dotted && !TRAILING_ABBREVIATIONS.has(token)) return end;
  // An initial, an acronym or "Inc.": the end only where a sentence visibly begins.
  let stop = next;
  while (stop < text.length && stop - next < 12 && isLetter(classAt(text, stop))) stop++;
  if (stop >= text.length && !final) return UNDECIDED;
  return SENTENCE_STARTERS.has(text.slice(next, stop).toLowerCase()) ? end : NOT_AN_END;
}
