/** What is to be checked: a file, a link, or what is piped in. */
import path from 'node:path';
import {
  DocumentRefused,
  MAX_BYTES,
  MAX_TEXT,
  type ReadableDocument,
  textTooLong,
} from '../documents/document.ts';
import { recognizeKind } from '../documents/recognize-kind.ts';
import { openDocuments } from '../wiring/open-documents.ts';
import { CommandFailed } from './command-failed.ts';
import { readBytes } from './read-lines.ts';
import type { Terminal } from './terminal.ts';

export interface Input extends ReadableDocument {
  /** Where the text comes from: a file's name, or an address of the web. */
  readonly name?: string;
  readonly url?: string;
}

const LINK = /^[a-z][a-z\d+.-]*:\/\//i;
/** Plain text beyond it is too long in any encoding. */
const MOST_PLAIN = MAX_TEXT * 4;

/**
 * Reads no more of an endless pipe than is needed to see that it is too long.
 *
 * @param from a path, an address of the web, or `-` for standard input.
 * @throws CommandFailed where it cannot be read; the signal's reason.
 */
export async function openInput(from: string, terminal: Terminal, signal: AbortSignal): Promise<Input> {
  const documents = openDocuments(await terminal.readConfig());
  try {
    if (LINK.test(from)) {
      if (documents.readLink === undefined) {
        throw new CommandFailed(
          'links are not fetched: config says fetch.pages: false, or the gateway is for others',
        );
      }
      return await documents.readLink(from, signal);
    }
    const bytes = await readAll(from, terminal.stdin);
    const said = from === '-' ? {} : { name: path.basename(from) };
    // An empty text has no claims; an empty document is none.
    if (bytes.every((byte) => byte <= 0x20)) return { kind: 'text', text: '', ...said };
    return { ...(await documents.read({ bytes, ...said }, signal)), ...said };
  } catch (error) {
    signal.throwIfAborted();
    const { name, message } = error as Error;
    if (name !== 'DocumentRefused' && name !== 'PageFailed') throw error;
    throw new CommandFailed(
      `${from === '-' ? 'standard input' : from}: ${message}`,
      /^(?:Not an http|The address has)/.test(message) ? 2 : 1,
    );
  } finally {
    await documents.close();
  }
}

async function readAll(file: string, stdin: Terminal['stdin']): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of readBytes(file, stdin)) {
    pieces.push(piece);
    size += piece.length;
    if (size > MAX_BYTES) throw new DocumentRefused('It is larger than 5 MB');
    if (size > MOST_PLAIN && isPlain(pieces[0]!, file)) throw textTooLong();
  }
  return Buffer.concat(pieces);
}

function isPlain(bytes: Uint8Array, name: string): boolean {
  const kind = recognizeKind({ bytes, name });
  return kind === 'text' || kind === 'markdown';
}
