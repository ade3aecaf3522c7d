/** What answers tell of the key that they were asked with. */

/** The window of a plan that has the fewest requests left. */
export interface RequestsLeft {
  readonly limit: number;
  readonly remaining: number;
  /** Unix seconds. */
  readonly reset: number;
}

interface KeyNews {
  readonly key: string;
  /** The model that the provider was asked for. */
  readonly model?: string | undefined;
  /** Whether the provider accepted the key, where the answer says so. */
  readonly accepted?: boolean;
  readonly left?: RequestsLeft | undefined;
}

type Listener = (news: KeyNews) => void;

const listeners: Listener[] = [];

export function followKeyNews(listener: Listener): void {
  listeners.push(listener);
}

export function tellOfKey(news: KeyNews): void {
  for (const listener of listeners) listener(news);
}

export function readRequestsLeft(headers: Headers): RequestsLeft | undefined {
  const [limit = Number.NaN, remaining = Number.NaN, reset = Number.NaN] = [
    'limit',
    'remaining',
    'reset',
  ].map((name) => Number.parseInt(headers.get(`x-ratelimit-${name}`) ?? '', 10));
  return Number.isNaN(limit + remaining + reset) ? undefined : { limit, remaining, reset };
}
