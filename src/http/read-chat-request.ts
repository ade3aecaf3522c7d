/** From a validated body to the gateway's own request. Neutral values are dropped here alone. */
import { type ChatRequest, type Message, textMessage } from '../domain/chat.ts';
import { type FieldFault, GatewayError } from '../errors.ts';
import { MAX_CONTEXT } from '../factcheck/gather-context.ts';
import { type ChatCompletionsBody, MAX_SOURCES } from './chat-schema.ts';
import { isJsonObject } from './validate.ts';

/** Fields of the OpenAI API that the gateway does not serve, and the values of theirs that mean nothing. */
const UNSUPPORTED: Readonly<Record<string, (value: unknown) => boolean>> = {
  tools: isEmpty,
  tool_choice: () => false,
  functions: isEmpty,
  audio: () => false,
  modalities: (value) => Array.isArray(value) && value.every((modality) => modality === 'text'),
  logprobs: (value) => value === false,
  top_logprobs: (value) => value === 0,
  logit_bias: isEmpty,
};

function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}

/** @throws GatewayError 400 for a field that asks for what the gateway does not do. */
export function refuseUnsupported(body: ChatCompletionsBody): void {
  for (const [field, isNeutral] of Object.entries(UNSUPPORTED)) {
    const value = (body as Record<string, unknown>)[field];
    if (value !== undefined && value !== null && !isNeutral(value)) {
      throw new GatewayError('unsupported', `${field} is not supported`, { param: field });
    }
  }
  if (body.n != null && body.n !== 1) {
    throw new GatewayError('unsupported', 'n other than 1 is not supported', { param: 'n' });
  }
}

export function readChatRequest(body: ChatCompletionsBody): ChatRequest {
  const stop = readStop(body.stop);
  const maxTokens = body.max_completion_tokens ?? body.max_tokens;
  const responseFormat = readResponseFormat(body.response_format);
  return {
    messages: body.messages.map(readMessage),
    stream: body.stream === true,
    ...(body.temperature == null ? {} : { temperature: body.temperature }),
    ...(body.top_p == null ? {} : { topP: body.top_p }),
    ...(maxTokens == null ? {} : { maxTokens }),
    ...(stop === undefined ? {} : { stop }),
    ...(body.seed == null ? {} : { seed: body.seed }),
    ...(body.presence_penalty ? { presencePenalty: body.presence_penalty } : {}),
    ...(body.frequency_penalty ? { frequencyPenalty: body.frequency_penalty } : {}),
    ...(responseFormat === undefined ? {} : { responseFormat }),
    ...(body.reasoning_effort == null ? {} : { reasoningEffort: body.reasoning_effort }),
    ...(body.user == null || body.user === '' ? {} : { user: body.user }),
  };
}

/** Text parts joined; lone surrogates, which UTF-8 cannot carry, replaced unit by unit. */
export function readMessage(message: ChatCompletionsBody['messages'][number]): Message {
  const { role, content } = message;
  const text = typeof content === 'string' ? content : content.map((part) => part.text).join('');
  return textMessage(role, text.toWellFormed());
}

function readStop(stop: ChatCompletionsBody['stop']): readonly string[] | undefined {
  if (stop == null) return undefined;
  const all = (typeof stop === 'string' ? [stop] : stop).filter((text) => text !== '');
  return all.length === 0 ? undefined : all;
}

function readResponseFormat(format: ChatCompletionsBody['response_format']): ChatRequest['responseFormat'] {
  if (format == null || format.type === 'text') return undefined;
  if (format.type === 'json_object') return { type: 'json_object' };
  const { name, description, schema, strict } = format.json_schema;
  return {
    type: 'json_schema',
    name,
    schema: schema ?? {},
    ...(description == null ? {} : { description }),
    ...(strict == null ? {} : { strict }),
  };
}

/**
 * The faults of a body that its schema does not find: two limits of tokens that differ, sources that the
 * server does not have, documents that are too long, a JSON schema that is too large. They are looked for before the body is known to be
 * valid, so that every fault is listed.
 *
 * @param knownSources names of the evidence sources that the server has.
 */
export function findFaults(body: unknown, knownSources: readonly string[]): readonly FieldFault[] {
  if (!isJsonObject(body)) return [];
  return [
    ...tokenFaults(body.max_tokens, body.max_completion_tokens),
    ...sourceFaults(body.fact_check, ['fact_check'], knownSources),
    ...documentFaults(body.fact_check, ['fact_check']),
    ...schemaFaults(body.response_format),
  ];
}

function valueFault(place: readonly (string | number)[], problem: string): FieldFault {
  return { loc: ['body', ...place], msg: `Value error, ${problem}`, type: 'value_error' };
}

function tokenFaults(maxTokens: unknown, maxCompletionTokens: unknown): FieldFault[] {
  const bothGiven = typeof maxTokens === 'number' && typeof maxCompletionTokens === 'number';
  if (!bothGiven || maxTokens === maxCompletionTokens) return [];
  return [valueFault(['max_completion_tokens'], 'max_tokens and max_completion_tokens differ')];
}

/**
 * @param place where the options stand in the body.
 * @returns a fault for each source that the server does not have.
 */
export function sourceFaults(
  options: unknown,
  place: readonly string[],
  knownSources: readonly string[],
): FieldFault[] {
  if (!isJsonObject(options) || !Array.isArray(options.sources)) return [];
  if (options.sources.length > MAX_SOURCES) return [];
  return options.sources.flatMap((source, index) =>
    typeof source !== 'string' || knownSources.includes(source)
      ? []
      : [valueFault([...place, 'sources', index], 'the server has no such source')],
  );
}

/** @returns a fault where the documents' texts are too long in all. */
export function documentFaults(options: unknown, place: readonly string[]): FieldFault[] {
  if (!isJsonObject(options) || !Array.isArray(options.documents)) return [];
  let length = 0;
  for (const document of options.documents) {
    if (isJsonObject(document) && typeof document.text === 'string') length += document.text.length;
  }
  if (length <= MAX_CONTEXT) return [];
  const most = MAX_CONTEXT.toLocaleString('en');
  return [valueFault([...place, 'documents'], `the texts have more than ${most} characters in all`)];
}

/** Members that a JSON schema may have: it is rewritten for the provider, and sent along with every request. */
const MAX_SCHEMA_MEMBERS = 10_000;

function schemaFaults(format: unknown): FieldFault[] {
  if (!isJsonObject(format) || !isJsonObject(format.json_schema)) return [];
  if (countMembers(format.json_schema.schema, MAX_SCHEMA_MEMBERS) <= MAX_SCHEMA_MEMBERS) return [];
  const most = MAX_SCHEMA_MEMBERS.toLocaleString('en');
  return [valueFault(['response_format', 'json_schema', 'schema'], `schema has more than ${most} members`)];
}

/** Fields and elements in all; counts no further than one beyond the most. */
function countMembers(value: unknown, most: number): number {
  if (typeof value !== 'object' || value === null) return 0;
  let count = 0;
  for (const name in value) {
    count += 1 + countMembers((value as Record<string, unknown>)[name], most - count - 1);
    if (count > most) break;
  }
  return count;
}
