/**
 * How well is read who said a claim, when, what its relative date means and whether it stands alone. The documents of
 * `who-and-when.txt` were written and labelled before any of it was read.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openClaimScan } from '../../src/engine/claims/scan-stream.ts';

const DOCUMENTS = join(import.meta.dirname, 'who-and-when.txt');
export const FIELDS = ['speaker', 'time', 'date', 'alone'] as const;
type Field = (typeof FIELDS)[number];

interface LabelledLine {
  readonly start: number;
  readonly end: number;
  readonly expected: Readonly<Partial<Record<Field, string>>>;
}

export interface DatedDocument {
  readonly kind: string;
  readonly language: string;
  readonly date: string | undefined;
  readonly text: string;
  readonly lines: readonly LabelledLine[];
}

/** @throws where a line has no label. */
export function readDated(source: string = readFileSync(DOCUMENTS, 'utf8')): DatedDocument[] {
  return source
    .split(/^## /m)
    .slice(1)
    .map((block) => {
      const [head = '', ...lines] = block.trimEnd().split('\n');
      const [kind = '', language = '', date] = head.split(' ');
      return { kind, language, date, ...joinLines(lines) };
    });
}

function joinLines(written: readonly string[]): Pick<DatedDocument, 'text' | 'lines'> {
  let text = '';
  const lines: LabelledLine[] = [];
  for (const line of written) {
    if (line === '') {
      text += '\n';
      continue;
    }
    const [, on, label, words] =
      /^(\+?)(\.|-|(?:(?:speaker|time|date|alone)=[^\t]+))\t(.+)$/.exec(line) ?? [];
    if (label === undefined || words === undefined) throw new Error(`not a labelled line: ${line}`);
    text += text === '' || text.endsWith('\n\n') ? '' : on === '+' ? ' ' : '\n';
    const start = text.length;
    text += words;
    if (label === '.') continue;
    const expected = label === '-' ? {} : Object.fromEntries(label.split(';').map((part) => part.split('=')));
    lines.push({ start, end: text.length, expected });
  }
  return { text, lines };
}

export interface FieldScore {
  right: number;
  wrong: number;
  missed: number;
}

export interface CircumstanceScore {
  readonly fields: Readonly<Record<Field, FieldScore>>;
  readonly lines: number;
  /** Labelled lines in which nothing was found that could say anything. */
  readonly unfound: number;
  readonly faults: readonly string[];
}

/** @param documents that are counted together. */
export function scoreDated(documents: readonly DatedDocument[]): CircumstanceScore {
  const fields = Object.fromEntries(
    FIELDS.map((field) => [field, { right: 0, wrong: 0, missed: 0 }]),
  ) as Record<Field, FieldScore>;
  let [lines, unfound] = [0, 0];
  const faults: string[] = [];
  for (const { text, date, lines: labelled } of documents) {
    const scan = openClaimScan('', undefined, undefined, true, date);
    const claims = [...scan.push(text), ...scan.end()];
    for (const { start, end, expected } of labelled) {
      lines++;
      const claim = claims.find((one) => one.start >= start && one.end <= end);
      const { speaker, time, date: day, stands_alone } = claim ?? {};
      if (claim === undefined) unfound++;
      const read: Partial<Record<Field, string | undefined>> = {
        speaker,
        time,
        date: day,
        alone: stands_alone === false ? 'no' : undefined,
      };
      for (const field of FIELDS) {
        const [is, should] = [read[field], expected[field]];
        if (is === should) fields[field].right += Number(is !== undefined);
        else {
          if (is !== undefined) fields[field].wrong++;
          if (should !== undefined) fields[field].missed++;
          faults.push(`${field}: ${is} instead of ${should}: ${text.slice(start, end)}`);
        }
      }
    }
  }
  return { fields, lines, unfound, faults };
}

export function precisionOf({ right, wrong }: FieldScore): number {
  return right + wrong === 0 ? 1 : right / (right + wrong);
}

export function recallOf({ right, missed }: FieldScore): number {
  return right + missed === 0 ? 1 : right / (right + missed);
}
