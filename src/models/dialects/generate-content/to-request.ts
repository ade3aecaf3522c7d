import type { ApiKey } from '../../../domain/api-key.ts';
import type { Model } from '../../../domain/catalogue.ts';
import { type ChatRequest, textOf } from '../../../domain/chat.ts';
import type { PromptCounter, ProviderRequest, TranslatedRequest } from '../adapter.ts';
import { adjustSampling } from '../adjust-sampling.ts';
import { leaveOutOfParts } from '../check-parts.ts';
import { type FieldSupport, fitRequest, mapEffort, unsupported } from '../fields.ts';
import { encodeModelId } from '../model-id.ts';
import { isObject } from '../read-json.ts';
import { requireCount } from '../require-count.ts';
import { restateFormat } from '../restate-schema.ts';
import { toTurns } from '../to-turns.ts';
import { writeJson } from '../write-json.ts';
import { SCHEMA_TERMS } from './schema-terms.ts';
import { toContents } from './to-contents.ts';
import { mustCall, toTools } from './to-tools.ts';

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
  web_search_options: [],
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

/** Levels from Gemini 3 on, budgets before. */
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

/** What is sent, as an object: `undefined` is left out where it is written. */
function compose(asked: ChatRequest, model: Model) {
  const { request, stop, adjusted } = fitRequest(
    asked,
    model,
    FIELDS,
    'generate-content',
    'Google',
    MOST_STOPS,
  );
  const { system, turns } = toTurns(request.messages, model);
  const sampling = adjustSampling(request, model);
  const format = toFormat(request, model);
  const config = {
    temperature: sampling.temperature,
    topP: sampling.topP,
    topK: sampling.topK,
    maxOutputTokens: request.maxTokens,
    stopSequences: request.stop,
    seed: request.seed,
    presencePenalty: request.presencePenalty,
    frequencyPenalty: request.frequencyPenalty,
    ...format.fields,
    thinkingConfig: toThinking(request, model),
    candidateCount: request.choices,
    responseLogprobs: request.logprobs,
    logprobs: request.topLogprobs,
  };
  const isEmpty = Object.values(config).every((value) => value === undefined);
  const body = {
    systemInstruction: system.length === 0 ? undefined : { parts: [{ text: textOf({ content: system }) }] },
    contents: toContents(turns, model),
    ...toTools(request),
    safetySettings: request.safetySettings,
    generationConfig: isEmpty ? undefined : config,
  };
  return {
    body,
    adjusted: [
      ...sampling.adjusted,
      ...adjusted,
      ...format.adjusted,
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
