/** Claims in the forms in which they are taken elsewhere. */
import type { Claim, Evidence } from '../api/types.ts';
import { texts } from '../texts.ts';
import { describeSource, evidenceOf, nameCorrectionSource } from './claim-evidence.ts';
import { pageAddress } from './page-address.ts';

export function writeMarkdown(claims: readonly Claim[]): string {
  return claims.map(writeClaim).join('\n');
}

function writeClaim(claim: Claim): string {
  const { reading, correction, parts, explanation, evidence = [] } = claim;
  const lines = [`- ${writeState(claim)}`];
  if (reading !== undefined) lines.push(`  - ${texts.claims.reading}: ${plain(reading)}`);
  if (correction !== undefined) {
    const { wrong, right, url } = correction;
    const from = writeLink(url, nameCorrectionSource(claim));
    lines.push(`  - ${texts.claims.corrected}: ~~${plain(wrong)}~~ → ${plain(right)} (${from})`);
  }
  for (const part of parts ?? []) {
    lines.push(`  - ${writeState(part)}`, ...writeGrounds(part.explanation, part.evidence, '    '));
  }
  if (parts === undefined) lines.push(...writeGrounds(explanation, evidence, '  '));
  return lines.join('\n');
}

const writeGrounds = (why: string | undefined, evidence: readonly Evidence[], indent: string): string[] =>
  [...(why === undefined ? [] : [plain(why)]), ...evidence.map(writeEvidence)].map(
    (line) => `${indent}- ${line}`,
  );

const writeState = ({ verdict, text }: Pick<Claim, 'verdict' | 'text'>): string =>
  `**${texts.verdicts[verdict ?? 'found']}**: ${plain(text)}`;

function writeEvidence(item: Evidence): string {
  const from = [writeLink(item.url, item.title), ...describeSource(item).map(plain)].join(', ');
  return `${texts.stances[item.stance]}: “${plain(item.quote)}” – ${from}`;
}

function writeLink(url: string, title: string): string {
  const address = pageAddress(url);
  return address === undefined ? plain(title) : `[${plain(title)}](<${address}>)`;
}

const COLUMNS = [
  'claim',
  'part',
  'original',
  'reading',
  'start',
  'end',
  'category',
  'confidence',
  'verdict',
  'explanation',
  'wrong',
  'right',
  'kinds',
  'published',
  'sources',
] as const;

/** RFC 4180, one line per claim and, below it, one per part. A cell that a spreadsheet would take for a formula gets an apostrophe before it. */
export function writeCsv(claims: readonly Claim[]): string {
  const rows = claims.flatMap((claim) => {
    const { parts = [], reading: _reading, correction: _correction, ...whole } = claim;
    return [csvRow(claim, ''), ...parts.map((part, index) => csvRow({ ...whole, ...part }, index + 1))];
  });
  return csvLines([COLUMNS, ...rows]);
}

function csvRow(claim: Claim, part: number | ''): readonly (string | number)[] {
  const evidence = evidenceOf(claim);
  return [
    claim.text,
    part,
    claim.original_text,
    claim.reading ?? '',
    claim.start,
    claim.end,
    claim.category,
    claim.confidence,
    claim.verdict ?? '',
    claim.explanation ?? '',
    claim.correction?.wrong ?? '',
    claim.correction?.right ?? '',
    listOnce(evidence.map(({ kind = '' }) => kind)),
    listOnce(evidence.map(({ published = '' }) => published.slice(0, 10))),
    addressesOf([claim]).join(' '),
  ];
}

const listOnce = (values: readonly string[]): string =>
  [...new Set(values.filter((value) => value !== ''))].join(' ');

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
        citation: evidenceOf(claim).map(({ title, url, quote, published }) => ({
          '@type': 'CreativeWork',
          name: title,
          url: pageAddress(url),
          text: quote,
          datePublished: published,
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
  return claims.flatMap((claim) => evidenceOf(claim).flatMap(({ url }) => pageAddress(url) ?? []));
}
