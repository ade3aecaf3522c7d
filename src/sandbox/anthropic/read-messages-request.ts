/** Reads and checks a Messages request as Anthropic's API does, with its messages. */
import type { Prompt } from '../answers/prompt.ts';
import { type Exchange, Refused } from '../exchange.ts';
import { isObject, type JsonObject, parseObject } from '../json.ts';
import { reasoningBudget } from '../reasoning-budget.ts';
import type { Asked } from '../simulate-provider.ts';
import { anthropicErrors } from './anthropic-errors.ts';
import { type ClaudeRules, claudeRules } from './claude-models.ts';
import { readOutputConfig, refuseOthers } from './output-schema.ts';
import { readConversation, readText } from './read-conversation.ts';

export interface MessagesAsked extends Asked {
  readonly model: string;
}

type Refuse = (message: string) => never;

const FIELDS = [
  ...[
    'cache_control',
    'container',
    'diagnostics',
    'inference_geo',
    'max_tokens',
    'messages',
    'metadata',
    'model',
  ],
  ...[
    'output_config',
    'service_tier',
    'speed',
    'stop_sequences',
    'stream',
    'system',
    'thinking',
    'tool_choice',
  ],
  ...['tools', 'user_profile_id', 'workspace_id'],
];
/** Version 2023-06-01 takes these too; 2026-10-21 refuses them. */
const SAMPLING = ['temperature', 'top_k', 'top_p'];

const VERSIONS = ['2023-06-01', '2026-10-21'];

/** @throws Refused where Anthropic would refuse. */
export function readMessagesRequest(exchange: Exchange, text: string): MessagesAsked {
  const refuse: Refuse = (message) => {
    throw new Refused(anthropicErrors.badRequest(exchange, message));
  };
  const version = exchange.header('anthropic-version');
  if (version === undefined) return refuse('anthropic-version: header is required');
  if (!VERSIONS.includes(version)) return refuse(`anthropic-version: "${version}" is not a valid version`);
  const body = parseObject(text);
  if (body === undefined || !/^application\/json\b/i.test(exchange.header('content-type') ?? '')) {
    return refuse('The request body is not valid JSON: expected an object');
  }
  refuseOthers(body, version === '2023-06-01' ? [...FIELDS, ...SAMPLING] : FIELDS, '', refuse);
  if (Array.isArray(body.tools) && body.tools.length > 0)
    refuse('tools: the sandbox does not simulate tools');

  const { model } = body;
  if (model === undefined) return refuse('model: Field required');
  if (typeof model !== 'string') return refuse('model: Input should be a valid string');
  const rules = claudeRules(model);

  const maxTokens = readMaxTokens(body, refuse);
  const { stream = false } = body;
  if (typeof stream !== 'boolean') return refuse('stream: Input should be a valid boolean');
  const system = readSystem(body.system, refuse);
  const turns = readConversation(body.messages, rules, refuse);
  const { format, effort } = readOutputConfig(body.output_config, refuse);
  const thinks = readThinking(body.thinking, rules, { maxTokens, effort }, refuse);
  checkSampling(body, rules, thinks, refuse);
  const stop = readStopSequences(body.stop_sequences, refuse);
  const thinking = thinks ? reasoningBudget(effort) : 0;
  const prompt: Prompt = { system, turns, format, stop, thinking, maxTokens };
  return { prompt, stream, model };
}

function readMaxTokens(body: JsonObject, refuse: Refuse): number {
  const value = body.max_tokens;
  if (value === undefined) return refuse('max_tokens: Field required');
  if (typeof value !== 'number' || !Number.isInteger(value)) {
    return refuse('max_tokens: Input should be a valid integer');
  }
  return value >= 1 ? value : refuse('max_tokens: Input should be greater than or equal to 1');
}

function readSystem(system: unknown, refuse: Refuse): readonly string[] {
  if (system === undefined || system === '') return [];
  return [readText(system, 'system', refuse)];
}

function readStopSequences(value: unknown, refuse: Refuse): readonly string[] {
  if (value === undefined) return [];
  if (!Array.isArray(value) || !value.every((one): one is string => typeof one === 'string')) {
    return refuse('stop_sequences: Input should be a valid list of strings');
  }
  if (value.some((one) => one.trim() === '')) {
    refuse('stop_sequences: each stop sequence must contain non-whitespace');
  }
  return value;
}

/** @returns whether the model will think. */
function readThinking(
  given: unknown,
  rules: ClaudeRules,
  limits: { readonly maxTokens: number; readonly effort: string | undefined },
  refuse: Refuse,
): boolean {
  if (given === undefined) return rules.thinksByItself;
  if (!isObject(given)) return refuse('thinking: Input should be an object');
  const { type } = given;
  const allowed = rules.thinkingTypes.find((one) => one === type);
  if (allowed === undefined) {
    const others = rules.thinkingTypes.map((one) => `"thinking.type.${one}"`).join(' or ');
    return refuse(`"thinking.type.${String(type)}" is not supported for this model. Use ${others}.`);
  }
  if (allowed === 'adaptive') return true;
  if (allowed === 'enabled') return checkBudget(given.budget_tokens, limits.maxTokens, refuse);
  if (rules.offUpToHigh && (limits.effort === 'xhigh' || limits.effort === 'max')) {
    refuse(`"thinking.type.${allowed}" is not supported with the effort "${limits.effort}".`);
  }
  return false;
}

function checkBudget(budget: unknown, maxTokens: number, refuse: Refuse): true {
  if (typeof budget !== 'number') return refuse('thinking.enabled.budget_tokens: Field required');
  if (budget < 1024) {
    refuse('thinking.enabled.budget_tokens: Input should be greater than or equal to 1024');
  }
  if (budget >= maxTokens) refuse('`max_tokens` must be greater than `thinking.budget_tokens`.');
  return true;
}

function checkSampling(body: JsonObject, rules: ClaudeRules, thinks: boolean, refuse: Refuse): void {
  const temperature = readUnit(body, 'temperature', refuse);
  const topP = readUnit(body, 'top_p', refuse);
  if (temperature !== undefined && topP !== undefined && rules.sampling !== 'free') {
    refuse('`temperature` and `top_p` cannot both be specified for this model. Please use only one.');
  }
  if (rules.sampling === 'default') {
    if (temperature !== undefined && temperature !== 1) refuse('`temperature` is deprecated for this model.');
    if (topP !== undefined && topP < 0.99) refuse('`top_p` is deprecated for this model.');
    if (body.top_k !== undefined) refuse('`top_k` is deprecated for this model.');
  }
  if (thinks && temperature !== undefined && temperature !== 1) {
    refuse('`temperature` may only be set to 1 when thinking is enabled or in adaptive mode.');
  }
}

/** A number from 0 to 1. */
function readUnit(body: JsonObject, field: string, refuse: Refuse): number | undefined {
  const value = body[field];
  if (value === undefined) return undefined;
  if (typeof value !== 'number') return refuse(`${field}: Input should be a valid number`);
  if (value < 0) refuse(`${field}: Input should be greater than or equal to 0`);
  if (value > 1) refuse(`${field}: Input should be less than or equal to 1`);
  return value;
}
