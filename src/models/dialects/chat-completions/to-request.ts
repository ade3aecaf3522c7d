import type { ApiKey } from '../../../domain/api-key.ts';
import type { Model } from '../../../domain/catalogue.ts';
import type { ChatRequest } from '../../../domain/chat.ts';
import { isObject, type JsonObject } from '../../../domain/json-object.ts';
import type { TranslatedRequest } from '../adapter.ts';
import { adjustSampling } from '../adjust-sampling.ts';
import { marksTools } from '../cache-marks.ts';
import { FIELD_RULES, type FittedRequest, fitRequest, mapEffort, type OptionalField } from '../fields.ts';
import { endsWithAssistant } from '../to-turns.ts';
import { writeJson } from '../write-json.ts';
import { adjustedOptions } from '../written-fields.ts';
import type { DialectSettings } from './settings.ts';
import { toMessages } from './to-messages.ts';
import { toTools } from './to-tools.ts';

/** Fields that are sent as the caller wrote them. */
const AS_THEY_ARE: readonly OptionalField[] = [
  ...(['stop', 'seed', 'presence_penalty', 'frequency_penalty', 'verbosity', 'service_tier'] as const),
  ...(['metadata', 'store', 'prompt_cache_key', 'prompt_cache_retention', 'n', 'logit_bias'] as const),
  ...(['prediction', 'web_search_options', 'user', 'safety_identifier'] as const),
  ...(['min_p', 'repetition_penalty', 'chat_template_kwargs'] as const),
];

function toResponseFormat(format: NonNullable<ChatRequest['responseFormat']>): object {
  if (format.type === 'json_object') return format;
  const { type, ...schema } = format;
  return { type, json_schema: schema };
}

function toReasoning(request: ChatRequest, model: Model, settings: DialectSettings): object {
  const effort = mapEffort(request, model);
  if (request.reasoningEffort === 'none' && settings.reasoningOff !== undefined) return settings.reasoningOff;
  return { reasoning_effort: effort };
}

/** Tools without reasoning, where the model does not take both here. */
function fitTools(fitted: FittedRequest, model: Model): FittedRequest {
  const { request, adjusted } = fitted;
  const takesBoth = model.capabilities.toolsWithReasoning || request.tools === undefined;
  if (takesBoth || request.reasoningEffort === 'none') return fitted;
  return {
    ...fitted,
    request: { ...request, reasoningEffort: 'none' },
    adjusted: [...adjusted.filter((text) => !text.startsWith('reasoning_effort=')), 'reasoning_effort=none'],
  };
}

/** Together's `logprobs` is the number of alternatives, at least one. */
function toLogprobs({ logprobs, topLogprobs }: ChatRequest, { fields }: DialectSettings): object {
  if (logprobs === undefined) return {};
  const [name] = fields.logprobs;
  const [topName] = fields.top_logprobs;
  if (name === topName) return { [name!]: Math.max(1, topLogprobs ?? 0) };
  return { [name!]: logprobs, [topName!]: topLogprobs };
}

/** 30 minutes is the one lifetime that it has for a request. */
export function toCacheOptions({ mode, seconds }: NonNullable<ChatRequest['promptCacheOptions']>): object {
  return { mode, ttl: seconds === undefined ? undefined : '30m' };
}

export function toRequest(
  asked: ChatRequest,
  model: Model,
  key: ApiKey,
  settings: DialectSettings,
): TranslatedRequest {
  const { fields, name, mostStops, systemAnywhere, takesThoughts } = settings;
  const { request, written, stop, adjusted } = fitTools(
    fitRequest(asked, model, fields, 'chat-completions', name, mostStops),
    model,
  );
  if (!model.capabilities.assistantLast && request.messages.at(-1)?.role === 'assistant') {
    throw endsWithAssistant(model);
  }
  const sampling = adjustSampling(request, model);
  // `undefined` is left out by JSON.stringify.
  const body: Record<string, unknown> = {
    model: model.wireId,
    messages: toMessages(request.messages, {
      ...{ model, written, systemAnywhere, takesThoughts },
      named: fields.name.length > 0,
    }),
    ...toTools(request, settings.allowedTools),
    [model.capabilities.tokenField]: request.maxTokens,
    temperature: sampling.temperature,
    top_p: sampling.topP,
    top_k: sampling.topK,
    response_format:
      request.responseFormat === undefined ? undefined : toResponseFormat(request.responseFormat),
    ...toReasoning(request, model, settings),
    ...toLogprobs(request, settings),
    ...(request.stream ? { stream: true, stream_options: settings.streamOptions } : {}),
  };
  if (request.promptCacheOptions !== undefined)
    body.prompt_cache_options = toCacheOptions(request.promptCacheOptions);
  for (const field of AS_THEY_ARE) {
    const { key: ours } = FIELD_RULES[field];
    const value = request[ours!];
    if (value === undefined) continue;
    body[fields[field][0]!] = typeof value === 'string' ? value.toWellFormed() : value;
  }
  if (written !== undefined) Object.assign(body, writtenFields(written.body, request, settings));
  for (const field of written?.unread ?? []) body[field] = written?.body[field];
  return {
    request: {
      path: '/chat/completions',
      headers: { authorization: `Bearer ${key.reveal()}` },
      body: writeJson(body),
    },
    adjusted: [
      ...sampling.adjusted,
      ...adjusted,
      ...adjustedOptions(request.stream ? written?.body.stream_options : undefined, settings.streamOptions),
      // It has no marks of tools: the next one behind them keeps them too.
      ...(marksTools(request) ? ['tools.prompt_cache_breakpoint=ignored'] : []),
    ],
    ...(stop === undefined ? {} : { stop }),
    ...(written === undefined ? {} : { asWritten: true }),
  };
}

/** What is sent as the caller wrote it, with all that the gateway does not read of it. */
function writtenFields(
  { tools, tool_choice: choice, response_format: format, stream_options: options }: JsonObject,
  request: ChatRequest,
  { allowedTools, streamOptions }: DialectSettings,
): JsonObject {
  const offers = request.tools !== undefined || request.otherTools !== undefined;
  const isNarrowed = request.toolChoice?.type === 'allowed' && !allowedTools;
  return {
    ...(offers && !isNarrowed && Array.isArray(tools) ? { tools: tools.map(bareTool) } : {}),
    ...(isObject(choice) && offers && !isNarrowed ? { tool_choice: choice } : {}),
    ...(request.responseFormat === undefined ? {} : { response_format: format }),
    ...(request.stream && isObject(options) ? { stream_options: { ...options, ...streamOptions } } : {}),
  };
}

/** It has no marks of tools: the next one behind them keeps them too. */
function bareTool(tool: unknown): unknown {
  if (!isObject(tool) || !('cache_control' in tool || 'prompt_cache_breakpoint' in tool)) return tool;
  const { cache_control: _control, prompt_cache_breakpoint: _mark, ...bare } = tool;
  return bare;
}
