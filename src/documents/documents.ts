/** What people have, opened: a file, or the page that a link leads to. */
import type { GivenDocument, ReadableDocument } from './document.ts';
import { type FetchedPage, type FetchPage, readAddress } from './fetch-page.ts';
import type { DocumentReader } from './open-reader.ts';

export interface FetchedDocument extends ReadableDocument {
  readonly url: string;
}

export interface Documents {
  /** @throws DocumentRefused; ReaderBusy; the signal's reason. */
  read(given: GivenDocument, signal: AbortSignal): Promise<ReadableDocument>;
  /**
   * Absent where links are not followed.
   * @throws DocumentRefused; PageFailed; ReaderBusy; the signal's reason.
   */
  readonly readLink?: (address: string, signal: AbortSignal) => Promise<FetchedDocument>;
  /**
   * What a link leads to, as it came: a feed too. Absent where links are not followed.
   * @throws DocumentRefused; PageFailed; the signal's reason.
   */
  readonly fetchLink?: (address: string, signal: AbortSignal) => Promise<FetchedPage>;
  close(): Promise<void>;
}

/** @param fetchPage is absent where links are not followed. */
export function createDocuments(reader: DocumentReader, fetchPage?: FetchPage): Documents {
  const { read, close } = reader;
  if (fetchPage === undefined) return { read, close };
  return {
    read,
    close,
    fetchLink: (address, signal) => fetchPage(readAddress(address), signal),
    async readLink(address, signal) {
      const { url, ...given } = await fetchPage(readAddress(address), signal);
      return { ...(await read(given, signal)), url };
    },
  };
}
