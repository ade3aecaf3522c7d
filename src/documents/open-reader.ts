/**
 * Reads documents of others, which may be made to do harm: each in a thread of its own, with limits of memory and
 * time. Plain text is read at once.
 */
import { Worker } from 'node:worker_threads';
import { decodePlain } from './decode-text.ts';
import { DocumentRefused, type GivenDocument, MAX_BYTES, type ReadableDocument } from './document.ts';
import type { ReadingAnswer } from './reading-thread.ts';
import { recognizeKind } from './recognize-kind.ts';

/** More documents wait than may. */
export class ReaderBusy extends Error {
  constructor() {
    super('Too many documents are being read at once');
    this.name = 'ReaderBusy';
  }
}

export interface DocumentReader {
  /**
   * @throws DocumentRefused; ReaderBusy; the signal's reason.
   */
  read(given: GivenDocument, signal: AbortSignal): Promise<ReadableDocument>;
  /** Ends every thread. */
  close(): Promise<void>;
}

/** MiB of the thread's heap. */
const HEAP = 100;
/** Bytes outside the heap, where typed arrays lie. */
const MOST_EXTERNAL = 64 * 1024 * 1024;
/** Milliseconds between two looks at them. */
const LOOK = 40;
const TIME_LIMIT = 15_000;
/** Documents that are read at once, and that wait. */
const AT_ONCE = 2;
const MOST_WAITING = 16;

export function openReader({ timeLimit = TIME_LIMIT }: { readonly timeLimit?: number } = {}): DocumentReader {
  const threads = new Set<Worker>();
  const waiting: (() => void)[] = [];
  let reading = 0;

  const enter = async (): Promise<void> => {
    if (reading < AT_ONCE) {
      reading += 1;
      return;
    }
    if (waiting.length >= MOST_WAITING) throw new ReaderBusy();
    // Who leaves hands the place on.
    await new Promise<void>((resolve) => waiting.push(resolve));
  };
  const leave = (): void => {
    const next = waiting.shift();
    if (next === undefined) reading -= 1;
    else next();
  };

  return {
    async read(given, signal) {
      const { bytes, type } = given;
      if (bytes.length > MAX_BYTES) throw new DocumentRefused('It is larger than 5 MB');
      const kind = recognizeKind(given);
      if (kind === 'text' || kind === 'markdown') {
        const text = decodePlain(bytes, type).toWellFormed();
        if (text.trim() === '') throw new DocumentRefused('There is no text in it');
        return { kind, text, ...titleOf(kind, text) };
      }
      await enter();
      try {
        signal.throwIfAborted();
        return await readInThread(given, AbortSignal.any([signal, AbortSignal.timeout(timeLimit)]), threads);
      } catch (error) {
        if ((error as Error).name === 'TimeoutError' && !signal.aborted)
          throw refuseHeavy('takes too long to read');
        throw error;
      } finally {
        leave();
      }
    },
    async close() {
      await Promise.all([...threads].map((thread) => thread.terminate()));
    },
  };
}

/** A heading of the first level is what a text in Markdown is called. */
function titleOf(kind: string, text: string): { title?: string } {
  const title = kind === 'markdown' ? /^#[ \t]+(\S.{0,298})$/m.exec(text)?.[1]?.trim() : undefined;
  return title === undefined ? {} : { title };
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
