/** What marked needs to know to read an answer: claims, formulas and footnotes, and which text is no HTML. */
import { escapeHtml } from '../shell/escape-html.ts';
import { dropMarks } from './mark-source.ts';

interface Token {
  readonly type: string;
  readonly raw: string;
  /** A claim's key, a formula with its delimiters, a footnote's name. */
  readonly name: string;
  readonly tokens: unknown[];
}

interface BlockToken {
  type: string;
  readonly loose?: boolean;
  readonly tokens?: readonly BlockToken[];
}

/** marked writes such text as HTML, and that HTML as text once more: as a paragraph it is written once. */
function makeParagraphs({ type, loose, tokens = [] }: BlockToken): void {
  if (type !== 'footnote' && loose !== true) return;
  for (const token of tokens) if (token.type === 'text') token.type = 'paragraph';
}

interface Lexing {
  readonly lexer: {
    inlineTokens(text: string): unknown[];
    blockTokens(text: string, tokens: unknown[]): unknown[];
  };
}

interface Writing {
  readonly parser: { parseInline(tokens: unknown[]): string; parse(tokens: unknown[]): string };
}

/** The sanitizer takes whole attributes away that hold `]>` or half of a character. */
const asAttribute = (text: string): string => encodeURIComponent(text.toWellFormed());

/** @param pattern where it begins within what marked takes for text. */
const startOf =
  (pattern: RegExp) =>
  (source: string): number | undefined => {
    const found = pattern.exec(source);
    return found === null ? undefined : found.index + (found[0].startsWith('\n') ? 1 : 0);
  };

const claim = {
  name: 'claim',
  level: 'inline' as const,
  start: startOf(/\uE010/),
  tokenizer(this: Lexing, source: string): Token | undefined {
    const found = /^\uE010([^\uE011]*)\uE011([^\uE012]*)\uE012/.exec(source);
    if (found === null) return undefined;
    const [raw, name = '', inner = ''] = found;
    return { type: 'claim', raw, name, tokens: this.lexer.inlineTokens(inner) };
  },
  renderer(this: Writing, { name, tokens }: Token): string {
    return `<claim-mark data-key="${asAttribute(name)}">${this.parser.parseInline(tokens)}</claim-mark>`;
  },
};

const writeFormula = ({ name }: Token): string =>
  `<tex-formula data-tex="${asAttribute(name)}"></tex-formula>`;

const formula = {
  name: 'formula',
  level: 'inline' as const,
  start: startOf(/\uE013/),
  tokenizer(source: string): Token | undefined {
    const found = /^\uE013([^\uE014]*)\uE014/.exec(source);
    return found === null ? undefined : { type: 'formula', raw: found[0], name: found[1] ?? '', tokens: [] };
  },
  renderer: writeFormula,
};

/** On lines of its own, whatever these would be to markdown: `= b` makes no heading of what is above. */
const display = {
  name: 'display',
  level: 'block' as const,
  start: startOf(/\n {0,3}\uE013(?:\$\$|\\\[)/),
  tokenizer(source: string): Token | undefined {
    const found = /^ {0,3}\uE013((?:\$\$|\\\[)[^\uE014]*)\uE014[ \t]*(?:\n+|$)/.exec(source);
    return found === null ? undefined : { type: 'display', raw: found[0], name: found[1] ?? '', tokens: [] };
  },
  renderer: writeFormula,
};

const reference = {
  name: 'reference',
  level: 'inline' as const,
  start: startOf(/\uE015/),
  tokenizer(source: string): Token | undefined {
    const found = /^\uE015\[\^([^\uE016]*)\]\uE016/.exec(source);
    return found === null
      ? undefined
      : { type: 'reference', raw: found[0], name: found[1] ?? '', tokens: [] };
  },
  renderer: ({ name }: Token): string => `<note-link data-note="${asAttribute(name)}"></note-link>`,
};

/** Its line, those that go on with it, and paragraphs that are indented below it. */
const FOOTNOTE =
  /^ {0,3}\[\^([^\][\s]{1,60})\]:[ \t]*([^\n]*(?:\n(?! {0,3}\[\^[^\][\s]{1,60}\]:|[ \t]*(?:\n|$))[^\n]*|\n(?:[ \t]*\n)+(?=[ \t]{2})[^\n]*)*)(?:\n+|$)/;

const footnote = {
  name: 'footnote',
  level: 'block' as const,
  start: startOf(/\n {0,3}\[\^[^\][\s]{1,60}\]:/),
  tokenizer(this: Lexing, source: string): Token | undefined {
    const found = FOOTNOTE.exec(source);
    if (found === null) return undefined;
    const [raw, name = '', inner = ''] = found;
    const text = inner.replace(/\n[ \t]{1,4}/g, '\n');
    return { type: 'footnote', raw, name, tokens: this.lexer.blockTokens(text, []) };
  },
  renderer(this: Writing, { name, tokens }: Token): string {
    return `<foot-note data-note="${asAttribute(name)}">${this.parser.parse(tokens)}</foot-note>\n`;
  },
};

interface TextToken {
  readonly text: string;
  readonly tokens?: unknown[];
}

/** What stands for a character in markdown (`&amp;`) goes on doing so. */
function escapeText(text: string): string {
  return text.replace(/[<>"']|&(?!(?:#\d{1,7}|#x[\da-f]{1,6}|\w+);)/gi, escapeHtml);
}

export const MARKDOWN = {
  extensions: [claim, formula, display, reference, footnote],
  // A model's line break is meant as one.
  breaks: true,
  hooks: { postprocess: dropMarks },
  walkTokens: makeParagraphs,
  renderer: {
    // The component's own leaves text as it is, so that whatever is no HTML to markdown is HTML to a browser.
    text(this: Writing, { text, tokens }: TextToken): string {
      return tokens === undefined ? escapeText(text) : this.parser.parseInline(tokens);
    },
    checkbox: ({ checked }: { checked: boolean }): string => (checked ? '☑' : '☐'),
    image({ href, text }: { href: string; text: string }): string {
      const label = escapeHtml(text === '' ? href : text);
      return `<a href="${escapeHtml(href)}">${label}</a>`;
    },
  },
};
