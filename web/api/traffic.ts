/** What requests came to over time: of the whole gateway, for operators, or of one key, for those who have it. */
import { ask, queryOf } from './gateway.ts';

interface Percentiles {
  readonly p50: number | null;
  readonly p95: number | null;
}

/** What requests came to that have something in common; see `GET /v1/traffic`. */
export interface TrafficLine {
  readonly time?: string;
  readonly provider?: string | null;
  readonly model?: string | null;
  readonly app?: string;
  /** Its id. */
  readonly team?: string;
  readonly error?: string;
  readonly sandbox: boolean;
  readonly requests: number;
  readonly errors: number;
  readonly prompt_tokens: number;
  readonly completion_tokens: number;
  readonly cached_tokens: number;
  readonly usd: number;
  readonly claims: {
    readonly found: number;
    readonly supported: number;
    readonly refuted: number;
    readonly conflicting: number;
    readonly not_enough_evidence: number;
    readonly unchecked: Readonly<Record<'limit' | 'unsure' | 'failed' | 'exempt', number>>;
  };
  readonly latency: { readonly first: Percentiles; readonly whole: Percentiles };
}

export interface Traffic {
  readonly from: string;
  readonly to: string;
  readonly data: readonly TrafficLine[];
}

/** Which traffic is wanted. */
export interface TrafficQuestion {
  /** Unix milliseconds. */
  readonly from: number;
  readonly by?: 'hour' | 'day';
  /** Teams are told apart for operators alone. */
  readonly group?: 'model' | 'app' | 'team' | 'error';
}

/** Who asks, and so whose traffic is read. */
export interface TrafficAsker {
  /** Operators read that of all, with an admin key; everybody else that of the key itself. */
  readonly path: '/admin/v1/traffic' | '/v1/traffic';
  readonly key: string;
}

const addressOf = (path: string, { from, by, group }: TrafficQuestion, format?: 'csv'): string =>
  `${path}?${queryOf({ from: new Date(from).toISOString(), by, group, format })}`;

/** @throws ApiFailure */
export const readTraffic = async (
  { path, key }: TrafficAsker,
  question: TrafficQuestion,
  signal: AbortSignal,
): Promise<Traffic> => (await ask(addressOf(path, question), key, signal)).json();

/** The same as a file. @throws ApiFailure */
export const readTrafficCsv = async (
  { path, key }: TrafficAsker,
  question: TrafficQuestion,
): Promise<string> => (await ask(addressOf(path, question, 'csv'), key)).text();
