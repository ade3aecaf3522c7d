/** From a validated body to the gateway's own request. Neutral values are dropped here alone. */

import type { ChatRequest, Message, WrittenRequest } from '../../../domain/chat.ts';
import { type FieldFault, GatewayError } from '../../../domain/errors.ts';
import { isObject, type JsonObject } from '../../../domain/json-object.ts';
import type { CallRules } from '../adapter.ts';
import { readLifetime } from '../cache-marks.ts';
import { MAX_FORMAT_MEMBERS, schemaFaults } from '../check-schema-size.ts';
import { valueFault } from '../field-faults.ts';
import type { ChatCompletionsBody } from './chat-schema.ts';
import { conversationFaults } from './check-messages.ts';
import { type MediaPlace, readMessages } from './read-messages.ts';
import { readTools, toolFaults } from './read-tools.ts';

/** @throws GatewayError 400 for what the gateway does not do. */
function refuseOtherModes({ audio, modalities }: ChatCompletionsBody): void {
  const isText = Array.isArray(modalities) && modalities.every((modality) => modality === 'text');
  for (const [field, refused] of [
    ['audio', audio != null],
    ['modalities', modalities != null && !isText],
  ] as const) {
    if (refused) throw new GatewayError('unsupported', `${field} is not supported`, { param: field });
  }
}

/** A caller's request as the gateway has it. */
export interface ReadRequest {
  readonly request: ChatRequest;
  /** The parts beside text, where the caller wrote them. */
  readonly media: readonly MediaPlace[];
  /** What was left out, for `X-Claimgate-Adjusted`. */
  readonly adjusted: readonly string[];
}

/**
 * @param written what the caller wrote; absent where that goes nowhere as it came.
 * @param placeOf where the caller wrote a message.
 * @throws GatewayError 400 for what the gateway does not do.
 */
export function readChatRequest(
  body: ChatCompletionsBody,
  written?: Written,
  placeOf = (at: number): string => `messages.${at}`,
): Omit<ReadRequest, 'adjusted'> {
  refuseOtherModes(body);
  const { messages, media } = readMessages(body.messages, placeOf);
  return {
    request: {
      messages,
      stream: body.stream === true,
      ...readTools(body),
      ...readFields(body),
      ...(written?.request.dialect === 'chat-completions' && asksToThink(body) ? { showThoughts: true } : {}),
      ...(written === undefined
        ? {}
        : { written: { ...written.request, sources: sourcesOf(messages, written) } }),
    },
    media,
  };
}

/** Chat Completions has no word for it, but its front ends show what comes as `reasoning_content`. */
function asksToThink({ reasoning_effort: effort }: ChatCompletionsBody): boolean {
  return effort != null && effort !== 'none';
}

/** What a caller wrote, and which message of it each was read from. */
interface Written {
  readonly request: Omit<WrittenRequest, 'sources'>;
  readonly sourceAt: (at: number) => JsonObject | undefined;
}

function sourcesOf(messages: readonly Message[], { sourceAt }: Written): WrittenRequest['sources'] {
  const sources = new Map<Message, JsonObject>();
  for (const [at, message] of messages.entries()) {
    const source = sourceAt(at);
    if (source !== undefined) sources.set(message, source);
  }
  return sources;
}

/** @returns what `readChatRequest` needs of a caller's own body. */
export function writtenChat(request: Omit<WrittenRequest, 'sources'>): Written {
  const messages = request.body.messages as readonly JsonObject[];
  return {
    request,
    sourceAt(at) {
      const source = messages[at] as JsonObject;
      // Calls in the older form are translated: what they stand in does not go on as it came.
      return source.role === 'function' || source.function_call != null ? undefined : source;
    },
  };
}

