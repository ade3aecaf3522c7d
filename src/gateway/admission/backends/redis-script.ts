/**
 * The one script that counts in Redis. Both windows are looked at and written in one atomic step, by Redis's
 * own clock, so that replicas whose clocks differ still agree on the hour. A key's name holds its window, and
 * it expires with it:
 *
 *   claimgate:{<caller id>}:hour:<hours since 1970>
 *   claimgate:{<caller id>}:month:<year and month, 202611>
 *   claimgate:{<caller id>}:latest = <the latest hour that it was counted in>
 *
 * The last one is for a clock of Redis that was set back; see `CounterTable.momentFor` for what happens then.
 *
 * While a secret is being replaced a caller has two ids, and replicas that know only the old one count beside
 * those that know both. So the old id has the true count as long as it is listed, and both are kept up to date:
 * nothing is lost however the replicas are restarted, nor when the old secret is taken off the list.
 */
import type { Counts } from '../allowance.ts';
import type { Caller } from '../caller-id.ts';
import { HELD_HOURS, type Windows } from '../counter-table.ts';

/**
 * KEYS: the caller's ids, the one with the true count first. ARGV: an `Operation` as JSON, with how many of the ids
 * are written, and Unix milliseconds unless Redis's clock is to be used.
 * Answers with 1 or 0 (taken or not), both counts, and the milliseconds that it went by (the
 * start of the next hour, where the caller stays there).
 */
export const SCRIPT = `
local asked = cjson.decode(ARGV[1])
local writes, now = asked.writes, asked.now
if not now then
  local time = redis.call('TIME')
  now = time[1] * 1000 + math.floor(time[2] / 1000)
end

-- Days to a civil date: H. Hinnant, "chrono-compatible low-level date algorithms", civil_from_days.
local function monthOf(hour)
  local days = math.floor(hour / 24) + 719468
  local era = math.floor(days / 146097)
  local dayOfEra = days - era * 146097
  local yearOfEra = math.floor((dayOfEra - math.floor(dayOfEra / 1460) + math.floor(dayOfEra / 36524)
    - math.floor(dayOfEra / 146096)) / 365)
  local dayOfYear = dayOfEra - (365 * yearOfEra + math.floor(yearOfEra / 4) - math.floor(yearOfEra / 100))
  local shifted = math.floor((5 * dayOfYear + 2) / 153)
  local month = shifted < 10 and shifted + 3 or shifted - 9
  local year = yearOfEra + era * 400 + (month <= 2 and 1 or 0)
  local day = dayOfYear - math.floor((153 * shifted + 2) / 5) + 1
  return year, month, day
end

local function windowsOf(hour)
  local year, month = monthOf(hour)
  return string.format(':hour:%d', hour), string.format(':month:%04d%02d', year, month)
end

-- Seconds until the window is over; for the month, as if it had 31 days.
local function secondsLeft(hour, window)
  if string.find(window, ':hour:', 1, true) then
    return math.max(1, math.ceil(((hour + 1) * 3600000 - now) / 1000))
  end
  local _, _, day = monthOf(hour)
  return (32 - day) * 86400
end

local function stored(window)
  for i = 1, #KEYS do
    local count = redis.call('GET', KEYS[i] .. window)
    if count then return tonumber(count) end
  end
end

local function read(window)
  return stored(window) or 0
end

local function write(hour, window, count)
  local seconds = secondsLeft(hour, window)
  for i = 1, writes do redis.call('SET', KEYS[i] .. window, count, 'EX', seconds) end
end

local function latestHour()
  local latest
  for i = 1, #KEYS do
    local hour = tonumber(redis.call('GET', KEYS[i] .. ':latest'))
    if hour and (not latest or hour > latest) then latest = hour end
  end
  return latest
end

local function noteLatest(hour)
  for i = 1, writes do redis.call('SET', KEYS[i] .. ':latest', hour, 'EX', 40 * 86400) end
end

local thisHour, answeredNow = math.floor(now / 3600000), now
local hourKey, monthKey = windowsOf(thisHour)
local isNew = not stored(hourKey)
local latest = isNew and latestHour() or thisHour
if latest == thisHour + ${HELD_HOURS} then
  thisHour, answeredNow = latest, latest * 3600000
  hourKey, monthKey = windowsOf(thisHour)
  isNew = false
elseif latest > thisHour then
  local laterHourKey, laterMonthKey = windowsOf(latest)
  write(thisHour, hourKey, read(laterHourKey))
  if not stored(monthKey) then write(thisHour, monthKey, read(laterMonthKey)) end
  noteLatest(thisHour)
  isNew = false
end

if asked.kind == 'take' then
  local hourCount, monthCount = read(hourKey), read(monthKey)
  local known = asked.atLeast
  if known and known.windows.hour == thisHour then hourCount = math.max(hourCount, known.hour) end
  if known and string.format(':month:%06d', known.windows.month) == monthKey then
    monthCount = math.max(monthCount, known.month)
  end
  if (asked.perHour and hourCount >= asked.perHour) or (asked.perMonth and monthCount >= asked.perMonth) then
    -- Of two ids, the new one may be behind: replicas that do not know it count too.
    if writes > 1 then
      write(thisHour, hourKey, hourCount)
      write(thisHour, monthKey, monthCount)
    end
    return {0, hourCount, monthCount, answeredNow}
  end
  if isNew then noteLatest(thisHour) end
  write(thisHour, hourKey, hourCount + 1)
  write(thisHour, monthKey, monthCount + 1)
  return {1, hourCount + 1, monthCount + 1, answeredNow}
end

if asked.kind == 'give' then
  for _, window in ipairs({windowsOf(asked.hour)}) do
    for i = 1, writes do
      local count = tonumber(redis.call('GET', KEYS[i] .. window) or 0)
      local given = math.min(count, asked.amount)
      if given > 0 and given == count then redis.call('DEL', KEYS[i] .. window)
      elseif given > 0 then redis.call('DECRBY', KEYS[i] .. window, given) end
    end
  end
  -- A caller whose places were all given back, such as one with a refused key, leaves nothing behind.
  local _, givenMonthKey = windowsOf(asked.hour)
  if not stored(givenMonthKey) and not stored(monthKey) then
    for i = 1, writes do redis.call('DEL', KEYS[i] .. ':latest') end
  end
end

if asked.kind == 'add' then
  local hour, amount = asked.hour, asked.amount
  local oldHourKey, oldMonthKey = windowsOf(hour)
  if hour == thisHour then write(hour, oldHourKey, read(oldHourKey) + amount) end
  if oldMonthKey == monthKey then write(hour, oldMonthKey, read(oldMonthKey) + amount) end
end

return {0, read(hourKey), read(monthKey), answeredNow}
`;

