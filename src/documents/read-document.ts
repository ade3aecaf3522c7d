/** Any document to plain text. Runs in the thread that reads documents, where each reader is loaded when it is needed. */
import { cleanText } from '../engine/corpus/clean-text.ts';
import {
  CHECK_LIMITS,
  DocumentRefused,
  type GivenDocument,
  type ReadableDocument,
  textTooLong,
} from './document.ts';
import { recognizeKind } from './recognize-kind.ts';

/** @throws DocumentRefused */
export async function readDocument(given: GivenDocument): Promise<ReadableDocument> {
  const { text: most } = given.limits ?? CHECK_LIMITS;
  const document = await read(given, most);
  const text = cleanText(document.text);
  if (text.length > most) throw textTooLong(most);
  if (text === '') throw new DocumentRefused('There is no text in it');
  return { ...document, text };
}

async function read({ bytes, ...said }: GivenDocument, most: number): Promise<ReadableDocument> {
  const kind = recognizeKind({ bytes, ...said });
  if (kind === 'pdf') return (await import('./read-pdf.ts')).readPdf(bytes, most);
  if (kind === 'zip') return (await import('./read-docx.ts')).readDocx(bytes);
  if (kind === 'html') return (await import('./read-html.ts')).readHtml(bytes, said.type);
  throw new Error(`A ${kind} needs no thread`);
}
