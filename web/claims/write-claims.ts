/** Claims in the forms in which they are taken elsewhere. */
import type { Claim } from '../api/types.ts';
import { texts } from '../texts.ts';
import { pageAddress } from './page-address.ts';
import { nameSource } from './source-names.ts';

export function writeMarkdown(claims: readonly Claim[]): string {
  return claims
    .map((claim) => {
      const verdict = texts.verdicts[claim.verdict ?? 'found'];
      const evidence = (claim.evidence ?? []).map(({ quote, title, url, source, stance }) => {
        const address = pageAddress(url);
        const name = address === undefined ? plain(title) : `[${plain(title)}](<${address}>)`;
        return `  - ${texts.stances[stance]}: “${plain(quote)}” – ${name}, ${plain(nameSource(source))}`;
      });
      return [`- **${verdict}**: ${plain(claim.text)}`, ...evidence].join('\n');
    })
    .join('\n');
}

const COLUMNS = [
  'claim',
  'original',
  'start',
  'end',
  'category',
  'confidence',
  'verdict',
  'explanation',
  'sources',
] as const;

/** RFC 4180. A cell that a spreadsheet would take for a formula gets an apostrophe before it. */
export function writeCsv(claims: readonly Claim[]): string {
  const rows = claims.map((claim) => [
    claim.text,
    claim.original_text,
    claim.start,
    claim.end,
    claim.category,
    claim.confidence,
    claim.verdict ?? '',
    claim.explanation ?? '',
    addressesOf([claim]).join(' '),
  ]);
  return csvLines([COLUMNS, ...rows]);
}

export function csvLines(rows: readonly (readonly (string | number)[])[]): string {
  return `${rows.map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`;
}

function cell(value: string | number): string {
  const text =
    typeof value === 'string' && /^\s*[=+\-@＝＋－＠\t\r\n]/.test(value) ? `'${value}` : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** schema.org ratings, from 1 (false) to 5 (true). */
const RATINGS = { supported: 5, refuted: 1, conflicting: 3, not_enough_evidence: undefined } as const;

/** schema.org ClaimReview, one for each claim with a verdict. */
export function writeClaimReview(claims: readonly Claim[], now: Date): string {
  const reviews = claims
    .filter(({ verdict }) => verdict !== undefined)
    .map((claim) => {
      if (claim.claim_review !== undefined) return claim.claim_review;
      const verdict = claim.verdict as keyof typeof RATINGS;
      const rating = RATINGS[verdict];
      return {
        '@context': 'https://schema.org',
        '@type': 'ClaimReview',
        datePublished: now.toISOString().slice(0, 10),
        claimReviewed: claim.text,
        reviewBody: claim.explanation,
        reviewRating: {
          '@type': 'Rating',
          alternateName: texts.verdicts[verdict],
          ...(rating === undefined ? {} : { ratingValue: rating, bestRating: 5, worstRating: 1 }),
        },
        citation: (claim.evidence ?? []).map(({ title, url, quote }) => ({
          '@type': 'CreativeWork',
          name: title,
          url: pageAddress(url),
          text: quote,
        })),
      };
    });
  // It is made for a page's script element, which a text must not end.
  return `${JSON.stringify(reviews, null, 2).replaceAll('<', '\\u003c')}\n`;
}

/** One line of text, whose characters mean nothing to a reader of Markdown. */
function plain(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.replace(/[\\`*_[\]<>|~]|&(?=[#\w]+;)/g, '\\$&');
}

/** The pages that the evidence of claims leads to, in order. */
export function addressesOf(claims: readonly Claim[]): string[] {
  return claims.flatMap(({ evidence = [] }) => evidence.flatMap(({ url }) => pageAddress(url) ?? []));
}
