/** How the results of a check look as Markdown. */
import { cleanLine } from '../corpus/clean-text.ts';
import { pageOf } from './page-of.ts';
import { type Pen, STATE_WORDS } from './write-check.ts';

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
  claim: (lines) => lines,
  gap: '',
};

/** One line, whose characters mean nothing to a reader of Markdown. */
function escapeMarkdown(text: string): string {
  return cleanLine(text)
    .replace(/[\\`*_[\]<>|~]|&(?=[#\w]+;)/g, '\\$&')
    .replace(/^(\d*)([#+=.)-])/, '$1\\$2');
}
