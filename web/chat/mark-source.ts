/** Puts marks for claims into a block of markdown. */

/** From the private use area: they stand for nothing, and are taken out of what a model says. */
const OPEN = '\uE010';
const MIDDLE = '\uE011';
const CLOSE = '\uE012';
const MARKS = /[\uE000\uE001\uE010-\uE012]/g;

export interface Span {
  readonly key: string;
  /** Offsets into the block. */
  readonly start: number;
  readonly end: number;
}

/** A claim that does not fit into one piece of running text is left unmarked; the list has it all the same. */
export function markSource(source: string, spans: readonly Span[]): string {
  const clean = source.replace(MARKS, '\uFFFD');
  let out = '';
  let at = 0;
  for (const span of [...spans].sort((a, b) => a.start - b.start)) {
    const fitted = fitSpan(clean, span);
    if (fitted === undefined || fitted.start < at) continue;
    out += `${clean.slice(at, fitted.start)}${OPEN}${span.key}${MIDDLE}${clean.slice(fitted.start, fitted.end)}${CLOSE}`;
    at = fitted.end;
  }
  return out + clean.slice(at);
}

/** Takes in emphasis that opens just before or closes just after the claim. */
function fitSpan(text: string, { start, end }: Span): { start: number; end: number } | undefined {
  let from = Math.max(0, start);
  let to = Math.min(text.length, end);
  const lead = /^(?:\s|#+\s|[-*+]\s|\d+[.)]\s|>\s?)+/.exec(text.slice(from, to));
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

interface ClaimToken {
  readonly type: 'claim';
  readonly raw: string;
  readonly key: string;
  tokens: unknown[];
}

/** What marked needs to know to read the marks. */
export const claimExtension = {
  extensions: [
    {
      name: 'claim',
      level: 'inline' as const,
      start: (source: string) => {
        const at = source.indexOf(OPEN);
        return at === -1 ? undefined : at;
      },
      tokenizer(
        this: { lexer: { inlineTokens(text: string): unknown[] } },
        source: string,
      ): ClaimToken | undefined {
        const found = /^\uE010([^\uE011]*)\uE011([^\uE012]*)\uE012/.exec(source);
        if (found === null) return undefined;
        return {
          type: 'claim',
          raw: found[0],
          key: found[1] as string,
          tokens: this.lexer.inlineTokens(found[2] as string),
        };
      },
      renderer(this: { parser: { parseInline(tokens: unknown[]): string } }, token: unknown): string {
        const { key, tokens } = token as ClaimToken;
        return `<claim-mark data-key="${encodeURIComponent(key)}">${this.parser.parseInline(tokens)}</claim-mark>`;
      },
    },
  ],
};
