/** Reads documents of others, which may be made to do harm: each in a thread of its own, with limits of memory. */
import { Worker } from 'node:worker_threads';
import { DocumentRefused, type GivenDocument, type ReadableDocument } from './document.ts';
import type { ReadingPlace } from './open-reader.ts';
import type { ReadingAnswer } from './reading-thread.ts';

/** MiB of the thread's heap. */
const HEAP = 100;
/** Bytes outside the heap, where typed arrays lie. */
const MOST_EXTERNAL = 64 * 1024 * 1024;
/** Milliseconds between two looks at them. */
const LOOK = 40;

export function openThreads(): ReadingPlace {
  const threads = new Set<Worker>();
  return {
    read: (given, signal) => readInThread(given, signal, threads),
    async close() {
      await Promise.all([...threads].map((thread) => thread.terminate()));
    },
  };
}

async function readInThread(
  given: GivenDocument,
  signal: AbortSignal,
  threads: Set<Worker>,
): Promise<ReadableDocument> {
  const script = import.meta.url.endsWith('.ts') ? './reading-thread.ts' : './reading-thread.js';
  // The thread gets a copy of its own, which is moved there.
  const bytes = Uint8Array.from(given.bytes);
  const thread = new Worker(new URL(script, import.meta.url), {
    workerData: { ...given, bytes },
    transferList: [bytes.buffer],
    resourceLimits: { maxOldGenerationSizeMb: HEAP, maxYoungGenerationSizeMb: 8 },
    // What a reader says of a document is nobody's business.
    stdout: true,
    stderr: true,
    // No key is in its environment.
    env: {},
  });
  threads.add(thread);
  const { promise, resolve, reject } = Promise.withResolvers<ReadingAnswer>();
  thread.once('message', resolve);
  thread.once('error', (error: NodeJS.ErrnoException) =>
    reject(
      error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? refuseHeavy('needs too much memory to be read') : error,
    ),
  );
  thread.once('exit', () => reject(new Error('The thread ended without an answer')));
  const onAbort = (): void => reject(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  const look = setInterval(() => {
    thread.getHeapStatistics().then(
      ({ external_memory: external }) => {
        if (external > MOST_EXTERNAL) reject(refuseHeavy('needs too much memory to be read'));
      },
      () => {},
    );
  }, LOOK);
  try {
    const answer = await promise;
    if ('document' in answer) return answer.document;
    if ('refused' in answer) throw new DocumentRefused(answer.refused);
    if (answer.failed === 'RangeError') throw refuseHeavy('is too complicated to be read');
    throw new DocumentRefused('It cannot be read; it may be damaged');
  } finally {
    clearInterval(look);
    signal.removeEventListener('abort', onAbort);
    await thread.terminate();
    threads.delete(thread);
  }
}

function refuseHeavy(what: string): DocumentRefused {
  return new DocumentRefused(`It ${what}: save it as plain text`);
}
