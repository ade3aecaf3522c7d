/** Lines that say when a text was written: "Published: 3 May 2024", "LONDON, Sept. 12, 2023 (Reuters) - …". */

import { CHARACTER_CLASS, UPPER } from '../text/characters.ts';
import { freeSpacing } from '../text/free-spacing.ts';
import { type Day, findDay } from './read-date.ts';

const LONGEST_LINE = 90;
const YEAR = /(?:19|20)\d\d/;
/** What is dated: the text, and none of the facts in it. */
const LABEL = freeSpacing('iu')`
  ^(?:
    (?:first |last )?(?:published|updated|posted|dated?|modified|issued|released|recorded|aired|broadcast|written)
    |(?:for immediate release|press release|press conference|interview|transcript|episode|meeting|minutes|hearing|speech|podcast)
    # German, French, Spanish, Italian, Portuguese, Dutch, Polish
    |veröffentlicht|datum|stand|aktualisiert|publié|mis à jour|publicado|actualizado|fecha|pubblicato|aggiornato|data
    |atualizado|gepubliceerd|bijgewerkt|opublikowano
  )(?!\p{L})
`;
/** Beside the date stand no more than the place, the weekday and the time. */
const MOST_WORDS = 6;
const DATELINE =
  /^\p{Lu}[\p{Lu}.' /-]{2,30}(?:, \p{Lu}[\p{L}. ]{1,20})?,? .{6,20}?(?: \(\p{Lu}\p{L}+\))? ?[-–—] /u;

/** Before a date that stands alone, and behind it: a weekday, a place, a time of day. */
const BEFORE = /^(?:\p{Lu}\p{L}*,? ){0,3}$/u;
const BEHIND = /^(?:,? \d{1,2}:\d\d.{0,12}|,? \p{Lu}[\p{L} ]*)?$/u;
const LONGEST_BESIDE = 24;

/** @returns the day that a text is dated by a line of it, in English or with numbers. */
export function readDateline(line: string): Day | undefined {
  const isShouted = CHARACTER_CLASS[line.charCodeAt(1)] === UPPER;
  if (isShouted && YEAR.test(line)) {
    const start = DATELINE.exec(line);
    if (start) return findDay(start[0], 'en')?.day;
  }
  if (line.length > LONGEST_LINE || line.endsWith('.') || !YEAR.test(line)) return undefined;
  const found = findDay(line, 'en');
  if (!found) return undefined;
  const [before, behind] = [line.slice(0, found.start), line.slice(found.end)];
  const dates = LABEL.test(line)
    ? `${before} ${behind}`.trim().split(/\s+/).length <= MOST_WORDS
    : before.length + behind.length <= LONGEST_BESIDE && BEFORE.test(before) && BEHIND.test(behind);
  return dates ? found.day : undefined;
}
