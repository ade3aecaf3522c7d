import type { ApiKey } from '../../domain/api-key.ts';
import { type ChatRequest, textOf } from '../../domain/chat.ts';
import type { TranslatedRequest } from '../adapter.ts';
import { adjustSampling } from '../adjust-sampling.ts';
import type { Model } from '../catalogue.ts';
import { type FieldSupport, fitRequest, mapEffort, unsupported } from '../fields.ts';
import { restateFormat } from '../restate-schema.ts';
import { toTurns } from '../to-turns.ts';
import { writeJson } from '../write-json.ts';
import { SCHEMA_TERMS } from './schema-terms.ts';

/** The version of the API whose shapes this directory knows. */
export const API_VERSION = '2023-06-01';

export const FIELDS: FieldSupport = {
  temperature: ['temperature'],
  top_p: ['top_p'],
  max_tokens: ['max_tokens'],
  stop: ['stop_sequences'],
  seed: [],
  presence_penalty: [],
  frequency_penalty: [],
  response_format: ['output_config.format'],
  reasoning_effort: ['output_config.effort', 'thinking.type'],
  user: ['metadata.user_id'],
  verbosity: [],
  tools: ['tools'],
  tool_choice: ['tool_choice'],
  parallel_tool_calls: ['tool_choice.disable_parallel_tool_use'],
  name: [],
  safety_identifier: ['metadata.user_id'],
  service_tier: ['service_tier'],
  metadata: [],
  store: [],
  prompt_cache_key: [],
  prompt_cache_retention: [],
  n: [],
  logprobs: [],
  top_logprobs: [],
  logit_bias: [],
  prediction: [],
  web_search_options: [],
};

/** Where neither the caller nor the catalogue says: what every model grants. */
const LEAST_OUTPUT_CAP = 4096;

/**
 * Anthropic has no JSON mode without a schema, and an instruction in its place would promise what it does not
 * hold: `json_object` is refused.
 */
function toFormat(format: ChatRequest['responseFormat']): { format?: object; adjusted: readonly string[] } {
  if (format === undefined) return { adjusted: [] };
  if (format.type === 'json_object') {
    throw unsupported(
      'response_format',
      "Anthropic (use 'json_schema')",
      "response_format of type 'json_object'",
    );
  }
  const { schema, adjusted } = restateFormat(format, SCHEMA_TERMS);
  return { format: { type: 'json_schema', schema }, adjusted };
}

/** `reasoning_effort: none` is a type of thinking there; all others are an effort. */
function toThinking(request: ChatRequest, model: Model): { thinking?: object; effort?: string } {
  const word = mapEffort(request, model);
  if (word === undefined) return {};
  return request.reasoningEffort === 'none' ? { thinking: { type: word } } : { effort: String(word) };
}

/** https://platform.claude.com/docs/en/api/messages */
export function toRequest(asked: ChatRequest, model: Model, key: ApiKey): TranslatedRequest {
  const { request, adjusted: left } = fitRequest(asked, model, FIELDS, 'Anthropic');
  const { system, turns } = toTurns(request.messages, model);
  const sampling = adjustSampling(request, model);
  const { format, adjusted } = toFormat(request.responseFormat);
  const { thinking, effort } = toThinking(request, model);
  // `undefined` is left out by JSON.stringify.
  const body = {
    model: model.wireId,
    max_tokens: request.maxTokens ?? model.outputCap ?? LEAST_OUTPUT_CAP,
    system,
    messages: turns.map((turn) => ({ role: turn.role, content: textOf(turn) })),
    temperature: sampling.temperature,
    top_p: sampling.topP,
    stop_sequences: request.stop,
    thinking,
    output_config: format === undefined && effort === undefined ? undefined : { effort, format },
    metadata: request.user === undefined ? undefined : { user_id: request.user.toWellFormed() },
    stream: request.stream ? true : undefined,
  };
  return {
    request: {
      path: '/v1/messages',
      headers: { 'x-api-key': key.reveal(), 'anthropic-version': API_VERSION },
      body: writeJson(body),
    },
    adjusted: [...sampling.adjusted, ...left, ...adjusted],
  };
}
