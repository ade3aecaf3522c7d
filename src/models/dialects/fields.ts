/**
 * What becomes of each optional request field at each provider. The adapters send by its provider's table,
 * `docs/parameters.md` repeats it, and the conformance suite holds adapters and table together.
 */

import type { Capabilities, Model } from '../../domain/catalogue.ts';
import type { ChatRequest, DialectName, ReasoningEffort, WrittenRequest } from '../../domain/chat.ts';
import { GatewayError } from '../../domain/errors.ts';
import { isObject } from '../../domain/json-object.ts';
import { marksOf, withMarks } from './cache-marks.ts';
import { checkParts, shownType } from './check-parts.ts';
import { isSearchTool, readSearchTool } from './hosted-search.ts';
import { isShownName } from './shown-name.ts';
import { effortOfThinking } from './thinking-effort.ts';

/** What becomes of a field that a provider or a model lacks. */
export type Lacking =
  /** The gateway does it. */
  | 'gateway'
  /** It is left out, and `X-Claimgate-Adjusted` says so. */
  | 'ignored'
  /** The request is refused with 400 and the field's name. */
  | 'refused';

interface FieldRule {
  /** Its name in the gateway's own request; absent where it stands in the messages. */
  readonly key?: keyof ChatRequest;
  readonly lacking: Lacking;
  /** What a model may lack. */
  readonly capability?: keyof Capabilities;
}

const RULES = {
  temperature: { key: 'temperature', lacking: 'ignored' },
  top_p: { key: 'topP', lacking: 'ignored' },
  max_tokens: { key: 'maxTokens', lacking: 'refused' },
  stop: { key: 'stop', lacking: 'gateway', capability: 'stop' },
  seed: { key: 'seed', lacking: 'ignored', capability: 'seed' },
  presence_penalty: { key: 'presencePenalty', lacking: 'ignored', capability: 'penalties' },
  frequency_penalty: { key: 'frequencyPenalty', lacking: 'ignored', capability: 'penalties' },
  response_format: { key: 'responseFormat', lacking: 'refused', capability: 'responseFormat' },
  reasoning_effort: { key: 'reasoningEffort', lacking: 'ignored', capability: 'reasoningEffort' },
  verbosity: { key: 'verbosity', lacking: 'ignored', capability: 'verbosity' },
  tools: { key: 'tools', lacking: 'refused', capability: 'tools' },
  tool_choice: { key: 'toolChoice', lacking: 'refused' },
  parallel_tool_calls: { key: 'parallelToolCalls', lacking: 'ignored' },
  name: { lacking: 'ignored' },
  user: { key: 'user', lacking: 'ignored' },
  safety_identifier: { key: 'safetyIdentifier', lacking: 'ignored' },
  service_tier: { key: 'serviceTier', lacking: 'ignored' },
  metadata: { key: 'metadata', lacking: 'ignored' },
  store: { key: 'store', lacking: 'ignored' },
  prompt_cache_key: { key: 'promptCacheKey', lacking: 'ignored' },
  prompt_cache_retention: { key: 'promptCacheRetention', lacking: 'ignored' },
  prompt_cache_breakpoint: { lacking: 'ignored', capability: 'cacheMarks' },
  prompt_cache_options: { key: 'promptCacheOptions', lacking: 'ignored', capability: 'cacheMarks' },
  n: { key: 'choices', lacking: 'refused', capability: 'choices' },
  logprobs: { key: 'logprobs', lacking: 'refused', capability: 'logprobs' },
  top_logprobs: { key: 'topLogprobs', lacking: 'refused', capability: 'logprobs' },
  logit_bias: { key: 'logitBias', lacking: 'refused', capability: 'logitBias' },
  prediction: { key: 'prediction', lacking: 'refused' },
  web_search_options: { key: 'webSearchOptions', lacking: 'refused', capability: 'webSearchOptions' },
  top_k: { key: 'topK', lacking: 'ignored' },
  min_p: { key: 'minP', lacking: 'ignored' },
  repetition_penalty: { key: 'repetitionPenalty', lacking: 'ignored' },
  chat_template_kwargs: { key: 'templateArguments', lacking: 'ignored' },
  safety_settings: { key: 'safetySettings', lacking: 'ignored' },
} as const satisfies Readonly<Record<string, FieldRule>>;

export type OptionalField = keyof typeof RULES;
export const FIELD_RULES: Readonly<Record<OptionalField, FieldRule>> = RULES;
export const OPTIONAL_FIELDS = Object.keys(RULES) as readonly OptionalField[];

const isNumber = (value: unknown): value is number => typeof value === 'number';

/**
 * Fields that one provider or another has beyond OpenAI's, with the form in which all of them are restated. A provider of
 * the caller's dialect gets them as they came.
 */
const BORROWED: Readonly<Partial<Record<OptionalField, (value: unknown) => boolean>>> = {
  top_k: (value) => isNumber(value) && Number.isInteger(value) && value > 0,
  min_p: (value) => isNumber(value) && value >= 0 && value <= 1,
  repetition_penalty: (value) => isNumber(value) && value > 0,
  chat_template_kwargs: isObject,
  safety_settings: Array.isArray,
};
/** What only a provider of the dialect has, and without which an answer would be to another question. */
const UNRESTATABLE: Readonly<Partial<Record<DialectName, readonly string[]>>> = { responses: ['prompt'] };

