/** An outside source as the gateway asks it: its file's translation, and everything that all sources share. */
import type { ApiKey } from '../../../domain/api-key.ts';
import { type CallTools, callSource, type SourceEndpoint } from './call-source.ts';
import { cleanItem } from './clean-item.ts';
import { guardSearches } from './guard-searches.ts';
import type { Ask, OutsideSource, SourceRequest } from './outside-source.ts';
import type { EvidenceSource } from './source.ts';
import { createSourceRate } from './source-rate.ts';

/** An operator's settings for one source. */
export interface SourceSettings {
  /** In place of the source's own. */
  readonly baseUrl?: string;
  readonly key?: ApiKey;
  /** Requests a second at most. */
  readonly rate?: number;
  /** Milliseconds for one search, second tries included. */
  readonly timeout?: number;
}

export interface SourceTools extends CallTools {
  /** How many processes share what a source allows, at least 1. */
  readonly processes: number;
  /** An e-mail address or a URL: who asks. */
  readonly contact?: string;
  /** Monotonic milliseconds. */
  readonly now: () => number;
}

const TIMEOUT = 4_000;

/** @throws Error in one line where the settings do not suffice. */
export function openOutsideSource(
  source: OutsideSource,
  settings: SourceSettings,
  tools: SourceTools,
): EvidenceSource {
  const { name } = source;
  const { processes } = tools;
  const baseUrl = settings.baseUrl ?? source.baseUrl;
  if (baseUrl === undefined) throw new Error(`sources.${name}.base_url: is required`);
  const { key } = settings;
  if (source.key === 'required' && key === undefined) {
    throw new Error(`sources.${name}.key: is required, here or as ${keyVariable(name)}`);
  }
  if (source.key === 'none' && key !== undefined)
    throw new Error(`sources.${name}.key: this source has none`);
  const timeout = settings.timeout ?? TIMEOUT;
  // The operator's rate holds as it is; a source's own may have a burst.
  const rate =
    settings.rate === undefined
      ? { perSecond: source.rate, burst: source.burst }
      : { perSecond: settings.rate, burst: undefined };
  const endpoint: SourceEndpoint = {
    source,
    baseUrl,
    hasKey: key !== undefined,
    rate: createSourceRate({
      perSecond: rate.perSecond / processes,
      burst: rate.burst && Math.floor(rate.burst / processes),
      now: tools.now,
    }),
    timeout,
  };
  const access = accessOf(source, key, tools.contact);
  const guarded = guardSearches({ name, timeout, now: tools.now });

  return {
    name,
    reach: 'outside',
    search: (query, signal, watch) =>
      guarded(signal, async (limited) => {
        const ask: Ask = ({ query: parameters, headers, ...request }) => {
          const whole = {
            ...request,
            query: { ...access.query, ...parameters },
            headers: { ...access.headers, ...headers },
          };
          return callSource(endpoint, whole, { ...tools, watch }, limited);
        };
        const found = await source.search(query, ask, limited);
        const cleaned = Iterator.from(found).map((one) => cleanItem(name, one, source.withoutLinks));
        return cleaned
          .filter((item) => item !== undefined)
          .take(query.limit)
          .toArray();
      }),
  };
}

/** What an operator gave to reach the source with, as every request has it. */
function accessOf(
  { keyGoesTo, mailParameter }: OutsideSource,
  key: ApiKey | undefined,
  contact: string | undefined,
): Pick<SourceRequest, 'query' | 'headers'> {
  const address = contact?.replace(/^mailto:/i, '');
  const mail = address !== undefined && /^[^\s@]+@[^\s@]+$/.test(address) ? address : undefined;
  const query = mailParameter === undefined ? {} : { [mailParameter]: mail };
  if (key === undefined || keyGoesTo === undefined) return { query };
  if ('parameter' in keyGoesTo) return { query: { ...query, [keyGoesTo.parameter]: key.reveal() } };
  const { header, scheme } = keyGoesTo;
  return { query, headers: { [header]: scheme === undefined ? key.reveal() : `${scheme} ${key.reveal()}` } };
}

/** The environment variable that holds a source's key. */
export function keyVariable(name: string): string {
  return `CLAIMGATE_${name.toUpperCase().replaceAll('-', '_')}_KEY`;
}
