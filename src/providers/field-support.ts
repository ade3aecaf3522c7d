/**
 * What becomes of each optional request field at each provider: the one table. The adapters refuse by it,
 * `docs/providers.md` repeats it, and the conformance suite holds adapters and table together.
 */
import type { ChatRequest } from '../domain/chat.ts';
import { GatewayError } from '../errors.ts';
import type { Capabilities, Model } from './catalogue.ts';

export const OPTIONAL_FIELDS = [
  'temperature',
  'top_p',
  'max_tokens',
  'stop',
  'seed',
  'presence_penalty',
  'frequency_penalty',
  'response_format',
  'reasoning_effort',
  'user',
] as const;
export type OptionalField = (typeof OPTIONAL_FIELDS)[number];

/**
 * Where a field stands in the provider's request: one path of the JSON body, or several of which the
 * model or the value decides. An empty list: the provider has no such thing, and the request is refused
 * (`user`, a hint, is left out).
 */
export type FieldSupport = Readonly<Record<OptionalField, readonly string[]>>;

const OPENAI_FIELDS: FieldSupport = {
  temperature: ['temperature'],
  top_p: ['top_p'],
  max_tokens: ['max_completion_tokens', 'max_tokens'],
  stop: ['stop'],
  seed: ['seed'],
  presence_penalty: ['presence_penalty'],
  frequency_penalty: ['frequency_penalty'],
  response_format: ['response_format'],
  reasoning_effort: ['reasoning_effort'],
  user: ['user'],
};

export const FIELD_SUPPORT = {
  openai: OPENAI_FIELDS,
  anthropic: {
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
  },
  google: {
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
  },
  xai: OPENAI_FIELDS,
  together: {
    ...OPENAI_FIELDS,
    max_tokens: ['max_tokens'],
    reasoning_effort: ['reasoning_effort', 'reasoning.enabled'],
    user: [],
  },
  'openai-compatible': OPENAI_FIELDS,
} as const satisfies Record<string, FieldSupport>;

/** The capability of a model that a field depends on, beyond its provider's having it. */
const CAPABILITY: Readonly<Partial<Record<OptionalField, keyof Capabilities>>> = {
  stop: 'stop',
  seed: 'seed',
  presence_penalty: 'penalties',
  frequency_penalty: 'penalties',
  response_format: 'responseFormat',
  reasoning_effort: 'reasoningEffort',
};

function isAsked(request: ChatRequest, field: OptionalField): boolean {
  switch (field) {
    case 'temperature':
      return request.temperature !== undefined;
    case 'top_p':
      return request.topP !== undefined;
    case 'max_tokens':
      return request.maxTokens !== undefined;
    case 'stop':
      return request.stop !== undefined;
    case 'seed':
      return request.seed !== undefined;
    case 'presence_penalty':
      return request.presencePenalty !== undefined;
    case 'frequency_penalty':
      return request.frequencyPenalty !== undefined;
    case 'response_format':
      return request.responseFormat !== undefined;
    case 'reasoning_effort':
      return request.reasoningEffort !== undefined;
    case 'user':
      return false;
  }
}

function isLacking(value: Capabilities[keyof Capabilities]): boolean {
  return value === false || value === 'none';
}

/**
 * Refuses a request with a field that cannot be served. Sampling fields are no matter of refusal: they
 * are adjusted (`adjust-sampling.ts`).
 * @param providerName for the message.
 * @throws GatewayError `unsupported`, naming the first such field.
 */
export function requireSupport(
  request: ChatRequest,
  model: Model,
  support: FieldSupport,
  providerName: string,
): void {
  for (const field of OPTIONAL_FIELDS) {
    if (!isAsked(request, field)) continue;
    if (support[field].length === 0) throw unsupported(field, providerName);
    const capability = CAPABILITY[field];
    if (capability !== undefined && isLacking(model.capabilities[capability]))
      throw unsupported(field, model.id);
  }
  const format = request.responseFormat?.type;
  if (format === 'json_schema' && model.capabilities.responseFormat === 'json_object') {
    throw unsupported('response_format', model.id, "response_format of type 'json_schema'");
  }
}

/**
 * @param field as the caller calls it.
 * @param who the provider's name or the model's id.
 * @param what the field with its value, where the value is the trouble.
 */
export function unsupported(field: string, who: string, what: string = field): GatewayError {
  return new GatewayError('unsupported', `${what} is not supported by ${who}`, { param: field });
}
