/**
 * The sandbox: simulated providers on a loopback port. Every path begins with a random token of the
 * process, so that nobody else on the machine can use it, and then the provider's name.
 */
import { randomInt, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Abilities } from './answers/prompt.ts';
import { simulatedAnthropic } from './anthropic/anthropic.ts';
import type { Exchange, SimulatedProvider } from './exchange.ts';
import { simulatedGoogle } from './google/google.ts';
import { simulatedCompatible, simulatedOpenAI } from './openai/openai.ts';
import { simulatedTogether } from './openai/together.ts';
import { simulatedXai } from './openai/xai.ts';
import { HUMAN_PACE, type Pace, playReply } from './play-reply.ts';

// An `import` would load all that hangs on it, a whole WebSocket client too.
const { createServer } = process.getBuiltinModule('node:http');

export interface SandboxOptions extends Abilities {
  /** Random, hexadecimal; the first segment of every path. */
  readonly token: string;
  /** Milliseconds; a fast model's pace unless said otherwise. */
  readonly pace?: Pace | undefined;
}

export interface Sandbox {
  /**
   * The base URL of a simulated provider, in the form that its adapter takes: those of OpenAI's dialect
   * end in `/v1`, Anthropic's and Google's do not. A name that is none of the five speaks OpenAI's
   * dialect and takes any model.
   */
  baseUrl(provider: string): string;
  /** Ends every connection and frees the port. */
  close(): Promise<void>;
}

/** Every other name is an operator's own server. */
const PROVIDERS: ReadonlyMap<string, SimulatedProvider> = new Map([
  ['openai', simulatedOpenAI],
  ['xai', simulatedXai],
  ['together', simulatedTogether],
  ['anthropic', simulatedAnthropic],
  ['google', simulatedGoogle],
]);
/** Their base URLs end without a version. */
const WITHOUT_VERSION = new Set(['anthropic', 'google']);

/** The largest request that any of the providers takes: Anthropic's 32 MB. */
const LARGEST_BODY = 32 * 1024 * 1024;

/** @throws the listening error where no loopback port is to be had. */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const pace = options.pace ?? HUMAN_PACE;
  // Ids are made of it: those of two processes, or of one and its successor, must not meet in one conversation.
  let serial = randomInt(1e11);
  const server = createServer({ keepAliveTimeout: 75_000 }, (request, response) => {
    serial += 1;
    // A caller who hangs up in the middle of a body or an answer is nothing to report.
    request.on('error', () => response.destroy());
    response.on('error', () => response.destroy());
    serve(request, response, options, serial, pace).catch(() => response.destroy());
  });
  server.listen({ host: '127.0.0.1', port: 0, backlog: 4096 });
  await once(server, 'listening');
  // A connection that cannot be accepted costs its caller, not the process.
  server.on('error', () => {});
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl(provider) {
      const suffix = WITHOUT_VERSION.has(provider) ? '' : '/v1';
      return `http://127.0.0.1:${port}/${options.token}/${encodeURIComponent(provider)}${suffix}`;
    },
    close() {
      return new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
    },
  };
}

async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  options: SandboxOptions,
  serial: number,
  pace: Pace,
): Promise<void> {
  const url = request.url ?? '/';
  const [, token = '', name = '', ...rest] = (url.split('?', 1)[0] ?? '').split('/');
  if (!isSame(token, options.token) || name === '') {
    response.writeHead(404, { connection: 'close' }).end();
    return;
  }
  const body = await readBody(request);
  if (response.destroyed) return;
  const exchange: Exchange = {
    method: request.method ?? '',
    path: `/${rest.join('/')}`,
    query: new URLSearchParams(url.includes('?') ? url.slice(url.indexOf('?') + 1) : ''),
    header: (header) => {
      const value = request.headers[header];
      return typeof value === 'string' ? value : undefined;
    },
    body,
    serial,
    now: Math.floor(Date.now() / 1000),
  };
  const provider = PROVIDERS.get(name) ?? simulatedCompatible;
  playReply(await provider(exchange, options), response, pace);
}

/** Compares in constant time. */
function isSame(given: string, token: string): boolean {
  const left = Buffer.from(given);
  const right = Buffer.from(token);
  return left.length === right.length && timingSafeEqual(left, right);
}

/** @returns the text, or `undefined` where it is larger than any provider takes. */
async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of request as AsyncIterable<Buffer>) {
    length += piece.length;
    if (length <= LARGEST_BODY) pieces.push(piece);
    else pieces.length = 0;
  }
  return length > LARGEST_BODY ? undefined : Buffer.concat(pieces).toString('utf8');
}
