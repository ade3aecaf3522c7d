import type { ApiKey } from '../../../domain/api-key.ts';
import type { Model } from '../../../domain/catalogue.ts';
import type { ChatRequest, WrittenRequest } from '../../../domain/chat.ts';
import { isObject, type JsonObject } from '../../../domain/json-object.ts';
import type { ProviderRequest, TranslatedRequest } from '../adapter.ts';
import { adjustSampling } from '../adjust-sampling.ts';
import { marksTools } from '../cache-marks.ts';
import { toCacheOptions } from '../chat-completions/to-request.ts';
import { toTools } from '../chat-completions/to-tools.ts';
import { FIELD_RULES, fitRequest, mapEffort, type OptionalField } from '../fields.ts';
import { type HostedSearch, hostedSearchOf, leftOutOfSearch } from '../hosted-search.ts';
import { endsWithAssistant } from '../to-turns.ts';
import { writeJson } from '../write-json.ts';
import { adjustedOptions } from '../written-fields.ts';
import { ENCRYPTED } from './reasoning-items.ts';
import type { ResponsesSettings } from './settings.ts';
import { toItems } from './to-items.ts';
import { RESPONSES_FORM } from './to-tools.ts';
import { hasFormedTools } from './tool-forms.ts';
import { goesBack, writeAgain } from './write-again.ts';

/** What `include` asks for with it. */
export const LOGPROBS = 'message.output_text.logprobs';

/** Fields that are sent as the caller wrote them. */
const AS_THEY_ARE: readonly OptionalField[] = [
  ...(['user', 'safety_identifier', 'service_tier', 'metadata'] as const),
  ...(['prompt_cache_key', 'prompt_cache_retention', 'top_logprobs'] as const),
];

/** https://platform.openai.com/docs/api-reference/responses/create */
export function toRequest(
  asked: ChatRequest,
  model: Model,
  key: ApiKey,
  settings: ResponsesSettings,
): Omit<TranslatedRequest, 'reader'> {
  const { fields, name, leastTokens, customTools } = settings;
  const asItCame = customTools || asked.written === undefined || !hasFormedTools(asked.written.body);
  // Whether a model searches in chat completions says nothing of this API.
  const capabilities = { ...model.capabilities, webSearchOptions: true };
  const { request, written, stop, adjusted } = fitRequest(
    withoutStore(asked),
    { ...model, capabilities },
    fields,
    asItCame ? 'responses' : undefined,
    name,
  );
  if (!model.capabilities.assistantLast && request.messages.at(-1)?.role === 'assistant') {
    throw endsWithAssistant(model);
  }
  const sampling = adjustSampling(request, model);
  const { maxTokens } = request;
  const isTooLittle = maxTokens !== undefined && maxTokens < leastTokens;
  const own: OwnFields = {
    model: model.wireId,
    max_output_tokens: isTooLittle ? leastTokens : maxTokens,
    temperature: sampling.temperature,
    top_p: sampling.topP,
    store: false,
    stream: request.stream ? true : undefined,
  };
  const search = hostedSearchOf(request);
  const include = toInclude(request, settings.reasons(model));
  const reasoning = toReasoning(request, model, settings);
  // `undefined` is left out by JSON.stringify.
  const body =
    written === undefined
      ? compose(request, model, settings, { ...own, include, reasoning }, search)
      : composeAgain(request, written, model, settings, { ...own, include, reasoning });
  const post = (fields: object): ProviderRequest => ({
    path: '/responses',
    headers: { authorization: `Bearer ${key.reveal()}` },
    body: writeJson(fields),
  });
  // What its caller asked for is not taken back.
  const isSummarized = reasoning?.summary !== undefined && written === undefined;
  return {
    request: post(body),
    ...(isSummarized
      ? {
          without: {
            param: 'reasoning.summary',
            request: () => post({ ...body, reasoning: unsummarized(reasoning) }),
          },
        }
      : {}),
    adjusted: [
      ...(isTooLittle ? [`max_tokens=${leastTokens}`] : []),
      ...sampling.adjusted,
      ...adjusted,
      ...(search === undefined ? [] : leftOutOfSearch(search, settings.search.parts)),
      ...(written !== undefined && leavesReasoning(written, settings.key) ? ['reasoning=ignored'] : []),
      // It has no marks of tools: the next one behind them keeps them too.
      ...adjustedOptions(request.stream ? written?.body.stream_options : undefined, settings.streamOptions),
      ...(marksTools(request) ? ['tools.prompt_cache_breakpoint=ignored'] : []),
    ],
    ...(stop === undefined ? {} : { stop }),
    ...(written === undefined ? {} : { asWritten: true }),
  };
}

