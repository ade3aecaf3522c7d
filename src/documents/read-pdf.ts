/** The text of a PDF, in paragraphs. Runs in the thread that reads documents. */
import { getDocumentProxy } from 'unpdf';
import { type About, dayOf, describe } from './describe.ts';
import { DocumentRefused, MAX_PAGES, type ReadableDocument, textTooLong } from './document.ts';

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>;
type TextContent = Awaited<ReturnType<Awaited<ReturnType<Pdf['getPage']>>['getTextContent']>>;

/** Share of characters that are none, from which on the text is no text: fonts that do not say what they draw. */
const MOST_UNREADABLE = 0.03;
/** A gap between two lines, in heights of a line, beyond which a paragraph ends, … */
const PARAGRAPH_GAP = 1.7;
/** … and in the usual gap of lines of that size, where they stand far apart. */
const WIDER = 1.35;
/** Share of the gaps that are no wider than the usual one: the others may be paragraphs of one line. */
const USUAL = 0.25;
/** Gaps of a size that show what is usual, and the widest that is one, in heights of a line. */
const FEWEST_GAPS = 3;
const WIDEST = 3.2;
/** What begins an item of a list. */
const ITEM = /^(?:[•‣▪◦·–*-]|\(?\p{N}{1,3}[.)])\s/u;
/** Share of the page's width up to which a line leaves room for the next word: an item of a list, a last line. */
const SHORT_LINE = 0.7;

/**
 * @param most UTF-16 units that the text may have.
 * @throws DocumentRefused
 */
export async function readPdf(bytes: Uint8Array, most: number): Promise<ReadableDocument> {
  const missing = { characterMap: false };
  const pdf = await open(bytes, missing);
  if (pdf.numPages > MAX_PAGES) {
    const [has, pages] = [pdf.numPages, MAX_PAGES].map((count) => count.toLocaleString('en'));
    throw new DocumentRefused(`This PDF has ${has} pages; the most is ${pages}: split it`);
  }
  const lines: (readonly Line[])[] = [];
  let length = 0;
  for (let number = 1; number <= pdf.numPages; number++) {
    const page = await pdf.getPage(number);
    const read = toLines((await page.getTextContent()).items);
    page.cleanup();
    for (const { text } of read) length += text.length;
    if (length > most) throw textTooLong(most);
    lines.push(read);
  }
  const gapOf = paragraphGaps(lines);
  const pages = lines.map((page) => toParagraphs(page, gapOf)).filter((text) => text !== '');
  // With what is between the lines.
  if (pages.reduce((sum, text) => sum + text.length, 0) > most) throw textTooLong(most);
  if (missing.characterMap) {
    throw new DocumentRefused(
      'This PDF writes Chinese, Japanese or Korean in a way that cannot be read here: save it as DOCX or plain text',
    );
  }
  const text = joinPages(pages);
  if (text === '') {
    throw new DocumentRefused(
      'This PDF has no text; it may be scanned: run text recognition (OCR) over it first',
    );
  }
  const unreadable = text.match(/[\ufffd\ue000-\uf8ff\0-\x08\x0e-\x1f]/g)?.length ?? 0;
  if (unreadable > text.length * MOST_UNREADABLE) {
    throw new DocumentRefused(
      'The fonts of this PDF do not say which letters they draw: its text cannot be read',
    );
  }
  return { kind: 'pdf', text, ...(await readProperties(pdf)) };
}

/**
 * @param missing says in the end whether the text of a font was left out: the maps from the character codes of
 *   predefined encodings (ISO 32000-1, 9.7.5.2) are 1 MB that this has not.
 */
async function open(bytes: Uint8Array, missing: { characterMap: boolean }): Promise<Pdf> {
  class NoFiles {
    async fetch({ kind }: { kind: string }): Promise<never> {
      if (kind === 'cMapUrl') missing.characterMap = true;
      throw new Error('Not here');
    }
  }
  try {
    return await getDocumentProxy(bytes, {
      useSystemFonts: false,
      useWorkerFetch: false,
      verbosity: 0,
      BinaryDataFactory: NoFiles,
    });
  } catch (error) {
    const { name } = error as Error;
    if (name === 'PasswordException') {
      throw new DocumentRefused('This PDF is protected with a password; save it without one');
    }
    throw name === 'InvalidPDFException' ? new DocumentRefused('This PDF is damaged') : error;
  }
}

interface Line {
  text: string;
  readonly left: number;
  right: number;
  readonly y: number;
  readonly height: number;
}

