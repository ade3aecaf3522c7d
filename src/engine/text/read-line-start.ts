/** What a line begins with: the marks that Markdown, chats and mails put before the text itself. */
import { classAt, DIGIT, isLetter, isLineEnd, SPACE } from './characters.ts';

/** What kind of block a sentence stands in. A sentence of kind `code` is one line of a fenced block. */
export type SentenceKind = 'prose' | 'heading' | 'list' | 'table' | 'quote' | 'code';

interface LineStart {
  kind: SentenceKind;
  /** Where the text begins, after the marks. */
  at: number;
  /** The line is a fence (three or more of this unit), else 0. */
  fence: number;
  fenceLength: number;
  /** The line is only a rule or a table's separator: no text. */
  rule: boolean;
}

/**
 * How much of a line is read to see what it begins with. Longer marks (a rule of a hundred
 * hyphens) are recognised by their beginning.
 */
export const LINE_START_WINDOW: number = 16;

/** A tag of a table. */
const HTML_TABLE = /^<\/?(?:table|thead|tbody|tfoot|tr|t[dh]|caption|colgroup|col)[\s>]/i;

const FENCES = [0x60, 0x7e];

/** @param text the first {@link LINE_START_WINDOW} units from where a line's blanks end; what lies beyond its end is not looked at. */
export function readLineStart(text: string): LineStart {
  const start: LineStart = { kind: 'prose', at: 0, fence: 0, fenceLength: 0, rule: false };
  let at = 0;
  while (text.charCodeAt(at) === 0x3e) {
    start.kind = 'quote';
    at = skipBlanks(text, at + 1);
  }
  const unit = text.charCodeAt(at);
  const run = runLength(text, at, unit);
  if (FENCES.includes(unit) && run >= 3) {
    start.fence = unit;
    start.fenceLength = run;
  } else if (unit === 0x23 && run <= 6 && classAt(text, at + run) === SPACE) {
    start.kind = 'heading';
    at = skipBlanks(text, at + run);
  } else if (unit === 0x7c) {
    start.kind = 'table';
    start.rule = isRule(text, at);
  } else if (unit === 0x3c && HTML_TABLE.test(text.slice(at))) {
    start.kind = 'table';
  } else if (isRule(text, at)) {
    start.rule = true;
  } else {
    const itemText = afterListMark(text, at);
    if (itemText > at) {
      start.kind = 'list';
      at = itemText;
    }
  }
  start.at = at;
  return start;
}

function skipBlanks(text: string, from: number): number {
  let at = from;
  while (at < text.length && classAt(text, at) === SPACE && !isLineEnd(text.charCodeAt(at))) at++;
  return at;
}

function runLength(text: string, from: number, unit: number): number {
  let at = from;
  while (at < text.length && text.charCodeAt(at) === unit) at++;
  return at - from;
}

/** Three or more of `-`, `=`, `*`, `_`, `|`, `:`, `+` and nothing else in the line's first units. */
function isRule(text: string, from: number): boolean {
  let marks = 0;
  for (let at = from; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (isLineEnd(unit)) break;
    if (classAt(text, at) === SPACE) continue;
    if (!'-=*_|:+—'.includes(text[at]!)) return false;
    marks++;
  }
  return marks >= 3;
}

/** @returns where the item's text begins, or `from` where no list mark stands. */
function afterListMark(text: string, from: number): number {
  const unit = text.charCodeAt(from);
  let at = from;
  if ('-*+•◦▪‣–—·●○'.includes(text[from] ?? '\n')) at = from + 1;
  else {
    const open = unit === 0x28 ? 1 : 0;
    let stop = from + open;
    while (stop - from < 4 && classAt(text, stop) === DIGIT) stop++;
    if (stop === from + open && isLetter(classAt(text, stop)) && !isLetter(classAt(text, stop + 1))) stop++;
    const closing = text.charCodeAt(stop);
    const isLetterMark = stop > from + open && isLetter(classAt(text, stop - 1));
    if (stop === from + open || !(closing === 0x29 || (closing === 0x2e && !open && !isLetterMark)))
      return from;
    at = stop + 1;
  }
  if (at >= text.length || classAt(text, at) !== SPACE || isLineEnd(text.charCodeAt(at))) return from;
  at = skipBlanks(text, at);
  // A check box.
  if (text.charCodeAt(at) === 0x5b && text.charCodeAt(at + 2) === 0x5d && ' xX'.includes(text[at + 1]!)) {
    at = skipBlanks(text, at + 3);
  }
  return at;
}