/** What the gateway decides, whoever wrote the rest. */
type OwnFields = Readonly<
  Record<'model' | 'max_output_tokens' | 'temperature' | 'top_p' | 'store' | 'stream', unknown>
>;
interface Decided extends OwnFields {
  readonly include: readonly string[] | undefined;
  readonly reasoning: Reasoning | undefined;
}

/** What was read, in the words of this API. */
function compose(
  request: ChatRequest,
  model: Model,
  { key, allowedTools, streamOptions, search: taken }: ResponsesSettings,
  decided: Decided,
  search: HostedSearch | undefined,
): JsonObject {
  const { promptCacheOptions } = request;
  const { tools = [], ...calling } = toTools(request, allowedTools, RESPONSES_FORM);
  const offered = search === undefined ? tools : [...tools, toSearchTool(search, taken)];
  const body: Record<string, unknown> = {
    ...decided,
    input: toItems(request.messages, model, key),
    ...(offered.length === 0 ? {} : { tools: offered }),
    ...calling,
    text: toText(request),
    stream_options: request.stream ? streamOptions : undefined,
    prompt_cache_options: promptCacheOptions && toCacheOptions(promptCacheOptions),
  };
  for (const field of AS_THEY_ARE) {
    const value = request[FIELD_RULES[field].key!];
    body[field] = typeof value === 'string' ? value.toWellFormed() : value;
  }
  return body;
}

function toSearchTool(search: HostedSearch, { parts, blockedDomains }: ResponsesSettings['search']): object {
  const taken = (part: keyof HostedSearch): unknown => (parts.includes(part) ? search[part] : undefined);
  const location = taken('user_location');
  const [allowed, blocked] = [taken('allowed_domains'), taken('blocked_domains')];
  return {
    type: 'web_search',
    search_context_size: taken('search_context_size'),
    user_location: isObject(location) ? { type: 'approximate', ...location } : undefined,
    filters:
      allowed === undefined && blocked === undefined
        ? undefined
        : { allowed_domains: allowed, [blockedDomains ?? 'blocked_domains']: blocked },
  };
}

/** What the caller wrote goes on as it came. */
function composeAgain(
  request: ChatRequest,
  written: WrittenRequest,
  model: Model,
  { key, streamOptions }: ResponsesSettings,
  { include = [], reasoning: fitted, ...own }: Decided,
): JsonObject {
  const again = writeAgain(request, written, model.capabilities.systemRole, key);
  const { include: asked, reasoning, stream_options: options } = again;
  const included = [...(Array.isArray(asked) ? asked : []), ...include];
  return {
    ...again,
    ...(included.length === 0 ? {} : { include: [...new Set(included)] }),
    reasoning: isObject(reasoning) ? { ...reasoning, effort: fitted?.effort } : undefined,
    stream_options: request.stream ? { ...(isObject(options) ? options : {}), ...streamOptions } : undefined,
    ...own,
  };
}

/** Whether the conversation holds reasoning that this provider cannot be given back. */
function leavesReasoning({ body: { input } }: WrittenRequest, provider: string): boolean {
  return Array.isArray(input) && input.some((item) => isObject(item) && !goesBack(item, provider));
}

/** Nothing is stored in any case. */
function withoutStore(request: ChatRequest): ChatRequest {
  if (request.store !== false) return request;
  const { store: _store, ...rest } = request;
  return rest;
}

function toText({ responseFormat: format, verbosity }: ChatRequest): object | undefined {
  return format === undefined && verbosity === undefined ? undefined : { format, verbosity };
}

function toInclude({ logprobs }: ChatRequest, reasons: boolean): readonly string[] | undefined {
  const included = [...(reasons ? [ENCRYPTED] : []), ...(logprobs === true ? [LOGPROBS] : [])];
  return included.length === 0 ? undefined : included;
}

interface Reasoning {
  readonly effort: string | number | undefined;
  readonly summary: string | undefined;
}

/** Summaries are for organizations that OpenAI has verified: the others think without them. */
function unsummarized({ effort }: Reasoning): object | undefined {
  return effort === undefined ? undefined : { effort };
}

function toReasoning(
  request: ChatRequest,
  model: Model,
  { reasons, summarizes }: ResponsesSettings,
): Reasoning | undefined {
  const effort = mapEffort(request, model);
  const thinks = reasons(model) && request.reasoningEffort !== 'none';
  const summary = summarizes && thinks ? 'auto' : undefined;
  return effort === undefined && summary === undefined ? undefined : { effort, summary };
}
