/** What is left of keys' plans: read once for each key, then kept up by what answers tell. */
import { readLimits } from '../api/gateway.ts';
import { followKeyNews, type RequestsLeft } from '../api/key-news.ts';
import type { Limits, LimitWindow } from '../api/types.ts';
import { createStore, useStore } from './create-store.ts';

export interface KeyLimits {
  readonly plan?: Limits;
  /** Of the window with the fewest requests left; absent where there is no limit. */
  readonly left?: RequestsLeft | undefined;
}

const store = createStore<ReadonlyMap<string, KeyLimits>>(new Map());

followKeyNews(({ key, left }) => {
  if (left !== undefined) change(key, ({ plan }) => ({ ...(plan && { plan: countDown(plan, left) }), left }));
});

function change(key: string, edit: (limits: KeyLimits) => KeyLimits): void {
  store.set((all) => new Map(all).set(key, edit(all.get(key) ?? {})));
}

/** An answer tells of one window: what went from it went from the other as well. */
function countDown(plan: Limits, left: RequestsLeft): Limits {
  const known = plan.windows.find(({ limit, reset }) => limit === left.limit && reset === left.reset);
  const spent = known === undefined ? 0 : known.remaining - left.remaining;
  const windows = plan.windows.map(
    (window): LimitWindow => ({ ...window, remaining: Math.max(0, window.remaining - spent) }),
  );
  return { ...plan, windows };
}

/** Reads what is left for a key. Never rejects: of a key that the gateway does not take nothing is known. */
export async function readKeyLimits(key: string): Promise<void> {
  const plan = await readLimits(key).catch(() => undefined);
  if (plan === undefined) return;
  const [left] = plan.windows.toSorted(
    (one, other) => one.remaining - other.remaining || other.reset - one.reset,
  );
  change(key, () => ({ plan, left }));
}

export function useKeyLimits(): ReadonlyMap<string, KeyLimits> {
  return useStore(store, (limits) => limits);
}

/** Few enough that one should know: a tenth of the plan, or ten. */
export function isRunningOut({ limit, remaining }: RequestsLeft): boolean {
  return remaining <= 10 || remaining < limit / 10;
}
