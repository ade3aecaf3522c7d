/** Vectors of texts, as an archive has them of its own: a server is asked, which speaks OpenAI's `POST /embeddings`. */
import type { ApiKey } from '../../../domain/api-key.ts';
import { type CallTools, callSource } from './call-source.ts';
import { listAt } from './read-reply.ts';
import { SourceError } from './source.ts';
import { createSourceRate } from './source-rate.ts';

/**
 * @returns the vector of the text.
 * @throws SourceError; the signal's reason.
 */
export type Embed = (text: string, signal: AbortSignal) => Promise<readonly number[]>;

interface EmbeddingServer {
  /** Of the source that asks. */
  readonly name: string;
  readonly baseUrl: string;
  readonly model: string;
  readonly key?: ApiKey;
  /** Milliseconds. */
  readonly timeout: number;
}

const RATE = 100;
const LONGEST_VECTOR = 16_384;

/** @param now monotonic milliseconds. */
export function openEmbed(server: EmbeddingServer, tools: CallTools & { readonly now: () => number }): Embed {
  const { name, baseUrl, model, key, timeout } = server;
  const source = { name };
  const rate = createSourceRate({ perSecond: RATE, now: tools.now });
  return async (text, signal) => {
    const request = {
      path: '/embeddings',
      json: { model, input: text },
      headers: key === undefined ? {} : { authorization: `Bearer ${key.reveal()}` },
    };
    const endpoint = { source, baseUrl, hasKey: key !== undefined, rate, timeout };
    let reply: unknown;
    try {
      reply = await callSource(endpoint, request, tools, signal);
    } catch (error) {
      if (!(error instanceof SourceError)) throw error;
      throw new SourceError(name, error.fault, `the server for embeddings: ${error.message}`, error);
    }
    const vector: unknown = listAt(reply, 'data')[0]?.embedding;
    const isVector =
      Array.isArray(vector) &&
      vector.length > 0 &&
      vector.length <= LONGEST_VECTOR &&
      vector.every((one) => Number.isFinite(one));
    if (isVector) return vector as number[];
    throw new SourceError(name, 'malformed', 'the server for embeddings: the reply has no vector');
  };
}
