/**
 * Makes a text that an application brought readable: the values of JSON and the words of HTML without the marks
 * around them, escapes decoded, line feeds between lines. What is read remembers where it was written, so that a
 * quote is a literal part of the text as it was given.
 */
import { cleanText, UNWANTED } from '../../corpus/clean-text.ts';
import { toPlainText } from './plain-text.ts';

export interface ReadableText {
  readonly text: string;
  /**
   * @param start, end offsets into `text`.
   * @returns what stands there in the text as it was given, without the characters that nobody sees; `undefined`
   *   where both texts are the same there.
   */
  readonly written?: (start: number, end: number) => string;
}

const MARKUP = /<\/[a-z][\w:-]*\s*>/i;
/** UTF-16 units of a tag, or so. */
const LONGEST_MARK = 200;
/** Begins a sentence of its own. */
const BREAK = '\n\n';

/** Marks that are read in one go: some milliseconds. */
const ONE_GO = 4_000;

/** Linear in the text's length; pauses every few milliseconds of work. */
export function* readableText(given: string): Generator<void, ReadableText, void> {
  const copy = openCopy(given);
  const read = isJson(given) ? readJson : MARKUP.test(given) ? readMarkup : undefined;
  if (read === undefined) {
    const text = cleanText(given);
    if (given.includes(text)) return { text };
    readPlain(given, copy);
  } else {
    let marks = 0;
    for (const _ of read(given, copy)) if (++marks % ONE_GO === 0) yield;
  }
  return copy.finish();
}

function isJson(given: string): boolean {
  const text = given.trim();
  return /^[[{]/.test(text) && /[\]}]$/.test(text.slice(-1)) && text.includes('"');
}

type Copy = ReturnType<typeof openCopy>;

/** A copy of a text in pieces, each of which knows what it stands for. */
function openCopy(given: string) {
  const pieces: string[] = [];
  /** Of each piece: where it begins in the copy, and from where to where it was written. */
  const at: number[] = [];
  const from: number[] = [];
  const to: number[] = [];
  let length = 0;
  const put = (piece: string, start: number, end: number): void => {
    if (piece === '') return;
    pieces.push(piece);
    at.push(length);
    from.push(start);
    to.push(end);
    length += piece.length;
  };
  /** @returns the piece that the offset lies in. */
  const pieceOf = (offset: number): number => {
    let low = 0;
    let high = at.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((at[middle] as number) <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  };
  const isLiteral = (piece: number): boolean =>
    (to[piece] as number) - (from[piece] as number) === (pieces[piece] as string).length;
  /** A script or a comment in the middle of a quote ends it. */
  const hides = (piece: number): boolean =>
    pieces[piece] === BREAK && (to[piece] as number) - (from[piece] as number) > LONGEST_MARK;
  return {
    /** Copies what is written there. */
    keep: (start: number, end: number): void => put(given.slice(start, end), start, end),
    /** Puts something else in its place. */
    put,
    finish(): ReadableText {
      return {
        text: pieces.join('').toWellFormed(),
        written(start, end) {
          const first = pieceOf(start);
          let last = first;
          while (last < at.length - 1 && (at[last + 1] as number) < end && !hides(last + 1)) last += 1;
          while (last > first && pieces[last] === BREAK) last -= 1;
          const begin = (from[first] as number) + (isLiteral(first) ? start - (at[first] as number) : 0);
          const rest = end - (at[last] as number);
          const stop =
            isLiteral(last) && rest < (pieces[last] as string).length
              ? (from[last] as number) + rest
              : (to[last] as number);
          return given.slice(begin, stop).toWellFormed().replace(UNWANTED, '');
        },
      };
    },
  };
}

const NOT_PLAIN = new RegExp(`\\r\\n?|[\\u0085\\u2028\\u2029]|${UNWANTED.source}`, 'gu');

function readPlain(given: string, copy: Copy, start = 0, end = given.length): void {
  let done = start;
  for (const match of given.slice(start, end).matchAll(NOT_PLAIN)) {
    const at = start + match.index;
    copy.keep(done, at);
    done = at + match[0].length;
    copy.put(/[\r\u0085\u2028\u2029]/.test(match[0]) ? '\n' : '', at, done);
  }
  copy.keep(done, end);
}

const JSON_TOKEN = /"(?:[^"\\]|\\[\s\S])*"?|[{}[\],:]|\s+|[^"{}[\],:\s]+/g;
/** A value with a sentence in it, or longer than a name, is a sentence of its own. */
const SENTENCE = /[.!?\u3002\uff01\uff1f\u0964](?:\s|\\n|$)|^.{81}/s;