/** The rules of fields that are keys of the gateway's own request. */
const KEYED = OPTIONAL_FIELDS.flatMap((field) => {
  const { key, ...rule } = FIELD_RULES[field];
  return key === undefined ? [] : [{ field, key, ...rule }];
});

/**
 * Where a field stands in the provider's request: one path of the JSON body, or several of which the
 * model or the value decides. An empty list: the provider has no such thing.
 */
export type FieldSupport = Readonly<Record<OptionalField, readonly string[]>>;

/** A request of which everything can be sent. */
export interface FittedRequest {
  readonly request: ChatRequest;
  /** What the caller wrote, where that is the provider's own dialect. */
  readonly written?: WrittenRequest;
  /** Where the gateway ends the answer, because the provider does not. */
  readonly stop?: readonly string[];
  /** Values of `X-Claimgate-Adjusted`. */
  readonly adjusted: readonly string[];
}

/**
 * Takes out of a request what its model cannot be sent.
 *
 * @param dialect of the provider; `undefined` where what the caller wrote cannot go on as it came.
 * @param providerName for the message.
 * @param mostStops stop sequences that the provider takes; the gateway looks for them where there are more.
 * @throws GatewayError `unsupported`, naming the first part or field that must be served and cannot be.
 */
export function fitRequest(
  asked: ChatRequest,
  model: Model,
  support: FieldSupport,
  dialect: DialectName | undefined,
  providerName: string,
  mostStops = Number.POSITIVE_INFINITY,
): FittedRequest {
  checkParts(asked.messages, model);
  const written = asked.written?.dialect === dialect ? asked.written : undefined;
  let request: { -readonly [K in keyof ChatRequest]: ChatRequest[K] } =
    written === undefined ? borrow(asked, hasField('web_search_options', support, model)) : asked;
  const adjusted: string[] = written === undefined ? leaveOutUnread(request, asked, providerName) : [];
  let stop: readonly string[] | undefined;
  if (support.name.length === 0 && asked.messages.some(hasName)) adjusted.push('name=ignored');
  const hasMarks = support.prompt_cache_breakpoint.length > 0 && model.capabilities.cacheMarks;
  if (!hasMarks && marksOf(asked).length > 0) {
    adjusted.push('prompt_cache_breakpoint=ignored');
    // Messages that go on as they came lose their marks where they are written.
    if (written === undefined) request = withMarks(request, 0);
  }
  for (const { field, key, lacking, capability } of KEYED) {
    if (request[key] === undefined) continue;
    const byProvider = support[field].length === 0;
    const byModel = capability !== undefined && isLacking(model.capabilities[capability]);
    const tooMany = key === 'stop' && (asked.stop?.length ?? 0) > mostStops;
    if (!byProvider && !byModel && !tooMany) continue;
    if (lacking === 'refused') throw unsupported(field, byProvider ? providerName : model.id);
    if (lacking === 'ignored') adjusted.push(`${field}=ignored`);
    else stop = asked.stop;
    request = { ...request };
    delete request[key];
  }
  const asWritten = written?.body.response_format;
  const hasSchema =
    request.responseFormat?.type === 'json_schema' &&
    // One beside `json_object` goes on where it stands.
    !(isObject(asWritten) && asWritten.type === 'json_object');
  if (hasSchema && model.capabilities.responseFormat === 'json_object') {
    throw unsupported('response_format', model.id, "response_format of type 'json_schema'");
  }
  const effort = fitEffort(request.reasoningEffort, model);
  if (effort !== request.reasoningEffort && effort !== undefined) {
    request = { ...request, reasoningEffort: effort };
    adjusted.push(`reasoning_effort=${effort}`);
  }
  return {
    request,
    ...(written === undefined ? {} : { written }),
    ...(stop === undefined ? {} : { stop }),
    adjusted,
  };
}

/** Whether a field is read from requests of every dialect. */
export function isBorrowed(name: string): boolean {
  return Object.hasOwn(BORROWED, name);
}

/** Whether a model can be sent a field. */
function hasField(field: OptionalField, support: FieldSupport, { capabilities }: Model): boolean {
  const { capability } = FIELD_RULES[field];
  return support[field].length > 0 && !(capability !== undefined && isLacking(capabilities[capability]));
}

/** @returns the request with what its caller wrote that only providers of other dialects have. */
function borrow(given: ChatRequest, searches: boolean): ChatRequest {
  const asked = searches ? withSearch(given) : given;
  const { written } = asked;
  if (written === undefined) return asked;
  const restated = Object.entries(BORROWED).flatMap(([field, isValid]) => {
    const value = written.body[field];
    return isValid(value) ? [[FIELD_RULES[field as OptionalField].key, value]] : [];
  });
  const effort = asked.reasoningEffort ?? effortOfThinking(written.body.thinking);
  if (effort !== undefined) restated.push(['reasoningEffort', effort]);
  return restated.length === 0 ? asked : { ...asked, ...Object.fromEntries(restated) };
}

