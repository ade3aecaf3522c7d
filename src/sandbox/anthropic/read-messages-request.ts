/** Reads and checks a Messages request as Anthropic's API does, with its messages. */
import type { AnswerFormat, Prompt } from '../answers/prompt.ts';
import type { Exchange } from '../exchange.ts';
import { asArray, asObject, isObject, type JsonObject } from '../json.ts';
import { reasoningBudget } from '../reasoning-budget.ts';
import { schemaParts } from '../schema-parts.ts';
import type { Asked } from '../simulate-provider.ts';
import { type ClaudeRules, claudeRules } from './claude-models.ts';

type Refuse = (message: string) => never;

const FIELDS =
  `cache_control container diagnostics inference_geo max_tokens messages metadata model output_config service_tier
  speed stop_sequences stream system thinking tool_choice tools user_profile_id workspace_id`.split(/\s+/);

/** The versions, and the fields that each takes beside those above. */
const VERSIONS: ReadonlyMap<string, readonly string[]> = new Map([
  ['2023-06-01', ['temperature', 'top_k', 'top_p']],
  ['2026-10-21', []],
]);

const EFFORTS = ['low', 'medium', 'high', 'xhigh', 'max'];

/** Keywords that constrained output cannot hold a model to. Source: "Structured outputs", JSON Schema limitations. */
const BOUNDS = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'];
const NOT_SUPPORTED: ReadonlyMap<unknown, readonly string[]> = new Map([
  ['number', BOUNDS],
  ['integer', BOUNDS],
  ['string', ['minLength', 'maxLength']],
  ['array', ['maxItems', 'uniqueItems']],
]);

/** @throws whatever `refuse` throws, where Anthropic would refuse. */
export function readMessagesRequest(body: JsonObject, refuse: Refuse, { header }: Exchange): Asked {
  const version = header('anthropic-version');
  if (version === undefined) return refuse('anthropic-version: header is required');
  const sampling = VERSIONS.get(version);
  if (sampling === undefined) return refuse(`anthropic-version: "${version}" is not a valid version`);
  refuseOthers(body, [...FIELDS, ...sampling], '', refuse);
  if (asArray(body.tools).length > 0) refuse('tools: the sandbox does not simulate tools');

  const { model, stream = false, output_config: output = {} } = body;
  if (model === undefined) return refuse('model: Field required');
  if (typeof model !== 'string') return refuse('model: Input should be a valid string');
  if (typeof stream !== 'boolean') return refuse('stream: Input should be a valid boolean');
  if (!isObject(output)) return refuse('output_config: Input should be an object');
  refuseOthers(output, ['effort', 'format'], 'output_config.', refuse);
  const { effort = 'medium' } = output;
  if (typeof effort !== 'string' || !EFFORTS.includes(effort)) {
    return refuse("output_config.effort: Input should be 'low', 'medium', 'high', 'xhigh' or 'max'");
  }
  const maxTokens = readNumber(body, 'max_tokens', { min: 1 }, refuse);
  if (maxTokens === undefined) return refuse('max_tokens: Field required');
  const rules = claudeRules(model);
  const thinks = readThinking(body.thinking, rules, effort, refuse);
  checkSampling(body, rules, thinks, refuse);
  const { system = '' } = body;
  const prompt: Prompt = {
    system: system === '' ? [] : [readText(system, 'system', refuse)],
    turns: readConversation(body.messages, rules, refuse),
    format: readFormat(output.format, refuse),
    stop: readStopSequences(body.stop_sequences, refuse),
    thinking: thinks ? reasoningBudget(effort) : 0,
    maxTokens,
  };
  return { prompt, stream, model };
}

/** Anthropic refuses what it does not know, at every level. */
function refuseOthers(object: JsonObject, known: readonly string[], place: string, refuse: Refuse): void {
  const other = Object.keys(object).find((field) => !known.includes(field));
  if (other !== undefined) refuse(`${place}${other}: Extra inputs are not permitted`);
}

/** @param range without a maximum, the number is an integer. */
function readNumber(
  body: JsonObject,
  field: string,
  { min, max }: { readonly min: number; readonly max?: number },
  refuse: Refuse,
): number | undefined {
  const value = body[field];
  if (value === undefined) return undefined;
  if (typeof value !== 'number' || (max === undefined && !Number.isInteger(value))) {
    return refuse(`${field}: Input should be a valid ${max === undefined ? 'integer' : 'number'}`);
  }
  if (value < min) refuse(`${field}: Input should be greater than or equal to ${min}`);
  if (max !== undefined && value > max) refuse(`${field}: Input should be less than or equal to ${max}`);
  return value;
}

function readStopSequences(value: unknown, refuse: Refuse): readonly string[] {
  const sequences = value ?? [];
  if (!Array.isArray(sequences) || !sequences.every((one): one is string => typeof one === 'string')) {
    return refuse('stop_sequences: Input should be a valid list of strings');
  }
  if (sequences.some((one) => one.trim() === '')) {
    refuse('stop_sequences: each stop sequence must contain non-whitespace');
  }
  return sequences;
}

