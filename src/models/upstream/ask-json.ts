/** One question whose answer is JSON of a schema, in the provider's own terms of structured output. */
import type { ApiKey } from '../../domain/api-key.ts';
import type { Capabilities, Model } from '../../domain/catalogue.ts';
import type { ChatRequest, Completion, Usage } from '../../domain/chat.ts';
import { GatewayError } from '../../domain/errors.ts';
import { parseJson } from '../dialects/read-json.ts';
import type { Upstream } from './call-provider.ts';
import type { Endpoint } from './endpoint.ts';
import { mayAnotherAnswer } from './may-another-answer.ts';

export interface JsonQuestion {
  /** Messages, sampling, effort and whose it is; what else it asks for is not looked at. */
  readonly request: ChatRequest;
  /** A name of at most 64 letters, digits, `_` and `-`. */
  readonly name: string;
  /** Objects closed, every property required: what all providers take. */
  readonly schema: Readonly<Record<string, unknown>>;
}

export interface JsonTarget {
  readonly endpoint: Endpoint;
  readonly model: Model;
  readonly key: ApiKey;
  /**
   * Puts another model in the place of one that cannot answer; absent where there is none.
   * @returns whether there was one left.
   */
  readonly goOn?: (failed: Model) => boolean;
}

/** A model that is asked questions whose answer is JSON. */
export interface JsonModel {
  /** The one that answers now: another may take the place of one that cannot. */
  readonly model: Pick<Model, 'id' | 'provider' | 'wireId' | 'outputCap'> & {
    readonly capabilities: Pick<Capabilities, 'reasoningEffort' | 'efforts'>;
  };
  /** Where it is asked. */
  readonly endpoint: Pick<Endpoint, 'sandbox'>;
  /** @throws GatewayError where it cannot answer; an answer that is not JSON is no error. */
  ask(question: JsonQuestion, signal: AbortSignal): Promise<JsonAnswer>;
  /** Whose web search is its own; absent where it has none. */
  readonly searcher?: JsonTarget;
}

export interface JsonAnswer {
  /** The parsed JSON, unchecked; `undefined` where the answer was none. */
  readonly value: unknown;
  /** The answer as it came. */
  readonly text: string;
  readonly usage?: Usage;
}

/**
 * The request that asks the question: with the schema where the model takes one, else as JSON without,
 * else as text; as text too where the server refuses the form. The prompt must describe the form in any case.
 */
export function jsonRequest(question: JsonQuestion, capabilities: Capabilities): ChatRequest {
  const { messages, temperature, topP, maxTokens, seed, reasoningEffort, user } = question.request;
  const format = formatOf(question, capabilities);
  const request = {
    messages,
    temperature,
    topP,
    maxTokens,
    seed,
    reasoningEffort,
    user,
    responseFormat: format,
  };
  const given = Object.entries(request).filter(([, value]) => value !== undefined);
  return { ...(Object.fromEntries(given) as Pick<ChatRequest, 'messages'>), stream: false };
}

function formatOf(
  { name, schema }: JsonQuestion,
  { responseFormat }: Capabilities,
): ChatRequest['responseFormat'] {
  if (responseFormat === 'json_schema') return { type: 'json_schema', name, schema, strict: true };
  return responseFormat === 'json_object' ? { type: 'json_object' } : undefined;
}

/** @returns the provider's model as one that is asked for JSON. */
export function jsonModel(upstream: Upstream, target: JsonTarget): JsonModel {
  return new ProviderModel(upstream, target);
}

class ProviderModel implements JsonModel {
  readonly endpoint: Endpoint;
  readonly searcher: JsonTarget;
  readonly #upstream: Upstream;

  constructor(upstream: Upstream, target: JsonTarget) {
    this.endpoint = target.endpoint;
    this.searcher = target;
    this.#upstream = upstream;
  }

  get model(): Model {
    return this.searcher.model;
  }

  ask(question: JsonQuestion, signal: AbortSignal): Promise<JsonAnswer> {
    return askJson(this.#upstream, this.searcher, question, signal);
  }
}

/** @throws GatewayError as `Upstream.complete` does; an answer that is not JSON is no error. */
export async function askJson(
  upstream: Upstream,
  target: JsonTarget,
  question: JsonQuestion,
  signal: AbortSignal,
): Promise<JsonAnswer> {
  const completion = await completeInTurn(upstream, target, question, signal);
  return {
    value: parseAnswer(completion.content),
    text: completion.content,
    ...(completion.usage === undefined ? {} : { usage: completion.usage }),
  };
}

async function completeInTurn(
  upstream: Upstream,
  target: JsonTarget,
  question: JsonQuestion,
  signal: AbortSignal,
): Promise<Completion> {
  let refusing: Model | undefined;
  for (;;) {
    const { endpoint, model } = target;
    const capabilities: Capabilities =
      model === refusing ? { ...model.capabilities, responseFormat: 'none' } : model.capabilities;
    const request = jsonRequest(question, capabilities);
    try {
      const call = upstream.prepare(endpoint, model, request, target.key);
      return await upstream.complete({ ...call, purpose: question.name }, signal);
    } catch (error) {
      if (request.responseFormat !== undefined && refusesFormat(error)) {
        refusing = model;
        continue;
      }
      if (!mayAnotherAnswer(error) || target.goOn?.(model) !== true) throw error;
    }
  }
}

/** Servers of an operator's own may not have the form of answers that their models are taken to have. */
function refusesFormat(error: unknown): boolean {
  if (!(error instanceof GatewayError) || error.code !== 'provider_rejected') return false;
  return /response_?format|json_?schema|json_object|grammar|guided|structured/i.test(
    `${error.param} ${error.message}`,
  );
}

/** Reads JSON also where a model wrapped it in a code fence or in words. */
export function parseAnswer(text: string): unknown {
  const first = text.indexOf('{');
  const last = text.lastIndexOf('}');
  if (first < 0 || last < first) return undefined;
  return parseJson(text.slice(first, last + 1));
}

/** @returns the sum. What neither reports stays absent; so does the cost where that of either is not known. */
export function addUsage(a: Usage | undefined, b: Usage | undefined): Usage | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  const sum: Record<string, number> = { ...a };
  for (const [name, count] of Object.entries(b)) sum[name] = (sum[name] ?? 0) + count;
  if (a.nanos === undefined || b.nanos === undefined) delete sum.nanos;
  return sum as unknown as Usage;
}
