/**
 * One call to one provider: translate, send, retry where that is safe, read. Every failure that comes
 * out of here is a GatewayError, written for the caller, without any part of the key; but for the
 * WireError `aborted` of a caller who has left.
 */
import { type ApiKey, isIssuedKey } from '../../domain/api-key.ts';
import { JsonLimitError, parseBoundedJson } from '../../domain/bounded-json.ts';
import type { Model } from '../../domain/catalogue.ts';
import type { ChatRequest, Completion } from '../../domain/chat.ts';
import { type ErrorCode, GatewayError } from '../../domain/errors.ts';
import type { JsonObject } from '../../domain/json-object.ts';
import type { AnswerReader, TranslatedRequest } from '../dialects/adapter.ts';
import type { PriceFactors } from '../providers/price.ts';
import type { Circuit } from '../wire/circuit.ts';
import type { HttpReply } from '../wire/http-client.ts';
import { WireError } from '../wire/wire-error.ts';
import { cutChunks, cutCompletion } from './cut-at-stop.ts';
import type { Endpoint } from './endpoint.ts';
import { countProduced, meterStream } from './meter-stream.ts';
import { factorsOf, mostCostOf } from './most-cost.ts';
import type { OperatorKeys } from './operator-keys.ts';
import type { PassedCall, PassingOn } from './passed-call.ts';
import { priceCompletion, priceStream } from './price-answer.ts';
import { type ChunkBatches, readChunks } from './read-chunks.ts';
import { readWireError } from './read-wire-error.ts';
import { withRetries } from './retry.ts';
import { scrubMessage } from './scrub-key.ts';
import {
  MAX_REPLY_BYTES,
  type OutgoingRequest,
  requireSuccess,
  type Sender,
  sendRequest,
} from './send-request.ts';
import { type CallSpending, type ReserveCall, spendOn } from './spending.ts';
import { standInFor, withKey } from './stand-in-key.ts';
import { wholeAsChunks } from './whole-as-chunks.ts';

/** A request that its provider can serve, translated and ready to be sent, more than once if need be. */
export interface PreparedCall {
  readonly endpoint: Endpoint;
  readonly model: Model;
  readonly key: ApiKey;
  readonly translated: TranslatedRequest;
  /** How many answers were asked for. */
  readonly choices: number;
  readonly factors: PriceFactors;
  /** What it is for, such as `verdicts`; absent for the answer itself. */
  readonly purpose?: string;
  /** The request that was translated; of calls with an issued key, whose budget may shorten the answer. */
  readonly request?: ChatRequest;
  /** Called before the call is made where its answer may have only so many tokens. */
  readonly onShortened?: (maxTokens: number) => void;
}

/** What is sent, whoever wrote it. */
interface SentCall extends Pick<PreparedCall, 'endpoint' | 'key'> {
  readonly translated: Pick<TranslatedRequest, 'without'> & { readonly request: OutgoingRequest };
  /** It is sent once, whatever becomes of it. */
  readonly once?: boolean;
}

export interface Upstream {
  /** @throws GatewayError `unsupported`, naming the field, where the provider has no such thing. */
  prepare(endpoint: Endpoint, model: Model, request: ChatRequest, key: ApiKey): PreparedCall;
  complete(call: PreparedCall, signal: AbortSignal): Promise<Completion>;
  /** @returns the answer's chunks, once the provider has said 200. */
  stream(call: PreparedCall, signal: AbortSignal): Promise<ChunkBatches>;
}

/** Whom a prompt is counted for. */
export type CountTarget = Pick<PreparedCall, 'endpoint' | 'model' | 'key'>;

export interface PromptCounts {
  /**
   * The tokens of a request's prompt as its provider counts them, which costs nothing.
   * @returns `undefined` where the provider counts nothing in advance.
   * @throws GatewayError as `Upstream.prepare` and `complete`.
   */
  countPrompt(target: CountTarget, request: ChatRequest, signal: AbortSignal): Promise<number | undefined>;
}

export interface UpstreamOptions extends Sender {
  readonly circuit: Circuit;
  readonly random: () => number;
  readonly sleep: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  /** Tries after the first. */
  readonly retries: number;
  readonly operatorKeys: OperatorKeys;
  /** Reserves what a call with an issued key may cost. */
  readonly reserve: ReserveCall;
  readonly watch?: ProviderWatch | undefined;
}

