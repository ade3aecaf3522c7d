/**
 * A search of the web that the provider makes itself. Each API has it, as a tool or as a field, and each in words of its
 * own; here it is in those of chat completions' `web_search_options`, with what others add to them.
 */
import type { ChatRequest, WrittenRequest } from '../../domain/chat.ts';
import { isObject, type JsonObject } from '../../domain/json-object.ts';

export interface HostedSearch {
  readonly search_context_size?: unknown;
  /** `city`, `region`, `country`, `timezone`: about where the searcher is. */
  readonly user_location?: JsonObject;
  readonly allowed_domains?: readonly unknown[];
  readonly blocked_domains?: readonly unknown[];
  /** The most searches of one answer. */
  readonly max_uses?: unknown;
}

const PARTS = [
  ...['search_context_size', 'user_location', 'allowed_domains', 'blocked_domains', 'max_uses'],
] as const satisfies readonly (keyof HostedSearch)[];

/** OpenAI's and Anthropic's types have a date behind them. */
const TYPE = /^web_search(?:_preview)?(?:_\d{4}.*)?$|^google_?search(?:_?retrieval)?$/i;

/** @param type of a tool, as its caller wrote it. */
export function isSearchTool(type: string): boolean {
  return TYPE.test(type);
}

/** @returns what the tool for searches of a caller's body says; `undefined` where there is none. */
export function readSearchTool({ body }: Pick<WrittenRequest, 'body'>): HostedSearch | undefined {
  const tools = (Array.isArray(body.tools) ? body.tools : []).filter(isObject);
  const tool = tools.find((one) =>
    typeof one.type === 'string' ? isSearchTool(one.type) : Object.keys(one).some(isSearchTool),
  );
  if (tool === undefined) return undefined;
  return typeof tool.type === 'string' ? readHostedSearch(tool) : {};
}

/** @returns the search that a request asks its provider for. */
export function hostedSearchOf({ webSearchOptions }: ChatRequest): HostedSearch | undefined {
  return webSearchOptions && readHostedSearch(webSearchOptions);
}

/** @param options a tool of OpenAI's Responses API or of Anthropic's, or chat completions' `web_search_options`. */
function readHostedSearch(options: JsonObject): HostedSearch {
  const { filters, user_location: place } = options;
  const within = isObject(filters) ? { ...options, ...filters } : options;
  // Chat completions have the place in an object of its own.
  const near = isObject(place) && isObject(place.approximate) ? place.approximate : place;
  const { type: _type, ...location } = isObject(near) ? near : {};
  const search: JsonObject = {
    ...within,
    user_location: Object.keys(location).length === 0 ? undefined : location,
    blocked_domains: within.blocked_domains ?? within.excluded_domains,
  };
  return Object.fromEntries(PARTS.flatMap((part) => (search[part] == null ? [] : [[part, search[part]]])));
}

/** @param taken what the provider has of it. @returns values of `X-Claimgate-Adjusted`. */
export function leftOutOfSearch(search: HostedSearch, taken: readonly (keyof HostedSearch)[]): string[] {
  return PARTS.filter((part) => search[part] !== undefined && !taken.includes(part)).map(
    (part) => `web_search.${part}=ignored`,
  );
}
