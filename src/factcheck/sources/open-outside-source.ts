/**
 * A source outside as the gateway asks it: its file's translation, with everything around it that all sources
 * have in common.
 */
import type { ApiKey } from '../../domain/api-key.ts';
import { type CallTools, callSource, type SourceEndpoint } from './call-source.ts';
import { cleanItem } from './clean-item.ts';
import type { Access, OutsideSource } from './outside-source.ts';
import { ShapeError } from './read-reply.ts';
import { readWireFailure } from './read-source-failure.ts';
import { type EvidenceSource, type RetrievedItem, SourceError } from './source.ts';
import { createBreaker } from './source-breaker.ts';
import { createSourceRate, type SourceRate } from './source-rate.ts';

/** What an operator says of one source. */
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
  const access: Access = {
    ...(key === undefined ? {} : { key }),
    ...(tools.contact === undefined ? {} : { contact: tools.contact }),
  };
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
        const found = await source.search(
          query,
          (request) => callSource(endpoint, request, tools, limited),
          access,
        );
        const items = cleanItems(name, found, query.limit);
        breaker.succeeded();
        return items;
      } catch (error) {
        const failure =
          error instanceof ShapeError
            ? ({ fault: 'malformed', message: error.message } as const)
            : readWireFailure(error, limited);
        breaker.failed(failure);
        throw new SourceError(name, failure.fault, failure.message, error);
      }
    },
  };
}

/** An operator's rate is meant as it stands; a source's own says how it may be spent. */
function openRate(source: OutsideSource, settings: SourceSettings, now: () => number): SourceRate {
  if (settings.rate !== undefined) return createSourceRate({ perSecond: settings.rate, now });
  return createSourceRate({
    perSecond: source.rate,
    ...(source.burst === undefined ? {} : { burst: source.burst }),
    now,
  });
}

/** The environment variable that holds a source's key. */
export function keyVariable(name: string): string {
  return `CLAIMGATE_${name.toUpperCase().replaceAll('-', '_')}_KEY`;
}

function cleanItems(
  source: string,
  found: readonly Parameters<typeof cleanItem>[1][],
  limit: number,
): readonly RetrievedItem[] {
  const items: RetrievedItem[] = [];
  for (const one of found) {
    if (items.length === limit) break;
    const item = cleanItem(source, one);
    if (item !== undefined) items.push(item);
  }
  return items;
}
