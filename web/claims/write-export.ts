/** A checked text as a file, in the form that is wanted. */
import { type CheckedText, titleOfReport } from './report-facts.ts';
import { writeCsv } from './write-claims.ts';
import { writeJson } from './write-json.ts';
import { writeMarkdownReport } from './write-markdown.ts';
import { writeReport } from './write-report.ts';
import { writeClaimReview } from './write-review.ts';

export const EXPORTS = ['report', 'markdown', 'csv', 'json', 'review'] as const;

/** @returns name, type and content of the file. */
export function writeExport(
  form: (typeof EXPORTS)[number],
  checked: CheckedText,
  now: Date,
): readonly [name: string, type: string, content: string] {
  const name = (what: string, extension: string): string => nameExport(checked, what, extension, now);
  switch (form) {
    case 'report':
      return [name('Fact-check report', 'html'), 'text/html', writeReport(checked, now)];
    case 'markdown':
      return [name('Checked text', 'md'), 'text/markdown', writeMarkdownReport(checked, now)];
    case 'csv':
      return [name('Claims', 'csv'), 'text/csv', writeCsv(checked)];
    case 'json':
      return [name('Claims', 'json'), 'application/json', writeJson(checked)];
    case 'review':
      return [name('ClaimReview', 'jsonld'), 'application/ld+json', writeClaimReview(checked, now)];
  }
}

/** @param what it is called where the check has no title. */
export function nameExport(
  { about = {} }: Pick<CheckedText, 'about'>,
  what: string,
  extension: string,
  now: Date,
): string {
  const title = about.title ?? about.document?.title;
  return `${title === undefined ? what : titleOfReport(about).slice(0, 80)} ${dayOf(now)}.${extension}`;
}

/** As the person's calendar has it. */
function dayOf(now: Date): string {
  const two = (number: number): string => String(number).padStart(2, '0');
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}
