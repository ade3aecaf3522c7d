import type { ApiKey } from '../../../domain/api-key.ts';
import type { Model } from '../../../domain/catalogue.ts';
import type { ChatRequest, WrittenRequest } from '../../../domain/chat.ts';
import type { PromptCounter, ProviderRequest, TranslatedRequest } from '../adapter.ts';
import { adjustSampling } from '../adjust-sampling.ts';
import { marksOf, withMarks } from '../cache-marks.ts';
import { leaveOutOfParts } from '../check-parts.ts';
import { type FieldSupport, type FittedRequest, fitRequest, mapEffort } from '../fields.ts';
import { isObject, type JsonObject } from '../read-json.ts';
import { requireCount } from '../require-count.ts';
import { restateFormat } from '../restate-schema.ts';
import { endsWithAssistant, type Turn, toTurns } from '../to-turns.ts';
import { writeJson } from '../write-json.ts';
import { MOST_MARKS, toMark } from './cache-control.ts';
import { bindsThinking, thinksUnasked, thinksWhenAsked } from './claude-generation.ts';
import { SCHEMA_TERMS } from './schema-terms.ts';
import { hasThoughts, lacksThoughts } from './thoughts.ts';
import { toMessages, toTexts } from './to-messages.ts';
import { offerTools } from './to-tools.ts';
import { writeAgain } from './write-again.ts';

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
  prompt_cache_breakpoint: ['messages.0.content.0.cache_control'],
  prompt_cache_options: ['cache_control'],
  n: [],
  logprobs: [],
  top_logprobs: [],
  logit_bias: [],
  prediction: [],
  web_search_options: ['tools'],
  top_k: ['top_k'],
  min_p: [],
  repetition_penalty: [],
  chat_template_kwargs: [],
  safety_settings: [],
};

/** Where neither the caller nor the catalogue says: what every model grants. */
const LEAST_OUTPUT_CAP = 4096;

/** Must be named for what `block_binding` says of thinking (build-with-claude/preserved-thinking). */
const BINDING_BETA = 'thinking-binding-controls-2026-08-01';

/** OpenAI's tiers that Anthropic has (https://platform.claude.com/docs/en/api/service-tiers). */
const SERVICE_TIERS: Readonly<Record<string, string>> = { auto: 'auto', default: 'standard_only' };

function toFormat(format: ChatRequest['responseFormat']): { format?: object; adjusted: readonly string[] } {
  if (format?.type !== 'json_schema') return { adjusted: [] };
  const { schema, adjusted } = restateFormat(format, SCHEMA_TERMS);
  return { format: { type: 'json_schema', schema }, adjusted };
}

interface Thinking {
  readonly thinking?: object;
  readonly effort?: string;
  /** Whether the thinking of the calls goes back. */
  readonly withThoughts: boolean;
  readonly adjusted: readonly string[];
}

/**
 * `reasoning_effort: none` is a type of thinking there; all others are an effort. Thinking is turned off where
 * it is refused: where a call is forced, and where the thinking behind calls that are under way is lost.
 */
