/** The claims of a published report as CSV (RFC 4180): a row a claim, harmless in a spreadsheet. */
import { type ReportedClaim, stateOf } from '../../../engine/report/reported-check.ts';
import { STATE_WORDS } from '../../../engine/report/write-check.ts';
import { harmless, writeCsv } from '../../../evaluation/report-csv.ts';

/** By names that the page's own export has too. */
const COLUMNS: Readonly<Record<string, (claim: ReportedClaim) => string | number | undefined>> = {
  claim: ({ text }) => text,
  original: (claim) => claim.original_text,
  reading: ({ reading }) => reading,
  start: ({ start }) => start,
  end: ({ end }) => end,
  verdict: (claim) => verdictOf(claim),
  decided_by: (claim) =>
    claim.decision !== undefined ? 'person' : verdictOf(claim) === undefined ? undefined : 'model',
  verdict_confidence: ({ decision, verdict_confidence: sure }) => (decision === undefined ? sure : undefined),
  decision_note: ({ decision }) => decision?.note,
  explanation: ({ explanation }) => explanation,
  wrong: ({ correction }) => correction?.wrong,
  right: ({ correction }) => correction?.right,
  sources: ({ evidence = [], decision }) =>
    [...new Set([...(decision?.evidence ?? []), ...evidence].map(({ url = '' }) => url))]
      .filter((url) => /^https?:/.test(url))
      .join(' '),
  other_decisions: ({ others = [] }) =>
    others
      .map(({ by = 'a person', verdict, note = '' }) => `${by}: ${STATE_WORDS[verdict]}. ${note}`.trim())
      .join('\n'),
};

export function writeReportCsv(claims: readonly ReportedClaim[]): string {
  const rows = claims.map((claim) =>
    Object.values(COLUMNS).map((cellOf) => harmless(String(cellOf(claim) ?? ''))),
  );
  return writeCsv([Object.keys(COLUMNS), ...rows]);
}

function verdictOf(claim: ReportedClaim): string | undefined {
  const state = stateOf(claim);
  return state === 'not_checked' ? undefined : state;
}
