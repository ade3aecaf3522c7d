import type { CodeToken } from './code-tokens.ts';

/** Lines that are drawn as one: while code grows, only its last piece is drawn anew. */
const LINES = 60;

/** Cuts code after every so many lines, also in the middle of a token. */
export function cutPieces(tokens: readonly CodeToken[]): CodeToken[][] {
  const pieces: CodeToken[][] = [];
  let piece: CodeToken[] = [];
  let lines = 0;
  for (const [text, ...kind] of tokens) {
    let from = 0;
    for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) {
      lines += 1;
      if (lines % LINES !== 0) continue;
      pieces.push([...piece, [text.slice(from, at + 1), ...kind]]);
      piece = [];
      from = at + 1;
    }
    if (from < text.length) piece.push([text.slice(from), ...kind]);
  }
  return piece.length === 0 ? pieces : [...pieces, piece];
}
