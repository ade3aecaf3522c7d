/** One block of markdown: while an answer grows, only its last block is drawn anew. */
export interface Block {
  readonly kind: 'text' | 'code';
  /** UTF-16 offset in the whole. */
  readonly start: number;
  readonly source: string;
  /** Of a fence: its content and what it says of itself. */
  readonly code?: string;
  readonly language?: string;
  /** Of text: the names of the footnotes that are written in it. */
  readonly notes?: readonly string[];
}

const NOTE = /^ {0,3}\[\^([^\][\s]{1,60})\]:/;

/** A block of text that is longer is split at a line's end, so that drawing it stays quick. */
const LONG = 3_000;

/**
 * Splits at blank lines and fences. What is indented belongs to the block before it.
 * @param before the blocks of a text that this one begins with: those that cannot change are taken as they are.
 */
export function splitBlocks(text: string, before: readonly Block[] = []): Block[] {
  // The last two: where the last one begins may hang on the rest of its first line.
  const blocks: Block[] = before.slice(0, -2);
  let start = before.at(-2)?.start ?? 0;
  let fence: { mark: string; from: number; language: string } | undefined;
  let blank = false;
  let notes: string[] = [];
  const close = (end: number): void => {
    const source = text.slice(start, end);
    if (source.trim() !== '')
      blocks.push({ kind: 'text', start, source, ...(notes.length === 0 ? {} : { notes }) });
    start = end;
    notes = [];
  };
  for (let at = start; at < text.length; ) {
    const found = text.indexOf('\n', at);
    const next = found === -1 ? text.length : found + 1;
    const line = text.slice(at, found === -1 ? next : found);
    if (fence !== undefined) {
      if (line.startsWith(fence.mark) && line.slice(fence.mark.length).trim() === '') {
        blocks.push(codeBlock(text, start, next, fence, at));
        start = next;
        fence = undefined;
      }
    } else {
      const opening = /^(`{3,}|~{3,})([^`]*)$/.exec(line);
      const empty = line.trim() === '';
      if (opening !== null) {
        close(at);
        fence = {
          mark: opening[1] as string,
          from: next,
          language: (opening[2] as string).trim().split(/\s/)[0] ?? '',
        };
      } else if (!empty && ((blank && !/^\s/.test(line)) || (at - start > LONG && mayEnd(line)))) close(at);
      const note = NOTE.exec(line)?.[1];
      if (note !== undefined) notes.push(note);
      blank = empty;
    }
    at = next;
  }
  if (fence !== undefined) blocks.push(codeBlock(text, start, text.length, fence, text.length));
  else close(text.length);
  return blocks;
}

/** A row without its table's head would be none, and what is indented belongs to what is above. */
function mayEnd(line: string): boolean {
  return !/^\s/.test(line) && !line.includes('|');
}

function codeBlock(
  text: string,
  start: number,
  end: number,
  fence: { from: number; language: string },
  until: number,
): Block {
  return {
    kind: 'code',
    start,
    source: text.slice(start, end),
    code: text.slice(fence.from, until).replace(/\n$/, ''),
    language: fence.language,
  };
}
