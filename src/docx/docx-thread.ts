/** The thread that writes one document and ends. */
import { parentPort, workerData } from 'node:worker_threads';
import { type DocxAbout, writeDocx } from './write-docx.ts';

export interface DocxTask {
  readonly html: string;
  readonly about: DocxAbout;
}

const { html, about } = workerData as DocxTask;
const bytes = await writeDocx(html, about);
parentPort!.postMessage(bytes, [bytes.buffer]);
