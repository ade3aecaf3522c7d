import { describe, expect, it } from 'vitest';
import { splitSentences } from '../../text/split-sentences.ts';
import { type ReadableText, readableText } from './readable-text.ts';

/** Reads it to its end. */
function readAll(given: string): ReadableText & { readonly pauses: number } {
  const reading = readableText(given);
  for (let pauses = 0; ; pauses++) {
    const step = reading.next();
    if (step.done) return { ...step.value, pauses };
  }
}

/** @returns each sentence as it is read, and as it was written. */
function read(given: string): [string, string][] {
  const { text, written = (from, to) => text.slice(from, to) } = readAll(given);
  return splitSentences(text).map(({ start, end }) => [text.slice(start, end), written(start, end)]);
}

describe('a text that an application brings', () => {
  it('is read as it is where it is plain', () => {
    const given = '  Der Turm steht in Köln.\n\n- Er ist hoch. p < 0.05 & more\n';
    expect(readAll(given)).toEqual({ text: given.trim(), pauses: 0 });
  });

  it('has line feeds between its lines, and nothing that nobody sees', () => {
    const { text, written } = readAll('One \u202etower stands.\r\nIt is\r\nhigh.\u0085');
    expect(text).toBe('One tower stands.\nIt is\nhigh.\n');
    expect(written?.(0, 17)).toBe('One tower stands.');
    expect(written?.(18, 29)).toBe('It is\r\nhigh.');
  });

  it('of JSON is read by its values: the members of an object on one line, sentences by themselves', () => {
    const records = [
      { name: 'Kestrel Bridge', opened: 1987, open: true, text: 'It is long. It "sways".\nIt is old.' },
      { name: 'Falcon Bridge', opened: null },
    ];
    const sentences = [
      [
        'name: Kestrel Bridge; opened: 1987; open: true; text:',
        '"name":"Kestrel Bridge","opened":1987,"open":true,"text":',
      ],
      ['It is long.', 'It is long.'],
      ['It "sways".', String.raw`It \"sways\".`],
      ['It is old.', 'It is old.'],
      ['name: Falcon Bridge; opened: null', '"name":"Falcon Bridge","opened":null'],
    ];
    const given = JSON.stringify(records);
    const found = read(given);
    expect(found.filter(([text]) => /\w/.test(text))).toEqual(sentences);
    for (const [, quote] of found) expect(given).toContain(quote);
    const pretty = JSON.stringify(records, null, 2);
    const texts = read(pretty)
      .map(([text]) => text)
      .filter((text) => /\w/.test(text));
    expect(texts).toEqual(sentences.map(([text]) => text));
  });

  it('of JSON has its escapes decoded, and is quoted with them', () => {
    const given = '{"text":"Die Br\\u00fccke ist alt \\ud83d\\ude00. Sie \\/ er."}';
    const found = read(given);
    expect(found).toContainEqual(['Die Brücke ist alt 😀.', 'Die Br\\u00fccke ist alt \\ud83d\\ude00.']);
    expect(found).toContainEqual(['Sie / er.', 'Sie \\/ er.']);
  });

  it('of JSON has a value in a sentence of its own from 81 characters on, or where it ends as one', () => {
    const around = (value: string) => readAll(JSON.stringify({ a: value, b: 'c' })).text.trim();
    expect(around('x'.repeat(80))).toBe(`a: ${'x'.repeat(80)}; b: c`);
    expect(around('x'.repeat(81))).toBe(`a: \n\n${'x'.repeat(81)}\n\n; b: c`);
    expect(around('It is. So')).toBe('a: \n\nIt is. So\n\n; b: c');
    expect(around('3.5 m')).toBe('a: 3.5 m; b: c');
  });

  it('of JSON has each escape as what it stands for', () => {
    const given = String.raw`{"a":"b\nc\td\re\bf\fg\/h\\i\u0041j\u202ek"}`;
    expect(readAll(given).text.trim()).toBe('a: b\nc def g/h\\iAjk');
  });

  it.each(['[see below]', '{no} [list]', '"a" {b} c'])(
    'is no JSON where it only looks like it: %s',
    (given) => {
      expect(readAll(given).text).toBe(given);
    },
  );

  it('of HTML has a colon behind what stands above, and hides what is not for readers', () => {
    const given =
      '<dl><dt>Opened</dt><dd>in 1987</dd></dl><style>p { }</style><template>Not. This.</template><TITLE>Two</TITLE><p>A &copy; 2020 &#169; &#xA9; B.</p><!-- a --><p>C.</p>';
    expect(read(given).map(([text]) => text)).toEqual([
      'Opened:',
      'in 1987',
      'Two:',
      'A © 2020 © © B.',
      'C.',
    ]);
  });

  it('is quoted across a short comment, and up to a long one', () => {
    const across = (comment: string) => {
      const { text, written } = readAll(`<p>One <!--${comment}--> two.</p>`);
      return written?.(text.indexOf('One'), text.indexOf('two.') + 4);
    };
    expect(across('x'.repeat(193))).toBe(`One <!--${'x'.repeat(193)}--> two.`);
    expect(across('x'.repeat(194))).toBe('One ');
  });

  it('of HTML is read without tags, scripts and comments', () => {
    const given =
      '<html><head><title>Bridges</title><script>var x = "a. b.";</script></head><body><h1 class="x">The bridge</h1><!-- No. --><p>It has <b>two</b> lanes &amp; a path.</p><p>Sie ist gro&szlig;.</p></body></html>';
    const found = read(given);
    expect(found).toEqual([
      ['Bridges:', 'Bridges'],
      ['The bridge:', 'The bridge'],
      ['It has two lanes & a path.', 'It has <b>two</b> lanes &amp; a path.'],
      ['Sie ist groß.', 'Sie ist gro&szlig;.'],
    ]);
  });

  it('is quoted up to a script that stands between two sentences', () => {
    const { text, written } = readAll(`<p>One <i>b</i>.</p><script>${'x'.repeat(999)}</script><p>Two.</p>`);
    expect(written?.(text.indexOf('One'), text.indexOf('Two.') + 4)).toBe('One <i>b</i>.');
  });

  it('is read to its end where a comment or a script is never closed', () => {
    const found = read('<p>One.</p> <!-- <script> It was opened in 1987.');
    expect(found.map(([text]) => text)).toEqual(['One.', 'It was opened in 1987.']);
  });

  it.each(['{', '[', '{}', '["', '{"a', '{"a\\', '[{"a":"b\\u00', '</a>', '<a></a', '\ud800', '{"\\ud800"}'])(
    'may be anything: %s',
    (given) => {
      const { text, written } = readAll(given);
      expect(text.isWellFormed()).toBe(true);
      for (let end = 1; end <= text.length; end++) {
        expect(given.toWellFormed()).toContain(written?.(0, end) ?? text.slice(0, end));
      }
    },
  );

  it('pauses where it is long', () => {
    expect(readAll(JSON.stringify(Array(20_000).fill('a'))).pauses).toBeGreaterThan(5);
    expect(readAll('<p>a</p>'.repeat(20_000)).pauses).toBeGreaterThan(5);
  });
});
