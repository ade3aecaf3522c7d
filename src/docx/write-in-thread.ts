/** Writes Word documents beside the thread that serves requests, one after the other. */
import { Worker } from 'node:worker_threads';
import type { DocxTask } from './docx-thread.ts';
import type { DocxAbout } from './write-docx.ts';

/** MiB of the thread's heap: ten times what a thousand claims take. */
const HEAP = 1_024;

export interface DocxWriter {
  /** @returns the file's bytes; `undefined` where too many are waited for. */
  write(html: string, about: DocxAbout): Promise<Uint8Array | undefined>;
}

/** @param most documents that may be waited for. */
export function openDocxWriter(most = 16): DocxWriter {
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  return {
    async write(html, about) {
      if (waiting === most) return undefined;
      waiting += 1;
      const written = last.then(() => writeInThread({ html, about }));
      last = written.catch(() => {});
      try {
        return await written;
      } finally {
        waiting -= 1;
      }
    },
  };
}

async function writeInThread(task: DocxTask): Promise<Uint8Array> {
  const script = import.meta.url.endsWith('.ts') ? './docx-thread.ts' : './docx-thread.js';
  const thread = new Worker(new URL(script, import.meta.url), {
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: HEAP },
    // No key is in its environment.
    env: {},
  });
  // A process that is to end does not wait for it.
  thread.unref();
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>();
  thread.once('message', resolve);
  thread.once('error', reject);
  thread.once('exit', () => reject(new Error('The thread ended without a document')));
  try {
    return await promise;
  } finally {
    await thread.terminate();
  }
}
