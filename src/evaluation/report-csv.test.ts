/** What a spreadsheet and a stock CSV parser make of a report. */
import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ScoredClaim } from '../domain/evaluation.ts';
import {
  contentDisposition,
  formatRows,
  formatScore,
  harmless,
  REPORT_COLUMNS,
  REPORT_HEADER_LINE,
} from './report-csv.ts';

const row = (over: Partial<ScoredClaim> = {}): ScoredClaim => ({
  claim_id: 'claim-1',
  original_text: 'The tower is 41 metres high.',
  extracted_claim: 'The tower is 41 metres high.',
  accuracy: 1,
  completeness: 2 / 3,
  coherence: 0,
  verifiable: true,
  added: [],
  missing: [],
  faults: [],
  confidence: 0.912345,
  category: 'attribute',
  timestamp: Date.parse('2026-11-05T13:20:00.123Z'),
  ...over,
});

describe('a report', () => {
  it('has the columns of the specification, in order, and scores as plain numbers', () => {
    expect(REPORT_HEADER_LINE + formatRows([row()])).toBe(
      'claim_id,original_text,extracted_claim,accuracy_score,completeness_score,coherence_score,confidence,category,verifiable,timestamp\r\n' +
        'claim-1,The tower is 41 metres high.,The tower is 41 metres high.,1,0.6667,0,0.9123,attribute,true,2026-11-05T13:20:00.123Z\r\n',
    );
    expect(formatRows([])).toBe('');
    expect(formatScore(1e-9)).toBe('0');
    expect(formatScore(1.0000001)).toBe('1');
  });

  it('is saved as a file whose name nobody can break out of', () => {
    expect(contentDisposition('chatcmpl-Ab_1')).toBe('attachment; filename="evaluation-chatcmpl-Ab_1.csv"');
    expect(contentDisposition('a"; x=y\r\n/..')).toBe(
      'attachment; filename="evaluation-a___x_y____...csv"'.replace('____..', '___..'),
    );
  });

  it.each([
    '=SUM(A1)',
    '+1',
    '-1+cmd|x',
    '@SUM(1)',
    '＝cmd',
    '＋1',
    '－1',
    '＠x',
    '﹦1',
    '−1',
    '  =1',
    '\u00a0=1',
    '\u200b=1',
    '\ufeff=1',
    '\tx',
    '\rx',
    '\nx',
  ])('neutralises %j', (text) => {
    expect(harmless(text)).toBe(`'${text}`);
  });

  it.each([
    ['Rome has 3 million people;=HYPERLINK(A1)', "Rome has 3 million people;'=HYPERLINK(A1)"],
    ['a; +1;\u00a0-1', "a;' +1;'\u00a0-1"],
    ['a\t@SUM(1)', "a\t'@SUM(1)"],
    ['a\n=1', "a\n'=1"],
    ['\t=1', "'\t'=1"],
    ['\r\n=1', "'\r\n'=1"],
    [';;＝1', ";;'＝1"],
  ])('neutralises %j where semicolons, tabs or line ends begin a cell', (text, safe) => {
    expect(harmless(text)).toBe(safe);
  });

  it.each(['a; b', 'x;', ';', 'a;b=1', 'a\tb-1'])('leaves %j, where no cell is a formula', (text) => {
    expect(harmless(text)).toBe(text);
  });

  it.each(['', ' ', 'a=1', '1-2', "'=1", '"=1"', 'é', '42'])('leaves %j as it is', (text) => {
    expect(harmless(text)).toBe(text);
  });

  it('is read back by a stock parser, whatever its texts are', () => {
    const texts = fc.string({ unit: 'grapheme', maxLength: 40 });
    const nasty = fc.constantFrom('a,b', 'a"b', '"', 'a\nb', 'a\r\nb', ';', '=1', '\u2028', '{"a":1}', "'");
    fc.assert(
      fc.property(fc.array(fc.oneof(texts, nasty), { maxLength: 20 }), (all) => {
        const given = all.map((text) => row({ original_text: text, extracted_claim: text }));
        const parsed = parseCsv(REPORT_HEADER_LINE + formatRows(given));
        expect(parsed[0]).toEqual(REPORT_COLUMNS);
        expect(parsed.slice(1).map((cells) => cells[1])).toEqual(all.map(harmless));
        for (const cells of parsed) expect(cells).toHaveLength(REPORT_COLUMNS.length);
      }),
    );
  });

  it("is read back by Python's csv module", () => {
    const texts = ['a,b', 'say "hi"', 'two\nlines', 'two\r\nlines', '=1', 'ünï 😀', ''];
    const csv = REPORT_HEADER_LINE + formatRows(texts.map((text) => row({ original_text: text })));
    const script =
      'import csv,io,json,sys\nprint(json.dumps([r["original_text"] for r in csv.DictReader(io.StringIO(sys.stdin.buffer.read().decode(), newline=""))]))';
    const { stdout, error } = spawnSync('python3', ['-c', script], { input: csv, encoding: 'utf8' });
    if (error !== undefined) return;
    expect(JSON.parse(stdout)).toEqual(texts.map(harmless));
  });
});

/** The least that reads RFC 4180, independent of what wrote it. */
function parseCsv(text: string): string[][] {
  const rows: string[][] = [];
  let [cells, cell, quoted]: [string[], string, boolean] = [[], '', false];
  for (let i = 0; i < text.length; i++) {
    const char = text[i]!;
    if (quoted) {
      if (char !== '"') cell += char;
      else if (text[i + 1] === '"') {
        cell += '"';
        i++;
      } else quoted = false;
    } else if (char === '"' && cell === '') quoted = true;
    else if (char === ',') {
      cells.push(cell);
      cell = '';
    } else if (char === '\r' && text[i + 1] === '\n') {
      rows.push([...cells, cell]);
      [cells, cell] = [[], ''];
      i++;
    } else cell += char;
  }
  return rows;
}
