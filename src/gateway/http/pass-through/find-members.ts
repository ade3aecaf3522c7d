/**
 * Finds members in a JSON text without writing it anew: what is passed on keeps every digit, escape and blank that its
 * caller wrote.
 */

/** Names of members from the outermost on; `*` stands for each element of a list. */
export type MemberPath = readonly string[];

export interface Member {
  readonly path: MemberPath;
  /** Where the object begins that holds it: of two with the same, one is there twice. */
  readonly holder: number;
  /** The value. */
  readonly from: number;
  readonly to: number;
  /** The member with the comma that goes with it: without these the text is still JSON. */
  readonly start: number;
  readonly end: number;
}

/** A path, and how many of its names have been met. */
type Rest = readonly [path: MemberPath, met: number];

/**
 * @param text JSON that has been parsed: nothing is checked here.
 * @returns the members in the order of the text.
 */
export function findMembers(text: string, paths: readonly MemberPath[]): Member[] {
  const found: Member[] = [];
  walk(
    text,
    0,
    paths.map((path) => [path, 0] as const),
    found,
  );
  return found;
}

/** @returns where the value ends that begins behind the blanks at `at`. */
function walk(text: string, at: number, rests: readonly Rest[], found: Member[]): number {
  const from = skipBlanks(text, at);
  const first = text[from];
  if (first === '"') return endOfString(text, from);
  if (rests.length > 0 && first === '{') return walkObject(text, from, rests, found);
  if (rests.length > 0 && first === '[') return walkList(text, from, rests, found);
  return first === '{' || first === '[' ? endOfGroup(text, from) : endOfWord(text, from);
}

function walkObject(text: string, holder: number, rests: readonly Rest[], found: Member[]): number {
  let at = skipBlanks(text, holder + 1);
  let start = holder + 1;
  while (text[at] !== '}') {
    const nameEnd = endOfString(text, at);
    const name = JSON.parse(text.slice(at, nameEnd)) as string;
    const from = skipBlanks(text, skipBlanks(text, nameEnd) + 1);
    const met = rests
      .filter(([path, count]) => path[count] === name)
      .map(([path, count]) => [path, count + 1] as const);
    const whole = met.find(([path, count]) => path.length === count);
    // What lies within is found before what holds it is known to its end.
    const to = walk(
      text,
      from,
      met.filter((one) => one !== whole),
      found,
    );
    const behind = skipBlanks(text, to);
    const isLast = text[behind] === '}';
    if (whole !== undefined) {
      const isFirst = start === holder + 1;
      const [path] = whole;
      found.push({
        ...{ path, holder, from, to },
        start: isLast && !isFirst ? start - 1 : start,
        end: isLast ? to : behind + 1,
      });
    }
    start = behind + 1;
    at = isLast ? behind : skipBlanks(text, start);
  }
  return at + 1;
}

function walkList(text: string, opening: number, rests: readonly Rest[], found: Member[]): number {
  const within = rests
    .filter(([path, count]) => path[count] === '*')
    .map(([path, count]) => [path, count + 1] as const);
  let at = skipBlanks(text, opening + 1);
  while (text[at] !== ']') {
    const behind = skipBlanks(text, walk(text, at, within, found));
    at = text[behind] === ']' ? behind : skipBlanks(text, behind + 1);
  }
  return at + 1;
}

function skipBlanks(text: string, at: number): number {
  let i = at;
  while (' \n\r\t'.includes(text[i] ?? '-')) i += 1;
  return i;
}

/** @param at of its quotation mark. @returns behind the closing one. */
function endOfString(text: string, at: number): number {
  for (let quote = text.indexOf('"', at + 1); ; quote = text.indexOf('"', quote + 1)) {
    let escapes = quote;
    while (text[escapes - 1] === '\\') escapes -= 1;
    if ((quote - escapes) % 2 === 0) return quote + 1;
  }
}

/** @param at of an object's or list's bracket. */
function endOfGroup(text: string, at: number): number {
  let depth = 0;
  for (let i = at; ; ) {
    const unit = text[i];
    if (unit === '"') {
      i = endOfString(text, i);
      continue;
    }
    if (unit === '{' || unit === '[') depth += 1;
    else if (unit === '}' || unit === ']') depth -= 1;
    i += 1;
    if (depth === 0) return i;
  }
}

/** @param at of a number, `true`, `false` or `null`. */
function endOfWord(text: string, at: number): number {
  let i = at;
  while (i < text.length && !',}] \n\r\t'.includes(text[i]!)) i += 1;
  return i;
}

export interface Edit {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** @param edits that do not overlap. */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  let out = '';
  let kept = 0;
  for (const edit of edits.toSorted((a, b) => a.from - b.from)) {
    out += text.slice(kept, edit.from) + edit.text;
    kept = edit.to;
  }
  return out + text.slice(kept);
}
