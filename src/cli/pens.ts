/** How the results of a check look on a terminal or in a pipe. */
import { styleText } from 'node:util';
import { cleanLine } from '../engine/corpus/clean-text.ts';
import { pageOf } from '../engine/report/page-of.ts';
import type { CheckState } from '../engine/report/reported-check.ts';
import { type Pen, STATE_MARKS, STATE_WORDS } from '../engine/report/write-check.ts';

type Format = Parameters<typeof styleText>[0];

const FORMATS: Readonly<Record<CheckState, Format>> = {
  supported: ['green', 'bold'],
  refuted: ['red', 'bold'],
  conflicting: ['yellow', 'bold'],
  not_enough_evidence: ['blue', 'bold'],
  not_checked: 'dim',
};

/** A link on a terminal: https://gist.github.com/egmontkob/eb114294efbcd5adb1944c9f3cb5feda */
const [LINK, END] = ['\u001b]8;;', '\u001b\\'];

/**
 * Colours and links where the stream is a terminal that has them; NO_COLOR and FORCE_COLOR are honoured.
 *
 * @param stream without one, neither is ever used.
 */
export function openTextPen(stream?: NodeJS.WritableStream): Pen {
  const paint = (format: Format, text: string): string =>
    stream === undefined ? text : styleText(format, text, { stream });
  const isLinked = (stream as { isTTY?: boolean } | undefined)?.isTTY === true && paint('bold', 'x') !== 'x';
  return {
    text: cleanLine,
    faint: (words) => paint('dim', cleanLine(words)),
    headline(text, state) {
      if (state === undefined) return `• ${cleanLine(text)}`;
      return `${paint(FORMATS[state], `${STATE_MARKS[state]} ${STATE_WORDS[state]}`)}: ${cleanLine(text)}`;
    },
    correction: (wrong, right) =>
      `${paint(['red', 'strikethrough'], cleanLine(wrong))} → ${paint(['green', 'bold'], cleanLine(right))}`,
    link(name, url) {
      const address = pageOf(url);
      const shown = cleanLine(name);
      if (address === undefined) return shown;
      return [shown, paint('underline', address)]
        .filter((part) => part !== '')
        .map((part) => (isLinked ? `${LINK}${address}${END}${part}${LINK}${END}` : part))
        .join(' ');
    },
    line: (depth, text) => `${'    '.repeat(depth)}${text}\n`,
    claim: (lines) => lines,
    gap: '\n',
  };
}
