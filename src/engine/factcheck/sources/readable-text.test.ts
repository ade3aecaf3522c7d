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