/** Hears of each call's outcome, for health and metrics. */
export interface ProviderWatch {
  /** A call failed, or its answer broke off. @param code of the table of errors. */
  failed(provider: string, code: ErrorCode): void;
  /** A call is repeated. @param code why. */
  retried(provider: string, code: ErrorCode): void;
  /** A call is made, a repeated one too. */
  called(provider: string): void;
}

export function createUpstream(options: UpstreamOptions): Upstream & PromptCounts & PassingOn {
  const { circuit, random, sleep, retries, operatorKeys, reserve, watch } = options;

  const failed = (provider: string, error: unknown): void => {
    if (error instanceof GatewayError) watch?.failed(provider, error.code);
  };

  /** Sends once, and gives a reply with a 2xx. */
  const attempt = async (
    endpoint: Endpoint,
    request: OutgoingRequest,
    accept: string,
    signal: AbortSignal,
  ): Promise<HttpReply> => {
    if (circuit.enter(endpoint.origin) > 0) {
      throw new GatewayError('provider_unreachable', 'The provider cannot be reached at the moment');
    }
    let reply: HttpReply;
    try {
      reply = await sendRequest(options, endpoint, request, accept, signal);
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

  /** Sends once more without a field that the provider refuses for the caller's account, if the request allows for that. */
  const attemptWithoutRefusedField = async (
    { endpoint, translated }: SentCall,
    keyed: (request: OutgoingRequest) => OutgoingRequest,
    accept: string,
    signal: AbortSignal,
  ): Promise<HttpReply> => {
    const { request, without } = translated;
    try {
      return await attempt(endpoint, keyed(request), accept, signal);
    } catch (error) {
      const refused = error instanceof GatewayError ? error.param : null;
      if (without === undefined || refused !== without.param) throw error;
      return attempt(endpoint, keyed(without.request()), accept, signal);
    }
  };

  /** Sends with the caller's key, or where that is an issued one with the operator's keys in turn. */
  const attemptWithKey = async (call: SentCall, accept: string, signal: AbortSignal): Promise<HttpReply> => {
    const { endpoint } = call;
    if (!isReplaced(call)) return attemptWithoutRefusedField(call, (request) => request, accept, signal);
    const use = async (own: ApiKey): Promise<HttpReply> => {
      try {
        return await attemptWithoutRefusedField(call, (request) => withKey(request, own), accept, signal);
      } catch (error) {
        throw forCaller(error, { endpoint, secrets: secretsOf(call) });
      }
    };
    return operatorKeys.use(endpoint, use, call.once).catch((error: unknown) => {
      if (error instanceof GatewayError) SCRUBBED.add(error);
      throw error;
    });
  };

  /** The keys that the provider may repeat. */
  const secretsOf = (call: Pick<PreparedCall, 'endpoint' | 'key'>): readonly ApiKey[] =>
    isReplaced(call) ? operatorKeys.all(call.endpoint) : [call.key];

  /** @returns a function for the whole of a stream, which does not hold what was sent. */
  const explainTo =
    ({ endpoint, secrets }: FailureContext) =>
    (error: unknown): unknown => {
      const explained = forCaller(error, { endpoint, secrets });
      failed(endpoint.provider, explained);
      return explained;
    };

  const send = (
    call: SentCall,
    accept: string,
    signal: AbortSignal,
    spending: CallSpending | undefined,
  ): Promise<HttpReply> =>
    withRetries(
      async () => {
        watch?.called(call.endpoint.provider);
        spending?.sent();
        try {
          return await attemptWithKey(call, accept, signal);
        } catch (error) {
          failed(call.endpoint.provider, error);
          spending?.missed(error);
          throw error;
        }
      },
      {
        ...{ signal, random, sleep },
        retries: call.once ? 0 : retries,
        onRetry: ({ code }) => watch?.retried(call.endpoint.provider, code),
      },
    );

  /** Reserves what the call may cost. @returns the call as it can be paid; without an issued key, as it is. */
  const reserveBudget = async (
    call: PreparedCall,
    signal: AbortSignal,
  ): Promise<{ call: PreparedCall; spending?: CallSpending }> => {
    const { request, endpoint, model, key } = call;
    if (request === undefined) return { call };
    const cost = mostCostOf(request, model);
    const hold = await reserve(key, model, cost);
    if (signal.aborted) {
      hold.release();
      throw new WireError('aborted', 'the caller went away');
    }
    const spending = spendOn(hold, cost);
    if (hold.output >= cost.output) return { call, spending };
    call.onShortened?.(hold.output);
    const shorter = { ...request, maxTokens: hold.output };
    const translated = endpoint.adapter.toRequest(shorter, model, standInFor(key, endpoint));
    return { call: { ...call, translated }, spending };
  };

  /** Reserves what a call to another endpoint may cost: all of it, since its answer cannot be shortened. */
  const reserveWholeBudget = async (
    { key, cost }: PassedCall,
    signal: AbortSignal,
  ): Promise<CallSpending | undefined> => {
    if (cost === undefined || !isIssuedKey(key)) return undefined;
    const hold = await reserve(key, cost.model, cost.most);
    if (hold.output >= cost.most.output && !signal.aborted) return spendOn(hold, cost.most);
    hold.release();
    if (signal.aborted) throw new WireError('aborted', 'the caller went away');
    throw new GatewayError(
      'insufficient_quota',
      'The budget of this key has no room for an answer of this length',
    );
  };

  /** The chunks as the provider sends them. */
  const open = async (
    call: PreparedCall,
    signal: AbortSignal,
    spending: CallSpending | undefined,
  ): Promise<ChunkBatches> => {
    const { endpoint } = call;
    const secrets = secretsOf(call);
    try {
      const reply = await send(call, 'text/event-stream', signal, spending);
      const type = reply.header('content-type')?.toLowerCase() ?? '';
      // A server that does not stream, or says an error with a 200, answers in one piece.
      if (type.includes('json')) return wholeAsChunks(await readScrubbed(call, reply));
      if (type.includes('html')) {
        await reply.body.textUpTo(0, 0);
        throw new GatewayError('provider_failed', `${endpoint.displayName} did not answer with a stream`);
      }
      const opened = priceStream(readerOf(call).openStream(call.model, call.translated.asWritten), call);
      const chunks = readChunks(
        reply.body,
        spending === undefined ? opened : spending.watch(opened),
        endpoint.displayName,
        explainTo({ endpoint, secrets }),
      );
      return isReplaced(call) ? operatorKeys.scrubber(endpoint).stream(chunks) : chunks;
    } catch (error) {
      throw forCaller(error, { endpoint, secrets });
    }
  };

  const readScrubbed = async (call: PreparedCall, reply: HttpReply): Promise<Completion> => {
    const completion = await readWhole(call, reply);
    return isReplaced(call) ? operatorKeys.scrubber(call.endpoint).whole(completion) : completion;
  };

  return {
    prepare(endpoint, model, request, key) {
      const call = { endpoint, model, key };
      if (isReplaced(call)) operatorKeys.require(endpoint);
      return {
        ...call,
        translated: endpoint.adapter.toRequest(request, model, standInFor(key, endpoint)),
        choices: request.choices ?? 1,
        factors: factorsOf(request),
        ...(isIssuedKey(key) ? { request } : {}),
      };
    },

    async complete(prepared, signal) {
      const { call, spending } = await reserveBudget(prepared, signal);
      const { endpoint } = call;
      try {
        const reply = await send(call, 'application/json', signal, spending);
        const completion = await readScrubbed(call, reply);
        if (completion.usage === undefined) spending?.add(countProduced(completion));
        spending?.answered(completion.usage);
        const { stop } = call.translated;
        return stop === undefined ? completion : cutCompletion(completion, stop);
      } catch (error) {
        spending?.ended(error);
        throw forCaller(error, { endpoint, secrets: secretsOf(call) });
      }
    },

    async stream(prepared, signal) {
      const { call, spending } = await reserveBudget(prepared, signal);
      let batches: ChunkBatches;
      try {
        batches = await open(call, signal, spending);
      } catch (error) {
        spending?.ended(error);
        throw error;
      }
      if (spending !== undefined) batches = meterStream(batches, spending);
      const { stop } = call.translated;
      return stop === undefined ? batches : cutChunks(batches, stop, call.choices);
    },

    requireKey(endpoint, key) {
      if (isReplaced({ endpoint, key })) operatorKeys.require(endpoint);
    },

    async pass(call, signal) {
      const { endpoint, key, request, once } = call;
      const spending = await reserveWholeBudget(call, signal);
      const secrets = secretsOf(call);
      try {
        const sent = { endpoint, key, once, translated: { request } };
        return {
          reply: await send(sent, call.accept, signal, spending),
          spending,
          scrub: isReplaced(call) ? operatorKeys.scrubber(endpoint).openText() : undefined,
          isClean: (text) => scrubMessage(text, secrets) === text,
          explain: explainTo({ endpoint, secrets }),
        };
      } catch (error) {
        spending?.ended(error);
        throw forCaller(error, { endpoint, secrets });
      }
    },

    async countPrompt(target, request, signal) {
      const { endpoint, model, key } = target;
      const { counter } = endpoint.adapter;
      if (counter === undefined) return undefined;
      if (isReplaced(target)) operatorKeys.require(endpoint);
      const counting = counter.toRequest(request, model, standInFor(key, endpoint));
      const call = { ...target, translated: { request: counting } };
      try {
        return counter.read(await readJson(call, await send(call, 'application/json', signal, undefined)));
      } catch (error) {
        throw forCaller(error, { endpoint, secrets: secretsOf(call) });
      }
    },
  };
}

/** Whether another key than the caller's is sent. */
function isReplaced({ endpoint, key }: Pick<PreparedCall, 'endpoint' | 'key'>): boolean {
  return isIssuedKey(key) && !endpoint.sandbox && endpoint.keyless !== true;
}

function readerOf({ translated, endpoint }: PreparedCall): AnswerReader {
  return translated.reader ?? endpoint.adapter;
}

async function readWhole(call: PreparedCall, reply: HttpReply): Promise<Completion> {
  const written = await readJson(call, reply);
  const completion = priceCompletion(readerOf(call).readCompletion(written, call.model), call);
  return call.translated.asWritten === true ? { ...completion, written: written as JsonObject } : completion;
}

async function readJson({ endpoint }: Pick<PreparedCall, 'endpoint'>, reply: HttpReply): Promise<unknown> {
  const text = await reply.body.text(MAX_REPLY_BYTES);
  try {
    return parseBoundedJson(text);
  } catch (error) {
    const name = endpoint.displayName;
    const reason = error instanceof JsonLimitError ? error.message : 'not JSON';
    throw new GatewayError('provider_failed', `${name} sent an answer that is ${reason}`);
  }
}

/** What is needed to explain a failure. */
interface FailureContext extends Pick<PreparedCall, 'endpoint'> {
  /** Keys that the provider may repeat. */
  readonly secrets: readonly ApiKey[];
}

/** Failures that hold nothing of a key any more. */
const SCRUBBED = new WeakSet<GatewayError>();

/** The failure as the caller may see it: faults of the wire explained, every part of a key removed. */
function forCaller(error: unknown, call: FailureContext): unknown {
  const explained = readWireError(error, call.endpoint.displayName);
  if (!(explained instanceof GatewayError) || call.endpoint.sandbox || SCRUBBED.has(explained))
    return explained;
  if (call.endpoint.keyless && explained.status === 401) {
    const message = `${call.endpoint.displayName} asks for a key, but is configured to need none`;
    return new GatewayError('provider_failed', message, { cause: explained });
  }
  const { message, param, retryAfter } = explained;
  const isClean = (text: string): boolean => scrubMessage(text, call.secrets) === text;
  if ([message, param ?? '', retryAfter ?? ''].every(isClean)) return explained;
  return new GatewayError(explained.code, scrubMessage(message, call.secrets), {
    ...(param === null || !isClean(param) ? {} : { param }),
    ...(retryAfter === undefined || !isClean(retryAfter) ? {} : { retryAfter }),
    retryable: explained.retryable,
    cause: explained.cause,
  });
}