/** @returns by the height of a line the gap, in such heights, beyond which a paragraph ends. */
function paragraphGaps(pages: readonly (readonly Line[])[]): (height: number) => number {
  const gaps = new Map<number, number[]>();
  for (const lines of pages) {
    for (const [at, line] of lines.entries()) {
      const last = lines[at - 1];
      if (last === undefined || isOtherSize(last, line)) continue;
      const gap = (last.y - line.y) / sizeOf(last, line);
      const size = Math.round(line.height);
      // A negative one is another column.
      if (gap > 0.5)
        gaps
          .set(size, gaps.get(size) ?? [])
          .get(size)
          ?.push(gap);
    }
  }
  const found = new Map<number, number>();
  for (const [size, all] of gaps) {
    const usual = all.sort((a, b) => a - b)[Math.floor((all.length - 1) * USUAL)] ?? 0;
    if (all.length >= FEWEST_GAPS && usual <= WIDEST) found.set(size, usual * WIDER);
  }
  return (height) => Math.max(PARAGRAPH_GAP, found.get(Math.round(height)) ?? 0);
}

/** Lines of one paragraph are joined; a word that is divided at the end of a line becomes one again. */
function toParagraphs(lines: readonly Line[], gapOf: (height: number) => number): string {
  let text = '';
  let last: Line | undefined;
  const left = Math.min(...lines.map((line) => line.left));
  const edge = left + SHORT_LINE * (Math.max(...lines.map((line) => line.right)) - left);
  for (const line of lines) {
    if (last === undefined) text = line.text;
    else if (
      endsParagraph(last, line, gapOf(line.height)) ||
      (last.right < edge && /^[^\p{Ll}]/u.test(line.text))
    )
      text += `\n\n${line.text}`;
    else text = joinLines(text, line.text);
    last = line;
  }
  return text;
}

function toLines(items: TextContent['items']): Line[] {
  const lines: Line[] = [];
  let isOpen = false;
  for (const item of items) {
    if (!('str' in item)) continue;
    const line = lines.at(-1);
    const left = Number(item.transform[4]);
    if (isOpen && line !== undefined) {
      line.text += item.str;
      line.right = Math.max(line.right, left + item.width);
    } else if (item.str.trim() !== '') {
      lines.push({
        text: item.str,
        left,
        right: left + item.width,
        y: Number(item.transform[5]),
        height: item.height,
      });
      isOpen = true;
    }
    if (item.hasEOL) isOpen = false;
  }
  for (const line of lines) line.text = line.text.replace(/\s+/gu, ' ').trim();
  // A line of its own that is a number is a page's.
  return lines.filter(({ text }) => !/^\d{1,4}$/.test(text));
}

function sizeOf(last: Line, next: Line): number {
  return Math.max(last.height, next.height, 1);
}

function isOtherSize(last: Line, next: Line): boolean {
  return Math.abs(last.height - next.height) > sizeOf(last, next) * 0.15;
}

/** @param most the gap beyond which a paragraph ends. */
function endsParagraph(last: Line, next: Line, most: number): boolean {
  const gap = (last.y - next.y) / sizeOf(last, next);
  // Where all lines stand far apart, those of a list do too.
  if (gap > PARAGRAPH_GAP && ITEM.test(next.text)) return true;
  return isOtherSize(last, next) || gap > most || gap < -1;
}

function joinLines(text: string, next: string): string {
  if (/\p{L}[-\u00ad\u2010]$/u.test(text) && /^\p{Ll}/u.test(next)) return text.slice(0, -1) + next;
  return `${text} ${next}`;
}

/** A sentence that goes on over the turn of a page stays one. */
function joinPages(pages: readonly string[]): string {
  return pages.reduce((text, page) => {
    if (text === '') return page;
    return /[\p{Ll},;]$/u.test(text) && /^\p{Ll}/u.test(page) ? `${text} ${page}` : `${text}\n\n${page}`;
  }, '');
}

async function readProperties(pdf: Pdf): Promise<About> {
  const info = (await pdf.getMetadata()).info as Readonly<Record<string, unknown>>;
  const textOf = (name: string): string => (typeof info[name] === 'string' ? info[name] : '');
  const title = textOf('Title');
  // D:YYYYMMDD… (ISO 32000-1, 7.9.4).
  const day = /^(?:D:)?(\d{4})(\d{2})(\d{2})/.exec(textOf('CreationDate'))?.slice(1).join('-');
  return describe({
    // What programs write who were given none.
    title: /^(?:untitled|about:|https?:|microsoft word - |.*\.(?:docx?|indd|tex|qxd)$)/i.test(title)
      ? ''
      : title,
    author: textOf('Author'),
    date: dayOf(day),
  });
}
