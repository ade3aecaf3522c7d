/** Lines of the pages of a PDF: what stands in them and where, without running heads and numbers of pages. */
import type { getDocumentProxy } from 'unpdf';

export type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>;
type TextContent = Awaited<ReturnType<Awaited<ReturnType<Pdf['getPage']>>['getTextContent']>>;

/** What stands in a line between two gaps. In points from the page's left edge. */
interface Part {
  text: string;
  readonly left: number;
  right: number;
}

export interface Line {
  text: string;
  readonly left: number;
  right: number;
  readonly y: number;
  readonly height: number;
  readonly parts: readonly Part[];
  /** Number of its page. */
  readonly page: number;
  /** It is a row of a table. */
  row?: true;
}

/** The height of the larger of two lines. */
export function sizeOf(one: Line, other: Line): number {
  return Math.max(one.height, other.height, 1);
}

export function isOtherSize(one: Line, other: Line): boolean {
  return Math.abs(one.height - other.height) > sizeOf(one, other) * 0.15;
}

/** Ligatures of TeX's fonts, by the codes that they have where the file does not say what they are. */
const LIGATURES = ['ff', 'fi', 'fl', 'ffi', 'ffl'];
const LIGATURE_CODES = /[\x0b-\x0f\x1b-\x1f]/g;
/** Cells of one column differ by so many points at most. */
const ALIGNED = 2;
const MOST_CELLS = 12;
/** A gap that no line of text has between two words, in heights of a line. */
const WIDE_GAP = 1.5;
/** Running heads stand among so many lines from the top or the bottom of a page, and so many heights of a line from the text. */
const OUTERMOST = 3;
const APART = 1.6;

export function toLines(items: TextContent['items'], page: number): Line[] {
  const lines: Line[] = [];
  let parts: Part[] = [];
  let isOpen = false;
  let isBlank = true;
  for (const item of items) {
    if (!('str' in item)) continue;
    const line = lines.at(-1);
    const [left, text] = [Number(item.transform[4]), withLigatures(item.str)];
    const right = left + item.width;
    const isNothing = text.trim() === '';
    if (isOpen && line !== undefined) {
      line.text += text;
      line.right = Math.max(line.right, right);
      const part = parts.at(-1)!;
      if (isNothing) isBlank ||= item.width > 0;
      else if (isBlank) parts.push({ text, left, right });
      else {
        part.text += text;
        part.right = right;
      }
    } else if (!isNothing) {
      parts = [{ text, left, right }];
      lines.push({ text, left, right, y: Number(item.transform[5]), height: item.height, parts, page });
      isOpen = true;
    }
    if (!isNothing) isBlank = false;
    if (item.hasEOL) isOpen = false;
  }
  for (const line of lines) line.text = oneBlank(line.text);
  // A line of its own that is a number is a page's.
  return markRows(lines.filter(({ text }) => !/^\d{1,4}$/.test(text)));
}

const oneBlank = (text: string): string => text.replace(/\s+/gu, ' ').trim();

function withLigatures(text: string): string {
  return text.replace(LIGATURE_CODES, (code) => LIGATURES[(code.charCodeAt(0) - 0x0b) % 16] ?? code);
}

/** Lines whose parts stand one below the other are rows of a table: its cells are set apart by tabs. */
function markRows(lines: Line[]): Line[] {
  for (const [at, line] of lines.entries()) {
    const [before, after] = [lines[at - 1], lines[at + 1]];
    const isRow = (before && isSameTable(before, line)) || (after && isSameTable(line, after));
    if (isRow) line.row = true;
  }
  for (const line of lines) {
    if (line.row) line.text = line.parts.map(({ text }) => oneBlank(text)).join('\t');
  }
  return lines;
}

function isSameTable(line: Line, other: Line): boolean {
  const { parts } = line;
  const { parts: others } = other;
  if (parts.length < 2 || parts.length > MOST_CELLS || parts.length !== others.length) return false;
  const alike = (one: number, two: number): boolean => Math.abs(one - two) <= ALIGNED;
  const isAligned = parts.every(
    ({ left, right }, at) => alike(left, others[at]!.left) || alike(right, others[at]!.right),
  );
  if (!isAligned) return false;
  // Lines of text stand below each other at both edges too, and in nothing between.
  const isWithin = parts.some(
    ({ left, right }, at) =>
      (at > 0 && alike(left, others[at]!.left)) || (at < parts.length - 1 && alike(right, others[at]!.right)),
  );
  return isWithin || (hasWideGaps(line) && hasWideGaps(other));
}

function hasWideGaps({ parts, height }: Line): boolean {
  return parts.every(({ left }, at) => at === 0 || left - parts[at - 1]!.right > WIDE_GAP * height);
}

/** @returns the pages without what stands in the same place of several: running heads and feet, numbers aside. */
export function withoutRunningHeads(pages: readonly (readonly Line[])[]): Line[][] {
  const keyOf = ({ text, y }: Line): string => `${Math.round(y)} ${text.replace(/\d+/g, '#')}`;
  const seen = new Map<string, number>();
  const outer = pages.map((lines) => {
    const downwards = [...lines].sort((a, b) => b.y - a.y);
    return new Set([...setApart(downwards), ...setApart(downwards.toReversed())]);
  });
  for (const lines of outer)
    for (const key of new Set([...lines].map(keyOf))) seen.set(key, (seen.get(key) ?? 0) + 1);
  return pages.map((lines, at) =>
    lines.filter((line) => line.row || !outer[at]!.has(line) || seen.get(keyOf(line))! < 2),
  );
}

/** @returns the outermost lines, where a gap sets them apart from the others. @param lines from the edge inwards. */
function setApart(lines: readonly Line[]): readonly Line[] {
  for (let count = Math.min(OUTERMOST, lines.length - 1); count > 0; count--) {
    const [last, next] = [lines[count - 1]!, lines[count]!];
    if (Math.abs(last.y - next.y) > APART * Math.max(last.height, next.height)) return lines.slice(0, count);
  }
  return [];
}
