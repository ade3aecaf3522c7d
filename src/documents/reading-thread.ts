/** The thread that reads one document and ends. */
import { parentPort, workerData } from 'node:worker_threads';
import { DocumentRefused, type GivenDocument, type ReadableDocument } from './document.ts';
import { readDocument } from './read-document.ts';

export type ReadingAnswer =
  | { readonly document: ReadableDocument }
  | { readonly refused: string }
  /** The name of an error that no reader explains. */
  | { readonly failed: string };

parentPort!.postMessage(await answer(workerData as GivenDocument));

async function answer(given: GivenDocument): Promise<ReadingAnswer> {
  try {
    return { document: await readDocument(given) };
  } catch (error) {
    if (error instanceof DocumentRefused) return { refused: error.message };
    return { failed: (error as Error).name };
  }
}
