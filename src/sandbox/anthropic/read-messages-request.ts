/** Reads and checks a Messages request as Anthropic's API does. */
import type { AnswerFormat, Prompt } from '../answers/prompt.ts';
import type { Exchange } from '../exchange.ts';
import { asObject, isObject, type JsonObject } from '../json.ts';
import { reasoningBudget } from '../reasoning-budget.ts';
import { refuse } from '../refuse.ts';
import type { Asked } from '../simulate-provider.ts';
import { checkSchema } from './check-schema.ts';
import { type ClaudeRules, claudeRules } from './claude-models.ts';
import { readConversation, readSystemTurns, readTexts } from './read-conversation.ts';
import { readTools } from './read-tools.ts';
import { refuseOthers } from './refuse-others.ts';
import { signThought } from './sign-thought.ts';

export interface AskedOfClaude extends Asked {
  /** The tool that the answer is written into, where it is one in JSON. */
  readonly jsonTool?: string;
  /** Whether thoughts are sent with their text. */
  readonly showsThoughts: boolean;
  /** Signs the thinking of the answer. @param ids of its calls. */
  sign(ids: readonly string[]): string;
}

const FIELDS =
  `cache_control container diagnostics inference_geo max_tokens messages metadata model output_config service_tier
  speed stop_sequences stream system thinking tool_choice tools user_profile_id workspace_id`.split(/\s+/);

export const COUNT_PATH = '/v1/messages/count_tokens';
/** Of a request that is counted alone (docs: api/messages-count-tokens). */
const COUNTED_FIELDS =
  `cache_control messages model output_config speed system thinking tool_choice tools user_profile_id workspace_id`.split(
    ' ',
  );

/** The versions, and the fields that each takes beside those above. */
const VERSIONS: ReadonlyMap<string, readonly string[]> = new Map([
  ['2023-06-01', ['temperature', 'top_k', 'top_p']],
  ['2026-10-21', []],
]);

/** Fields of features that a request must name (docs: build-with-claude/context-editing, agents-and-tools/mcp-connector). */
const BETA_FIELDS: readonly (readonly [beta: RegExp, field: string])[] = [
  [/\bcontext-management-\d/, 'context_management'],
  [/\bmcp-client-\d/, 'mcp_servers'],
];

/** What lets a request say what becomes of thinking whose conversation has changed. */
const BINDING_BETA = 'thinking-binding-controls-2026-08-01';

const EFFORTS = ['low', 'medium', 'high', 'xhigh', 'max'];

/** @throws Refusal where Anthropic would refuse. */
export function readMessagesRequest(body: JsonObject, { header, path }: Exchange): AskedOfClaude {
  const version = header('anthropic-version');
  if (version === undefined) return refuse('anthropic-version: header is required');
  const sampling = VERSIONS.get(version);
  if (sampling === undefined) return refuse(`anthropic-version: "${version}" is not a valid version`);
  const isCounted = path === COUNT_PATH;
  const named = BETA_FIELDS.flatMap(([beta, field]) =>
    beta.test(header('anthropic-beta') ?? '') ? [field] : [],
  );
  refuseOthers(body, [...(isCounted ? COUNTED_FIELDS : [...FIELDS, ...sampling]), ...named], '');

  const { model } = body;
  const output = asObject(body.output_config);
  if (typeof model !== 'string') return refuse('model: Field required');
  refuseOthers(output, ['effort', 'format'], 'output_config.');
  const { effort = 'medium' } = output;
  if (typeof effort !== 'string' || !EFFORTS.includes(effort)) {
    return refuse("output_config.effort: Input should be 'low', 'medium', 'high', 'xhigh' or 'max'");
  }
  const maxTokens = isCounted ? 1 : readNumber(body, 'max_tokens', { min: 1 });
  if (maxTokens === undefined) return refuse('max_tokens: Field required');
  const rules = claudeRules(model);
  const thinks = readThinking(body.thinking, rules, effort);
  checkSampling(body, rules, thinks);
  checkHints(body);
  checkMarks(body);
  const { tools, jsonTool } = readTools(body, rules, thinks);
  const dropsThoughts = readBinding(body.thinking, header('anthropic-beta'));
  const prompt: Prompt = {
    system: [...readSystem(body.system), ...readSystemTurns(body, rules)],
    turns: readConversation(body, { rules, thinks, dropsThoughts }),
    ...(tools === undefined ? {} : { tools }),
    format: jsonTool === undefined ? readFormat(output.format) : { type: 'json_object' },
    stop: readStopSequences(body.stop_sequences),
    thinking: thinks ? reasoningBudget(effort) : 0,
    maxTokens,
  };
  const sign = (ids: readonly string[]): string => signThought(body, ids);
  return {
    prompt,
    stream: body.stream === true,
    model,
    showsThoughts: asObject(body.thinking).display === 'summarized',
    sign,
    ...(jsonTool === undefined ? {} : { jsonTool }),
  };
}

function readSystem(system: unknown): readonly string[] {
  if (system === undefined || system === '') return [];
  const blocks = Array.isArray(system) ? system.map(asObject) : [{ type: 'text', text: system }];
  if (!blocks.every(({ type }) => type === 'text')) refuse("system: Input should be 'text'");
  return [readTexts(blocks, 'system')];
}

/** Of the cache, on blocks: four at most (docs: build-with-claude/prompt-caching). */
function checkMarks({ tools, system, messages }: JsonObject): void {
  const found = JSON.stringify([tools, system, messages]).match(/"cache_control":\{/g)?.length ?? 0;
  if (found > 4) refuse(`A maximum of 4 blocks with cache_control may be provided. Found ${found}.`);
}

/** What says who asks, and how urgently. */
function checkHints({ metadata = {}, service_tier: tier = 'auto' }: JsonObject): void {
  refuseOthers(asObject(metadata), ['user_id'], 'metadata.');
  if (tier !== 'auto' && tier !== 'standard_only') {
    refuse("service_tier: Input should be 'auto' or 'standard_only'");
  }
}

/** @returns whether thinking is dropped where its conversation has changed. */
function readBinding(thinking: unknown, beta: string | undefined): boolean {
  const binding = asObject(thinking).block_binding;
  if (binding === undefined) return false;
  if (!beta?.split(',').includes(BINDING_BETA)) {
    return refuse('thinking.adaptive.block_binding: Extra inputs are not permitted');
  }
  return asObject(binding).prefix_mismatch_behavior === 'drop_block';
}

/** @param range without a maximum, the number is an integer. */
function readNumber(
  body: JsonObject,
  field: string,
  { min, max }: { readonly min: number; readonly max?: number },
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

function readStopSequences(value: unknown): readonly string[] {
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
function readThinking(given: unknown, rules: ClaudeRules, effort: string): boolean {
  if (given === undefined) return rules.thinksByItself;
  const { type } = asObject(given);
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

function checkSampling(body: JsonObject, rules: ClaudeRules, thinks: boolean): void {
  const temperature = readNumber(body, 'temperature', { min: 0, max: 1 });
  const topP = readNumber(body, 'top_p', { min: 0, max: 1 });
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

function readFormat(format: unknown): AnswerFormat {
  if (format === undefined || format === null) return { type: 'text' };
  const place = 'output_config.format';
  const { type, schema } = asObject(format);
  if (type !== 'json_schema') return refuse(`${place}.type: Input should be 'json_schema'`);
  refuseOthers(asObject(format), ['type', 'schema'], `${place}.`);
  if (!isObject(schema)) return refuse(`${place}.schema: Field required`);
  checkSchema(schema, `${place}.schema`);
  return { type, schema };
}
