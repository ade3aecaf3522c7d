/** Puts marks for claims, formulas and references into a block of markdown. */
import { findPieces, type Piece } from './find-pieces.ts';

/** From the private use area: they stand for nothing, and are taken out of what a model says. */
const OPEN = '\uE010';
const MIDDLE = '\uE011';
const CLOSE = '\uE012';
const AROUND: Readonly<Record<Piece['kind'], readonly [string, string]>> = {
  formula: ['\uE013', '\uE014'],
  display: ['\uE013', '\uE014'],
  note: ['\uE015', '\uE016'],
};
const MARKS = /[\uE000\uE001\uE010-\uE016]/g;

export interface Span {
  readonly key: string;
  /** Offsets into the block. */
  readonly start: number;
  readonly end: number;
}

/** A claim that does not fit into one piece of running text is left unmarked; the list has it all the same. */
export function markSource(source: string, spans: readonly Span[]): string {
  const clean = source.replace(MARKS, '\uFFFD');
  const pieces = findPieces(clean);
  const plain = hidePieces(clean, pieces);
  const marks: Mark[] = [];
  let at = 0;
  for (const span of [...spans].sort((a, b) => a.start - b.start)) {
    const fitted = fitSpan(plain, aroundPieces(span, pieces));
    if (fitted === undefined || fitted.start < at) continue;
    marks.push({ at: fitted.start, rank: 2, text: `${OPEN}${span.key}${MIDDLE}` });
    marks.push({ at: fitted.end, rank: 1, text: CLOSE });
    at = fitted.end;
  }
  for (const { kind, start, end } of pieces) {
    marks.push({ at: start, rank: 3, text: AROUND[kind][0] }, { at: end, rank: 0, text: AROUND[kind][1] });
  }
  return putMarks(clean, marks);
}

/** Marks that stood where they could not be read: within code, say. */
export function dropMarks(text: string): string {
  return text.replace(/\uE010[^\uE011]*\uE011|[\uE010-\uE016]/g, '');
}

interface Mark {
  readonly at: number;
  /** In one place, what ends comes before what begins, and a claim is around a formula. */
  readonly rank: 0 | 1 | 2 | 3;
  readonly text: string;
}

function putMarks(text: string, marks: readonly Mark[]): string {
  let out = '';
  let from = 0;
  for (const mark of [...marks].sort((a, b) => a.at - b.at || a.rank - b.rank)) {
    out += text.slice(from, mark.at) + mark.text;
    from = mark.at;
  }
  return out + text.slice(from);
}

/** What a formula is made of is no markdown; one that is displayed ends a paragraph, as `|` ends a cell. */
function hidePieces(text: string, pieces: readonly Piece[]): string {
  let out = '';
  for (const { kind, start, end } of pieces) {
    out += text.slice(out.length, start) + (kind === 'display' ? '|' : 'x').repeat(end - start);
  }
  return out + text.slice(out.length);
}

/** A claim that begins or ends within a formula takes in the whole of it. */
function aroundPieces(span: Span, pieces: readonly Piece[]): Span {
  const around = (at: number): Piece | undefined => pieces.find(({ start, end }) => start < at && at < end);
  return { ...span, start: around(span.start)?.start ?? span.start, end: around(span.end)?.end ?? span.end };
}

/** Takes in emphasis that opens just before or closes just after the claim. */
function fitSpan(text: string, { start, end }: Span): { start: number; end: number } | undefined {
  let from = Math.max(0, start);
  let to = Math.min(text.length, end);
  const lead = /^(?:\s|#+\s|[-*+]\s|\d+[.)]\s|>\s?|\[\^[^\]\s]+\]:)+/.exec(text.slice(from, to));
  if (lead !== null) from += lead[0].length;
  while (to > from && /\s/.test(text[to - 1] as string)) to -= 1;
  for (const mark of ['**', '__', '`', '*', '_']) {
    if (count(text.slice(from, to), mark) % 2 === 0) continue;
    if (text.slice(0, from).endsWith(mark)) from -= mark.length;
    else if (text.slice(to).startsWith(mark)) to += mark.length;
    else return undefined;
  }
  const inner = text.slice(from, to);
  const broken = /\n\s*(?:[-*+>|#]|\d+[.)])|\n\s*\n|\|/.test(inner);
  const brackets = count(inner, '[') !== count(inner, ']') || count(inner, '](') !== count(inner, ')');
  return from >= to || broken || (brackets && /[[\]]/.test(inner)) ? undefined : { start: from, end: to };
}

function count(text: string, part: string): number {
  return text.split(part).length - 1;
}
