/** A provider that does just what a test says, and remembers what it was sent. Knows no wire format. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly text: string;
  /** The parsed body. */
  readonly body: Record<string, unknown>;
  /** Resolves when the connection of this request is closed by the other side. */
  readonly closed: Promise<void>;
}

export type Handler = (request: Received, response: ServerResponse) => void | Promise<void>;

export interface FakeProvider {
  /** `http://127.0.0.1:port`, without a path. */
  readonly url: string;
  readonly received: Received[];
  /** Says what the next requests get. */
  answer(handler: Handler): void;
  stop(): Promise<void>;
}

export async function startFakeProvider(
  handler: Handler = (_request, response) => void response.end(),
): Promise<FakeProvider> {
  let current = handler;
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    const closed = new Promise<void>((resolve) => response.on('close', () => resolve()));
    response.on('error', () => {});
    const pieces: Buffer[] = [];
    try {
      for await (const piece of request) pieces.push(piece as Buffer);
    } catch {
      return;
    }
    const text = Buffer.concat(pieces).toString('utf8');
    let body: Record<string, unknown> = {};
    try {
      body = JSON.parse(text) as Record<string, unknown>;
    } catch {
      // A request without JSON is remembered as it came.
    }
    const entry: Received = {
      method: request.method ?? '',
      url: request.url ?? '',
      headers: request.headers,
      text,
      body,
      closed,
    };
    received.push(entry);
    await current(entry, response);
  });
  await new Promise<void>((resolve) => server.listen({ host: '127.0.0.1', port: 0, backlog: 4096 }, resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    answer(next) {
      current = next;
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Answers as OpenAI's chat completions do, whole. */
export function openaiWhole(content: string, extra: Record<string, unknown> = {}): Handler {
  return (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(
      JSON.stringify({
        id: 'chatcmpl-fake',
        object: 'chat.completion',
        created: 1,
        model: 'fake',
        choices: [
          { index: 0, message: { role: 'assistant', content, refusal: null }, finish_reason: 'stop' },
        ],
        usage: { prompt_tokens: 7, completion_tokens: 5, total_tokens: 12 },
        ...extra,
      }),
    );
  };
}

/** One event of OpenAI's stream with a piece of text. */
export function openaiDelta(content: string): string {
  return `data: ${JSON.stringify({ id: 'x', object: 'chat.completion.chunk', created: 1, model: 'fake', choices: [{ index: 0, delta: { content }, finish_reason: null }], usage: null })}\n\n`;
}

/** The last events of OpenAI's stream. */
export const OPENAI_END =
  `data: ${JSON.stringify({ id: 'x', object: 'chat.completion.chunk', created: 1, model: 'fake', choices: [{ index: 0, delta: {}, finish_reason: 'stop' }], usage: null })}\n\n` +
  `data: ${JSON.stringify({ id: 'x', object: 'chat.completion.chunk', created: 1, model: 'fake', choices: [], usage: { prompt_tokens: 7, completion_tokens: 5, total_tokens: 12 } })}\n\n` +
  'data: [DONE]\n\n';

/** Answers as OpenAI's chat completions do, in a stream of these pieces. */
export function openaiStream(pieces: readonly string[]): Handler {
  return (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(pieces.map(openaiDelta).join('') + OPENAI_END);
  };
}
