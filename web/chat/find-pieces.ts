/** A part of markdown that markdown does not know: a formula, or a reference to a footnote. */
export interface Piece {
  readonly kind: 'formula' | 'display' | 'note';
  readonly start: number;
  readonly end: number;
}

/** What begins, ends or forbids a piece, in one pass. Whatever else a backslash stands before is text. */
const PARTS =
  /\\[\s\S]|\$+|`+|\n[ \t]*(?:\n|(?:```+|~~~+))|\n|https?:\/\/[^\s)\]]*|\]\([^)\n]*\)|\[\^[^\][\s]{1,60}\](?!:)/g;

interface Opening {
  readonly mark: string;
  readonly at: number;
}

const CLOSING: Readonly<Record<string, string>> = { '\\(': '\\)', '\\[': '\\]', $$: '$$', $: '$' };

/** @returns the pieces of a block of markdown, in order; there are none within code or addresses. */
export function findPieces(text: string): Piece[] {
  if (!/[$^]|\\[([]/.test(text)) return [];
  const pieces: Piece[] = [];
  let open: Opening | undefined;
  PARTS.lastIndex = 0;
  for (let found = PARTS.exec(text); found !== null; found = PARTS.exec(text)) {
    const part = found[0];
    const at = found.index;
    const end = at + part.length;
    if (open !== undefined && part === CLOSING[open.mark] && mayClose(text, open, at)) {
      while ((pieces.at(-1)?.start ?? 0) > open.at) pieces.pop();
      pieces.push({ kind: /^(?:\$|\\\()$/.test(open.mark) ? 'formula' : 'display', start: open.at, end });
      open = undefined;
    } else if (part.startsWith('\n')) {
      if (part !== '\n' || open?.mark === '$') open = undefined;
      if (/[`~]/.test(part)) PARTS.lastIndex = endOfFence(text, part.trim(), end);
      else if (part !== '\n') PARTS.lastIndex = end - 1;
    } else if (part.startsWith('`')) {
      if (open !== undefined && open.mark !== '$') continue;
      open = undefined;
      PARTS.lastIndex = endOfCode(text, part, end);
    } else if (open === undefined || open.mark === '$') {
      if (part.startsWith('[^')) pieces.push({ kind: 'note', start: at, end });
      if (part in CLOSING && (part !== '$' || mayOpen(text, at))) open = { mark: part, at };
      else if (part.startsWith('$')) open = undefined;
    }
  }
  return pieces;
}

/** A dollar after a letter or a digit, or before a space, is money or a variable. */
function mayOpen(text: string, at: number): boolean {
  return !/[\p{L}\p{N}\\]/u.test(text[at - 1] ?? '') && /\S/.test(text[at + 1] ?? '');
}

function mayClose(text: string, { mark, at }: Opening, end: number): boolean {
  const inner = text.slice(at + mark.length, end);
  if (inner.trim() === '') return false;
  if (mark !== '$') return true;
  // "$5 and A$": a number with more after it, and no sign of a formula.
  const sum = /^\d.*\s/.test(inner) && !/[\\^_{}=<>+*/]/.test(inner);
  return !sum && /\S$/.test(inner) && !/[\p{L}\p{N}]/u.test(text[end + 1] ?? '');
}

/** @returns where code that these backticks open ends, or their own end where nothing closes them. */
function endOfCode(text: string, ticks: string, from: number): number {
  for (let at = text.indexOf(ticks, from); at !== -1; ) {
    let end = at;
    while (text[end] === '`') end += 1;
    if (end - at === ticks.length) return end;
    at = text.indexOf(ticks, end);
  }
  return from;
}

/** @returns the start of the line that closes a fence within a list, or the end of the text. */
function endOfFence(text: string, mark: string, from: number): number {
  const closing = new RegExp(`\\n[ \\t]*${mark}[ \\t]*(?=\\n|$)`, 'g');
  closing.lastIndex = from;
  return closing.exec(text) === null ? text.length : closing.lastIndex;
}
