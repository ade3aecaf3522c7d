/**
 * Reads documents of others, which may be made to do harm: a few at a time, within a time limit, in a place of their
 * own. Plain text is read at once.
 */
import { decodePlain } from './decode-text.ts';
import {
  CHECK_LIMITS,
  DocumentRefused,
  type GivenDocument,
  type ReadableDocument,
  tooManyBytes,
} from './document.ts';
import { recognizeKind, refuseKind } from './recognize-kind.ts';

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
  close(): Promise<void>;
}

/** Where documents are read. */
export interface ReadingPlace {
  /** @throws DocumentRefused; the signal's reason. */
  read(given: GivenDocument, signal: AbortSignal): Promise<ReadableDocument>;
  /** Ends all that is being read. */
  close(): Promise<void>;
}

const TIME_LIMIT = 15_000;
/** Documents that are read at once, and that wait. */
const AT_ONCE = 2;
const MOST_WAITING = 16;

export function openReader(place: ReadingPlace, timeLimit = TIME_LIMIT): DocumentReader {
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
      const { bytes, type, limits = CHECK_LIMITS } = given;
      if (bytes.length > limits.bytes) throw tooManyBytes(limits.bytes);
      const kind = recognizeKind(given);
      if (kind === 'feed') throw refuseKind('a feed, which lists pages: give the address of one of them');
      if (kind === 'text' || kind === 'markdown') {
        const text = decodePlain(bytes, type, limits.text).toWellFormed();
        if (text.trim() === '') throw new DocumentRefused('There is no text in it');
        return { kind, text, ...titleOf(kind, text) };
      }
      await enter();
      try {
        signal.throwIfAborted();
        return await place.read(given, AbortSignal.any([signal, AbortSignal.timeout(timeLimit)]));
      } catch (error) {
        if ((error as Error).name === 'TimeoutError' && !signal.aborted)
          throw new DocumentRefused('It takes too long to read: save it as plain text');
        throw error;
      } finally {
        leave();
      }
    },
    close: place.close,
  };
}

/** A heading of the first level is what a text in Markdown is called. */
function titleOf(kind: string, text: string): { title?: string } {
  const title = kind === 'markdown' ? /^#[ \t]+(\S.{0,298})$/m.exec(text)?.[1]?.trim() : undefined;
  return title === undefined ? {} : { title };
}
