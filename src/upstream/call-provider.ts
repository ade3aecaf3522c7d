/**
 * One call to one provider: translate, send, retry where that is safe, read. Every failure that comes
 * out of here is a GatewayError, written for the caller, without any part of the key; but for the
 * WireError `aborted` of a caller who has left.
 */
import type { ApiKey } from '../domain/api-key.ts';
import { JsonLimitError, parseBoundedJson } from '../domain/bounded-json.ts';
import type { ChatRequest, Completion } from '../domain/chat.ts';
import { GatewayError } from '../errors.ts';
import type { TranslatedRequest } from '../providers/adapter.ts';
import type { Model } from '../providers/catalogue.ts';
import type { Circuit } from '../wire/circuit.ts';
import type { HttpReply } from '../wire/http-client.ts';
import { cutChunks, cutCompletion } from './cut-at-stop.ts';
import type { Endpoint } from './endpoint.ts';
import { type ChunkBatches, readChunks } from './read-chunks.ts';
import { readWireError } from './read-wire-error.ts';
import { withRetries } from './retry.ts';
import { scrubKey } from './scrub-key.ts';
import { MAX_REPLY_BYTES, requireSuccess, type Sender, sendRequest } from './send-request.ts';
import { wholeAsChunks } from './whole-as-chunks.ts';

/** A request that its provider can serve, translated and ready to be sent, more than once if need be. */
export interface PreparedCall {
  readonly endpoint: Endpoint;
  readonly model: Model;
  readonly key: ApiKey;
  readonly translated: TranslatedRequest;
  /** How many answers were asked for. */
  readonly choices: number;
}

export interface Upstream {
  /** @throws GatewayError `unsupported`, naming the field, where the provider has no such thing. */
  prepare(endpoint: Endpoint, model: Model, request: ChatRequest, key: ApiKey): PreparedCall;
  complete(call: PreparedCall, signal: AbortSignal): Promise<Completion>;
  /** @returns the answer's chunks, once the provider has said 200. */
  stream(call: PreparedCall, signal: AbortSignal): Promise<ChunkBatches>;
}

export interface UpstreamOptions extends Sender {
  readonly circuit: Circuit;
  readonly random: () => number;
  readonly sleep: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

export function createUpstream(options: UpstreamOptions): Upstream {
  const { circuit, random, sleep } = options;

  /** Sends once, and gives a reply with a 2xx. */
  const attempt = async (call: PreparedCall, accept: string, signal: AbortSignal): Promise<HttpReply> => {
    const { endpoint, translated } = call;
    if (circuit.enter(endpoint.origin) > 0) {
      throw new GatewayError('provider_unreachable', 'The provider cannot be reached at the moment');
    }
    let reply: HttpReply;
    try {
      reply = await sendRequest(options, endpoint, translated.request, accept, signal);
    } catch (error) {
      const explained = readWireError(error, endpoint.displayName);
      if (explained instanceof GatewayError && explained.code === 'provider_unreachable') {
        circuit.failed(endpoint.origin);
      }
      throw explained;
    }
    circuit.reached(endpoint.origin);
    return requireSuccess(reply, endpoint, signal);
  };

  const send = (call: PreparedCall, accept: string, signal: AbortSignal): Promise<HttpReply> =>
    withRetries(() => attempt(call, accept, signal), { signal, random, sleep });

  /** The chunks as the provider sends them. */
  const open = async (call: PreparedCall, signal: AbortSignal): Promise<ChunkBatches> => {
    try {
      const reply = await send(call, 'text/event-stream', signal);
      const type = reply.header('content-type')?.toLowerCase() ?? '';
      // A server that does not stream, or says an error with a 200, answers in one piece.
      if (type.includes('json')) return wholeAsChunks(await readWhole(call, reply));
      if (type.includes('html')) {
        await reply.body.textUpTo(0, 0);
        throw new GatewayError(
          'provider_failed',
          `${call.endpoint.displayName} did not answer with a stream`,
        );
      }
      return readChunks(
        reply.body,
        call.endpoint.adapter.openStream(call.model),
        call.endpoint.displayName,
        explainTo(call),
      );
    } catch (error) {
      throw forCaller(error, call);
    }
  };

  return {
    prepare: (endpoint, model, request, key) => ({
      endpoint,
      model,
      key,
      translated: endpoint.adapter.toRequest(request, model, key),
      choices: request.choices ?? 1,
    }),

    async complete(call, signal) {
      try {
        const reply = await send(call, 'application/json', signal);
        const completion = await readWhole(call, reply);
        const { stop } = call.translated;
        return stop === undefined ? completion : cutCompletion(completion, stop);
      } catch (error) {
        throw forCaller(error, call);
      }
    },

    async stream(call, signal) {
      const batches = await open(call, signal);
      const { stop } = call.translated;
      return stop === undefined ? batches : cutChunks(batches, stop, call.choices);
    },
  };
}

async function readWhole(call: PreparedCall, reply: HttpReply): Promise<Completion> {
  const text = await reply.body.text(MAX_REPLY_BYTES);
  let body: unknown;
  try {
    body = parseBoundedJson(text);
  } catch (error) {
    const name = call.endpoint.displayName;
    const reason = error instanceof JsonLimitError ? error.message : 'not JSON';
    throw new GatewayError('provider_failed', `${name} sent an answer that is ${reason}`);
  }
  return call.endpoint.adapter.readCompletion(body, call.model);
}

/** @returns a function for the whole of a stream, which does not hold what was sent. */
function explainTo({ endpoint, key }: PreparedCall): (error: unknown) => unknown {
  return (error) => forCaller(error, { endpoint, key });
}

/** The failure as the caller may see it: faults of the wire explained, every part of the key removed. */
function forCaller(error: unknown, call: Pick<PreparedCall, 'endpoint' | 'key'>): unknown {
  const explained = readWireError(error, call.endpoint.displayName);
  if (!(explained instanceof GatewayError) || call.endpoint.sandbox) return explained;
  if (call.endpoint.keyless && explained.status === 401) {
    const message = `${call.endpoint.displayName} asks for a key, but is configured to need none`;
    return new GatewayError('provider_failed', message, { cause: explained });
  }
  const { message, param, retryAfter } = explained;
  const isClean = (text: string): boolean => scrubKey(text, call.key) === text;
  if ([message, param ?? '', retryAfter ?? ''].every(isClean)) return explained;
  return new GatewayError(explained.code, scrubKey(message, call.key), {
    ...(param === null || !isClean(param) ? {} : { param }),
    ...(retryAfter === undefined || !isClean(retryAfter) ? {} : { retryAfter }),
    retryable: explained.retryable,
    cause: explained.cause,
  });
}
