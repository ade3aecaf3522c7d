/** The text of a DOCX. Runs in the thread that reads documents. */
import { unzipSync, zipSync } from 'fflate';
import { parseDocument } from 'htmlparser2';
import mammoth from 'mammoth';
import { type About, dayOf, describe } from './describe.ts';
import { DocumentRefused, type ReadableDocument } from './document.ts';
import { parsePage, type TreeNode } from './page-tree.ts';
import { refuseKind } from './recognize-kind.ts';
import { writeStructure } from './write-structure.ts';

/** Bytes of the parts that are read, unpacked. Prose takes a hundredth of it. */
const MOST_UNPACKED = 24 * 1024 * 1024;
const MOST_PARTS = 2_000;
const READ =
  /^(?:word\/[^/]+\.xml|word\/_rels\/.+\.rels|_rels\/\.rels|\[Content_Types\]\.xml|docProps\/core\.xml)$/;
const MAIN = 'word/document.xml';

/** What other archives are, by what lies in them. */
const OTHERS: readonly (readonly [part: RegExp, what: string])[] = [
  [/^xl\//, 'a spreadsheet (XLSX)'],
  [/^ppt\//, 'a presentation (PPTX)'],
  [/^META-INF\/container\.xml$/, 'an e-book (EPUB)'],
  [/^META-INF\/manifest\.xml$/, 'an OpenDocument file: save it as DOCX'],
];

const NO_IMAGE = mammoth.images.imgElement(async () => ({ src: '' }));
/** Mammoth's ids of footnotes, endnotes and the marks that stand for them. */
const NOTE = /^(?:foot|end)note-/;

function isNote(node: TreeNode): boolean {
  return NOTE.test(node.getAttribute?.('id') ?? '');
}

/** @throws DocumentRefused */
export async function readDocx(bytes: Uint8Array): Promise<ReadableDocument> {
  const parts = unpack(bytes);
  // Mammoth gets what was unpacked within the limits, and nothing else: no image, no part of unknown size.
  const archive = Buffer.from(zipSync(parts, { level: 0 }));
  const { value } = await mammoth.convertToHtml({ buffer: archive }, { convertImage: NO_IMAGE });
  const text = writeStructure(parsePage(value), isNote);
  return { kind: 'docx', text, ...readProperties(parts['docProps/core.xml']) };
}

/** @throws DocumentRefused where it is no DOCX, or one that unpacks to too much. */
function unpack(bytes: Uint8Array): Record<string, Uint8Array> {
  const names: string[] = [];
  let size = 0;
  const parts = unzipSync(bytes, {
    filter({ name, originalSize }) {
      names.push(name);
      if (names.length > MOST_PARTS) throw new DocumentRefused('This archive has too many files in it');
      if (!READ.test(name)) return false;
      size += originalSize;
      // The size that is claimed bounds what is unpacked.
      if (size > MOST_UNPACKED)
        throw new DocumentRefused('This document unpacks to far more than a text has');
      return true;
    },
  });
  if (parts[MAIN] !== undefined) return parts;
  const other = OTHERS.find(([part]) => names.some((name) => part.test(name)));
  throw refuseKind(other?.[1] ?? 'an archive');
}

/** Of Dublin Core (ECMA-376, part 2, 11). */
function readProperties(part: Uint8Array | undefined): About {
  if (part === undefined) return {};
  const found = new Map<string, string>();
  const walk = (nodes: ReturnType<typeof parseDocument>['children'], depth: number): void => {
    for (const node of nodes) {
      if (!('children' in node) || depth > 3) continue;
      const [first] = node.children;
      if ('name' in node && first?.type === 'text') found.set(node.name, (first as { data: string }).data);
      walk(node.children as typeof nodes, depth + 1);
    }
  };
  walk(parseDocument(new TextDecoder().decode(part), { xmlMode: true }).children, 0);
  return describe({
    title: found.get('dc:title'),
    author: found.get('dc:creator'),
    date: dayOf(found.get('dcterms:created')),
  });
}