function toThinking(request: ChatRequest, model: Model, turns: readonly Turn[], forced: boolean): Thinking {
  const { efforts, reasoningEffort } = model.capabilities;
  const word = mapEffort(request, model);
  const off = reasoningEffort ? efforts?.none : undefined;
  const isOff = request.reasoningEffort === 'none';
  const asksOff = !isOff && off !== undefined && (forced || lacksThoughts(turns));
  const refused = asksOff && thinksUnasked(model.wireId);
  if (isOff || refused) {
    const adjusted = refused ? ['reasoning_effort=none'] : [];
    return { thinking: { type: refused ? off : word }, withThoughts: false, adjusted };
  }
  const effort = word === undefined ? {} : { effort: String(word) };
  const withThoughts = hasThoughts(turns);
  const mayThink = !forced && !lacksThoughts(turns);
  const isAsked = word !== undefined && mayThink && thinksWhenAsked(model.wireId);
  // What the gateway adds to a conversation, such as evidence, may differ from one request to the next.
  const isBound = !isAsked && withThoughts && bindsThinking(model.wireId);
  const isShown = request.showThoughts === true && (isAsked || isBound || thinksUnasked(model.wireId));
  if (!isAsked && !isBound && !isShown) return { ...effort, withThoughts, adjusted: [] };
  const thinking = {
    type: 'adaptive',
    ...(isBound ? { block_binding: { prefix_mismatch_behavior: 'drop_block' } } : {}),
    // As shipped, Claude 5 sends thoughts without a text (build-with-claude/extended-thinking).
    ...(isShown ? { display: 'summarized' } : {}),
  };
  return { ...effort, thinking, withThoughts, adjusted: [] };
}

/** OpenAI marks as many places as it likes, and caches the last ones. */
function fitMarks(request: ChatRequest) {
  const { mode, ...own } = request.promptCacheOptions ?? { mode: 'explicit' };
  const most = MOST_MARKS - (mode === 'implicit' ? 1 : 0);
  const isOver = marksOf(request).length > most;
  return {
    request: withMarks(request, most),
    own: mode === 'implicit' ? own : undefined,
    adjusted: isOver ? [`prompt_cache_breakpoint=${most}`] : [],
  };
}

/** Who the end user is, and the tier, in Anthropic's words. */
function toHints({ user, safetyIdentifier, serviceTier }: ChatRequest): {
  fields: object;
  adjusted: string[];
} {
  const id = (user ?? safetyIdentifier)?.toWellFormed();
  const tier = serviceTier !== undefined && Object.hasOwn(SERVICE_TIERS, serviceTier);
  return {
    fields: {
      metadata: id === undefined ? undefined : { user_id: id },
      service_tier: tier ? SERVICE_TIERS[serviceTier] : undefined,
    },
    adjusted: [
      ...(user !== undefined && safetyIdentifier !== undefined ? ['safety_identifier=ignored'] : []),
      ...(serviceTier === undefined || tier ? [] : ['service_tier=ignored']),
    ],
  };
}

/** What is sent: `undefined` is left out where it is written. */
interface Composed {
  readonly body: JsonObject;
  readonly headers: Readonly<Record<string, string>>;
  readonly adjusted: readonly string[];
  readonly stop?: readonly string[];
  readonly asWritten?: true;
}

/** What its caller wrote in Anthropic's words goes on as it came; what the model does not take is left out. */
function composeAgain({ request, adjusted }: FittedRequest, written: WrittenRequest, model: Model): Composed {
  if (request.messages.at(-1)?.role === 'assistant' && !model.capabilities.assistantLast) {
    throw endsWithAssistant(model);
  }
  const again = writeAgain(request, written);
  const { mode, ...own } = request.promptCacheOptions ?? { mode: 'explicit' };
  const sampling = adjustSampling(request, model);
  const effort = request.reasoningEffort === 'none' ? undefined : mapEffort(request, model);
  // Models that take no temperature take none of its kind.
  const leavesTopK = model.capabilities.temperature === 'none' && again.top_k != null;
  return {
    body: {
      ...again,
      ...(leavesTopK ? { top_k: undefined } : {}),
      model: model.wireId,
      max_tokens: request.maxTokens ?? model.outputCap ?? LEAST_OUTPUT_CAP,
      temperature: sampling.temperature,
      top_p: sampling.topP,
      ...(mode === 'implicit' && again.cache_control == null ? toMark(own) : {}),
      ...(isObject(again.output_config) ? { output_config: { ...again.output_config, effort } } : {}),
      stream: request.stream ? true : undefined,
    },
    headers: { 'anthropic-version': API_VERSION, ...written.headers },
    adjusted: [...sampling.adjusted, ...(leavesTopK ? ['top_k=ignored'] : []), ...adjusted],
    asWritten: true,
  };
}