export type Operation =
  | {
      readonly kind: 'take';
      readonly perHour: number | undefined;
      readonly perMonth: number | undefined;
      /** The counts as last known, where Redis may have lost what it knew: what is counted is at least that. */
      readonly atLeast?: Counts & { readonly windows: Windows };
    }
  /** Gives places back that were taken in an hour, or adds what was counted elsewhere while Redis was away. */
  | { readonly kind: 'give' | 'add'; readonly hour: number; readonly amount: number }
  | { readonly kind: 'look' };

export interface ScriptAnswer {
  readonly taken: boolean;
  readonly counts: Counts;
  /** Unix milliseconds by Redis's clock. */
  readonly nowMs: number;
}

/** @param nowMs a clock handed in, for tests; Redis's own where absent. */
export function scriptArguments(operation: Operation, { id, formerIds }: Caller, nowMs?: number): string[] {
  const [newestFormer, ...older] = formerIds;
  const ids = newestFormer === undefined ? [id] : [newestFormer, id, ...older];
  // Written are the id with the true count, and the one of today.
  const scriptInput = { ...operation, writes: Math.min(2, ids.length), now: nowMs };
  return [String(ids.length), ...ids.map((each) => `claimgate:{${each}}`), JSON.stringify(scriptInput)];
}

export function readScriptAnswer(reply: unknown): ScriptAnswer {
  const [taken, hour, month, nowMs] = (reply as unknown[]).map(Number) as [number, number, number, number];
  return { taken: taken === 1, counts: { hour, month }, nowMs };
}
