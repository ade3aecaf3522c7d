/** How the results of a check look: on a terminal or in a pipe, and as Markdown. */
import { styleText } from 'node:util';
import { cleanLine } from '../corpus/clean-text.ts';
import { type CheckState, type Pen, STATE_WORDS } from './write-check.ts';

type Format = Parameters<typeof styleText>[0];

const MARKS: Readonly<Record<CheckState, readonly [mark: string, format: Format]>> = {
  supported: ['✓', ['green', 'bold']],
  refuted: ['✗', ['red', 'bold']],
  conflicting: ['±', ['yellow', 'bold']],
  not_enough_evidence: ['?', ['blue', 'bold']],
  not_checked: ['○', 'dim'],
};

/** Colours where the stream is a terminal that has them; NO_COLOR and FORCE_COLOR are honoured. */
export function openTextPen(stream: NodeJS.WritableStream): Pen {
  const paint = (format: Format, text: string): string => styleText(format, text, { stream });
  return {
    text: cleanLine,
    faint: (words) => paint('dim', cleanLine(words)),
    headline(text, state) {
      if (state === undefined) return `• ${cleanLine(text)}`;
      const [mark, format] = MARKS[state];
      return `${paint(format, `${mark} ${STATE_WORDS[state]}`)}: ${cleanLine(text)}`;
    },
    correction: (wrong, right) =>
      `${paint(['red', 'strikethrough'], cleanLine(wrong))} → ${paint(['green', 'bold'], cleanLine(right))}`,
    link(name, url) {
      const address = pageOf(url);
      const shown = cleanLine(name);
      if (address === undefined) return shown;
      return [shown, paint('underline', address)].filter((part) => part !== '').join(' ');
    },
    line: (depth, text) => `${'    '.repeat(depth)}${text}\n`,
    gap: '\n',
  };
}

export const MARKDOWN_PEN: Pen = {
  text: escapeMarkdown,
  faint: escapeMarkdown,
  headline: (text, state) =>
    `${state === undefined ? '' : `**${STATE_WORDS[state]}**: `}${escapeMarkdown(text)}`,
  correction: (wrong, right) => `~~${escapeMarkdown(wrong)}~~ → **${escapeMarkdown(right)}**`,
  link(name, url) {
    const address = pageOf(url);
    const shown = escapeMarkdown(name);
    if (address === undefined) return shown;
    return shown === '' ? `<${address}>` : `[${shown}](<${address}>)`;
  },
  line: (depth, text) => `${'  '.repeat(depth)}- ${text}\n`,
  gap: '',
};

/** One line, whose characters mean nothing to a reader of Markdown. */
function escapeMarkdown(text: string): string {
  return cleanLine(text)
    .replace(/[\\`*_[\]<>|~]|&(?=[#\w]+;)/g, '\\$&')
    .replace(/^(\d*)([#+=.)-])/, '$1\\$2');
}

/** @returns an address of the web, with every character that could end or hide it encoded. */
function pageOf(url: string): string | undefined {
  const page = URL.parse(url);
  if (page === null || !/^https?:$/.test(page.protocol)) return undefined;
  return page.href.replace(/[<>\\\s]/g, encodeURIComponent);
}
