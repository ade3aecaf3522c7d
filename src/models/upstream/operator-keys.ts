/**
 * The operator's own keys for providers, which take the place of issued keys. Of several, the one with the fewest
 * calls waiting is taken, of those the one that has rested longest. A key that the provider refuses or limits rests
 * for a while, and the next one is tried.
 */
import type { ApiKey } from '../../domain/api-key.ts';
import { GatewayError } from '../../domain/errors.ts';
import type { Endpoint } from './endpoint.ts';
import { type AnswerScrubber, createAnswerScrubber } from './scrub-answer.ts';

export interface OperatorKeys {
  /** From now on these keys hold, by providers. Calls under way keep theirs; keys that stay go on resting. */
  replace(keys: ReadonlyMap<string, readonly ApiKey[]>): void;
  /** Whether there is any key. */
  isEmpty(): boolean;
  /** What keeps all keys of a provider out of its answers. */
  scrubber(endpoint: Pick<Endpoint, 'provider'>): AnswerScrubber;
  /** The keys that the provider may know. */
  all(endpoint: Pick<Endpoint, 'provider'>): readonly ApiKey[];
  /** @throws GatewayError `unsupported` where there is no key for this provider. */
  require(endpoint: Pick<Endpoint, 'provider' | 'displayName'>): void;
  /**
   * Makes a call with one key after the other, until one is not refused.
   * @param call rejects with a GatewayError that has nothing of the key in it.
   * @param once the call cannot be made again: one key is tried.
   * @throws GatewayError `provider_rate_limited` where the provider limits every key, `provider_failed` where it
   *   refuses them.
   */
  use<T>(
    endpoint: Pick<Endpoint, 'provider' | 'displayName'>,
    call: (key: ApiKey) => Promise<T>,
    once?: boolean,
  ): Promise<T>;
}

interface KeyState {
  readonly key: ApiKey;
  /** Calls that have no answer yet. */
  waiting: number;
  /** Rises with every use. */
  used: number;
  restsUntil: number;
  /** Why it rests. */
  reason: 'limited' | 'refused';
}

/** Milliseconds that a refused key rests, or one whose quota is used up. */
const REFUSED_REST = 60_000;
/** Likewise, a limited one, where the provider names no time. */
const LIMITED_REST = 5_000;
const LONGEST_REST = 300_000;

/** @param now monotonic milliseconds. */
export function createOperatorKeys(now: () => number): OperatorKeys {
  let held = new Map<string, KeyState[]>();
  /** Every key that a provider was sent at a time: it may remember those of before. */
  const everUsed = new Map<string, { keys: readonly ApiKey[]; scrubber?: AnswerScrubber }>();
  let uses = 0;

  const keysOf = ({ provider, displayName }: Pick<Endpoint, 'provider' | 'displayName'>): KeyState[] => {
    const keys = held.get(provider);
    if (keys !== undefined) return keys;
    throw new GatewayError('unsupported', `This gateway has no key of its own for ${displayName}`, {
      param: 'model',
    });
  };

  return {
    replace(keys) {
      const before = new Map([...held.values()].flat().map((one) => [one.key.reveal(), one]));
      held = new Map();
      for (const [provider, list] of keys) {
        if (list.length === 0) continue;
        const all = new Map(
          [...(everUsed.get(provider)?.keys ?? []), ...list].map((key) => [key.reveal(), key]),
        );
        everUsed.set(provider, { keys: [...all.values()] });
        held.set(
          provider,
          list.map(
            (key) =>
              before.get(key.reveal()) ?? { key, waiting: 0, used: 0, restsUntil: 0, reason: 'limited' },
          ),
        );
      }
    },

    isEmpty: () => held.size === 0,

    scrubber({ provider }) {
      const entry = everUsed.get(provider) ?? { keys: [] };
      entry.scrubber ??= createAnswerScrubber(entry.keys);
      return entry.scrubber;
    },

    all: ({ provider }) => everUsed.get(provider)?.keys ?? [],

    require: (endpoint) => void keysOf(endpoint),

    async use(endpoint, call, once = false) {
      const keys = keysOf(endpoint);
      const tried = new Set<KeyState>();
      for (;;) {
        const time = now();
        const [next] = keys
          .filter((one) => !tried.has(one) && one.restsUntil <= time)
          .sort((a, b) => a.waiting - b.waiting || a.used - b.used);
        if (next === undefined) throw allRest(keys, endpoint.displayName, time);
        tried.add(next);
        next.used = ++uses;
        next.waiting++;
        try {
          return await call(next.key);
        } catch (error) {
          if (!restAfter(next, error, now())) throw error;
          if (once) throw allRest([next], endpoint.displayName, now());
        } finally {
          next.waiting--;
        }
      }
    },
  };
}

/** Lets a key rest that the provider does not take. @returns whether the next one may be tried. */
function restAfter(held: KeyState, error: unknown, time: number): boolean {
  if (!(error instanceof GatewayError)) return false;
  const isLimited = error.code === 'provider_rate_limited';
  if (!isLimited && error.status !== 401 && error.code !== 'insufficient_quota') return false;
  const wait = Number(error.retryAfter) * 1_000;
  const limited = wait > 0 ? Math.min(wait, LONGEST_REST) : LIMITED_REST;
  held.restsUntil = time + (isLimited ? limited : REFUSED_REST);
  held.reason = isLimited ? 'limited' : 'refused';
  return true;
}

/** Nothing of it is the caller's fault, so nothing of it speaks of a key that is invalid. */
function allRest(keys: readonly KeyState[], name: string, time: number): GatewayError {
  const limited = keys.filter(({ reason }) => reason === 'limited');
  if (limited.length === 0) {
    return new GatewayError('provider_failed', `${name} takes none of this gateway's keys at the moment`);
  }
  const soonest = Math.min(...limited.map(({ restsUntil }) => restsUntil));
  const seconds = Math.max(1, Math.ceil((soonest - time) / 1_000));
  return new GatewayError('provider_rate_limited', `${name} is limiting all of this gateway's keys`, {
    retryAfter: String(seconds),
  });
}
