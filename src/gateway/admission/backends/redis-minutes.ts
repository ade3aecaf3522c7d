/**
 * Minutes that all replicas share, in Redis: a hash for each caller and minute, by Redis's own clock, which expires.
 *
 *   claimgate:{<caller id>}:minute:<minutes since 1970> = requests, tokens
 *
 * While Redis is away each replica counts by itself, and nothing of that is carried over: the minute is over soon.
 */
import type { Caller } from '../caller-id.ts';
import {
  createMinuteCounts,
  type MinuteCounts,
  type MinuteLimits,
  minuteIdOf,
  type TakenMinute,
} from '../minute-counts.ts';
import { createScript, RedisAway, type Send } from './redis-link.ts';

/** KEYS: the caller. ARGV: an `Operation` as JSON. Answers with 1 or 0 (taken or not), the minute and its counts. */
const runScript = createScript(`
local asked = cjson.decode(ARGV[1])
local now = asked.now
if not now then
  local time = redis.call('TIME')
  now = time[1] * 1000 + math.floor(time[2] / 1000)
end
local minute = asked.minute or math.floor(now / 60000)
local key = string.format('%s:minute:%d', KEYS[1], minute)
local function read(field)
  return tonumber(redis.call('HGET', key, field) or 0)
end
local function add(field, amount)
  redis.call('HINCRBY', key, field, amount)
  redis.call('EXPIRE', key, 180)
end
local taken = 0
if asked.kind == 'take' then
  local isFull = (asked.requestsPerMinute and read('requests') >= asked.requestsPerMinute)
    or (asked.tokensPerMinute and read('tokens') >= asked.tokensPerMinute)
  if not isFull then
    add('requests', 1)
    taken = 1
  end
elseif asked.kind == 'give' then
  if read('requests') > 0 then add('requests', -1) end
  -- A caller whose places were all given back, such as one with a refused key, leaves nothing behind.
  if read('requests') == 0 and read('tokens') == 0 then redis.call('DEL', key) end
elseif asked.kind == 'spend' then
  add('tokens', asked.tokens)
end
return {taken, minute, read('requests'), read('tokens')}
`);

type Operation =
  | ({ readonly kind: 'take' } & MinuteLimits)
  | { readonly kind: 'give'; readonly minute: number }
  | { readonly kind: 'spend'; readonly tokens: number }
  | { readonly kind: 'look' };

interface RedisMinutesOptions {
  readonly send: Send;
  /** Use the milliseconds handed to each call instead of Redis's own clock. */
  readonly clockHandedIn: boolean;
  /** @throws GatewayError where requests are refused while Redis is away. */
  readonly refuseIfConfigured: (away: RedisAway) => void;
}

export function createRedisMinutes(options: RedisMinutesOptions): MinuteCounts {
  const { send, clockHandedIn, refuseIfConfigured } = options;
  const local = createMinuteCounts();
  const run = async (caller: Caller, operation: Operation, nowMs?: number): Promise<TakenMinute> => {
    const input = JSON.stringify({ ...operation, ...(clockHandedIn ? { now: nowMs ?? 0 } : {}) });
    const reply = await runScript(send, ['1', `claimgate:{${minuteIdOf(caller)}}`, input]);
    const [taken, minute, requests, tokens] = (reply as unknown[]).map(Number) as [
      number,
      number,
      number,
      number,
    ];
    return { passed: taken === 1, minute, requests, tokens };
  };
  /** @throws GatewayError where Redis is away and requests are refused then. */
  const orLocally = async <T>(shared: Promise<T>, locally: () => Promise<T>): Promise<T> => {
    try {
      return await shared;
    } catch (error) {
      if (!(error instanceof RedisAway)) throw error;
      refuseIfConfigured(error);
      return locally();
    }
  };
  return {
    take: (caller, { requestsPerMinute, tokensPerMinute }, nowMs) => {
      const limits = { requestsPerMinute, tokensPerMinute } as MinuteLimits;
      return orLocally(run(caller, { kind: 'take', ...limits }, nowMs), () =>
        local.take(caller, limits, nowMs),
      );
    },
    peek: (caller, nowMs) => orLocally(run(caller, { kind: 'look' }, nowMs), () => local.peek(caller, nowMs)),
    async giveBack(caller, minute) {
      await run(caller, { kind: 'give', minute }).catch(() => local.giveBack(caller, minute));
    },
    async spend(caller, tokens, nowMs) {
      await run(caller, { kind: 'spend', tokens }, nowMs).catch(() => local.spend(caller, tokens, nowMs));
    },
  };
}
