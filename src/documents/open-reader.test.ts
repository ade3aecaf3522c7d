/** Documents as people have them, and as those make them who mean harm. */

import { strToU8, zipSync } from 'fflate';
import { afterAll, describe, expect, it } from 'vitest';
import { sampleDocx, samplePage, samplePdf } from '../../test/harness/sample-documents.ts';
import type { GivenDocument } from './document.ts';
import { openReader } from './open-reader.ts';
import { openThreads } from './read-in-thread.ts';

const reader = openReader(openThreads());
afterAll(() => reader.close());

const { signal } = new AbortController();
const bytesOf = (content: string | Uint8Array): Uint8Array =>
  typeof content === 'string' ? Buffer.from(content) : content;
const read = (content: string | Uint8Array, said: Omit<GivenDocument, 'bytes'> = {}) =>
  reader.read({ bytes: bytesOf(content), ...said }, signal);
/** @returns why it is refused. */
const refusal = (content: string | Uint8Array, said: Omit<GivenDocument, 'bytes'> = {}): Promise<string> =>
  read(content, said).then(
    ({ text }) => `read: ${text.slice(0, 80)}`,
    ({ name, message }: Error) => (name === 'DocumentRefused' ? message : `${name}: ${message}`),
  );

/** In two fonts: the second one's letters are known by a map alone. */
const CHINESE = Buffer.from('BT /F1 12 Tf 72 720 Td (Made of iron.) Tj /F2 12 Tf <57C383F25C14> Tj ET');
const ABOUT = { title: 'On towers', author: 'Ann Author', date: '2024-05-01' };
const P1 = 'The Eiffel Tower was completed in 1889, and it is 330 metres tall, which is more than most are.';
const P2 =
  'Its lifts carry seven million people each year, and the way up on foot, of 1,665 steps, is longer.';

