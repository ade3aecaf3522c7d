/** A server for embeddings that knows a few meanings, each a direction of its own. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const MEANINGS: readonly (readonly string[])[] = [
  ['resign', 'stepping down', 'left office'],
  ['mayor', 'head of the town'],
  ['rain', 'flood', 'high water'],
];

/** @returns as many numbers as there are meanings, and one more, so that no text has none. */
export function embedText(text: string): number[] {
  const lower = text.toLowerCase();
  return [...MEANINGS.map((words) => (words.some((word) => lower.includes(word)) ? 1 : 0)), 0.1];
}

export const DIMENSIONS: number = MEANINGS.length + 1;

export interface EmbeddingServer {
  readonly url: string;
  /** What was asked for, and with which key. */
  readonly asked: {
    readonly model: string;
    readonly input: string;
    readonly authorization?: string | undefined;
  }[];
  /** Answers something else from now on. */
  answerWith(status: number, body: unknown): void;
  close(): Promise<void>;
}

export async function startEmbeddingServer(): Promise<EmbeddingServer> {
  let other: { status: number; body: unknown } | undefined;
  const asked: EmbeddingServer['asked'] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const piece of request) body += piece;
    const { model, input } = JSON.parse(body);
    asked.push({ model, input, authorization: request.headers.authorization });
    const answer = other ?? { status: 200, body: { data: [{ index: 0, embedding: embedText(input) }] } };
    response
      .writeHead(answer.status, { 'content-type': 'application/json' })
      .end(JSON.stringify(answer.body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    asked,
    answerWith(status, body) {
      other = { status, body };
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