function isAdaptive(thinking: object | undefined): boolean {
  return thinking !== undefined && 'type' in thinking && thinking.type === 'adaptive';
}

/** No model takes sampling while it thinks (build-with-claude/extended-thinking). */
function withoutSampling(model: Model): Model {
  return { ...model, capabilities: { ...model.capabilities, temperature: 'none', topP: 'none' } };
}

function compose(asked: ChatRequest, model: Model): Composed {
  const fittedAsked = fitRequest(asked, model, FIELDS, 'messages', 'Anthropic');
  const { request: fittedRequest, adjusted: left, stop, written } = fittedAsked;
  if (written !== undefined) return composeAgain(fittedAsked, written, model);
  const { request, own, adjusted: marks } = fitMarks(fittedRequest);
  const { system, turns } = toTurns(request.messages, model);
  const { format, adjusted } = toFormat(request.responseFormat);
  const tools = offerTools(request, turns, model);
  const thoughts = toThinking(request, model, turns, tools.forced);
  const { thinking, effort, withThoughts } = thoughts;
  const sampling = adjustSampling(request, isAdaptive(thinking) ? withoutSampling(model) : model);
  const hints = toHints(request);
  const body = {
    model: model.wireId,
    max_tokens: request.maxTokens ?? model.outputCap ?? LEAST_OUTPUT_CAP,
    ...toMark(own),
    system: system.length === 0 ? undefined : toTexts(system),
    messages: toMessages(turns, withThoughts),
    ...tools.fields,
    temperature: sampling.temperature,
    top_p: sampling.topP,
    top_k: sampling.topK,
    stop_sequences: request.stop,
    thinking,
    output_config: format === undefined && effort === undefined ? undefined : { effort, format },
    ...hints.fields,
    stream: request.stream ? true : undefined,
  };
  // An effort that was fitted is not the one that is sent where thinking is off.
  const fitted =
    thoughts.adjusted.length === 0 ? left : left.filter((word) => !word.startsWith('reasoning_effort='));
  return {
    body,
    headers: {
      'anthropic-version': API_VERSION,
      ...(thinking !== undefined && 'block_binding' in thinking ? { 'anthropic-beta': BINDING_BETA } : {}),
    },
    adjusted: [
      ...sampling.adjusted,
      ...fitted,
      ...adjusted,
      ...marks,
      ...tools.adjusted,
      ...thoughts.adjusted,
      ...hints.adjusted,
      ...leaveOutOfParts(request.messages, ['detail']),
    ],
    ...(stop === undefined ? {} : { stop }),
  };
}

/** https://platform.claude.com/docs/en/api/messages */
export function toRequest(asked: ChatRequest, model: Model, key: ApiKey): TranslatedRequest {
  const { body, headers, ...rest } = compose(asked, model);
  return { request: post('/v1/messages', headers, body, key), ...rest };
}

/** https://platform.claude.com/docs/en/api/messages-count-tokens: what the prompt consists of, and nothing else. */
export const COUNTER: PromptCounter = {
  toRequest(asked, model, key) {
    const { body, headers, asWritten } = compose(asked, model);
    const { max_tokens: _most, temperature: _heat, top_p: _share, stream: _way, ...again } = body;
    const { model: id, system, messages, tools, tool_choice, thinking, output_config } = body;
    const counted = { model: id, system, messages, tools, tool_choice, thinking, output_config };
    return post('/v1/messages/count_tokens', headers, asWritten ? again : counted, key);
  },
  read: (body) => requireCount(isObject(body) ? body.input_tokens : undefined),
};

function post(
  path: string,
  headers: Readonly<Record<string, string>>,
  body: object,
  key: ApiKey,
): ProviderRequest {
  return { path, headers: { 'x-api-key': key.reveal(), ...headers }, body: writeJson(body) };
}