describe('a document is read', () => {
  it('as PDF: lines of a paragraph joined, divided words made whole, page numbers left out', async () => {
    const pages = [
      ['The Eiffel Tower was com-', 'pleted in 1889. It is', '', 'made of iron.', '1'],
      ['It is tall.'],
    ];
    expect(await read(samplePdf({ pages }))).toEqual({
      kind: 'pdf',
      text: 'The Eiffel Tower was completed in 1889. It is\n\nmade of iron.\n\nIt is tall.',
      ...ABOUT,
    });
  });

  it('as PDF: what stands in short lines of its own stays apart', async () => {
    const lines = [
      'The towers of the town, of which there are many more',
      'than elsewhere, are these:',
      'One tower',
      'Another tower',
    ];
    expect((await read(samplePdf({ pages: [lines] }))).text).toBe(
      'The towers of the town, of which there are many more than elsewhere, are these:\n\nOne tower\n\nAnother tower',
    );
  });

  describe('as PDF, however far apart its lines stand', () => {
    const first = [
      'The Eiffel Tower was completed in the year 1889',
      'and is made of iron from the east of the country',
      'which was brought to the city by train and barge',
      'and put together there by three hundred workers.',
    ];
    const second = [
      'Its lifts carry some seven million people a year',
      'while the way up on foot has 1,665 steps, which is',
      'longer than most of them would ever care to walk.',
    ];
    const joined = `${first.join(' ')}\n\n${second.join(' ')}`;
    /** An empty line is a gap of two lines. */
    const pages = [[...first, '', ...second]];

    // In lines of 12 points: single, one and a half, exactly what ended paragraphs, double, treble.
    it.each([12, 14, 18, 20.4, 20.5, 24, 28, 36, 38])('%s points', async (leading) => {
      expect((await read(samplePdf({ pages, leading }))).text).toBe(joined);
    });

    it('keeps lines apart that stand further apart than any text does', async () => {
      const { text } = await read(samplePdf({ pages: [first], leading: 39 }));
      expect(text).toBe(first.join('\n\n'));
    });

    it('needs three gaps to know what is usual', async () => {
      const { text } = await read(samplePdf({ pages: [first.slice(0, 3)], leading: 24 }));
      expect(text).toBe(first.slice(0, 3).join('\n\n'));
    });

    it('keeps paragraphs of one line apart where others have several', async () => {
      const lines = ['One line that is a paragraph all by itself here.', ''];
      const many = [...lines, ...lines, ...lines, ...first, '', ...second];
      const { text } = await read(samplePdf({ pages: [many] }));
      expect(text.split('\n\n')).toHaveLength(5);
    });

    it('keeps the items of a list apart', async () => {
      const items = first.flatMap((line, at) => (at % 2 ? [line] : [`${at + 1}. ${line}`]));
      const { text } = await read(
        samplePdf({ pages: [[...items, ...second.map((line) => `- ${line}`)]], leading: 24 }),
      );
      expect(text.split('\n\n')).toEqual([
        `${items[0]} ${items[1]}`,
        `${items[2]} ${items[3]}`,
        ...second.map((line) => `- ${line}`),
      ]);
    });

    it('learns the usual gap from all pages', async () => {
      const { text } = await read(samplePdf({ pages: [first, second], leading: 24 }));
      expect(text).toBe(joined);
    });
  });

  it('as DOCX, by what lies in it', async () => {
    expect(await read(sampleDocx([P1, 'Straße – 東京']), { name: 'a.bin' })).toEqual({
      kind: 'docx',
      text: `${P1}\n\nStraße – 東京`,
      ...ABOUT,
      title: 'On & towers',
    });
  });

  it('as HTML: the article alone, and no script is run or read', async () => {
    const page = samplePage(
      `<p>${P1}</p><script>alert(1)</script><p>${P2.replace('million', '<b>million</b>')}</p>`,
    );
    expect(await read(page)).toEqual({ kind: 'html', text: `${P1}\n\n${P2}`, ...ABOUT });
  });

  it('as HTML without the tags that may be left out', async () => {
    expect(await read('<p>One.<p>Two<br>lines.', { type: 'text/html' })).toEqual({
      kind: 'html',
      text: 'One.\n\nTwo\nlines.',
    });
  });

  it('as plain text and Markdown, not a character changed', async () => {
    const text = '# On towers\n\n* one\r\n  <b>two</b>\n';
    expect(await read(text)).toEqual({ kind: 'text', text });
    expect(await read(text, { name: 'a.md' })).toEqual({ kind: 'markdown', text, title: 'On towers' });
  });

  it.each<[string, Uint8Array, Omit<GivenDocument, 'bytes'>]>([
    ['UTF-8 with a mark', Buffer.from('\ufeffStraße'), {}],
    ['UTF-16', Buffer.from('\ufeffStraße', 'utf16le'), {}],
    ['UTF-16 without a mark', Buffer.from('Straße', 'utf16le'), {}],
    ['what its type says', Buffer.from('Stra\xdfe', 'latin1'), { type: 'text/plain; charset="ISO-8859-1"' }],
    ['what the page says', Buffer.from('<html><meta charset=windows-1252><p>Stra\xdfe', 'latin1'), {}],
    ['UTF-8 that claims to be Latin-1', Buffer.from('<html><meta charset=iso-8859-1><p>Straße'), {}],
    [
      'more than its type says of a page',
      Buffer.from('<html><meta charset=big5><p>Straße'),
      { type: 'text/html; charset=utf-8' },
    ],
  ])('in the encoding that it has: %s', async (_what, content, said) => {
    expect((await read(content, said)).text).toBe('Straße');
  });
});

