/** Opens what people name on the command line: a file, a link, or what is piped in. */
import path from 'node:path';
import {
  CHECK_LIMITS,
  type DocumentLimits,
  type ReadableDocument,
  textTooLong,
  tooManyBytes,
} from '../documents/document.ts';
import type { Documents } from '../documents/documents.ts';
import { recognizeKind } from '../documents/recognize-kind.ts';
import { CommandFailed } from './command-failed.ts';
import { readBytes } from './read-lines.ts';
import type { Terminal } from './terminal.ts';

export interface Input extends ReadableDocument {
  /** Where the text comes from: a file's name, or an address of the web. */
  readonly name?: string;
  readonly url?: string;
}

const LINK = /^[a-z][a-z\d+.-]*:\/\//i;

export const isLink = (from: string): boolean => LINK.test(from);

const NO_LINKS = 'links are not fetched: config says fetch.pages: false, or the gateway is for others';

/** @throws CommandFailed where config has no links fetched. */
export function withLinks({ readLink, fetchLink }: Documents) {
  if (readLink === undefined || fetchLink === undefined) throw new CommandFailed(NO_LINKS);
  return { readLink, fetchLink };
}

/**
 * Reads no more of an endless pipe than is needed to see that it is too long.
 *
 * @param from a path, an address of the web, or `-` for standard input.
 * @throws CommandFailed where it cannot be read; the signal's reason.
 */
export async function openInput(
  from: string,
  documents: Documents,
  stdin: Terminal['stdin'],
  signal: AbortSignal,
  limits: DocumentLimits = CHECK_LIMITS,
): Promise<Input> {
  try {
    if (isLink(from)) return await withLinks(documents).readLink(from, signal);
    const bytes = await readAll(from, stdin, limits);
    const said = from === '-' ? {} : { name: path.basename(from) };
    // An empty text has no claims; an empty document is none.
    if (bytes.every((byte) => byte <= 0x20)) return { kind: 'text', text: '', ...said };
    return { ...(await documents.read({ bytes, limits, ...said }, signal)), ...said };
  } catch (error) {
    signal.throwIfAborted();
    const reason = reasonOfRefusal(error);
    if (reason === undefined) throw error;
    const isMisuse = /^(?:Not an http|The address has)/.test(reason);
    throw new CommandFailed(`${from === '-' ? 'standard input' : from}: ${reason}`, isMisuse ? 2 : 1);
  }
}

/** @returns why a document was not read, for the person who named it; `undefined` for any other error. */
export function reasonOfRefusal(error: unknown): string | undefined {
  const { name, message } = error as Error;
  return name === 'DocumentRefused' || name === 'PageFailed' ? message : undefined;
}

/** @throws DocumentRefused where it is larger than the limits; CommandFailed where it cannot be read. */
export async function readAll(
  file: string,
  stdin: Terminal['stdin'],
  limits: DocumentLimits,
): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of readBytes(file, stdin)) {
    pieces.push(piece);
    size += piece.length;
    if (size > limits.bytes) throw tooManyBytes(limits.bytes);
    // Plain text beyond it is too long in any encoding.
    if (size > limits.text * 4 && isPlain(pieces[0]!, file)) throw textTooLong(limits.text);
  }
  return Buffer.concat(pieces);
}

function isPlain(bytes: Uint8Array, name: string): boolean {
  const kind = recognizeKind({ bytes, name });
  return kind === 'text' || kind === 'markdown';
}
