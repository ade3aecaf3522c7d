/** What is a row, and what belongs to a table alone. */
import { describe, expect, it } from 'vitest';
import type { Sentence } from '../text/scan-sentences.ts';
import { detectClaims } from './detect.ts';
import { openTableReader, type TableLine } from './read-table.ts';

/** Lines of one paragraph, in prose unless they are in a table's marks. */
function read(...lines: string[]): (TableLine | undefined)[] {
  const reader = openTableReader();
  return lines.map((line) => {
    const kind = /^[|<]/.test(line) ? 'table' : 'prose';
    return reader.read({ kind, paragraph: 1 } as Sentence, line, true);
  });
}
const row = (cells: string[], header: string[] = []) => ({ row: { cells, header } });

describe('a line', () => {
  it('is a row below its head, whatever sets its cells apart', () => {
    const header = ['River', 'Length'];
    const cells = ['Nile', '6,650 km'];
    for (const [head, line] of [
      ['| River | Length |', '| Nile | 6,650 km |'],
      ['River | Length', 'Nile | 6,650 km'],
      ['River\tLength', 'Nile\t6,650 km'],
      ['<tr><th>River</th><th>Length</th></tr>', '<tr><td>Nile</td><td>6,650 km</td></tr>'],
    ] as const) {
      expect(read(head, line)).toEqual(['mark', row(cells, header)]);
    }
  });

  it('is a row below its head, behind a row of one cell too', () => {
    expect(
      read(
        '<tr><th>River</th><th>Length</th></tr>',
        '<tr><td colspan="2">Africa</td></tr>',
        '<tr><td>Nile</td><td>6,650 km</td></tr>',
      ),
    ).toEqual(['mark', 'mark', row(['Nile', '6,650 km'], ['River', 'Length'])]);
  });

  it('is a row of values apart by commas or semicolons', () => {
    expect(read('Name;Born;Died', 'Ada;1815;1852')).toEqual([
      'mark',
      row(['Ada', '1815', '1852'], ['Name', 'Born', 'Died']),
    ]);
    expect(read('Ada,"London, England",1.63 m')).toEqual([row(['Ada', 'London, England', '1.63 m'])]);
  });

  it.each([
    'It is red, blue and green; see 1,200,000.',
    'Ada was born in 1815',
    'We counted 1,200,000 people',
    'One,two,three.',
    'Nile | the longest of all.',
  ])('is prose: %s', (line) => expect(read(line)).toEqual([undefined]));

  it.each([
    '| Age | 18–29 | 65+ |\n|:---|---:|---:|\n| Turnout | 41 % | 71 % |',
    'Age | 18–29 | 65+\n--- | --- | ---\nTurnout | 41 % | 71 %',
  ])('is a head of values where the line below sets it apart: %j', (table) => {
    const text = 'Age: Turnout; 18–29: 41 %; 65+: 71 %';
    expect(detectClaims(`${table}\n\nWe counted.`)).toMatchObject([{ text }]);
    expect(detectClaims(table)).toMatchObject([{ text }]);
    expect(detectClaims(`${table}\n${table.split('\n')[1]}`), 'closed by a rule').toMatchObject([{ text }]);
    const row = table.split('\n')[2]!;
    expect(detectClaims(row), 'a row by itself').toMatchObject([{ original_text: row }]);
  });

  it('is a head where a page has but a number beside its name', () => {
    expect(read('Annual report   12')).toEqual(['mark']);
    expect(read('Annual report | 12')).toEqual(['mark']);
  });
});

describe('a row above code, or above a line', () => {
  const claims = (text: string) => detectClaims(text).map((claim) => claim.text);
  const minster = 'Ulm Minster | 161 metres';

  it.each([
    ['```\nlet a = 1;\n```', ['Ulm Minster: 161 metres']],
    ['---\nCologne Cathedral | 157 metres', ['Ulm Minster: 161 metres', 'Cologne Cathedral: 157 metres']],
    ['--- | ---\nCologne Cathedral | 157 metres', ['Ulm Minster: Cologne Cathedral; 161 metres: 157 metres']],
  ])('is the head of a table only above what Markdown writes there: %j', (below, expected) => {
    expect(claims(`${minster}\n${below}`)).toEqual(expected);
  });
});