describe('a document is refused', () => {
  it.each<[string, string | Uint8Array, Omit<GivenDocument, 'bytes'>?]>([
    ['This is an image.', Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')],
    ['This is an image.', '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['This is an archive.', Buffer.from('\x1f\x8b\x08', 'latin1')],
    ['This is an archive.', zipSync({ 'a.txt': strToU8('a') })],
    ['This is a spreadsheet (XLSX).', zipSync({ 'xl/workbook.xml': strToU8('a') })],
    ['This is a presentation (PPTX).', zipSync({ 'ppt/presentation.xml': strToU8('a') })],
    ['This is an e-book (EPUB).', zipSync({ 'META-INF/container.xml': strToU8('a') })],
    ['This is an old Word file (.doc): save it as DOCX.', Buffer.from('\xd0\xcf\x11\xe0', 'latin1')],
    ['This is a rich text file (.rtf): save it as DOCX.', '{\\rtf1 text}'],
  ])('by the name of its kind: %s', async (expected, content) => {
    expect(await refusal(content)).toBe(`${expected} Readable are PDF, DOCX, HTML, Markdown and plain text`);
  });

  it.each<[string, string | Uint8Array, Omit<GivenDocument, 'bytes'>?]>([
    [
      'protected with a password',
      Buffer.concat([Buffer.from('\xd0\xcf\x11\xe0', 'latin1'), Buffer.from('EncryptedPackage', 'utf16le')]),
    ],
    ['protected with a password', samplePdf({ pages: [['secret']], encrypted: true })],
    ['may be scanned', samplePdf({ pages: [[], []] })],
    ['Chinese, Japanese or Korean', samplePdf({ pages: [['']], drawing: CHINESE, encoding: 'UniGB-UCS2-H' })],
    ['Chinese, Japanese or Korean', samplePdf({ pages: [['']], drawing: CHINESE, encoding: 'GBK-EUC-H' })],
    ['may need a browser', '<html><body><div id="root"></div><script>start()</script></body></html>'],
    ['There is no text in it', ' \n'],
    ['neither UTF-8 nor UTF-16', Buffer.from('Stra\xdfe', 'latin1')],
    ['claims to be in', Buffer.from('\xff\xff\xff', 'latin1'), { type: 'text/plain; charset=utf-8' }],
    ['encoding is not known', 'text', { type: 'text/plain; charset=martian' }],
    ['This is no text', Buffer.from([65, 1, 2, 66])],
    ['damaged', Buffer.from('%PDF-1.7 and nothing else')],
    ['damaged', Buffer.from('PK\x03\x04 and nothing else')],
    ['larger than 5 MB', Buffer.alloc(5 * 1024 * 1024 + 1, 'a')],
    ['longer than 200,000 characters', 'a'.repeat(200_001)],
    ['longer than 200,000 characters', sampleDocx(['a '.repeat(120_000)])],
  ])('%s', async (expected, content, said) => {
    expect(await refusal(content, said)).toContain(expected);
  });

  it('that takes too long', async () => {
    const hasty = openReader(openThreads(), 1);
    await expect(hasty.read({ bytes: samplePdf({ pages: [['a']] }) }, signal)).rejects.toThrow(
      'takes too long',
    );
  });

  it('where its caller leaves', async () => {
    const gone = new AbortController();
    const reading = reader.read({ bytes: samplePdf({ pages: [['a']] }) }, gone.signal);
    gone.abort();
    await expect(reading).rejects.toThrow(/abort/);
  });
});

describe('a document made to do harm is refused plainly, in bounded memory', () => {
  const deep = (open: string, close: string, times: number): string =>
    open.repeat(times) + close.repeat(times);
  it.each<[string, () => string | Uint8Array, RegExp]>([
    [
      'a zip bomb in a DOCX',
      () => sampleDocx(['a'], { 'word/footnotes.xml': Buffer.alloc(60_000_000) }),
      /unpacks to far more/,
    ],
    [
      'a DOCX of many small parts',
      () => sampleDocx(Array.from({ length: 300_000 }, () => 'a')),
      /too much memory|longer/,
    ],
    [
      'a DOCX that is deep',
      () => sampleDocx([deep('</w:t></w:r><w:sdt><w:sdtContent>', '</w:sdtContent></w:sdt>', 30_000)]),
      /too complicated|damaged|too much memory/,
    ],
    [
      'a PDF of 2,000 pages',
      () => samplePdf({ pages: Array.from({ length: 2_000 }, () => ['a']) }),
      /has 2,000 pages; the most is 500/,
    ],
    [
      'a bomb in a PDF',
      () => samplePdf({ pages: [['a']], drawing: Buffer.alloc(250_000_000, ' ') }),
      /too much memory|too long/,
    ],
    ['a page that is deep', () => `<html>${deep('<div>', '</div>', 100_000)}`, /nested too deeply/],
    [
      'a page of many elements',
      () => `<html>${'<p>a'.repeat(70_000)}`,
      /nested too deeply|too many elements/,
    ],
  ])('%s', async (_what, make, expected) => {
    const content = make();
    const before = process.memoryUsage().rss;
    let most = before;
    const look = setInterval(() => {
      most = Math.max(most, process.memoryUsage().rss);
    }, 10);
    try {
      expect(await refusal(content)).toMatch(expected);
    } finally {
      clearInterval(look);
    }
    expect((most - before) / 1024 / 1024).toBeLessThan(300);
  });
});
