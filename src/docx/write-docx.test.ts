/** Word documents are opened as others open them: by the reader of documents, and part by part. */
import { unzipSync } from 'fflate';
import { beforeAll, describe, expect, it } from 'vitest';
import { readDocx } from '../documents/read-docx.ts';
import { writeDocx } from './write-docx.ts';
import { openDocxWriter } from './write-in-thread.ts';

const HTML = `<main>
<h1 dir="auto">The tower &amp; the wall</h1>
<dl><dt>Report by</dt><dd dir="auto">Ann Smith</dd></dl>
<h2>Text</h2>
<p class="text" dir="auto"><mark class="refuted">It was completed in 1899.</mark><sup><a href="#claim-1">1</a></sup> &lt;b&gt;
Second line.</p>
<article id="claim-1">
<h3 dir="auto"><span class="verdict refuted">✗ refuted:</span> It was completed in 1899.</h3>
<p dir="auto"><del>1899</del> → <ins>1889</ins> <a href="https://example.org/a?b=1&amp;c=2">Eiffel Tower</a></p>
<blockquote dir="auto">refutes: “המגדל הושלם בשנת 1889 בעיר פריז”</blockquote>
<blockquote dir="auto">A quote with one שלום.</blockquote>
</article>
</main>`;

/** Elements that end where they must, attributes in quotes, and no character that should be an entity. */
function expectWellFormed(xml: string, name: string): void {
  const open: string[] = [];
  const rest = xml
    .replace(/^<\?xml [^>]*\?>/, '')
    .replace(
      /<(\/?)([\w:]+)((?:\s+[\w:]+="[^"<]*")*)\s*(\/?)>/g,
      (_tag, ends, element, _attributes, empty) => {
        if (ends === '/') expect(open.pop(), name).toBe(element);
        else if (empty === '') open.push(element);
        return '';
      },
    );
  expect(open, name).toEqual([]);
  expect(rest, name).not.toMatch(/[<>]|&(?!(?:amp|lt|gt|quot|apos|#\d+|#x[\da-f]+);)/i);
}

let parts: Record<string, Uint8Array>;
let main: string;
const partOf = (name: string): string => new TextDecoder().decode(parts[name]);
/** The paragraph that has these words, as XML. */
const paragraphWith = (words: string): string =>
  main.split('<w:p>').find((paragraph) => paragraph.includes(words)) as string;

beforeAll(async () => {
  parts = unzipSync(await writeDocx(HTML, { title: 'The tower & the wall', author: 'Ann Smith' }));
  main = partOf('word/document.xml');
});

describe('a Word document', () => {
  it('has the parts that it must have, each well-formed', () => {
    for (const name of ['[Content_Types].xml', '_rels/.rels', 'word/styles.xml', 'docProps/core.xml']) {
      expect(Object.keys(parts)).toContain(name);
    }
    for (const name of Object.keys(parts).filter((one) => /\.(?:xml|rels)$/.test(one))) {
      expectWellFormed(partOf(name), name);
    }
  });

  it('says whose it is, what it is called, and its language', () => {
    expect(partOf('docProps/core.xml')).toContain('<dc:title>The tower &amp; the wall</dc:title>');
    expect(partOf('docProps/core.xml')).toContain('<dc:creator>Ann Smith</dc:creator>');
    expect(partOf('word/styles.xml')).toContain('<w:lang w:val="en-US"');
  });

  it('has headings, links that lead there, and places within', () => {
    expect(paragraphWith('The tower &amp; the wall')).toContain('w:val="Heading1"');
    expect(paragraphWith('✗ refuted:')).toContain('w:val="Heading3"');
    const link = /<w:hyperlink [^>]*r:id="(\w[^"]*)"/.exec(paragraphWith('Eiffel Tower'))?.[1] as string;
    const target = new RegExp(`<Relationship [^>]*Id="${link}"[^>]*>`).exec(
      partOf('word/_rels/document.xml.rels'),
    );
    expect(target?.[0]).toContain('Target="https://example.org/a?b=1&amp;c=2"');
    const anchor = /w:anchor="(\w+)"/.exec(paragraphWith('It was completed in 1899.'))?.[1] as string;
    expect(paragraphWith('✗ refuted:')).toContain(`<w:bookmarkStart w:name="${anchor}"`);
  });

  it('is written from right to left where most of a paragraph is', () => {
    expect(paragraphWith('המגדל')).toMatch(/<w:bidi\/>.*<w:rtl\/>/s);
    expect(paragraphWith('שלום')).not.toContain('<w:bidi/>');
    expect(paragraphWith('Report by')).not.toContain('<w:bidi/>');
  });

  it('is read by the reader of documents, with its characters and lines as they were', async () => {
    const file = await writeDocx(HTML, { title: 'The tower', author: 'Ann Smith' });
    const { text, title, author } = await readDocx(file);
    expect([title, author]).toEqual(['The tower', 'Ann Smith']);
    expect(text).toMatch(/It was completed in 1899\.1 <b>\s*Second line\./);
    expect(paragraphWith('Second line.')).toContain('<w:br/>');
    expect(text).toContain('refutes: “המגדל הושלם בשנת 1889 בעיר פריז”');
    expect(text).not.toMatch(/&\w+;/);
  });

  it('leaves out characters that XML cannot have', async () => {
    const file = await writeDocx('<p>a\u0000b\u0008c\ud800d</p>', { title: '\u0001t' });
    expect((await readDocx(file)).text.replaceAll('\ufffd', '')).toBe('abcd');
  });
});

describe('documents that are written in a thread', () => {
  it('come in turn, however long they are', async () => {
    const writer = openDocxWriter();
    const long = `<p class="text" dir="auto">${'A long text. '.repeat(15_000)}</p>`;
    const files = await Promise.all([long, HTML].map((html) => writer.write(html, { title: 't' })));
    const texts = await Promise.all(files.map(async (file) => (await readDocx(file as Uint8Array)).text));
    expect(texts[0]?.length).toBe(15_000 * 13 - 1);
    expect(texts[1]).toContain('Second line.');
  });

  it('are refused where too many wait', async () => {
    const writer = openDocxWriter(1);
    const asked = Array.from({ length: 3 }, () => writer.write('<p>a</p>', { title: 't' }));
    const files = await Promise.all(asked);
    expect(files.filter((file) => file === undefined)).toHaveLength(2);
  });
});
