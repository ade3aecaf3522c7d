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
 * KEYS: the caller's ids, the one with the true count first. ARGV: operation, how many of the ids are
 * written, Unix milliseconds ('' = Redis's clock); then
 *   take: limit of the hour, of the month ('' = none) and, where Redis may have lost what it knew, the hour,
 *         its count, the month and its count as last known: what is counted is at least that;
 *   give: the hour that places were taken in, how many;
 *   add:  the hour, how many, counted elsewhere while Redis was away;
 *   look: nothing more.
 * Answers with 1 or 0 (taken or not), both counts, and the milliseconds that it went by (the
 * start of the next hour, where the caller stays there).
 */
export const SCRIPT = `
local operation, writes, now = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3])
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

local function read(window)
  for i = 1, #KEYS do
    local count = redis.call('GET', KEYS[i] .. window)
    if count then return tonumber(count) end
  end
  return 0
end

local function write(hour, window, count)
  local seconds = secondsLeft(hour, window)
  for i = 1, writes do redis.call('SET', KEYS[i] .. window, count, 'EX', seconds) end
end

local function isCounted(window)
  for i = 1, #KEYS do
    if redis.call('EXISTS', KEYS[i] .. window) == 1 then return true end
  end
  return false
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
local isNew = not isCounted(hourKey)
local latest = isNew and latestHour() or thisHour
if latest == thisHour + ${HELD_HOURS} then
  thisHour, answeredNow = latest, latest * 3600000
  hourKey, monthKey = windowsOf(thisHour)
  isNew = false
elseif latest > thisHour then
  local laterHourKey, laterMonthKey = windowsOf(latest)
  write(thisHour, hourKey, read(laterHourKey))
  if not isCounted(monthKey) then write(thisHour, monthKey, read(laterMonthKey)) end
  noteLatest(thisHour)
  isNew = false
end

if operation == 'take' then
  local hourLimit, monthLimit = tonumber(ARGV[4]), tonumber(ARGV[5])
  local hourCount, monthCount = read(hourKey), read(monthKey)
  if ARGV[6] and string.format(':hour:%d', ARGV[6]) == hourKey then
    hourCount = math.max(hourCount, tonumber(ARGV[7]))
  end
  if ARGV[8] and string.format(':month:%06d', ARGV[8]) == monthKey then
    monthCount = math.max(monthCount, tonumber(ARGV[9]))
  end
  if (hourLimit and hourCount >= hourLimit) or (monthLimit and monthCount >= monthLimit) then
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

if operation == 'give' then
  for _, window in ipairs({windowsOf(tonumber(ARGV[4]))}) do
    for i = 1, writes do
      local count = tonumber(redis.call('GET', KEYS[i] .. window) or 0)
      local given = math.min(count, tonumber(ARGV[5]))
      if given > 0 then redis.call('DECRBY', KEYS[i] .. window, given) end
    end
  end
end

if operation == 'add' then
  local hour = tonumber(ARGV[4])
  local oldHourKey, oldMonthKey = windowsOf(hour)
  if hour == thisHour then write(hour, oldHourKey, read(oldHourKey) + tonumber(ARGV[5])) end
  if oldMonthKey == monthKey then write(hour, oldMonthKey, read(oldMonthKey) + tonumber(ARGV[5])) end
end

return {0, read(hourKey), read(monthKey), answeredNow}
`;

export type Operation =
  | {
      readonly kind: 'take';
      readonly perHour: number | undefined;
      readonly perMonth: number | undefined;
      /** The counts as last known, where Redis may know less. */
      readonly atLeast?: Counts & { readonly windows: Windows };
    }
  | { readonly kind: 'give' | 'add'; readonly hour: number; readonly amount: number }
  | { readonly kind: 'look' };

export interface ScriptAnswer {
  readonly taken: boolean;
  readonly counts: Counts;
  /** Unix milliseconds by Redis's clock. */
  readonly nowMs: number;
}

/** How many ids `callerKeys` has written: the one with the true count, and the one of today. */
const WRITTEN = 2;

/** @param nowMs a clock handed in, for tests; Redis's own where absent. */
export function scriptArguments(operation: Operation, caller: Caller, nowMs?: number): string[] {
  const keys = callerKeys(caller);
  return [
    String(keys.length),
    ...keys,
    operation.kind,
    String(Math.min(WRITTEN, keys.length)),
    nowMs === undefined ? '' : String(nowMs),
    ...operationArguments(operation),
  ];
}

export function readScriptAnswer(reply: unknown): ScriptAnswer {
  const [taken, hour, month, nowMs] = (reply as unknown[]).map(Number) as [number, number, number, number];
  return { taken: taken === 1, counts: { hour, month }, nowMs };
}

function callerKeys({ id, formerIds }: Caller): string[] {
  const [newestFormer, ...older] = formerIds;
  const ids = newestFormer === undefined ? [id] : [newestFormer, id, ...older];
  return ids.map((each) => `claimgate:{${each}}`);
}

function operationArguments(operation: Operation): string[] {
  if (operation.kind === 'look') return [];
  if (operation.kind !== 'take') return [String(operation.hour), String(operation.amount)];
  const limits = [operation.perHour, operation.perMonth].map((limit) =>
    limit === undefined ? '' : String(limit),
  );
  const { atLeast } = operation;
  if (atLeast === undefined) return limits;
  const { windows, hour, month } = atLeast;
  return [...limits, String(windows.hour), String(hour), String(windows.month), String(month)];
}
