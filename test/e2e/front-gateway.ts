/** A gateway whose answers a test writes, in front of a real one that serves the page and what goes with it. */
import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Handler, type Received, startFakeProvider } from '../harness/fake-provider.ts';
import { startGateway } from '../harness/start-gateway.ts';

export interface FrontGateway {
  /** `http://127.0.0.1:port`. */
  readonly url: string;
  readonly received: readonly Received[];
  stop(): Promise<void>;
}

/**
 * @param handlerFor gives what answers a request; the real gateway does where there is nothing.
 * @param changes for each path, what becomes of the real gateway's answer.
 */
export async function startFrontGateway(
  handlerFor: (request: Received) => Handler | undefined,
  changes: Readonly<Record<string, (body: never) => unknown>> = {},
): Promise<FrontGateway> {
  const real = await startGateway();
  const relay: Handler = async ({ method, url }, response) => {
    const answer = await fetch(real.url + url, { method, headers: { authorization: 'Bearer sandbox' } });
    const change = changes[url];
    const body =
      change === undefined
        ? Buffer.from(await answer.arrayBuffer())
        : JSON.stringify(change((await answer.json()) as never));
    const left = ['content-encoding', 'content-length', 'transfer-encoding', 'connection', 'keep-alive'];
    const headers = [...answer.headers].filter(([name]) => !left.includes(name));
    response.writeHead(answer.status, Object.fromEntries(headers)).end(body);
  };
  const front = await startFakeProvider((request, response) =>
    (handlerFor(request) ?? relay)(request, response),
  );
  return {
    url: front.url,
    received: front.received,
    stop: async () => {
      await front.stop();
      await real.stop();
    },
  };
}

export const metadataOf = (claims: readonly object[], sources: readonly string[]) => ({
  claims_detected: claims.length,
  confidence_score: 0.9,
  summary: {
    claims: claims.length,
    ...{ supported: 0, refuted: 0, conflicting: 0, not_enough_evidence: 0 },
    unchecked: claims.length,
  },
  sources_consulted: sources,
  mode: 'verify',
  claims,
});

/** Streams a chat's answer in pieces that are drawn one by one, so that unfinished markdown is seen too. */
export async function streamAnswer(response: ServerResponse, text: string, metadata: object): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const chunk = (delta: object, more: object = {}, reason: string | null = null) =>
    `data: ${JSON.stringify({ id: 'x', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [{ index: 0, delta, finish_reason: reason }], ...more })}\n\n`;
  const pieces = text.match(/[\s\S]{1,17}/gu) ?? [];
  for (let at = 0; at < pieces.length; at += 12) {
    response.write(
      pieces
        .slice(at, at + 12)
        .map((content) => chunk({ content }))
        .join(''),
    );
    await sleep(5);
  }
  response.write(chunk({}, { fact_check_metadata: metadata }, 'stop'));
  response.end('data: [DONE]\n\n');
}

/** Streams the check of a text: the claims as they are found, then the whole. */
export function streamCheck(response: ServerResponse, found: readonly object[], metadata: object): void {
  const event = (name: string, data: object) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.end(
    `${found.map((claim) => event('claim', claim)).join('')}${event('done', { fact_check_metadata: metadata })}data: [DONE]\n\n`,
  );
}