/** A tool that searches the web is one at another provider too. */
function withSearch(asked: ChatRequest): ChatRequest {
  const search = asked.otherTools && asked.written && readSearchTool(asked.written);
  if (search === undefined) return asked;
  const { otherTools: all = [], ...rest } = asked;
  const otherTools = all.filter(({ type }) => !isSearchTool(type));
  return {
    ...rest,
    webSearchOptions: { ...search },
    ...(otherTools.length === 0 ? {} : { otherTools }),
  };
}

/** Names that are shown. */
const MOST_SHOWN = 32;

/**
 * What no provider of another dialect is sent.
 * @param request what can be restated of the one that was asked.
 * @throws GatewayError `unsupported` where a tool of another type must be called, or the answer would be a wrong one.
 */
function leaveOutUnread(request: ChatRequest, asked: ChatRequest, who: string): string[] {
  const { written, otherTools = [], toolChoice } = request;
  if (toolChoice?.type === 'other') {
    throw unsupported('tool_choice', who, `tool_choice of type ${shownType(toolChoice.kind)}`);
  }
  for (const name of (written && UNRESTATABLE[written.dialect]) ?? [])
    if (written?.body[name] != null) throw unsupported(name, who);
  const isThinking = request.reasoningEffort !== asked.reasoningEffort;
  const fields = (written?.unread ?? []).filter(
    (name) =>
      written?.body[name] != null && !isRestated(request, name) && !(name === 'thinking' && isThinking),
  );
  return [
    ...(isThinking ? [`thinking=${request.reasoningEffort}`] : []),
    ...fields.map((name) => `${isShownName(name) ? name : 'another field'}=ignored`),
    ...(written?.unreadMembers?.() ?? []).map(
      (name) => `${name.split('.').every(isShownName) ? name : name.replace(/\..*$/s, '')}=ignored`,
    ),
    ...Object.keys(written?.headers ?? {}).map((name) => `${name}=ignored`),
    ...leftOutTools(otherTools.map(({ type }) => type)),
  ].slice(0, MOST_SHOWN);
}

/** Whether a field stands in the request by a name of its own. */
function isRestated(request: ChatRequest, name: string): boolean {
  return isBorrowed(name) && request[FIELD_RULES[name as OptionalField].key!] !== undefined;
}

/** @param types as the caller wrote them. @returns values of `X-Claimgate-Adjusted`, each once. */
export function leftOutTools(types: readonly string[]): string[] {
  const shown = types.map((type) => (isShownName(type) ? type : 'another type'));
  return [...new Set(shown)].map((type) => `tools=${type}:ignored`);
}

/**
 * @returns whether a request names a field that one API of its model's provider has, and that is lost in the other one:
 * left out or refused there. What the gateway does itself is not lost.
 */
export function needsFieldOf(
  here: FieldSupport,
  there: FieldSupport,
  request: ChatRequest,
  model: Model,
): boolean {
  return KEYED.some(
    ({ field, key, lacking }) =>
      request[key] !== undefined &&
      lacking !== 'gateway' &&
      hasField(field, here, model) &&
      there[field].length === 0,
  );
}

function hasName(message: object): boolean {
  return 'name' in message;
}

function isLacking(value: Capabilities[keyof Capabilities]): boolean {
  return value === false || value === 'none';
}

/**
 * @param field as the caller calls it.
 * @param who the provider's name or the model's id.
 * @param what the field with its value, where the value is the trouble.
 */
export function unsupported(field: string, who: string, what: string = field): GatewayError {
  return new GatewayError('unsupported', `${what} is not supported by ${who}`, { param: field });
}

/** From the least to the most. */
export const EFFORTS: readonly ReasoningEffort[] = [
  'none',
  'minimal',
  'low',
  'medium',
  'high',
  'xhigh',
  'max',
];

/**
 * The effort of the model's that is nearest to the one asked for; of two, the lower. A model that was asked to
 * think is never asked not to, unless it has nothing else.
 */
function fitEffort(effort: ReasoningEffort | undefined, model: Model): ReasoningEffort | undefined {
  const { efforts } = model.capabilities;
  if (effort === undefined || efforts === undefined || efforts[effort] !== undefined) return effort;
  const wanted = EFFORTS.indexOf(effort);
  const distance = (at: number): number => Math.abs(at - wanted) + (at === 0 ? EFFORTS.length : 0);
  let best: number | undefined;
  for (const [at, candidate] of EFFORTS.entries()) {
    if (efforts[candidate] === undefined) continue;
    if (best === undefined || distance(at) < distance(best)) best = at;
  }
  return best === undefined ? effort : EFFORTS[best];
}

/** @returns a fitted request's effort as the model's provider calls it; `undefined` where none was asked for. */
export function mapEffort(request: ChatRequest, model: Model): string | number | undefined {
  const effort = request.reasoningEffort;
  return effort === undefined ? undefined : (model.capabilities.efforts?.[effort] ?? effort);
}
