/** An outside source as the gateway asks it: its file's translation, and everything that all sources share. */
import type { ApiKey } from '../../domain/api-key.ts';
import { type CallTools, callSource, type SourceEndpoint } from './call-source.ts';
import { cleanItem } from './clean-item.ts';
import type { Access, Ask, FoundItem, OutsideSource } from './outside-source.ts';
import { type EvidenceSource, type RetrievedItem, SourceError } from './source.ts';
import { createBreaker } from './source-breaker.ts';
import { readError } from './source-failure.ts';
import { createSourceRate, type SourceRate } from './source-rate.ts';

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
  /** An e-mail address or a URL: who asks. */
  readonly contact?: string;
  /** Monotonic milliseconds. */
  readonly now: () => number;
}

const TIMEOUT = 4_000;
const FAILURES = 4;
const PAUSE = 30_000;

/** @throws Error in one line where the settings do not suffice. */
export function openOutsideSource(
  source: OutsideSource,
  settings: SourceSettings,
  tools: SourceTools,
): EvidenceSource {
  const { name } = source;
  const baseUrl = settings.baseUrl ?? source.baseUrl;
  if (baseUrl === undefined) throw new Error(`sources.${name}.base_url: is required`);
  const { key } = settings;
  if (source.key === 'required' && key === undefined) {
    throw new Error(`sources.${name}.key: is required, here or as ${keyVariable(name)}`);
  }
  if (source.key === 'none' && key !== undefined)
    throw new Error(`sources.${name}.key: this source has none`);
  const timeout = settings.timeout ?? TIMEOUT;
  const endpoint: SourceEndpoint = {
    source,
    baseUrl,
    hasKey: key !== undefined,
    rate: openRate(source, settings, tools.now),
    timeout,
  };
  const mail = mailOf(tools.contact);
  const access: Access = { ...(key === undefined ? {} : { key }), ...(mail === undefined ? {} : { mail }) };
  const breaker = createBreaker({ failures: FAILURES, pause: PAUSE, now: tools.now });

  return {
    name,
    reach: 'outside',
    async search(query, signal) {
      const refusal = breaker.refusal();
      if (refusal !== undefined) throw new SourceError(name, refusal.fault, refusal.message);
      const limited = AbortSignal.any([signal, AbortSignal.timeout(timeout)]);
      try {
        limited.throwIfAborted();
        const ask: Ask = (request) => callSource(endpoint, request, tools, limited);
        const found = await source.search(query, ask, access);
        const items = cleanItems(name, found, query.limit);
        breaker.succeeded();
        return items;
      } catch (error) {
        const failure = readError(error, limited);
        breaker.failed(failure);
        throw new SourceError(name, failure.fault, failure.message, error);
      }
    },
  };
}

/** The operator's rate holds as it is; a source's own may have a burst. */
function openRate({ rate, burst }: OutsideSource, settings: SourceSettings, now: () => number): SourceRate {
  if (settings.rate !== undefined) return createSourceRate({ perSecond: settings.rate, now });
  return createSourceRate({ perSecond: rate, ...(burst === undefined ? {} : { burst }), now });
}

/** @returns the contact where it is an e-mail address. */
function mailOf(contact: string | undefined): string | undefined {
  const address = contact?.replace(/^mailto:/i, '');
  return address !== undefined && /^[^\s@]+@[^\s@]+$/.test(address) ? address : undefined;
}

/** The environment variable that holds a source's key. */
export function keyVariable(name: string): string {
  return `CLAIMGATE_${name.toUpperCase().replaceAll('-', '_')}_KEY`;
}

function cleanItems(source: string, found: readonly FoundItem[], limit: number): readonly RetrievedItem[] {
  const items: RetrievedItem[] = [];
  for (const one of found) {
    if (items.length === limit) break;
    const item = cleanItem(source, one);
    if (item !== undefined) items.push(item);
  }
  return items;
}
