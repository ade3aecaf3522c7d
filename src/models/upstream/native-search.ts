/** The model's own web search, on the caller's key: one call, and what its answer cites. */
import { type ApiKey, isIssuedKey } from '../../domain/api-key.ts';
import type { Model } from '../../domain/catalogue.ts';
import { GatewayError } from '../../domain/errors.ts';
import { isObject, parseJson } from '../dialects/read-json.ts';
import type { NativeCitation, NativeQuestion, NativeResult, WebSearch } from '../dialects/web-search.ts';
import { withNanos } from '../providers/price.ts';
import { knownProvider } from '../providers/registry.ts';
import type { Endpoint } from './endpoint.ts';
import { USUAL_FACTORS } from './most-cost.ts';
import { readLocation } from './read-location.ts';
import { readWireError } from './read-wire-error.ts';
import { MAX_REPLY_BYTES, requireSuccess, type Sender, sendRequest } from './send-request.ts';

export interface NativeTarget {
  readonly endpoint: Endpoint;
  readonly model: Model;
  readonly key: ApiKey;
}

export interface NativeSearch {
  /**
   * Whether the models there can search with this key: never in the sandbox, from which nothing leaves the machine, nor
   * with an issued key, whose budgets are not held against it before it is made.
   */
  canSearch(target: Pick<NativeTarget, 'endpoint' | 'key'>): boolean;
  /** @throws GatewayError, or the WireError of an abort. Nothing is tried twice: a search is billed. */
  search(target: NativeTarget, question: NativeQuestion, signal: AbortSignal): Promise<NativeResult>;
}

/** Pages of one search whose redirects are asked. */
const MOST_REDIRECTS = 5;

/** How the provider is asked to search; `undefined` where it must not, or cannot. */
function searchOf({ endpoint, key }: Pick<NativeTarget, 'endpoint' | 'key'>): WebSearch | undefined {
  if (endpoint.sandbox || isIssuedKey(key)) return undefined;
  return knownProvider(endpoint.provider)?.webSearch;
}

export function createNativeSearch(sender: Sender): NativeSearch {
  const ask = async (
    { endpoint, model, key }: NativeTarget,
    dialect: WebSearch,
    question: NativeQuestion,
    signal: AbortSignal,
  ): Promise<NativeResult> => {
    const request = dialect.toRequest(question, model, key);
    const sent = await sendRequest(sender, endpoint, request, 'application/json', signal);
    const reply = await requireSuccess(sent, endpoint, signal);
    const said = parseJson(await reply.body.text(MAX_REPLY_BYTES));
    // A failed search may come with a 200: its error is a field of the reply.
    if (!isObject(said) || (said.error !== undefined && said.error !== null)) {
      throw new GatewayError('provider_failed', `${endpoint.displayName} did not search`);
    }
    const { usage, ...result } = dialect.readReply(said);
    return usage === undefined ? result : { ...result, usage: withNanos(usage, model.price, USUAL_FACTORS) };
  };

  /** A page that is known by an expiring redirect alone is no citation. */
  const resolve = async (
    citation: NativeCitation,
    host: string,
    signal: AbortSignal,
  ): Promise<NativeCitation[]> => {
    const { protocol, hostname } = new URL(citation.url);
    if (hostname !== host) return [citation];
    const url = protocol === 'https:' ? await readLocation(sender, citation.url, signal) : undefined;
    return url === undefined ? [] : [{ ...citation, url }];
  };

  return {
    canSearch: (target) => searchOf(target) !== undefined,
    async search(target, question, signal) {
      const dialect = searchOf(target);
      if (dialect === undefined) return { citations: [], searches: 0 };
      try {
        const result = await ask(target, dialect, question, signal);
        const host = dialect.redirectHost;
        if (host === undefined) return result;
        const first = result.citations.slice(0, MOST_REDIRECTS);
        const resolved = await Promise.all(first.map((citation) => resolve(citation, host, signal)));
        return { ...result, citations: resolved.flat() };
      } catch (error) {
        throw readWireError(error, target.endpoint.displayName);
      }
    },
  };
}
