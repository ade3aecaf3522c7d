/** A text with marked claims in blocks of whole lines, and these in pieces, so that little of a long one is drawn at once. */
import type { ShownClaim } from './claim-state.ts';

/** A claim's offsets into its piece. */
export type MarkPlace = Pick<ShownClaim, 'key' | 'start' | 'end'>;

export interface Piece {
  readonly text: string;
  readonly marks: readonly MarkPlace[];
}

/** UTF-16 units that a block or a piece has at least, but for the last. */
const SIZE = 2_000;

/**
 * @param claims of which those that overlap an earlier one, or stand outside of the text, are left out.
 * @returns blocks of pieces. Between two blocks the text has a line break, which neither holds.
 */
export function splitMarked(
  text: string,
  claims: readonly Pick<ShownClaim, 'key' | 'start' | 'end'>[],
): readonly (readonly Piece[])[] {
  const marks = listApart(text.length, claims);
  const blocks: Piece[][] = [];
  let pieces: Piece[] = [];
  let next = 0;
  let from = 0;
  let blockFrom = 0;
  const closePiece = (end: number): void => {
    const own: MarkPlace[] = [];
    for (let mark = marks[next]; mark !== undefined && mark.end <= end; mark = marks[++next])
      own.push({ key: mark.key, start: mark.start - from, end: mark.end - from });
    pieces.push({ text: text.slice(from, end), marks: own });
    from = end;
  };
  let line = -1;
  const nextLine = (after: number): number => {
    if (line >= after) return line;
    const found = text.indexOf('\n', after);
    line = found === -1 ? Number.POSITIVE_INFINITY : found;
    return line;
  };
  for (const [start, end] of gapsBetween(marks, text.length)) {
    while (nextLine(Math.max(start, blockFrom + SIZE)) < end) {
      closePiece(line);
      blocks.push(pieces);
      pieces = [];
      from = line + 1;
      blockFrom = from;
    }
    if (start - from >= SIZE) closePiece(start);
  }
  closePiece(text.length);
  blocks.push(pieces);
  return blocks;
}

function listApart(length: number, claims: readonly MarkPlace[]): MarkPlace[] {
  const apart: MarkPlace[] = [];
  for (const { key, start, end } of [...claims].sort((a, b) => a.start - b.start))
    if (start >= (apart.at(-1)?.end ?? 0) && end <= length) apart.push({ key, start, end });
  return apart;
}

/** What stands between the marks, from one's end to the next one's start. */
function gapsBetween(marks: readonly MarkPlace[], length: number): (readonly [number, number])[] {
  return [...marks, undefined].map((mark, index) => [marks[index - 1]?.end ?? 0, mark?.start ?? length]);
}
