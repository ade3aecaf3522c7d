/** Documents as tests need them: made here, byte by byte. */
import { deflateSync } from 'node:zlib';
import { strToU8, zipSync } from 'fflate';

export interface SamplePdf {
  /** Pages of lines. */
  readonly pages: readonly (readonly string[])[];
  /** Points from one line of 12 points to the next; an empty line is one too. */
  readonly leading?: number;
  /** In the place of the first page's drawing, before it is packed. */
  readonly drawing?: Buffer;
  readonly encrypted?: true;
  /** Of a second font, F2, which is not in the file: a predefined encoding of Chinese. */
  readonly encoding?: string;
}

/** A PDF of 1.4, with a title, an author and a day. */
export function samplePdf({ pages, leading = 14, drawing, encrypted, encoding }: SamplePdf): Buffer {
  const objects: Buffer[] = [];
  const put = (text: string): number => objects.push(Buffer.from(text, 'latin1'));
  const kids = pages.map((_page, index) => `${4 + 2 * index} 0 R`).join(' ');
  put('<< /Type /Catalog /Pages 2 0 R >>');
  put(`<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`);
  put('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>');
  const descendant =
    '[<< /Type /Font /Subtype /CIDFontType0 /BaseFont /STSong-Light /CIDSystemInfo << /Registry (Adobe) /Ordering (GB1) /Supplement 4 >> /FontDescriptor << /Type /FontDescriptor /FontName /STSong-Light /Flags 6 >> >>]';
  const second =
    encoding === undefined
      ? ''
      : `/F2 << /Type /Font /Subtype /Type0 /BaseFont /STSong-Light /Encoding /${encoding} /DescendantFonts ${descendant} >>`;
  for (const [index, lines] of pages.entries()) {
    const resources = `/Resources << /Font << /F1 3 0 R ${second} >> >> /MediaBox [0 0 612 792]`;
    put(`<< /Type /Page /Parent 2 0 R ${resources} /Contents ${objects.length + 2} 0 R >>`);
    const drawn = `BT /F1 12 Tf ${leading} TL 72 720 Td ${lines.map((line) => `(${line}) Tj T*`).join(' ')} ET`;
    const packed = deflateSync(index === 0 && drawing !== undefined ? drawing : Buffer.from(drawn, 'latin1'));
    const head = Buffer.from(`<< /Length ${packed.length} /Filter /FlateDecode >>\nstream\n`);
    objects.push(Buffer.concat([head, packed, Buffer.from('\nendstream')]));
  }
  put('<< /Title (On towers) /Author (Ann Author) /CreationDate (D:20240501120000Z) >>');
  const info = objects.length;
  if (encrypted) {
    const mark = '0'.repeat(64);
    put(`<< /Filter /Standard /V 1 /R 2 /Length 40 /P -4 /O <${mark}> /U <${mark}> >>`);
  }
  let whole = Buffer.from('%PDF-1.4\n');
  const places: number[] = [];
  const parts: Buffer[] = [whole];
  let length = whole.length;
  for (const [index, object] of objects.entries()) {
    places.push(length);
    const part = Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), object, Buffer.from('\nendobj\n')]);
    parts.push(part);
    length += part.length;
  }
  const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  const id = '<00112233445566778899aabbccddeeff>';
  const lock = encrypted ? ` /Encrypt ${objects.length} 0 R /ID [${id} ${id}]` : '';
  parts.push(
    Buffer.from(
      `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}` +
        `trailer << /Size ${objects.length + 1} /Root 1 0 R /Info ${info} 0 R${lock} >>\nstartxref\n${length}\n%%EOF`,
    ),
  );
  whole = Buffer.concat(parts);
  return whole;
}

const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const OFFICE = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';

/** @param more further parts of the archive, by their paths. */
export function sampleDocx(
  paragraphs: readonly string[],
  more: Readonly<Record<string, Uint8Array>> = {},
): Uint8Array {
  const body = paragraphs.map((text) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`).join('');
  const main = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
  const relation = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument';
  return zipSync({
    '[Content_Types].xml': strToU8(
      `<Types xmlns="${PACKAGE}/content-types"><Override PartName="/word/document.xml" ContentType="${OFFICE}"/></Types>`,
    ),
    '_rels/.rels': strToU8(
      `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="r1" Type="${relation}" Target="word/document.xml"/></Relationships>`,
    ),
    'docProps/core.xml': strToU8(
      '<p:coreProperties xmlns:p="a" xmlns:dc="b" xmlns:dcterms="c"><dc:title>On &amp; towers</dc:title>' +
        '<dc:creator>Ann Author</dc:creator><dcterms:created>2024-05-01T10:00:00Z</dcterms:created></p:coreProperties>',
    ),
    'word/document.xml': strToU8(`<w:document xmlns:w="${main}"><w:body>${body}</w:body></w:document>`),
    ...more,
  });
}

/** @param article HTML of what is not the page's own. */
export function samplePage(article: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Towers – The Daily</title>
<meta property="og:title" content="On towers"><script type="application/ld+json">
{"@type": "NewsArticle", "headline": "On towers", "datePublished": "2024-05-01T10:00:00+02:00",
 "author": [{"@type": "Person", "name": "Ann Author"}]}</script></head>
<body><nav><a href="/">Home</a> <a href="/news">News</a></nav><article><h1>On towers</h1>${article}</article>
<script>document.body.textContent = 'a script ran'</script><footer>All rights reserved</footer></body></html>`;
}