/** Members stand on one line, `key: value; key: value`: who or what a number is about is said beside it. */
function* readJson(given: string, copy: Copy): Generator<void, void, void> {
  for (const { 0: token, index } of given.matchAll(JSON_TOKEN)) {
    const end = index + token.length;
    if (token.startsWith('"')) {
      const inside = token.length > 1 && token.endsWith('"') ? end - 1 : end;
      const long = SENTENCE.test(given.slice(index + 1, inside));
      const value = given.slice(index + 1, inside);
      if (!long && !value.includes('\\') && cleanText(value) === value) copy.put(value, index, end);
      else {
        if (long) copy.put(BREAK, index, index + 1);
        readString(given, copy, index + 1, inside);
        if (long) copy.put(BREAK, inside, end);
      }
    } else if (token === ':') copy.put(': ', index, end);
    else if (token === ',') copy.put('; ', index, end);
    else if (/[{}[\]]/.test(token)) copy.put(BREAK, index, end);
    else if (!/^\s/.test(token)) copy.keep(index, end);
    yield;
  }
}

const ESCAPE = /(?:\\u[\da-f]{4})+|\\[\s\S]/gi;
const ESCAPED: Readonly<Record<string, string>> = { n: '\n', r: '', t: ' ', b: '', f: ' ' };

function readString(given: string, copy: Copy, start: number, end: number): void {
  let done = start;
  for (const match of given.slice(start, end).matchAll(ESCAPE)) {
    const at = start + match.index;
    readPlain(given, copy, done, at);
    done = at + match[0].length;
    const [, mark = ''] = match[0];
    if (mark.toLowerCase() !== 'u') copy.put(ESCAPED[mark] ?? mark, at, done);
    else {
      for (let unit = at; unit + 6 <= done; unit += 6) {
        const character = String.fromCharCode(Number.parseInt(given.slice(unit + 2, unit + 6), 16));
        copy.put(character.replace(UNWANTED, ''), unit, unit + 6);
      }
    }
  }
  readPlain(given, copy, done, end);
}

const MARK = /<!--|<[!/?]?([a-z][\w:-]*)[^<>]*>|&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,30});/gi;
/** Tags within a sentence. */
const INLINE = new Set(
  'a abbr b bdi bdo cite code dfn em font i kbd mark q s samp small span strong sub sup time u var wbr'.split(
    ' ',
  ),
);
/** What is above a text has a colon behind it. */
const HEADING_END = /^<\/(?:h[1-6]|title|dt|th|caption)\b/i;
/** Tags whose content is not for readers. */
const HIDDEN = /^<(?:script|style|template|noscript)\b/i;

function* readMarkup(given: string, copy: Copy): Generator<void, void, void> {
  const pattern = new RegExp(MARK);
  const entities = new Map<string, string>();
  const open = new Set<string>();
  let done = 0;
  for (let match = pattern.exec(given); match !== null; match = pattern.exec(given)) {
    yield;
    const [mark, name] = match;
    readPlain(given, copy, done, match.index);
    done = match.index + mark.length;
    if (mark.startsWith('&')) {
      const known = entities.get(mark) ?? (toPlainText(mark) || ' ');
      entities.set(mark, known);
      copy.put(known, match.index, done);
      continue;
    }
    const hidden = mark === '<!--' ? '-->' : HIDDEN.test(mark) ? `</${name}` : undefined;
    if (hidden !== undefined) {
      const end = open.has(hidden) ? -1 : given.indexOf(hidden, done);
      // What is never closed hides nothing.
      if (end === -1) open.add(hidden);
      else done = end + (hidden === '-->' ? hidden.length : 0);
      pattern.lastIndex = done;
      copy.put(BREAK, match.index, done);
    } else if (!INLINE.has((name ?? '').toLowerCase())) {
      if (HEADING_END.test(mark)) copy.put(':', match.index, match.index);
      copy.put(BREAK, match.index, done);
    }
  }
  readPlain(given, copy, done);
}
