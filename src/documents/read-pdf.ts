/** The text of a PDF, in paragraphs. Runs in the thread that reads documents. */
import { getDocumentProxy } from 'unpdf';
import { type About, dayOf, describe } from './describe.ts';
import { DocumentRefused, MAX_PAGES, type ReadableDocument, textTooLong } from './document.ts';
import { type Column, columnsOf, mayGoOn, turns, withFloatsBehind } from './pdf-columns.ts';
import { isOtherSize, type Line, type Pdf, sizeOf, toLines, withoutRunningHeads } from './pdf-lines.ts';

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
/** Share of its column up to which a line leaves room for the next word: an item of a list, a last line. */
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
  const written: (readonly Line[])[] = [];
  let length = 0;
  for (let number = 1; number <= pdf.numPages; number++) {
    const page = await pdf.getPage(number);
    const read = toLines((await page.getTextContent()).items, number);
    page.cleanup();
    for (const { text } of read) length += text.length;
    if (length > most) throw textTooLong(most);
    written.push(read);
  }
  const pages = withoutRunningHeads(written);
  const columns = new Map(pages.flatMap((lines) => [...columnsOf(lines)]));
  const text = toParagraphs(withFloatsBehind(pages.flat(), columns), columns, paragraphGaps(pages));
  // With what is between the lines.
  if (text.length > most) throw textTooLong(most);
  if (missing.characterMap) {
    throw new DocumentRefused(
      'This PDF writes Chinese, Japanese or Korean in a way that cannot be read here: save it as DOCX or plain text',
    );
  }
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
function toParagraphs(
  lines: readonly Line[],
  columns: ReadonlyMap<Line, Column>,
  gapOf: (height: number) => number,
): string {
  let text = '';
  let last: Line | undefined;
  for (const line of lines) {
    if (last === undefined) text = line.text;
    else if (last.row && line.row && !turns(last, line)) text += `\n${line.text}`;
    else if (goesOn(last, line, columns, gapOf(line.height))) text = joinLines(text, line.text);
    else text += `\n\n${line.text}`;
    last = line;
  }
  return text;
}

/** @param gap beyond which a paragraph ends. */
function goesOn(last: Line, line: Line, columns: ReadonlyMap<Line, Column>, gap: number): boolean {
  if (last.row || line.row) return false;
  // A sentence that goes on over the end of a column or a page stays one.
  if (turns(last, line)) {
    const isWord = /[\p{Ll},;]$/u.test(last.text) && /^\p{Ll}/u.test(line.text);
    return isWord || mayGoOn(last, line, columns);
  }
  if (endsParagraph(last, line, gap)) return false;
  const { left, right } = columns.get(last)!;
  return last.right >= left + SHORT_LINE * (right - left) || /^\p{Ll}/u.test(line.text);
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
