/** Downloads one file of a model. What has come stays where a download breaks off, and the next one goes on from there. */
import { createHash, type Hash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { type FileHandle, open, rename, rm, stat } from 'node:fs/promises';
import type { HttpClient, HttpReply } from '../models/wire/http-client.ts';
import { WireError } from '../models/wire/wire-error.ts';
import { CommandFailed } from './command-failed.ts';

interface FetchOptions {
  readonly http: HttpClient;
  /** SHA-256 that the file must have, hexadecimal: what a server says of it counts for nothing. */
  readonly sha256: string;
  readonly signal: AbortSignal;
  /** @param total `undefined` where the server does not say. */
  readonly onProgress: (bytes: number, total: number | undefined) => void;
}

const MOST_REDIRECTS = 5;
/** Milliseconds until a server answers, and between two pieces. */
const PATIENCE = 60_000;

/**
 * @param file where it is written; beside it, `.part` is what has come so far.
 * @throws CommandFailed where it cannot be had, or is another file than it should be, which is deleted.
 */
export async function fetchModelFile(url: URL, file: string, options: FetchOptions): Promise<void> {
  const part = `${file}.part`;
  const hash = createHash('sha256');
  const known = existsSync(part) ? await hashFile(part, hash) : 0;
  try {
    const reply = await find(url, known, options);
    const whole = await receive(reply, part, known, hash, options);
    expectChecksum(url.href, whole.digest('hex'), options.sha256);
    await rename(part, file);
  } catch (error) {
    options.signal.throwIfAborted();
    if (error instanceof WrongChecksum) await rm(part);
    if (!(error instanceof WireError)) throw error;
    throw new CommandFailed(
      `${url.href} cannot be fetched: ${error.message}. The same command goes on from here`,
    );
  }
}

/** What has come is another file than it should be. */
class WrongChecksum extends CommandFailed {}

function expectChecksum(what: string, found: string, wanted: string): void {
  if (found === wanted) return;
  // Whole, they would look like keys, which no command prints.
  const [has, should] = [found, wanted].map((one) => one.slice(0, 12));
  throw new WrongChecksum(`${what} has the SHA-256 ${has}…, and should have ${should}…; it was deleted`);
}

/** @returns the SHA-256 of a file. */
export async function checksumOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  await hashFile(file, hash);
  return hash.digest('hex');
}

async function hashFile(file: string, hash: Hash): Promise<number> {
  for await (const piece of createReadStream(file)) hash.update(piece as Buffer);
  return (await stat(file)).size;
}

/** Follows redirects: large files lie on other hosts. No key is sent to any. */
async function find(url: URL, from: number, { http, signal }: FetchOptions): Promise<HttpReply> {
  let at = url;
  for (let hop = 0; hop <= MOST_REDIRECTS; hop++) {
    const reply = await http.call({
      ...{ method: 'GET', origin: at.origin, path: at.pathname + at.search, signal },
      headers: from === 0 ? {} : { range: `bytes=${from}-` },
      ...{ firstByteTimeout: PATIENCE, idleTimeout: PATIENCE },
    });
    const location = reply.header('location');
    if (reply.status < 300 || reply.status >= 400 || location === undefined) return reply;
    await reply.body.textUpTo(0, 0);
    const next = URL.parse(location, at);
    if (next === null || !/^https?:$/.test(next.protocol)) break;
    // What was asked for safely is not fetched in the clear.
    if (at.protocol === 'https:' && next.protocol !== 'https:') break;
    at = next;
  }
  throw new CommandFailed(`${url.href} leads nowhere`);
}

/** @returns the hash of the whole file. */
async function receive(
  reply: HttpReply,
  part: string,
  known: number,
  hash: Hash,
  { onProgress }: FetchOptions,
): Promise<Hash> {
  const { status, body } = reply;
  const total = totalOf(reply);
  // All of it has come before, but for its end.
  if (status === 416 && total === known) {
    await body.textUpTo(0, 0);
    return hash;
  }
  if (status !== 200 && status !== 206) {
    await body.textUpTo(0, 0);
    if (status === 416) await rm(part, { force: true });
    throw new CommandFailed(`it cannot be fetched: the server answers with status ${status}`);
  }
  const goesOn = status === 206 && reply.header('content-range')?.startsWith(`bytes ${known}-`) === true;
  const whole = goesOn ? hash : createHash('sha256');
  let size = goesOn ? known : 0;
  const handle: FileHandle = await open(part, goesOn ? 'a' : 'w');
  try {
    while (await body.ready()) {
      const piece = body.take();
      await handle.write(piece);
      whole.update(piece);
      size += piece.length;
      onProgress(size, total);
    }
  } finally {
    await handle.close();
  }
  return whole;
}

function totalOf(reply: HttpReply): number | undefined {
  const range = /\/(\d+)$/.exec(reply.header('content-range') ?? '')?.[1];
  const length = reply.status === 200 ? reply.header('content-length') : undefined;
  const total = Number(range ?? length);
  return Number.isSafeInteger(total) && (range ?? length) !== undefined ? total : undefined;
}
