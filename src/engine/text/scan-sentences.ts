/**
 * Sentences of a text that may still be growing. Nothing is decided before all that the decision
 * depends on has been seen, so however a text is cut into pieces its sentences are the same. Every
 * unit is looked at a bounded number of times, and no more than one sentence is kept.
 */

import { JOINING, SENTENCE_STARTERS } from './abbreviations.ts';
import {
  CHARACTER_CLASS,
  classAt,
  DIGIT,
  EMOJI,
  isCloser,
  isLetter,
  isLineEnd,
  isSpaceSeparatedScript,
  isTerminator,
  LETTER,
  LINE_ENDS,
  LOWER,
  SPACE,
  TERMINATORS,
  UPPER,
} from './characters.ts';
import { findSentenceEnd, NOT_AN_END, UNDECIDED, wordAt } from './find-sentence-end.ts';
import { LINE_START_WINDOW, readLineStart, type SentenceKind } from './read-line-start.ts';

/** A stretch of text, without the white space and the list or heading marks around it. */
export interface Sentence {
  /** UTF-16 offset of the first unit. */
  readonly start: number;
  /** UTF-16 offset after the last unit. */
  readonly end: number;
  readonly kind: SentenceKind;
  /** Number of the line that it begins in, empty lines apart. */
  readonly line: number;
  /** Number of the paragraph: the lines between two empty ones. */
  readonly paragraph: number;
}

/** A sentence that has not ended by then is cut at white space. Units. */
const LONGEST_SENTENCE = 1000;
/** An unclosed bracket stops mattering after so many units. */
const LONGEST_BRACKET = 250;
/** A line at least this long that goes on in lower case was wrapped, not ended. */
const WRAPPED_LINE = 56;
/** A shorter one was where a word stands at the break that joins what is around it. */
const SHORT_WRAPPED_LINE = 32;
/** In scripts without terminators, a space ends a sentence of at least so many units. */
const SPACED_SENTENCE = 60;
const LONGEST_INLINE_CODE = 200;
/** What ends a row of a table in HTML, and what begins one. */
const ROW_END = '</tr>';
const ROW = /^(?:<(?!\/|tr\b)[^>]*>\s*)*<tr\b/i;
const BULLET = 0x2022;
const HANDLE = 0x40;
/** Blanks before a line's first word that are looked beyond. */
const MOST_INDENT = 4;
/** So many emoji in a row are not looked beyond. Units. */
const LONGEST_EMOJI = 100;
/** Emoji end a sentence of at least so many units. */
const SHORTEST_SENTENCE = 12;

/** 1 for each unit that may end a sentence, or that hides what may. */
const HALTS = new Uint8Array(0x10000);
for (const mark of `${LINE_ENDS}${TERMINATORS}#()（）\`:<`) HALTS[mark.charCodeAt(0)] = 1;
for (let unit = CHARACTER_CLASS.indexOf(EMOJI); unit >= 0; unit = CHARACTER_CLASS.indexOf(EMOJI, unit + 1))
  HALTS[unit] = 1;

/** Append text, then take the sentences that it completed with `next`. */
export class SentenceScan {
  #text = '';
  /** Offset of `#text` in the whole. */
  #base = 0;
  #final = false;
  #lineStart = true;
  #line = 0;
  #paragraph = 0;
  /** Line ends since the last text. */
  #lineEnds = 0;
  #fence = 0;
  #fenceLength = 0;
  #kind: SentenceKind = 'prose';
  /** Where the line begins that the sentence under way begins in; below 0 where it has been dropped. */
  #lineFrom = 0;
  /** Of the sentence under way, in `#text`; where it is -1, none is. */
  #start = -1;
  /** Where to go on looking. */
  #at = 0;
  #depth = 0;
  #depthSince = 0;
  /** After the hashtags or emoji that were read last. */
  #resume = 0;

  append(text: string): void {
    this.#text += text;
  }

  /** No more text will come. */
  finish(): void {
    this.#final = true;
  }

