/** A simulated source: a server on the loopback address that answers as a test tells it to. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { performance } from 'node:perf_hooks';
import { ApiKey } from '../../src/domain/api-key.ts';
import {
  openOutsideSource,
  type SourceSettings,
} from '../../src/engine/factcheck/sources/open-outside-source.ts';
import type { OutsideSource } from '../../src/engine/factcheck/sources/outside-source.ts';
import type { EvidenceSource } from '../../src/engine/factcheck/sources/source.ts';
import { createAddressGuard } from '../../src/models/wire/address-guard.ts';
import { createHttpClient, type HttpClient } from '../../src/models/wire/http-client.ts';

export const KEY = 'source-key-0123456789';
export const CONTACT = 'ops@example.org';

export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

export type Answer = (asked: Asked, response: ServerResponse) => void;

export interface SourceServer {
  readonly url: string;
  readonly port: number;
  /** What was asked since `answer` was last called. */
  readonly asked: readonly Asked[];
  /** From now on, requests are answered so. */
  answer(answer: Answer): void;
  /** The source, reached here; the loopback address counts as named by config. */
  open(source: OutsideSource, settings?: SourceSettings): EvidenceSource;
  close(): Promise<void>;
}

export async function startSourceServer(): Promise<SourceServer> {
  let answerWith: Answer = (_asked, response) => response.writeHead(500).end();
  let asked: Asked[] = [];
  const server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      const url = new URL(request.url ?? '/', 'http://source.test');
      const one: Asked = {
        method: request.method ?? '',
        path: url.pathname,
        query: Object.fromEntries(url.searchParams),
        headers: request.headers,
        body: Buffer.concat(pieces).toString(),
      };
      asked.push(one);
      answerWith(one, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const http = createHttpClient({
    connectTimeout: 1_000,
    guard: createAddressGuard({ named: ['127.0.0.1'] }),
  });
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    get asked() {
      return asked;
    },
    answer(answer) {
      asked = [];
      answerWith = answer;
    },
    open: (source, settings) =>
      openSource(source, http, { baseUrl: `http://127.0.0.1:${port}`, ...settings }),
    async close() {
      await http.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Opens a source with a key where it takes one, without waiting between tries. */
export function openSource(
  source: OutsideSource,
  http: HttpClient,
  settings: SourceSettings,
): EvidenceSource {
  const key = source.key === 'none' ? {} : { key: ApiKey.parse(KEY)! };
  return openOutsideSource(
    source,
    { rate: 1_000, ...key, ...settings },
    {
      http,
      processes: 1,
      userAgent: `claimgate/0.0.0 (${CONTACT})`,
      contact: CONTACT,
      now: () => performance.now(),
      random: () => 0,
      sleep: async (_milliseconds, signal) => signal.throwIfAborted(),
    },
  );
}
