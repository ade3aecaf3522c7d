/** Columns of a page, and the order in which lines are read where a table or a picture cuts a paragraph in two. */
import { isOtherSize, type Line, sizeOf } from './pdf-lines.ts';

/** Where a column begins and ends, in points. */
export interface Column {
  readonly left: number;
  readonly right: number;
}

/** A column has so many lines at least. */
const FEWEST_LINES = 4;
/** Share of a page's lines that may cross what lies between two columns: titles, wide tables. */
const MOST_CROSSING = 0.25;
/** Pages with more lines are not looked at: each line is held against each. */
const MOST_LINES = 400;
/** Columns within columns: newspapers have up to four. */
const DEEPEST = 2;
const SLACK = 2;
/** Share of its column from which on a line is full: the next word had no room. */
const FULL = 0.88;
/** So many lines may stand between the two halves of a paragraph. */
const LONGEST_FLOAT = 40;

/** @returns the column of each line of a page; of a line that crosses several, the whole page. */
export function columnsOf(lines: readonly Line[]): Map<Line, Column> {
  const columns = new Map<Line, Column>();
  divide(lines, columns, DEEPEST);
  return columns;
}

function divide(lines: readonly Line[], columns: Map<Line, Column>, depth: number): void {
  const whole = {
    left: Math.min(...lines.map(({ left }) => left)),
    right: Math.max(...lines.map(({ right }) => right)),
  };
  for (const line of lines) columns.set(line, whole);
  if (depth === 0 || lines.length < 2 * FEWEST_LINES || lines.length > MOST_LINES) return;
  const crossed = (at: number): number =>
    lines.filter((line) => line.left < at - SLACK && line.right > at + SLACK).length;
  let best: { at: number; crossing: number } | undefined;
  for (const at of beginnings(lines)) {
    const behind = lines.filter(({ left }) => left >= at - SLACK).length;
    const before = lines.filter(({ right }) => right <= at + SLACK).length;
    if (behind < FEWEST_LINES || before < FEWEST_LINES) continue;
    const crossing = crossed(at);
    if (best === undefined || crossing < best.crossing) best = { at, crossing };
  }
  if (best === undefined || best.crossing > lines.length * MOST_CROSSING) return;
  const { at } = best;
  divide(
    lines.filter(({ right }) => right <= at + SLACK),
    columns,
    depth - 1,
  );
  divide(
    lines.filter(({ left, right }) => left >= at - SLACK && right > at + SLACK),
    columns,
    depth - 1,
  );
}

/** @returns where at least so many lines begin as a column has. */
function beginnings(lines: readonly Line[]): number[] {
  const counts = new Map<number, number>();
  for (const { left } of lines) counts.set(Math.round(left), (counts.get(Math.round(left)) ?? 0) + 1);
  return [...counts].flatMap(([at, count]) => (count >= FEWEST_LINES ? [at] : []));
}

export function isFull(line: Line, { left, right }: Column): boolean {
  return line.right >= left + FULL * (right - left);
}

/** Whether a text breaks off within a sentence. */
export function breaksOff(text: string): boolean {
  return !/[.!?…:;。！？]["”’»)\]]*$/u.test(text);
}

/** Whether a column or a page has ended between two lines. */
export function turns(last: Line, next: Line): boolean {
  return last.page !== next.page || next.y > last.y + sizeOf(last, next);
}

/** @returns whether a paragraph that breaks off at the end of a column may go on with a line. */
export function mayGoOn(last: Line, next: Line, columns: ReadonlyMap<Line, Column>): boolean {
  const [before, behind] = [columns.get(last)!, columns.get(next)!];
  if (last.row || next.row || isOtherSize(last, next)) return false;
  if (!breaksOff(last.text) || !(isFull(last, before) || /^\p{Ll}/u.test(next.text))) return false;
  return next.left - behind.left <= SLACK && (isFull(next, behind) || !breaksOff(next.text));
}

/** @returns the lines, where a table or a caption stands at the head of a column, with it behind the paragraph that it cuts. */
export function withFloatsBehind(lines: readonly Line[], columns: ReadonlyMap<Line, Column>): Line[] {
  const read = [...lines];
  for (let at = 1; at < read.length; at++) {
    const last = read[at - 1]!;
    if (!turns(last, read[at]!) || mayGoOn(last, read[at]!, columns)) continue;
    if (last.row || !breaksOff(last.text) || !isFull(last, columns.get(last)!)) continue;
    const behind = read.slice(at + 1, at + 1 + LONGEST_FLOAT);
    const from = at + 1 + behind.findIndex((line) => mayGoOn(last, line, columns));
    if (from === at) continue;
    let to = from + 1;
    while (
      to < read.length &&
      isFull(read[to - 1]!, columns.get(read[to - 1]!)!) &&
      !turns(read[to - 1]!, read[to]!)
    )
      to++;
    const float = read.splice(at, from - at);
    read.splice(at + (to - from), 0, ...float);
    at += to - from + float.length - 1;
  }
  return read;
}
