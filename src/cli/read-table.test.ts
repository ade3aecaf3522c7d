/** Tables in, however they are cut into pieces. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readTable } from './read-table.ts';

async function read(...pieces: (string | Uint8Array)[]): Promise<unknown[]> {
  const rows: unknown[] = [];
  async function* all(): AsyncGenerator<Uint8Array> {
    for (const piece of pieces) yield Buffer.from(piece as string);
  }
  for await (const row of readTable(all())) rows.push(row);
  return rows;
}

describe('a table', () => {
  it('has rows by the names of its columns, and the lines that they begin in', async () => {
    const text = 'id, text\r\n1,"a ""b"", c\r\nd"\r\n\r\n2,e';
    expect(await read(text)).toEqual([
      { number: 2, value: { id: '1', text: 'a "b", c\r\nd' } },
      { number: 5, value: { id: '2', text: 'e' } },
    ]);
  });

  it.each([';', '\t'])('may have another separator: %j', async (separator) => {
    const rows = await read(`id${separator}text\n1${separator}"a, b"\n`);
    expect(rows).toEqual([{ number: 2, value: { id: '1', text: 'a, b' } }]);
  });

  it('has empty cells where a row is short, and none where there is nothing', async () => {
    expect(await read('a,b\n1\n')).toEqual([{ number: 2, value: { a: '1', b: '' } }]);
    expect(await read('a,b')).toEqual([]);
    expect(await read('')).toEqual([]);
  });

  it.each([
    ['a,a\n1,2\n', 'two columns are named "a"'],
    ['a\n1,2\n', 'line 2: 2 cells, but the header has 1 columns'],
    ['a\n1\n"2\n3\n', 'line 3: a quotation mark is not closed'],
  ])('is refused where it is none: %j', async (text, message) => {
    await expect(read(text)).rejects.toThrow(message);
  });

  it('is the same however it is cut', async () => {
    const cell = fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', '\r', '😀', ';') });
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(cell, cell), { minLength: 1 }),
        fc.array(fc.nat({ max: 200 })),
        async (rows, cuts) => {
          const quoted = rows.map((row) => row.map((text) => `"${text.replaceAll('"', '""')}"`).join(','));
          const bytes = Buffer.from(`x,y\r\n${quoted.join('\r\n')}\r\n`);
          const places = [...cuts.filter((cut) => cut < bytes.length).sort((a, b) => a - b), bytes.length];
          const pieces = places.map((place, index) => bytes.subarray(places[index - 1] ?? 0, place));
          const values = (await read(...pieces)).map((row) => (row as { value: unknown }).value);
          expect(values).toEqual(rows.filter(([x, y]) => x !== '' || y !== '').map(([x, y]) => ({ x, y })));
        },
      ),
    );
  });
});
