/** A collector of traces that keeps what it is sent (OTLP over HTTP). */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface CollectedSpan {
  readonly traceId: string;
  readonly spanId: string;
  /** Absent or empty at the root of what the gateway has traced. */
  readonly parentSpanId?: string;
  readonly name: string;
  /** 1 internal, 2 server, 3 client. */
  readonly kind: number;
  /** Nanoseconds since 1970. */
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly events: readonly {
    readonly name: string;
    readonly attributes: Readonly<Record<string, unknown>>;
  }[];
  /** 2: an error. */
  readonly status: { readonly code?: number };
}

export interface Collector {
  /** As OTEL_EXPORTER_OTLP_ENDPOINT has it. */
  readonly url: string;
  /** Everything that came, as text. */
  text(): string;
  /** Of exports in JSON. */
  spans(): CollectedSpan[];
  /** Path, headers and bytes of each export. */
  readonly exports: readonly {
    readonly path: string;
    readonly type: string;
    readonly auth: string;
    readonly body: Buffer;
  }[];
  /** Says what it answers from now on; `silence` leaves exports open. */
  answer(status: number | 'silence'): void;
  stop(): Promise<void>;
}

export async function startCollector(): Promise<Collector> {
  const exports: Collector['exports'][number][] = [];
  let status: number | 'silence' = 200;
  const server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      const { 'content-type': type = '', authorization: auth = '' } = request.headers;
      exports.push({ path: request.url ?? '', type, auth, body: Buffer.concat(pieces) });
      if (status === 'silence') return;
      response.writeHead(status, { 'content-type': 'application/json' }).end('{}');
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    exports,
    text: () => exports.map(({ body }) => body.toString('latin1')).join('\n'),
    spans: () => exports.flatMap(({ body }) => readSpans(JSON.parse(body.toString('utf8')))),
    answer(next) {
      status = next;
    },
    async stop() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => void server.close(() => resolve()));
    },
  };
}

// biome-ignore lint/suspicious/noExplicitAny: OTLP's own form, looked at as it is.
function readSpans(exported: any): CollectedSpan[] {
  return exported.resourceSpans.flatMap(({ scopeSpans }: never) =>
    // biome-ignore lint/suspicious/noExplicitAny: likewise.
    (scopeSpans as any[]).flatMap(({ spans }) =>
      // biome-ignore lint/suspicious/noExplicitAny: likewise.
      spans.map((span: any) => ({
        ...span,
        attributes: valuesOf(span.attributes),
        // biome-ignore lint/suspicious/noExplicitAny: likewise.
        events: (span.events ?? []).map((event: any) => ({
          ...event,
          attributes: valuesOf(event.attributes),
        })),
      })),
    ),
  );
}

// biome-ignore lint/suspicious/noExplicitAny: likewise.
function valuesOf(attributes: readonly any[] = []): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, readValue(value)]));
}

// biome-ignore lint/suspicious/noExplicitAny: likewise.
function readValue(value: any): unknown {
  if (value.arrayValue !== undefined) return value.arrayValue.values.map(readValue);
  if (value.intValue !== undefined) return Number(value.intValue);
  return value.stringValue ?? value.boolValue ?? value.doubleValue;
}
