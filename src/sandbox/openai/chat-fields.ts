/**
 * Checks of the fields of a chat request, with the parameters and codes that OpenAI's API names (2026). Other
 * providers of the dialect say the same things in an error form of their own.
 */
import { isObject, type JsonObject } from '../json.ts';
import { refuse } from '../refuse.ts';

const TYPES = {
  'a string': (value: unknown) => typeof value === 'string',
  'a boolean': (value: unknown) => typeof value === 'boolean',
  'an integer': (value: unknown) => Number.isInteger(value),
  'a decimal': (value: unknown) => typeof value === 'number',
  'an object': isObject,
  'an array': (value: unknown) => Array.isArray(value),
  'one of a string or array': (value: unknown) => typeof value === 'string' || Array.isArray(value),
} satisfies Record<string, (value: unknown) => boolean>;

export interface FieldRule {
  readonly type: keyof typeof TYPES;
  /** Of a number, or of an array's length. */
  readonly min?: number;
  readonly max?: number;
  /** Otherwise the field may be absent or null. */
  readonly required?: true;
}

/** The names of functions and of schemas. */
export const NAME = /^[a-zA-Z0-9_-]{1,64}$/;

/** The fields that the sandbox reads, whatever else a request has. */
export const CHAT_FIELDS: Readonly<Record<string, FieldRule>> = {
  messages: { type: 'an array', min: 1, required: true },
  stream: { type: 'a boolean' },
  stream_options: { type: 'an object' },
  temperature: { type: 'a decimal', min: 0, max: 2 },
  top_p: { type: 'a decimal', min: 0, max: 1 },
  presence_penalty: { type: 'a decimal', min: -2, max: 2 },
  frequency_penalty: { type: 'a decimal', min: -2, max: 2 },
  seed: { type: 'an integer' },
  n: { type: 'an integer', min: 1, max: 8 },
  logprobs: { type: 'a boolean' },
  top_logprobs: { type: 'an integer', min: 0, max: 20 },
  logit_bias: { type: 'an object' },
  tools: { type: 'an array', min: 1, max: 128 },
  parallel_tool_calls: { type: 'a boolean' },
  verbosity: { type: 'a string' },
  service_tier: { type: 'a string' },
  metadata: { type: 'an object' },
  store: { type: 'a boolean' },
  user: { type: 'a string' },
  safety_identifier: { type: 'a string' },
  prompt_cache_key: { type: 'a string' },
  prompt_cache_retention: { type: 'a string' },
  prediction: { type: 'an object' },
  web_search_options: { type: 'an object' },
  max_tokens: { type: 'an integer', min: 1 },
  max_completion_tokens: { type: 'an integer', min: 1 },
  stop: { type: 'one of a string or array', max: 4 },
  response_format: { type: 'an object' },
};

/** @param path where the fields stand: `""`, or a place that ends in a dot. */
export function checkFields(
  body: JsonObject,
  rules: Readonly<Record<string, FieldRule>>,
  path: string,
): void {
  for (const [field, rule] of Object.entries(rules)) {
    const value = body[field] ?? undefined;
    const param = `${path}${field}`;
    if (value !== undefined) checkValue(value, rule, param);
    else if (rule.required) {
      refuse(`Missing required parameter: '${param}'.`, { param, code: 'missing_required_parameter' });
    }
  }
}

export function checkValue(value: unknown, rule: FieldRule, param: string): void {
  const { type, min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY } = rule;
  if (!TYPES[type](value)) {
    refuse(`Invalid type for '${param}': expected ${type}, but got ${nameType(value)} instead.`, {
      param,
      code: 'invalid_type',
    });
  }
  if (Array.isArray(value)) {
    const message = `Invalid '${param}': an array of length ${value.length} is too short or too long.`;
    if (value.length < min) refuse(message, { param, code: 'empty_array' });
    if (value.length > max) refuse(message, { param, code: 'array_above_max_length' });
  } else if (typeof value === 'number' && (value < min || value > max)) {
    const kind = type === 'an integer' ? 'integer' : 'decimal';
    const [side, limit] = value < min ? ['below_min', `>= ${min}`] : ['above_max', `<= ${max}`];
    refuse(`Invalid '${param}': expected a value ${limit}, but got ${value} instead.`, {
      param,
      code: `${kind}_${side}_value`,
    });
  }
}

/** @returns the word, or `undefined` where there is none. */
export function checkWord(
  value: unknown,
  words: readonly string[],
  param: string,
  code: 'invalid_value' | 'unsupported_value' = 'invalid_value',
): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'string' && words.includes(value)) return value;
  const supported = words.map((word) => `'${word}'`).join(', ');
  return refuse(`Invalid value: '${String(value)}'. Supported values are: ${supported}.`, { param, code });
}

/** The type of a JSON value with its article, as the API names it. */
function nameType(value: unknown): string {
  if (value === undefined || value === null) return 'null';
  const names = Object.keys(TYPES) as (keyof typeof TYPES)[];
  return names.find((name) => TYPES[name](value)) ?? typeof value;
}
