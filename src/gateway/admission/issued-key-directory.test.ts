import { expect, it, vi } from 'vitest';
import { ApiKey } from '../../domain/api-key.ts';
import type { IssuedKey } from '../store/issued-keys.ts';
import type { Team } from '../store/teams.ts';
import { createCallerIds } from './caller-id.ts';
import { issueKey } from './issue-key.ts';
import { openIssuedKeyDirectory } from './issued-key-directory.ts';

const NOW = Date.parse('2026-11-05T13:20:00Z');

type Options = Parameters<typeof openIssuedKeyDirectory>[0];

/** Opens a directory over some records. There are no teams, nothing is used or filed anew, and the time stands still, unless said otherwise. */
const openOver = (
  changesSince: Options['records']['changesSince'],
  {
    refile = async () => {},
    ...more
  }: Partial<Omit<Options, 'records'>> & Partial<Pick<Options['records'], 'refile'>>,
) =>
  openIssuedKeyDirectory({
    teams: { changesSince: async (revision) => ({ revision, teams: [] }) },
    kid: 'k',
    now: () => NOW,
    // Nobody looks by itself for a long time.
    isUsed: () => false,
    onFailure: () => {},
    ...more,
    records: { changesSince, refile },
  });

it('a key issued under a secret that was replaced is good until it expires, and is filed under today’s', async () => {
  let now = NOW;
  const before = createCallerIds('the first secret');
  const { key, record } = issueKey(
    { expiresAt: NOW + 1_000 },
    { callerIds: before, random: (bytes) => Buffer.alloc(bytes, 7), nowMs: NOW },
  );
  expect(JSON.stringify(record)).not.toContain(key.slice(3));
  const today = createCallerIds('the second secret');
  const refiled: unknown[][] = [];
  const directory = await openOver(async () => ({ revision: 1, keys: [record] }), {
    refile: async (...args) => void refiled.push(args),
    kid: today.kid,
    now: () => now,
    isUsed: () => true,
  });
  const callerUnder = (old: string[]) =>
    createCallerIds('the second secret', old).callerOf(ApiKey.parse(key)!);
  expect(directory.require(callerUnder(['the first secret'])).id).toBe(record.id);
  for (let time = 0; time < 3; time++) directory.require(callerUnder(['the first secret']));
  expect(() => directory.require(callerUnder([]))).toThrow('Invalid API key');
  now += 1_000;
  expect(() => directory.require(callerUnder(['the first secret']))).toThrow('revoked or expired');
  await directory.close();
  // Once, however often it is used.
  expect(refiled).toEqual([[record.id, today.idOf(ApiKey.parse(key)!), today.kid]]);
});

it('a key that was issued a moment ago is found where it is looked for', async () => {
  const ids = createCallerIds('the secret');
  const options = { callerIds: ids, random: (bytes: number) => Buffer.alloc(bytes, 7), nowMs: NOW };
  const { key, record } = issueKey({}, options);
  const caller = ids.callerOf(ApiKey.parse(key)!);
  let rows: IssuedKey[] = [];
  let reads = 0;
  const directory = await openOver(
    async (revision) => {
      reads++;
      return { revision: revision + 1, keys: rows };
    },
    { kid: ids.kid },
  );
  rows = [record];
  expect(directory.find(caller)).toBeUndefined();
  await Promise.all([directory.refresh(), directory.refresh(), directory.refresh()]);
  expect(directory.require(caller).id).toBe(record.id);
  expect(reads).toBe(2);
  await directory.close();
});

it('a key that was filed anew is revoked for those who know only the older secret too', async () => {
  const [before, after] = ['the first secret', 'the second secret'].map((secret) => createCallerIds(secret));
  const { key, record } = issueKey(
    {},
    { callerIds: before!, random: (bytes) => Buffer.alloc(bytes, 7), nowMs: NOW },
  );
  let row: IssuedKey = record;
  const directory = await openOver(async (revision) => ({ revision: revision + 1, keys: [row] }), {
    kid: before!.kid,
    isUsed: () => true,
  });
  const own = before!.callerOf(ApiKey.parse(key)!);
  expect(directory.require(own).id).toBe(record.id);
  const newId = after!.idOf(ApiKey.parse(key)!);
  row = { ...record, callerId: newId, kid: after!.kid, formerCallerId: record.callerId, revokedAt: NOW };
  await expect.poll(() => directory.find(own)?.revokedAt, { timeout: 3_000 }).toBe(NOW);
  expect(() => directory.require(own)).toThrow('revoked or expired');
  await directory.close();
});

it('a key is in the team that it was put into, as that is by then', async () => {
  const ids = createCallerIds('the secret');
  const options = { callerIds: ids, random: (bytes: number) => Buffer.alloc(bytes, 7), nowMs: NOW };
  const { key, record } = issueKey({}, options);
  const caller = ids.callerOf(ApiKey.parse(key)!);
  let rows: IssuedKey[] = [record];
  let teams: Team[] = [];
  const directory = await openOver(async (revision) => ({ revision: revision + 1, keys: rows }), {
    teams: { changesSince: async (revision) => ({ revision: revision + 1, teams }) },
    kid: ids.kid,
  });
  const teamOf = () => directory.teamOf(directory.require(caller));
  expect(teamOf()).toBeUndefined();
  const team = { id: 'tm_1', name: 'Research', createdAt: NOW };
  [rows, teams] = [[{ ...record, team: team.id }], [team]];
  await directory.refresh();
  expect(teamOf()).toEqual(team);
  [rows, teams] = [[], [{ ...team, plan: 'pro' }]];
  await directory.refresh();
  expect([teamOf()?.plan, directory.team(team.id)?.plan]).toEqual(['pro', 'pro']);
  rows = [record];
  await directory.refresh();
  expect([teamOf(), directory.team(team.id)?.name]).toEqual([undefined, 'Research']);
  await directory.close();
});

