import type { ApiKey } from '../../../domain/api-key.ts';
import type { Model } from '../../../domain/catalogue.ts';
import { type ChatRequest, textOf, type WrittenRequest } from '../../../domain/chat.ts';
import type { PromptCounter, ProviderRequest, TranslatedRequest } from '../adapter.ts';
import { adjustSampling } from '../adjust-sampling.ts';
import { leaveOutOfParts } from '../check-parts.ts';
import { type FieldSupport, type FittedRequest, fitRequest, mapEffort, unsupported } from '../fields.ts';
import { encodeModelId } from '../model-id.ts';
import { isObject, type JsonObject, readText } from '../read-json.ts';
import { requireCount } from '../require-count.ts';
import { restateFormat } from '../restate-schema.ts';
import { endsWithAssistant, toTurns } from '../to-turns.ts';
import { writeJson } from '../write-json.ts';
import { SCHEMA_TERMS } from './schema-terms.ts';
import { toContents } from './to-contents.ts';
import { mustCall, toTools } from './to-tools.ts';
import { writeAgain } from './write-again.ts';

export const FIELDS: FieldSupport = {
  temperature: ['generationConfig.temperature'],
  top_p: ['generationConfig.topP'],
  max_tokens: ['generationConfig.maxOutputTokens'],
  stop: ['generationConfig.stopSequences'],
  seed: ['generationConfig.seed'],
  presence_penalty: ['generationConfig.presencePenalty'],
  frequency_penalty: ['generationConfig.frequencyPenalty'],
  response_format: ['generationConfig.responseMimeType', 'generationConfig.responseJsonSchema'],
  reasoning_effort: [
    'generationConfig.thinkingConfig.thinkingLevel',
    'generationConfig.thinkingConfig.thinkingBudget',
  ],
  user: [],
  verbosity: [],
  tools: ['tools'],
  tool_choice: ['toolConfig.functionCallingConfig'],
  parallel_tool_calls: [],
  name: [],
  safety_identifier: [],
  service_tier: [],
  metadata: [],
  store: [],
  prompt_cache_key: [],
  prompt_cache_retention: [],
  prompt_cache_breakpoint: [],
  prompt_cache_options: [],
  n: ['generationConfig.candidateCount'],
  logprobs: ['generationConfig.responseLogprobs'],
  top_logprobs: ['generationConfig.logprobs'],
  logit_bias: [],
  prediction: [],
  web_search_options: ['tools'],
  top_k: ['generationConfig.topK'],
  min_p: [],
  repetition_penalty: [],
  chat_template_kwargs: [],
  safety_settings: ['safetySettings'],
};

/** https://ai.google.dev/api/generate-content#generationconfig: up to 5 stop sequences. */
const MOST_STOPS = 5;

function resourceOf(model: Model): string {
  const name = encodeModelId(model.wireId);
  return /^(?:models|tunedModels)\//.test(name) ? name : `models/${name}`;
}

/** The schema's name and strictness have no place there; its rules are held all the same. */
function toFormat(
  { responseFormat: format, tools, toolChoice }: ChatRequest,
  model: Model,
): { fields: object; adjusted: readonly string[] } {
  if (format === undefined) return { fields: {}, adjusted: [] };
  if (tools !== undefined) {
    // An answer that must be a call has no other form, and Google takes no format with it.
    if (mustCall(toolChoice)) return { fields: {}, adjusted: ['response_format=ignored'] };
    if (!model.capabilities.toolsWithFormat) {
      throw unsupported('response_format', model.id, 'response_format together with tools');
    }
  }
  const responseMimeType = 'application/json';
  if (format.type === 'json_object') return { fields: { responseMimeType }, adjusted: [] };
  const { schema, adjusted } = restateFormat(format, SCHEMA_TERMS);
  return { fields: { responseMimeType, responseJsonSchema: schema }, adjusted };
}

/** https://ai.google.dev/gemini-api/docs/thinking: levels since Gemini 3, budgets before; summaries when asked. */
function toThinking(request: ChatRequest, model: Model): object | undefined {
  const effort = mapEffort(request, model);
  const shown = request.showThoughts && request.reasoningEffort !== 'none' ? { includeThoughts: true } : {};
  if (effort === undefined) return request.showThoughts ? shown : undefined;
  return {
    ...(typeof effort === 'number' ? { thinkingBudget: effort } : { thinkingLevel: effort }),
    ...shown,
  };
}

/** What is sent: `undefined` is left out where it is written. */
interface Composed {
  readonly body: JsonObject;
  readonly adjusted: readonly string[];
  readonly stop?: readonly string[];
  readonly asWritten?: true;
}

function fitHere(asked: ChatRequest, model: Model): FittedRequest {
  return fitRequest(asked, model, FIELDS, 'generate-content', 'Google', MOST_STOPS);
}