function readFields(body: ChatCompletionsBody): Omit<ChatRequest, 'messages' | 'stream'> {
  const { top_logprobs: topLogprobs, logit_bias: bias, metadata, n } = body;
  return given({
    temperature: body.temperature,
    topP: body.top_p,
    maxTokens: body.max_completion_tokens ?? body.max_tokens,
    stop: readStop(body.stop),
    seed: body.seed,
    presencePenalty: body.presence_penalty || undefined,
    frequencyPenalty: body.frequency_penalty || undefined,
    responseFormat: readResponseFormat(body.response_format),
    reasoningEffort: body.reasoning_effort,
    user: body.user || undefined,
    choices: n === 1 ? undefined : n,
    logprobs: body.logprobs || undefined,
    topLogprobs: topLogprobs || undefined,
    logitBias: isEmpty(bias) ? undefined : bias,
    verbosity: body.verbosity,
    serviceTier: body.service_tier || undefined,
    metadata: isEmpty(metadata) ? undefined : metadata,
    // Where an organization stores answers unless it is asked not to, false is no neutral value.
    store: body.store,
    safetyIdentifier: body.safety_identifier || undefined,
    promptCacheKey: body.prompt_cache_key || undefined,
    promptCacheRetention: body.prompt_cache_retention || undefined,
    promptCacheOptions: readCacheOptions(body.prompt_cache_options),
    prediction: isEmpty(body.prediction) ? undefined : body.prediction,
    // Empty options still ask for a search.
    webSearchOptions: body.web_search_options,
  });
}

type Given<T> = { readonly [K in keyof T]?: Exclude<T[K], null | undefined> };

/** The fields that have a value. */
function given<T extends object>(fields: T): Given<T> {
  const all: Record<string, unknown> = {};
  for (const name in fields) if (fields[name] != null) all[name] = fields[name];
  return all as Given<T>;
}

function isEmpty(value: object | null | undefined): boolean {
  return value == null || Object.keys(value).length === 0;
}

function readCacheOptions(
  options: ChatCompletionsBody['prompt_cache_options'],
): ChatRequest['promptCacheOptions'] {
  if (options == null) return undefined;
  return { mode: options.mode ?? 'implicit', ...readLifetime(options.ttl) };
}

function readStop(stop: ChatCompletionsBody['stop']): readonly string[] | undefined {
  if (stop == null) return undefined;
  const all = (typeof stop === 'string' ? [stop] : stop).filter((text) => text !== '');
  return all.length === 0 ? undefined : all;
}

/** Of a schema that has none. */
export const FORMAT_NAME = 'answer';

function readResponseFormat(format: ChatCompletionsBody['response_format']): ChatRequest['responseFormat'] {
  if (format == null || format.type === 'text') return undefined;
  if (format.type === 'json_object') {
    if (isEmpty(format.schema)) return { type: 'json_object' };
    return { type: 'json_schema', name: FORMAT_NAME, schema: format.schema! };
  }
  const { name, description, schema, strict } = format.json_schema;
  return {
    type: 'json_schema',
    name,
    schema: schema ?? {},
    ...(description == null ? {} : { description }),
    ...(strict == null ? {} : { strict }),
  };
}

/**
 * The faults of a body that its schema does not find: fields that do not go together, JSON schemas that are too large.
 * They are looked for before the body is known to be valid, so that every fault is listed.
 *
 * @param rulesOf what the provider of the model, known or not, asks of calls.
 */
export function findFaults(
  body: unknown,
  rulesOf: (model: unknown) => CallRules = () => ({}),
): readonly FieldFault[] {
  if (!isObject(body)) return [];
  // Most requests call nothing, and need no look at the model.
  const rules = (): CallRules => rulesOf(body.model);
  return [
    ...tokenFaults(body.max_tokens, body.max_completion_tokens),
    ...formatFaults(body.response_format),
    ...(isAbove(body.top_logprobs, 0) && body.logprobs !== true
      ? [valueFault(['top_logprobs'], 'needs logprobs')]
      : []),
    ...toolFaults(body, rules),
    ...conversationFaults(body.messages, 'messages', rules),
    ...conversationFaults(body.conversation_history, 'conversation_history', rules, true),
  ];
}

function tokenFaults(maxTokens: unknown, maxCompletionTokens: unknown): FieldFault[] {
  const bothGiven = typeof maxTokens === 'number' && typeof maxCompletionTokens === 'number';
  if (!bothGiven || maxTokens === maxCompletionTokens) return [];
  return [valueFault(['max_completion_tokens'], 'max_tokens and max_completion_tokens differ')];
}

/** Of values that may be anything: what is no number is not compared. */
const isAbove = (value: unknown, other: unknown): boolean =>
  typeof value === 'number' && typeof other === 'number' && value > other;

function formatFaults(format: unknown): FieldFault[] {
  if (!isObject(format)) return [];
  const [place, holder] = isObject(format.json_schema)
    ? [['response_format', 'json_schema'], format.json_schema]
    : [['response_format'], format];
  return schemaFaults([{ place, schema: holder.schema }], 'schema', MAX_FORMAT_MEMBERS);
}