/** @returns whether the model will think. */
function readThinking(given: unknown, rules: ClaudeRules, effort: string, refuse: Refuse): boolean {
  if (given === undefined) return rules.thinksByItself;
  if (!isObject(given)) return refuse('thinking: Input should be an object');
  const { type } = given;
  if (!rules.thinkingTypes.some((one) => one === type)) {
    const others = rules.thinkingTypes.map((one) => `"thinking.type.${one}"`).join(' or ');
    return refuse(`"thinking.type.${String(type)}" is not supported for this model. Use ${others}.`);
  }
  if (type === 'adaptive') return true;
  if (rules.offUpToHigh && (effort === 'xhigh' || effort === 'max')) {
    refuse(`"thinking.type.${type}" is not supported with the effort "${effort}".`);
  }
  return false;
}

function checkSampling(body: JsonObject, rules: ClaudeRules, thinks: boolean, refuse: Refuse): void {
  const temperature = readNumber(body, 'temperature', { min: 0, max: 1 }, refuse);
  const topP = readNumber(body, 'top_p', { min: 0, max: 1 }, refuse);
  if (temperature !== undefined && topP !== undefined && rules.sampling !== 'free') {
    refuse('`temperature` and `top_p` cannot both be specified for this model. Please use only one.');
  }
  if (rules.sampling === 'default') {
    const isDefault = {
      temperature: (temperature ?? 1) === 1,
      top_p: (topP ?? 1) >= 0.99,
      top_k: body.top_k === undefined,
    };
    for (const [field, ok] of Object.entries(isDefault)) {
      if (!ok) refuse(`\`${field}\` is deprecated for this model.`);
    }
  }
  if (thinks && (temperature ?? 1) !== 1) {
    refuse('`temperature` may only be set to 1 when thinking is enabled or in adaptive mode.');
  }
}

function readConversation(messages: unknown, rules: ClaudeRules, refuse: Refuse): Prompt['turns'] {
  if (messages === undefined) return refuse('messages: Field required');
  if (!Array.isArray(messages)) return refuse('messages: Input should be a valid list');
  if (messages.length === 0) return refuse('messages: at least one message is required');
  const turns: { role: 'user' | 'assistant'; text: string }[] = [];
  for (const [index, message] of messages.entries()) {
    const { role, content } = asObject(message);
    if (role === 'system') {
      return refuse(
        'messages: Unexpected role "system". The Messages API accepts a top-level `system` parameter, not "system" as an input message role.',
      );
    }
    if (role !== 'user' && role !== 'assistant') {
      return refuse(`messages.${index}.role: Input should be 'user' or 'assistant'`);
    }
    if (index === 0 && role === 'assistant') refuse('messages: first message must use the "user" role');
    // The API joins neighbours of one role today; its older models refused them, and so do some hosts of
    // its dialect. The gateway promises to join them itself, so it is held to that.
    if (turns.at(-1)?.role === role) {
      refuse(
        `messages: roles must alternate between "user" and "assistant", but found multiple "${role}" roles in a row`,
      );
    }
    turns.push({ role, text: readText(content, `messages.${index}.content`, refuse) });
  }
  const last = turns.at(-1);
  if (last?.role === 'assistant') {
    if (!rules.prefill) {
      refuse(
        'This model does not support assistant message prefill. The conversation must end with a user message.',
      );
    }
    if (last.text !== last.text.trimEnd()) {
      refuse('messages: final assistant content cannot end with trailing whitespace');
    }
  }
  return turns;
}

/** A string, or text blocks; neither may be blank. */
function readText(content: unknown, place: string, refuse: Refuse): string {
  const blocks: readonly unknown[] = Array.isArray(content) ? content : [{ type: 'text', text: content }];
  if (blocks.length === 0) refuse(`${place}: all messages must have non-empty content`);
  const field = place.split('.')[0];
  const texts = blocks.map((block, index) => {
    const { type, text } = asObject(block);
    if (type !== 'text') return refuse(`${place}.${index}: the sandbox simulates text blocks only`);
    if (typeof text !== 'string') return refuse(`${place}.${index}.text: Input should be a valid string`);
    if (text === '') return refuse(`${field}: text content blocks must be non-empty`);
    if (text.trim() === '') return refuse(`${field}: text content blocks must contain non-whitespace text`);
    return text;
  });
  return texts.join('');
}

function readFormat(format: unknown, refuse: Refuse): AnswerFormat {
  if (format === undefined || format === null) return { type: 'text' };
  const place = 'output_config.format';
  const { type, schema } = asObject(format);
  if (type !== 'json_schema') return refuse(`${place}.type: Input should be 'json_schema'`);
  refuseOthers(asObject(format), ['type', 'schema'], `${place}.`, refuse);
  if (!isObject(schema)) return refuse(`${place}.schema: Field required`);
  for (const [part] of schemaParts(schema, '')) checkSchemaPart(asObject(part), `${place}.schema`, refuse);
  return { type, schema };
}

function checkSchemaPart(schema: JsonObject, place: string, refuse: Refuse): void {
  for (const type of Array.isArray(schema.type) ? schema.type : [schema.type]) {
    if (type === 'object' && schema.additionalProperties !== false) {
      refuse(`${place}: For 'object' type, 'additionalProperties' must be explicitly set to false`);
    }
    const found = (NOT_SUPPORTED.get(type) ?? []).filter((keyword) => keyword in schema);
    if (found.length > 0) {
      refuse(`${place}: For '${type}' type, properties ${found.join(', ')} are not supported`);
    }
    if (type === 'array' && Number(schema.minItems ?? 0) > 1) {
      refuse(`${place}: For 'array' type, 'minItems' values other than 0 or 1 are not supported`);
    }
  }
}