  /**
   * @returns the text of a sentence, a copy: a part of a string is slow to read and to write, and keeps all of it in
   *   memory. To be asked for before the next call of `append` or `next`.
   */
  slice(sentence: Sentence): string {
    const start = sentence.start - this.#base;
    return [this.#text[start], this.#text.slice(start + 1, sentence.end - this.#base)].join('');
  }

  /**
   * The sentence under way, where the text so far stops like one that has ended: it most likely has, but what
   * comes next may show that it goes on. `next` must have returned `undefined` before.
   */
  likely(): Sentence | undefined {
    const text = this.#text;
    let from = this.#start;
    let kind = this.#kind;
    if (this.#lineStart) {
      // A short line's marks may not have been read yet.
      if (this.#fence !== 0) return undefined;
      from = this.#at;
      while (from < text.length && classAt(text, from) === SPACE) from++;
      const line = readLineStart(text.slice(from, from + LINE_START_WINDOW));
      if (line.fence !== 0 || line.rule) return undefined;
      from += line.at;
      kind = line.kind;
    }
    if (from < 0 || text.length - from > LONGEST_SENTENCE) return undefined;
    if (kind === 'code' || kind === 'heading' || kind === 'table') return undefined;
    while (from < text.length && classAt(text, from) === SPACE) from++;
    let stop = text.length;
    while (stop > from && classAt(text, stop - 1) === SPACE) stop--;
    let at = stop - 1;
    while (at > from && isCloser(text.charCodeAt(at))) at--;
    if (at <= from || !isTerminator(text.charCodeAt(at))) return undefined;
    // "43." may yet become "43.5"; a year hardly will.
    if (stop === text.length && classAt(text, at - 1) === DIGIT && classAt(text, at - 4) !== DIGIT)
      return undefined;
    // Any next word will do that does not go on in lower case.
    const end = findSentenceEnd(`${text.slice(0, stop)} Xyz `, from, at, 0, true);
    if (end !== stop) return undefined;
    return this.#sentence(from, stop, kind);
  }

  #sentence(from: number, to: number, kind: SentenceKind): Sentence {
    const [line, paragraph] = [this.#line, this.#paragraph];
    return { start: this.#base + from, end: this.#base + to, kind, line, paragraph };
  }

  /** @returns the next sentence that is complete, or `undefined` where more text is needed (or none is left). */
  next(): Sentence | undefined {
    for (;;) {
      if (this.#lineStart && !this.#beginLine()) break;
      if (this.#lineStart) continue;
      const end = this.#findEnd();
      if (end === UNDECIDED) break;
      const sentence = this.#take(end);
      if (sentence !== undefined) return sentence;
    }
    this.#drop();
    return undefined;
  }

  /** Drops what has been read. */
  #drop(): void {
    const keep = this.#start < 0 ? this.#at : this.#start;
    if (keep === 0) return;
    this.#text = this.#text.slice(keep);
    this.#base += keep;
    this.#at -= keep;
    this.#depthSince -= keep;
    this.#lineFrom -= keep;
    if (this.#start >= 0) this.#start -= keep;
  }

  /** Reads a line's marks. @returns false where more text is needed. */
  #beginLine(): boolean {
    const text = this.#text;
    let at = this.#at;
    for (; at < text.length && classAt(text, at) === SPACE; at++)
      if (text.charCodeAt(at) === 0x0a) this.#lineEnds++;
    this.#at = at;
    if (at >= text.length) return false;
    if (!this.#final && text.length - at < LINE_START_WINDOW && !hasLineEnd(text, at)) return false;
    const line = readLineStart(text.slice(at, at + LINE_START_WINDOW));
    if (line.fence !== 0) {
      if (this.#fence === 0) {
        this.#fence = line.fence;
        this.#fenceLength = line.fenceLength;
      } else if (line.fence === this.#fence && line.fenceLength >= this.#fenceLength) this.#fence = 0;
      this.#open(at, 'code');
    } else if (this.#fence !== 0) this.#open(at, 'code');
    else this.#open(at + line.at, line.rule ? 'code' : line.kind);
    return true;
  }

  #open(at: number, kind: SentenceKind): void {
    this.#line++;
    this.#lineFrom = at;
    if (this.#lineEnds > 1) this.#paragraph++;
    this.#lineEnds = 0;
    this.#kind = kind;
    this.#start = at;
    this.#at = at;
    this.#depth = 0;
    this.#lineStart = false;
  }

  /** @returns where the sentence under way ends, or UNDECIDED. */
  #findEnd(): number {
    const text = this.#text;
    const length = text.length;
    while (this.#at === this.#start && this.#at < length) {
      const bullet = text.charCodeAt(this.#at) === BULLET;
      if (bullet && this.#at + 1 >= length && !this.#final) return UNDECIDED;
      if (bullet ? !isBlank(text, this.#at + 1) : !isBlank(text, this.#at)) break;
      this.#at++;
      this.#start++;
    }
    const start = this.#start;
    const whole = this.#kind === 'code' || this.#kind === 'heading' || this.#kind === 'table';
    const longest = Math.min(length, start + LONGEST_SENTENCE);
    let at = this.#at;
    for (; at < longest; at++) {
      const unit = text.charCodeAt(at);
      if (HALTS[unit] === 0) {
        if (unit !== 0x20 || at - start < SPACED_SENTENCE || whole) continue;
        if (!isSpaceSeparatedScript(text.charCodeAt(at - 1))) continue;
        if (at + 1 >= length && !this.#final) return this.#wait(at);
        if (isSpaceSeparatedScript(text.charCodeAt(at + 1))) return at;
      } else if (isLineEnd(unit)) {
        const end = this.#endOfLine(at, whole);
        if (end >= 0) return end;
        if (end === UNDECIDED) return this.#wait(at);
        this.#lineFrom = at + 1;
      } else if (unit === 0x3c) {
        if (this.#kind !== 'table') continue;
        if (at + ROW_END.length > length && !this.#final) return this.#wait(at);
        if (text.slice(at, at + ROW_END.length).toLowerCase() === ROW_END) return at + ROW_END.length;
      } else if (whole) {
        // Only the line's end ends it.
      } else if (isTerminator(unit)) {
        const depth = at - this.#depthSince < LONGEST_BRACKET ? this.#depth : 0;
        const end = findSentenceEnd(text, start, at, depth, this.#final);
        if (end >= 0) return end;
        if (end === UNDECIDED) return this.#wait(at);
        while (isTerminator(text.charCodeAt(at + 1))) at++;
      } else if (unit === 0x28 || unit === 0xff08) {
        if (this.#depth++ === 0) this.#depthSince = at;
      } else if (unit === 0x29 || unit === 0xff09) {
        if (this.#depth > 0) this.#depth--;
      } else if (unit === 0x60 || unit === 0x3a) {
        const to = unit === 0x60 ? this.#afterInlineCode(at) : this.#afterAddress(at);
        if (to === UNDECIDED) return this.#wait(at);
        at = to - 1;
      } else {
        const end = unit === 0x23 ? this.#endAtTags(at) : this.#endAtEmoji(at);
        if (end >= 0) return end;
        if (end === UNDECIDED) return this.#wait(at);
        at = this.#resume - 1;
      }
    }
    this.#at = at;
    if (length > start + LONGEST_SENTENCE) return cutLong(text, start, longest);
    return this.#final ? length : UNDECIDED;
  }

  #wait(at: number): typeof UNDECIDED {
    this.#at = at;
    return UNDECIDED;
  }

  /** @returns the sentence's end, NOT_AN_END where the line was only wrapped, or UNDECIDED. */
  #endOfLine(at: number, whole: boolean): number {
    const text = this.#text;
    // A row of HTML ends with its tag.
    if (this.#kind === 'table' && ROW.test(text.slice(this.#start, at))) return NOT_AN_END;
    if (whole || at === this.#start) return at;
    let next = at + 1;
    if (text.charCodeAt(at) === 0x0d && text.charCodeAt(next) === 0x0a) next++;
    let word = next;
    while (word < next + MOST_INDENT && isBlank(text, word)) word++;
    if (word + 2 > text.length && !this.#final) return UNDECIDED;
    const lineStart = Math.max(this.#start, this.#lineFrom);
    const following = classAt(text, word);
    // Feeds put each handle into a line of its own.
    if (text.charCodeAt(word) === HANDLE && isLetter(classAt(text, word + 1))) return NOT_AN_END;
    if (following === LOWER && isHandle(text, lineStart, at)) return NOT_AN_END;
    // The line may have begun with the end of another sentence.
    const lineLength = at - this.#lineFrom;
    if (lineLength < SHORT_WRAPPED_LINE || (word !== next && this.#kind !== 'list')) return at;
    if (lineLength < WRAPPED_LINE) {
      if (following !== LOWER) return at;
      const first = wordAt(text, word, this.#final);
      if (first === undefined) return UNDECIDED;
      return JOINING.has(first) || JOINING.has(lastWord(text, lineStart, at)) ? NOT_AN_END : at;
    }
    const joined = following === UPPER || following === DIGIT;
    const continues = following === LOWER || (joined && JOINING.has(lastWord(text, lineStart, at)));
    // "a) …" begins with a letter too, but is the next item.
    return continues && text.charCodeAt(next + 1) !== 0x29 ? NOT_AN_END : at;
  }

  /**
   * Hashtags before a sentence or behind it are none of it: a run of them is a sentence of its own. One alone mostly
   * is a word of its sentence.
   * @returns where the sentence ends, NOT_AN_END (sets `#resume`), or UNDECIDED.
   */
  #endAtTags(at: number): number {
    const text = this.#text;
    const limit = Math.min(text.length, this.#start + LONGEST_SENTENCE);
    const next = afterTags(text, at, limit);
    if (next === text.length && !this.#final) return UNDECIDED;
    this.#resume = Math.max(next, at + 1);
    const several = text.lastIndexOf('#', next - 1) > at;
    const following = classAt(text, next);
    if (at === this.#start) {
      if (following !== UPPER || next === at) return NOT_AN_END;
      if (several) return next;
      const word = wordAt(text, next, this.#final);
      if (word === undefined) return UNDECIDED;
      return SENTENCE_STARTERS.has(word) && classAt(text, next + 1) === LOWER ? next : NOT_AN_END;
    }
    let before = at - 1;
    while (before > this.#start && isBlank(text, before)) before--;
    if (!several || before === at - 1 || text.charCodeAt(before) === 0x2c) return NOT_AN_END;
    if (following !== UPPER && next < text.length && !isLineEnd(text.charCodeAt(next))) return NOT_AN_END;
    return JOINING.has(lastWord(text, this.#start, before + 1)) ? NOT_AN_END : at;
  }

  /** Feeds end sentences with emoji alone. @returns as `#endAtTags` does. */
  #endAtEmoji(at: number): number {
    const text = this.#text;
    this.#resume = at + 1;
    // The second half of a fancy letter is no emoji.
    if (at - this.#start < SHORTEST_SENTENCE || classAt(text, at - 1) === LETTER) return NOT_AN_END;
    let end = at;
    let next = at;
    for (; next < text.length && next - at <= LONGEST_EMOJI; next++) {
      if (classAt(text, next) === EMOJI) end = next + 1;
      else if (!isBlank(text, next)) break;
    }
    this.#resume = end;
    if (next - at > LONGEST_EMOJI) return NOT_AN_END;
    if (next === text.length) return this.#final ? NOT_AN_END : UNDECIDED;
    const following = classAt(text, next);
    if (following === LETTER && next > end && isBlank(text, at - 1)) return end;
    if (following !== UPPER) return NOT_AN_END;
    const word = wordAt(text, next, this.#final);
    if (word === undefined) return UNDECIDED;
    if (SENTENCE_STARTERS.has(word)) return end;
    // "Congratulations to 🎉 Ann": the emoji stands for a word, or before one that it belongs to.
    const before = lastWord(text, this.#start, at - 1);
    return isBlank(text, at - 1) && next > end && !JOINING.has(before) && !isFlag(text, at)
      ? end
      : NOT_AN_END;
  }

  /** @returns after the closing backtick, after this one where none follows soon, or UNDECIDED. */
  #afterInlineCode(at: number): number {
    const text = this.#text;
    const limit = Math.min(text.length, at + LONGEST_INLINE_CODE);
    for (let i = at + 1; i < limit; i++) {
      const unit = text.charCodeAt(i);
      if (unit === 0x60) return i + 1;
      if (isLineEnd(unit)) return at + 1;
    }
    return limit === text.length && !this.#final ? UNDECIDED : at + 1;
  }

  /** @returns after the address whose `://` stands here, but before its last dot; after the colon where none does. */
  #afterAddress(at: number): number {
    const text = this.#text;
    if (at + 2 >= text.length && !this.#final) return UNDECIDED;
    if (text.charCodeAt(at + 1) !== 0x2f || text.charCodeAt(at + 2) !== 0x2f) return at + 1;
    let to = at + 3;
    const limit = Math.min(text.length, this.#start + LONGEST_SENTENCE);
    while (to < limit && CHARACTER_CLASS[text.charCodeAt(to)] !== SPACE) to++;
    if (to === text.length && !this.#final) return UNDECIDED;
    while (to > at + 3 && isTerminator(text.charCodeAt(to - 1))) to--;
    return to;
  }

  /** @returns the sentence that ends there, if it has any text, and goes on behind it. */
  #take(end: number): Sentence | undefined {
    const text = this.#text;
    let stop = end;
    while (stop > this.#start && classAt(text, stop - 1) === SPACE) stop--;
    const [from, kind] = [this.#start, this.#kind];
    let next = end;
    while (next < text.length && isBlank(text, next)) next++;
    this.#at = next;
    this.#depth = 0;
    // A line's marks are read anew; where the text stops here, what comes is decided with it.
    this.#lineStart = next < text.length ? isLineEnd(text.charCodeAt(next)) : this.#final;
    this.#start = this.#lineStart ? -1 : next;
    return stop > from ? this.#sentence(from, stop, kind) : undefined;
  }
}

/** White space within a line. */
function isBlank(text: string, at: number): boolean {
  return classAt(text, at) === SPACE && !isLineEnd(text.charCodeAt(at));
}

/** @returns after the run of hashtags that begins at `at`, and the blanks behind it; `at` where none does. */
function afterTags(text: string, at: number, limit: number): number {
  let next = at;
  while (next < limit && text.charCodeAt(next) === 0x23) {
    let to = next + 1;
    while (to < limit && isTagUnit(text, to)) to++;
    if (to === next + 1) return to === limit ? to : next;
    next = to;
    while (next < limit && isBlank(text, next)) next++;
  }
  return next;
}

function isTagUnit(text: string, at: number): boolean {
  const kind = classAt(text, at);
  return isLetter(kind) || kind === DIGIT || text.charCodeAt(at) === 0x5f;
}

/** A flag mostly stands beside the name of its country. */
function isFlag(text: string, at: number): boolean {
  const unit = text.charCodeAt(at + 1);
  return text.charCodeAt(at) === 0xd83c && unit >= 0xdde6 && unit <= 0xddff;
}

function isHandle(text: string, from: number, to: number): boolean {
  let at = from;
  while (at < to && isBlank(text, at)) at++;
  if (text.charCodeAt(at++) !== HANDLE) return false;
  while (at < to && isTagUnit(text, at)) at++;
  while (at < to && isBlank(text, at)) at++;
  return at === to;
}

/** The letters before `to`, in lower case, at most 9 of them. */
function lastWord(text: string, start: number, to: number): string {
  let from = to;
  while (from > Math.max(start, to - 9) && isLetter(classAt(text, from - 1))) from--;
  return text.slice(from, to).toLowerCase();
}

function hasLineEnd(text: string, from: number): boolean {
  for (let at = from; at < text.length; at++) if (isLineEnd(text.charCodeAt(at))) return true;
  return false;
}

/** The last white space of the second half, else the limit itself, but never inside a surrogate pair. */
function cutLong(text: string, start: number, limit: number): number {
  for (let at = limit; at > start + LONGEST_SENTENCE / 2; at--) if (classAt(text, at) === SPACE) return at;
  const unit = text.charCodeAt(limit);
  return unit >= 0xdc00 && unit <= 0xdfff ? limit - 1 : limit;
}
