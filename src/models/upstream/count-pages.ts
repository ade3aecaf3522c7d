/** How many pages a PDF has, without reading it: from the marks of its pages, packed ones too. */
import { inflateSync } from 'node:zlib';

/** Bytes of packed objects that are looked into. */
const MOST_UNPACKED = 16 * 1024 * 1024;
/** Where no page can be found, a page for so many bytes. */
const BYTES_A_PAGE = 3_000;

/** @param data base64. @returns at least 1; of a file that is no PDF, by its length. */
export function countPages(data: string): number {
  const file = Buffer.from(data, 'base64');
  let pages = countIn(file.toString('latin1'));
  let left = MOST_UNPACKED;
  // Objects that are packed together (ISO 32000-1, 7.5.7), the tree of pages among them.
  for (let at = file.indexOf('/ObjStm'); at >= 0 && left > 0; at = file.indexOf('/ObjStm', at + 1)) {
    const begins = file.indexOf('stream', at);
    const ends = file.indexOf('endstream', begins);
    if (begins < 0 || ends < 0) break;
    const from = begins + 'stream'.length + (file[begins + 6] === 0x0d ? 2 : 1);
    const objects = unpack(file.subarray(from, ends), left);
    if (objects === undefined) continue;
    left -= objects.length;
    pages += countIn(objects.toString('latin1'));
  }
  return pages > 0 ? pages : Math.max(1, Math.ceil(file.length / BYTES_A_PAGE));
}

function countIn(text: string): number {
  return text.match(/\/Type\s*\/Page(?![a-zA-Z])/g)?.length ?? 0;
}

function unpack(packed: Buffer, most: number): Buffer | undefined {
  try {
    return inflateSync(packed, { maxOutputLength: most });
  } catch {
    return undefined;
  }
}
