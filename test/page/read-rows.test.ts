/** Files as the page reads them. */
import { describe, expect, it } from 'vitest';
import { countTexts, readRows } from '../../web/evaluate/read-rows.ts';

describe('rows of a file', () => {
  it.each([
    [
      'id, text\r\n1,"a ""b"", c\r\nd"\r\n\r\n2,e',
      [
        { id: '1', text: 'a "b", c\r\nd' },
        { id: '2', text: 'e' },
      ],
    ],
    ['\ufeffid;text\n1;"a, b"\n', [{ id: '1', text: 'a, b' }]],
    [
      'id\ttext\n1\ta "b" c\n2\n',
      [
        { id: '1', text: 'a "b" c' },
        { id: '2', text: '' },
      ],
    ],
    ['a,b\n,\n 1 ,2,3\n', [{ a: ' 1 ', b: '2' }]],
    ['[{"a": 1}, {"a": "b"}, 2]', [{ a: '1' }, { a: 'b' }]],
    ['{"a": null}\n\n{"a": [1]}\n', [{ a: '' }, { a: '[1]' }]],
    ['a,b', []],
    ['', []],
    ['a\n"b\nc', []],
    // A picture, and a workbook, read as text.
    ['\ufffdPNG\r\n\u001a\n\0\0\0\rIHDR\0\0,a\n1,2', []],
    ['PK\u0003\u0004\u0014\0\u0006\0,a\n1,2', []],
    ['{"a": "\0"}', []],
  ])('%j', async (text, rows) => {
    expect(await readRows(text)).toEqual({ rows, unread: [] });
  });

  it('names the lines of JSON Lines that are no objects', async () => {
    expect(await readRows('{"a": 1}\n{"a": \n\n7\n{"a": 2}\n')).toEqual({
      rows: [{ a: '1' }, { a: '2' }],
      unread: [2, 4],
    });
  });

  it('counts different texts, whatever their spaces, and no empty ones', () => {
    const rows = ['a b', ' a  b\n', 'A b', '', ' '].map((text) => ({ text }));
    expect(countTexts(rows, 'text')).toBe(2);
    expect(countTexts(rows, 'other')).toBe(0);
  });
});