it.each<[string, boolean, boolean, number]>([
  ['often where a key is known', true, false, 400],
  ['often where keys are used', false, true, 400],
  ['seldom where there is none', false, false, 20_000],
])('the store is looked at %s', async (_when, isKnown, isUsed, pause) => {
  vi.useFakeTimers();
  try {
    const ids = createCallerIds('the secret');
    const { record } = issueKey(
      {},
      { callerIds: ids, random: (bytes) => Buffer.alloc(bytes, 7), nowMs: NOW },
    );
    const revisions: number[] = [];
    const directory = await openOver(
      async (revision) => {
        revisions.push(revision);
        return { revision: revision + 1, keys: isKnown ? [record] : [] };
      },
      { kid: ids.kid, isUsed: () => isUsed },
    );
    expect(revisions).toEqual([0]);
    await vi.advanceTimersByTimeAsync(pause - 1);
    expect(revisions).toEqual([0]);
    await vi.advanceTimersByTimeAsync(1);
    expect(revisions).toEqual([0, 1]);
    await vi.advanceTimersByTimeAsync(pause);
    expect(revisions).toEqual([0, 1, 2]);
    await directory.close();
    await vi.advanceTimersByTimeAsync(2 * pause);
    expect(revisions).toEqual([0, 1, 2]);
  } finally {
    vi.useRealTimers();
  }
});

it('while the store is away the keys as last known hold, and a key that could not be filed is filed later', async () => {
  let now = NOW;
  const before = createCallerIds('the first secret');
  const { key, record } = issueKey(
    { expiresAt: NOW + 60_000 },
    { callerIds: before, random: (bytes) => Buffer.alloc(bytes, 7), nowMs: NOW },
  );
  const after = createCallerIds('the second secret', ['the first secret']);
  const caller = after.callerOf(ApiKey.parse(key)!);
  const failures: unknown[] = [];
  let isAway = false;
  let tries = 0;
  const away = new Error('away');
  const directory = await openOver(
    async () => {
      if (isAway) throw away;
      return { revision: 1, keys: [record] };
    },
    {
      async refile() {
        tries++;
        throw away;
      },
      kid: after.kid,
      now: () => now,
      isUsed: () => true,
      onFailure: (error) => void failures.push(error),
    },
  );
  isAway = true;
  await directory.refresh();
  expect(failures).toEqual([away]);
  const tried = async () => {
    directory.require(caller);
    await new Promise((resolve) => setImmediate(resolve));
    return tries;
  };
  expect(directory.isGood(caller)).toBe(true);
  expect([await tried(), await tried()]).toEqual([1, 1]);
  now += 9_999;
  expect(await tried()).toBe(1);
  now += 1;
  expect(await tried()).toBe(2);
  expect(failures).toEqual([away, away, away]);
  now = NOW + 59_999;
  expect(directory.isGood(caller)).toBe(true);
  now += 1;
  expect(directory.isGood(caller)).toBe(false);
  expect(directory.isGood(before.callerOf(ApiKey.parse('sk-another')!))).toBe(false);
  await directory.close();
});

it('a key that is filed anew is found by what it is filed under, and no longer by what it was before', async () => {
  const [before, after] = ['the first secret', 'the second secret'].map((secret) => createCallerIds(secret));
  const { key, record } = issueKey(
    {},
    { callerIds: before!, random: (bytes) => Buffer.alloc(bytes, 7), nowMs: NOW },
  );
  let row: IssuedKey = record;
  const directory = await openOver(async (revision) => ({ revision: revision + 1, keys: [row] }), {
    kid: after!.kid,
  });
  const [older, newer] = [before!, after!].map((ids) => ids.callerOf(ApiKey.parse(key)!));
  expect([older, newer].map((caller) => directory.find(caller!)?.id)).toEqual([record.id, undefined]);
  row = { ...record, callerId: newer!.id, kid: after!.kid };
  await directory.refresh();
  expect([older, newer].map((caller) => directory.find(caller!)?.id)).toEqual([undefined, record.id]);
  await directory.close();
});

it('once it is closed, the store is looked at no more, though a look was under way', async () => {
  vi.useFakeTimers();
  try {
    let reads = 0;
    const answer = Promise.withResolvers<void>();
    const directory = await openOver(
      async (revision) => {
        if (++reads > 1) await answer.promise;
        return { revision, keys: [] };
      },
      { isUsed: () => true },
    );
    await vi.advanceTimersByTimeAsync(400);
    expect(reads).toBe(2);
    const closed = directory.close();
    answer.resolve();
    await closed;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(reads).toBe(2);
  } finally {
    vi.useRealTimers();
  }
});