/** What its caller wrote in Google's words goes on as it came; what the model does not take is left out. */
function composeAgain(asked: ChatRequest, written: WrittenRequest, model: Model): Composed {
  const given = isObject(written.body.generationConfig) ? written.body.generationConfig : {};
  const thinking = isObject(given.thinkingConfig) ? given.thinkingConfig : undefined;
  const level = readText(thinking?.thinkingLevel);
  const { reasoningEffort: effort, ...rest } = asked;
  // A budget is Google's own measure, and no effort that has to be fitted.
  const { request, stop, adjusted } = fitHere(
    level === undefined || effort === undefined ? rest : { ...rest, reasoningEffort: effort },
    model,
  );
  if (request.messages.at(-1)?.role === 'assistant' && !model.capabilities.assistantLast) {
    throw endsWithAssistant(model);
  }
  const sampling = adjustSampling(request, model);
  const config = {
    ...given,
    ...configOf(request, sampling),
    thinkingConfig:
      request.reasoningEffort === undefined ? thinking : fitLevel(thinking, effort, request, model),
  };
  return {
    body: {
      ...writeAgain(request, written, model),
      generationConfig: isEmpty(config) && written.body.generationConfig == null ? undefined : config,
    },
    adjusted: [...sampling.adjusted, ...adjusted],
    ...(stop === undefined ? {} : { stop }),
    asWritten: true,
  };
}

/** The caller's level of thinking, or what the model has in its place. */
function fitLevel(
  thinking: JsonObject | undefined,
  asked: ChatRequest['reasoningEffort'],
  request: ChatRequest,
  model: Model,
): JsonObject | undefined {
  const effort = mapEffort(request, model);
  if (typeof effort === 'number') return { ...thinking, thinkingLevel: undefined, thinkingBudget: effort };
  return request.reasoningEffort === asked ? thinking : { ...thinking, thinkingLevel: effort };
}

/** The fields of `generationConfig` that the gateway has a say in. */
function configOf(request: ChatRequest, sampling: ReturnType<typeof adjustSampling>): JsonObject {
  return {
    temperature: sampling.temperature,
    topP: sampling.topP,
    topK: sampling.topK,
    maxOutputTokens: request.maxTokens,
    stopSequences: request.stop,
    seed: request.seed,
    presencePenalty: request.presencePenalty,
    frequencyPenalty: request.frequencyPenalty,
    candidateCount: request.choices,
    responseLogprobs: request.logprobs,
    logprobs: request.topLogprobs,
  };
}

function isEmpty(fields: JsonObject): boolean {
  return Object.values(fields).every((value) => value === undefined);
}

function compose(asked: ChatRequest, model: Model): Composed {
  const { written } = asked;
  if (written?.dialect === 'generate-content') return composeAgain(asked, written, model);
  const { request, stop, adjusted } = fitHere(asked, model);
  const { system, turns } = toTurns(request.messages, model);
  const sampling = adjustSampling(request, model);
  const format = toFormat(request, model);
  const tools = toTools(request);
  const config = {
    ...configOf(request, sampling),
    ...format.fields,
    thinkingConfig: toThinking(request, model),
  };
  const body = {
    systemInstruction: system.length === 0 ? undefined : { parts: [{ text: textOf({ content: system }) }] },
    contents: toContents(turns, model),
    ...tools.fields,
    safetySettings: request.safetySettings,
    generationConfig: isEmpty(config) ? undefined : config,
  };
  return {
    body,
    adjusted: [
      ...sampling.adjusted,
      ...adjusted,
      ...format.adjusted,
      ...tools.adjusted,
      ...leaveOutOfParts(request.messages, ['detail', 'filename']),
    ],
    ...(stop === undefined ? {} : { stop }),
  };
}

/** https://ai.google.dev/api/generate-content */
export function toRequest(asked: ChatRequest, model: Model, key: ApiKey): TranslatedRequest {
  const { body, ...rest } = compose(asked, model);
  const method = asked.stream ? 'streamGenerateContent?alt=sse' : 'generateContent';
  return { request: post(model, method, body, key), ...rest };
}

/** https://ai.google.dev/api/tokens#method:-models.counttokens */
export const COUNTER: PromptCounter = {
  toRequest(asked, model, key) {
    const { body } = compose(asked, model);
    const generateContentRequest = { model: resourceOf(model), ...body };
    return post(model, 'countTokens', { generateContentRequest }, key);
  },
  read: (body) => requireCount(isObject(body) ? body.totalTokens : undefined),
};

function post(model: Model, method: string, body: object, key: ApiKey): ProviderRequest {
  return {
    path: `/v1beta/${resourceOf(model)}:${method}`,
    headers: { 'x-goog-api-key': key.reveal() },
    body: writeJson(body),
  };
}
