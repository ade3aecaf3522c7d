/** Claims as a table for spreadsheets. */
import type { Claim, Evidence } from '../api/types.ts';
import { texts } from '../texts.ts';
import type { CheckAbout } from './check-about.ts';
import { describeSource, evidenceOf, evidenceOfWhole, nameEvidence } from './claim-evidence.ts';
import { isUnchecked } from './claim-state.ts';
import { type Decided, decisionOf } from './person-decision.ts';
import { publicAddress, publicAddressesOf } from './public-address.ts';
import { type CheckedText, findReported, nameJudges, sayOthers } from './report-facts.ts';
import { wordOfSureness } from './sureness.ts';

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
  'decided_by',
  'decision_note',
  'confidence_in_words',
  'evidence',
  'other_decisions',
  'report_title',
  'report_author',
  'report_publisher',
  'report_date',
  'article_title',
  'article_author',
  'article_date',
  'article_url',
  'checked_at',
  'judge',
] as const;

/**
 * RFC 4180, one line per distinct claim and, below it, one per part; evidence stands in the line that it belongs to.
 * A cell that a spreadsheet would take for a formula gets an apostrophe before it.
 */
export function writeCsv({ claims, about = {} }: Pick<CheckedText, 'claims' | 'about'>): string {
  const ofReport = cellsOfReport(about);
  const rows = findReported(claims).flatMap(({ claim, places }) => {
    const { parts = [], reading: _, correction: _correction, verdict_confidence: _sure, ...whole } = claim;
    const where = places.map(({ start, end }) => `${start}-${end}`).join(' ');
    const { checked: _checked, ...ofWhole } = whole;
    return [
      csvRow(claim, '', where, evidenceOfWhole(claim), decisionOf(claim)),
      ...parts.map((part, index) => csvRow({ ...ofWhole, ...part }, index + 1, where, part.evidence)),
    ].map((row) => [...row, ...ofReport]);
  });
  return csvLines([COLUMNS, ...rows]);
}

/** What is the same in each row: a table that is joined with others keeps it. */
function cellsOfReport({
  title,
  author,
  publisher,
  date,
  document = {},
  judged,
}: CheckAbout): readonly string[] {
  const ofArticle = [document.title, document.author, document.date, publicAddress(document.url)];
  const at = judged === undefined ? undefined : new Date(judged.at).toISOString();
  return [title, author, publisher, date, ...ofArticle, at, nameJudges(judged)].map((cell) => cell ?? '');
}

/** @param decision a person's, which goes before the model's verdict. */
function csvRow(
  claim: Claim,
  part: number | '',
  places: string,
  evidence: readonly Evidence[],
  decision?: Decided,
): readonly (string | number)[] {
  const checked = !isUnchecked(claim) || decision !== undefined;
  const sure = checked && decision === undefined ? claim.verdict_confidence : undefined;
  const own =
    decision?.evidence.map((item) => [item.text, item.url].filter((word) => word !== '').join(' – ')) ?? [];
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
    decision?.verdict ?? (checked ? claim.verdict : undefined) ?? '',
    sure ?? '',
    claim.explanation ?? '',
    claim.correction?.wrong ?? '',
    claim.correction?.right ?? '',
    listOnce(evidence.map(({ kind = '' }) => kind)),
    listOnce(evidence.map(({ published = '' }) => published.slice(0, 10))),
    listOnce(evidence.flatMap(publicAddressesOf)),
    decision !== undefined ? 'person' : checked ? 'model' : '',
    decision?.note ?? '',
    sure === undefined ? '' : texts.report.sureness[wordOfSureness(sure)],
    [...own, ...evidence.map((item) => quoteCell(item, !isUnchecked(claim)))].join('\n'),
    part === '' ? sayOthers(claim).join('\n') : '',
  ];
}

/** One line for each piece of evidence. */
function quoteCell(item: Evidence, judged: boolean): string {
  const from = [nameEvidence(item), ...describeSource(item), ...publicAddressesOf(item)].join(', ');
  const stance = judged ? `${texts.stances[item.stance]}: ` : '';
  return `${stance}“${item.quote.replace(/\s+/g, ' ')}” – ${from}`;
}

const listOnce = (values: readonly string[]): string =>
  [...new Set(values.filter((value) => value !== ''))].join(' ');

export function csvLines(rows: readonly (readonly (string | number)[])[]): string {
  return `${rows.map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`;
}

/** Behind a semicolon, a tab or a line end a cell begins as well, by the settings of many countries. */
const FORMULA = /(^|[;\t\r\n])((?:(?![;\t\r\n])[\s\p{Cc}\p{Cf}])*)(?=[=+\-@＝＋－＠−])/gu;

function cell(value: string | number): string {
  const safe = typeof value === 'string' ? value.replace(FORMULA, "$1'$2") : String(value);
  const text = /^[\t\r\n]/.test(safe) ? `'${safe}` : safe;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** The pages that the evidence of claims leads to, in order. */
export function addressesOf(claims: readonly Claim[]): string[] {
  return claims.flatMap((claim) => evidenceOf(claim).flatMap(publicAddressesOf));
}
