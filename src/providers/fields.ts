/**
 * What becomes of each optional request field at each provider. The adapters refuse by its provider's table,
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

/**
 * Fields that are refused where they cannot be served, and the capability of a model that they depend on. The
 * others never are: sampling is adjusted (`adjust-sampling.ts`), every provider has a limit of tokens, and `user`
 * is a hint.
 */
const REFUSABLE: readonly (readonly [OptionalField, keyof ChatRequest, keyof Capabilities])[] = [
  ['stop', 'stop', 'stop'],
  ['seed', 'seed', 'seed'],
  ['presence_penalty', 'presencePenalty', 'penalties'],
  ['frequency_penalty', 'frequencyPenalty', 'penalties'],
  ['response_format', 'responseFormat', 'responseFormat'],
  ['reasoning_effort', 'reasoningEffort', 'reasoningEffort'],
];

function isLacking(value: Capabilities[keyof Capabilities]): boolean {
  return value === false || value === 'none';
}

/**
 * Refuses a request with a field that cannot be served.
 * @param providerName for the message.
 * @throws GatewayError `unsupported`, naming the first such field.
 */
export function requireSupport(
  request: ChatRequest,
  model: Model,
  support: FieldSupport,
  providerName: string,
): void {
  for (const [field, inRequest, capability] of REFUSABLE) {
    if (request[inRequest] === undefined) continue;
    if (support[field].length === 0) throw unsupported(field, providerName);
    if (isLacking(model.capabilities[capability])) throw unsupported(field, model.id);
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

/**
 * @returns the effort as the model's provider calls it; `undefined` where none was asked for.
 * @throws GatewayError `unsupported` where the model has no such effort: another one would change what the
 *   caller pays and waits for.
 */
export function mapEffort(request: ChatRequest, model: Model): string | number | undefined {
  const effort = request.reasoningEffort;
  if (effort === undefined) return undefined;
  const { efforts } = model.capabilities;
  if (efforts === undefined) return effort;
  const word = efforts[effort];
  if (word === undefined) {
    const known = Object.keys(efforts).join(', ');
    throw unsupported('reasoning_effort', `${model.id} (it has ${known})`, `reasoning_effort '${effort}'`);
  }
  return word;
}
