/** What operators look at, from the admin API. */
import { ask, withBody } from './gateway.ts';
import type { Health } from './types.ts';

type Counts = Readonly<Record<string, number>>;

/** What was done in a time. */
export interface Activity {
  readonly requests: Counts;
  readonly tokens: Counts;
  readonly claims: number;
  readonly verdicts: Counts;
  readonly errors: Counts;
  /** By provider: `calls` and `failures`. */
  readonly providers: Readonly<Record<string, Counts>>;
  /** By source: `answers` and `failures`. */
  readonly sources: Readonly<Record<string, Counts>>;
}

interface Used {
  readonly calls: number;
  readonly prompt_tokens: number;
  readonly completion_tokens: number;
  readonly usd: number | null;
}

export interface Overview {
  readonly health: Health;
  readonly plans: readonly {
    readonly name: string;
    readonly models: string;
    readonly requests_per_minute: number | null;
    readonly tokens_per_minute: number | null;
    readonly per_hour: number | null;
    readonly per_month: number | null;
    readonly is_default: boolean;
    readonly callers: number;
    readonly keys: number;
  }[];
  readonly keys: {
    readonly good: number;
    readonly revoked: number;
    readonly expired: number;
    readonly used_today: Used;
    readonly most_used_today: readonly (Used & { readonly key: string })[];
  };
  /** The earliest first. */
  readonly hours: readonly (Activity & { readonly hour: string })[];
  readonly total: Activity;
}

export interface AuditEntry {
  readonly id: string;
  readonly time: string;
  readonly actor: string;
  readonly action: string;
  readonly subject: string | null;
  readonly outcome: string;
}

export interface ListedCaller {
  /** HMAC of the key. */
  readonly caller: string;
  readonly plan: string;
  readonly note: string | null;
}

/** A part of a list. */
export interface Page<T> {
  readonly data: readonly T[];
  /** `after` of the page that follows. */
  readonly next: string | null;
}

/** @throws ApiFailure */
export const look = async <T>(path: string, key: string, signal: AbortSignal): Promise<T> =>
  (await ask(`/admin/v1/${path}`, key, signal)).json();

export const readOverview = (key: string, hours: number, signal: AbortSignal): Promise<Overview> =>
  look(`overview?hours=${hours}`, key, signal);

/** Sends JSON. @throws ApiFailure */
export async function change(
  method: 'POST' | 'PATCH' | 'DELETE',
  path: string,
  key: string,
  body?: object,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const init = body === undefined ? { method, headers: {} } : withBody(body, method);
  return ask(`/admin/v1/${path}`, key, undefined, { ...init, headers: { ...init.headers, ...headers } });
}

/** The latest first. */
export const readAudit = (
  key: string,
  signal: AbortSignal,
): Promise<{ readonly data: readonly AuditEntry[] }> => look('audit?limit=20', key, signal);

export const readCallers = (key: string, signal: AbortSignal): Promise<Page<ListedCaller>> =>
  look('callers?limit=50', key, signal);
