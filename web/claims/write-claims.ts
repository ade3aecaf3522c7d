/** Claims in the forms in which they are taken elsewhere. */
import type { Claim, ClaimPart, Evidence } from '../api/types.ts';
import { texts } from '../texts.ts';
import {
  describeSource,
  evidenceOf,
  evidenceOfWhole,
  nameCorrectionSource,
  nameEvidence,
} from './claim-evidence.ts';
import { isUnchecked, stateOf } from './claim-state.ts';
import { type Distinct, findDistinct, namePlaces } from './distinct-claims.ts';
import { sayUnsupported } from './name-language.ts';
import { pageAddress } from './page-address.ts';

/** Each distinct claim once, with its places where it has several. */
export function writeMarkdown(claims: readonly Claim[]): string {
  return writeDistinct(findDistinct(claims));
}

export function writeDistinct(distinct: readonly Distinct[]): string {
  return distinct.map(writeClaim).join('\n');
}

function writeClaim({ claim, places }: Distinct): string {
  const { reading, correction, parts } = claim;
  const lines = [`- ${writeState(claim)}`];
  if (places.length > 1) lines.push(`  - ${texts.claims.places}: ${namePlaces(places).join(' · ')}`);
  if (reading !== undefined) lines.push(`  - ${texts.claims.reading}: ${plain(reading)}`);
  const unsupported = sayUnsupported(claim);
  if (unsupported !== undefined) lines.push(`  - ${plain(unsupported)}`);
  if (correction !== undefined) {
    const { wrong, right, url } = correction;
    const from = writeLink(url, nameCorrectionSource(claim));
    lines.push(`  - ${texts.claims.corrected}: ~~${plain(wrong)}~~ → ${plain(right)} (${from})`);
  }
  for (const part of parts ?? []) {
    lines.push(`  - ${writeState(part)}`, ...writeGrounds(part, '    '));
  }
  if (parts === undefined) lines.push(...writeGrounds(claim, '  '));
  return lines.join('\n');
}

function writeGrounds(of: Claim | ClaimPart, indent: string): string[] {
  const { explanation, evidence = [] } = of;
  const found = evidence.map((item) => writeEvidence(item, !isUnchecked(of)));
  const lines = explanation === undefined ? found : [plain(explanation), ...found];
  return lines.map((line) => `${indent}- ${line}`);
}

const writeState = (of: Claim | ClaimPart): string => `**${texts.verdicts[stateOf(of)]}**: ${plain(of.text)}`;

/** @param judged whether somebody has read it: otherwise it takes no side. */
function writeEvidence(item: Evidence, judged: boolean): string {
  const from = [writeLink(item.url, nameEvidence(item)), ...describeSource(item).map(plain)].join(', ');
  const stance = judged ? `${texts.stances[item.stance]}: ` : '';
  return `${stance}“${plain(item.quote)}” – ${from}`;
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
  'places',
  'category',
  'confidence',
  'language',
  'language_supported',
  'checked',
  'verdict',
  'verdict_confidence',
  'explanation',
  'wrong',
  'right',
  'kinds',
  'published',
  'sources',
] as const;

/**
 * RFC 4180, one line per distinct claim and, below it, one per part; evidence stands in the line that it belongs to.
 * A cell that a spreadsheet would take for a formula gets an apostrophe before it.
 */
export function writeCsv(claims: readonly Claim[]): string {
  const rows = findDistinct(claims).flatMap(({ claim, places }) => {
    const { parts = [], reading: _, correction: _correction, verdict_confidence: _sure, ...whole } = claim;
    const where = places.map(({ start, end }) => `${start}-${end}`).join(' ');
    const { checked: _checked, ...ofWhole } = whole;
    return [
      csvRow(claim, '', where, evidenceOfWhole(claim)),
      ...parts.map((part, index) => csvRow({ ...ofWhole, ...part }, index + 1, where, part.evidence)),
    ];
  });
  return csvLines([COLUMNS, ...rows]);
}

function csvRow(
  claim: Claim,
  part: number | '',
  places: string,
  evidence: readonly Evidence[],
): readonly (string | number)[] {
  const checked = !isUnchecked(claim);
  return [
    claim.text,
    part,
    claim.original_text,
    claim.reading ?? '',
    claim.start,
    claim.end,
    places,
    claim.category,
    claim.confidence,
    claim.language ?? '',
    String(claim.language_supported ?? ''),
    String(checked),
    (checked ? claim.verdict : undefined) ?? '',
    (checked ? claim.verdict_confidence : undefined) ?? '',
    claim.explanation ?? '',
    claim.correction?.wrong ?? '',
    claim.correction?.right ?? '',
    listOnce(evidence.map(({ kind = '' }) => kind)),
    listOnce(evidence.map(({ published = '' }) => published.slice(0, 10))),
    listOnce(evidence.flatMap(({ url }) => pageAddress(url) ?? [])),
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

/** schema.org ClaimReview, one for each distinct claim that was checked. */
export function writeClaimReview(claims: readonly Claim[], now: Date): string {
  const reviews = findDistinct(claims.filter((claim) => !isUnchecked(claim))).map(({ claim }) => {
    if (claim.claim_review !== undefined) return claim.claim_review;
    const verdict = claim.verdict as keyof typeof RATINGS;
    const rating = RATINGS[verdict];
    return {
      '@context': 'https://schema.org',
      '@type': 'ClaimReview',
      datePublished: now.toISOString().slice(0, 10),
      claimReviewed: claim.text,
      itemReviewed: { '@type': 'Claim', text: claim.text, inLanguage: claim.language },
      reviewBody: claim.explanation,
      reviewRating: {
        '@type': 'Rating',
        alternateName: texts.verdicts[verdict],
        ...(rating === undefined ? {} : { ratingValue: rating, bestRating: 5, worstRating: 1 }),
      },
      citation: evidenceOf(claim).map((item) => ({
        '@type': 'CreativeWork',
        name: nameEvidence(item),
        url: pageAddress(item.url),
        text: item.quote,
        datePublished: item.published,
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
