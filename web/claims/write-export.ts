import type { Claim, FactCheckMetadata } from '../api/types.ts';
import { writeClaimReview, writeCsv, writeMarkdown } from './write-claims.ts';
import { writeJson } from './write-json.ts';
import { writeReport } from './write-report.ts';

export interface CheckedText {
  readonly text: string;
  readonly claims: readonly Claim[];
  readonly metadata?: FactCheckMetadata | undefined;
}

export const EXPORTS = ['report', 'markdown', 'csv', 'json', 'review'] as const;

/** @returns name, type and content of the file. */
export function writeExport(
  form: (typeof EXPORTS)[number],
  { text, claims, metadata }: CheckedText,
  now: Date,
): readonly [name: string, type: string, content: string] {
  const name = (what: string, extension: string): string => `${what} ${dayOf(now)}.${extension}`;
  switch (form) {
    case 'report':
      return [name('Fact-check report', 'html'), 'text/html', writeReport(text, claims, metadata, now)];
    case 'markdown':
      return [name('Checked text', 'md'), 'text/markdown', `${text}\n\n---\n\n${writeMarkdown(claims)}\n`];
    case 'csv':
      return [name('Claims', 'csv'), 'text/csv', writeCsv(claims)];
    case 'json':
      return [name('Claims', 'json'), 'application/json', writeJson(text, claims, metadata)];
    case 'review':
      return [name('ClaimReview', 'jsonld'), 'application/ld+json', writeClaimReview(claims, now)];
  }
}

/** As the person's calendar has it. */
function dayOf(now: Date): string {
  const two = (number: number): string => String(number).padStart(2, '0');
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}
