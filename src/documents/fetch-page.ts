/**
 * Fetches what a link leads to, for the person who gave it: at most 5 MB, within a time limit, of a type that can be
 * read. Each redirect is looked at as the link was. There are no cookies. Where an address may lead is the HTTP
 * client's to decide, at each connection (`wire/address-guard.ts`).
 */
import { AddressRefused } from '../models/wire/address-guard.ts';
import type { HttpClient, HttpReply } from '../models/wire/http-client.ts';
import type { ReplyBody } from '../models/wire/reply-body.ts';
import { WireError } from '../models/wire/wire-error.ts';
import { DocumentRefused, type GivenDocument, MAX_BYTES } from './document.ts';
import { mediaTypeOf, recognizeKind, refuseKind } from './recognize-kind.ts';

/** The page did not come. The message says why, for the person who gave the link. */
export class PageFailed extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'PageFailed';
  }
}

export interface FetchedPage extends GivenDocument {
  /** Where the redirects led, without a fragment. */
  readonly url: string;
}

export interface PageFetcherOptions {
  /** Guarded. */
  readonly http: HttpClient;
  readonly userAgent: string;
  /** Milliseconds for all of it. */
  readonly timeLimit?: number;
}

export type FetchPage = (url: URL, signal: AbortSignal) => Promise<FetchedPage>;

const TIME_LIMIT = 20_000;
const MAX_REDIRECTS = 5;
const LONGEST_ADDRESS = 2_048;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
/** What servers send that have no better type for a file. */
const NO_TYPE = new Set(['', 'application/octet-stream', 'binary/octet-stream', 'application/x-download']);
const READ =
  /^(?:text\/(?:html|plain|markdown|x-markdown)|application\/(?:xhtml\+xml|pdf|x-pdf|vnd\.openxmlformats-officedocument\.wordprocessingml\.document))$/;
const XML = /^(?:text|application)\/(?:(?!xhtml)[\w.-]+\+)?xml$|^text\/x-opml$/;

/** @throws DocumentRefused where it is no address of a page. */
export function readAddress(text: string): URL {
  const url = URL.parse(text.trim());
  if (url === null || !/^https?:$/.test(url.protocol) || url.href.length > LONGEST_ADDRESS) {
    throw new DocumentRefused('Not an http or https address of a page');
  }
  if (url.username !== '' || url.password !== '') {
    throw new DocumentRefused('The address has a user name or a password in it');
  }
  return url;
}

/** @returns a function that throws DocumentRefused, PageFailed, or the signal's reason. */
export function createPageFetcher({
  http,
  userAgent,
  timeLimit = TIME_LIMIT,
}: PageFetcherOptions): FetchPage {
  return async function fetchPage(from, signal) {
    const limited = AbortSignal.any([signal, AbortSignal.timeout(timeLimit)]);
    let url = from;
    try {
      for (let redirects = 0; ; redirects++) {
        const reply = await send(url, limited);
        const next = REDIRECTS.has(reply.status) ? reply.header('location') : undefined;
        if (next === undefined) return await readReply(url, reply);
        await reply.body.textUpTo(0, 0);
        if (redirects === MAX_REDIRECTS) throw new PageFailed('The page leads on and on to other pages');
        url = follow(url, next);
      }
    } catch (error) {
      signal.throwIfAborted();
      throw explain(error, limited);
    }
  };

  function send(url: URL, signal: AbortSignal): Promise<HttpReply> {
    return http.call({
      method: 'GET',
      origin: url.origin,
      path: url.pathname + url.search,
      headers: {
        accept: 'text/html,application/xhtml+xml,application/pdf,text/plain,text/markdown;q=0.9,*/*;q=0.1',
        'accept-encoding': 'gzip, deflate, br',
        'user-agent': userAgent,
      },
      signal,
      firstByteTimeout: timeLimit,
      idleTimeout: timeLimit,
    });
  }
}

function follow(from: URL, location: string): URL {
  const to = URL.parse(location, from.href);
  if (to === null) throw new PageFailed('The page leads on to an address that is none');
  return readAddress(to.href);
}

async function readReply(url: URL, reply: HttpReply): Promise<FetchedPage> {
  const { status } = reply;
  if (status < 200 || status > 299) {
    await reply.body.textUpTo(0, 0);
    throw new PageFailed(`The page answered with status ${status}`);
  }
  const type = reply.header('content-type') ?? '';
  const media = mediaTypeOf(type);
  if (!NO_TYPE.has(media) && !READ.test(media) && !XML.test(media)) {
    await reply.body.textUpTo(0, 0);
    throw refuseKind(nameType(media));
  }
  const bytes = await readBytes(reply.body, Number(reply.header('content-length') ?? 0));
  // Of XML, feeds alone are read.
  if (XML.test(media) && recognizeKind({ bytes }) !== 'feed') throw refuseKind(nameType(media));
  const name = decodeName(url.pathname.split('/').at(-1) ?? '');
  const address = new URL(url);
  address.hash = '';
  return { bytes, url: address.href, name, ...(NO_TYPE.has(media) ? {} : { type }) };
}

async function readBytes(body: ReplyBody, declared: number): Promise<Uint8Array> {
  const pieces: Buffer[] = [];
  let size = declared > MAX_BYTES ? declared : 0;
  while (size <= MAX_BYTES && (await body.ready())) {
    const piece = body.take();
    pieces.push(piece);
    size += piece.length;
  }
  if (size <= MAX_BYTES) return Buffer.concat(pieces);
  body.abort(new WireError('too_large', 'more than a page has'));
  throw new DocumentRefused('The page is larger than 5 MB');
}

function nameType(media: string): string {
  if (media.startsWith('image/')) return 'an image';
  if (/^(?:audio|video)\//.test(media)) return 'a video or a sound recording';
  if (/zip|compressed|tar|rar$/.test(media)) return 'an archive';
  return /^[\w.+-]{1,60}\/[\w.+-]{1,60}$/.test(media)
    ? `a file of the type ${media}`
    : 'a file of no known type';
}

function decodeName(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

function explain(error: unknown, limited: AbortSignal): unknown {
  if (error instanceof AddressRefused) {
    return new DocumentRefused('The address leads into a private network, which pages are not fetched from');
  }
  if (limited.aborted) return new PageFailed('The page took too long to arrive', error);
  if (!(error instanceof WireError)) return error;
  const said = {
    unreachable:
      'The page could not be reached: no such host, no connection, or a certificate that is not trusted',
    first_byte_timeout: 'The page took too long to arrive',
    idle_timeout: 'The page took too long to arrive',
    malformed: 'What the page answered was not HTTP',
    too_large: 'The page is larger than 5 MB',
    broken: 'The connection to the page broke',
    cut: 'The connection to the page broke',
    aborted: 'The connection to the page broke',
  };
  return new PageFailed(said[error.fault], error);
}
