import { expect, it } from 'vitest';
import { ApiKey } from '../../domain/api-key.ts';
import type { IssuedKey } from '../store/issued-keys.ts';
import type { Team } from '../store/teams.ts';
import { createCallerIds } from './caller-id.ts';
import { issueKey } from './issue-key.ts';
import { openIssuedKeyDirectory } from './issued-key-directory.ts';

const NOW = Date.parse('2026-11-05T13:20:00Z');
const NO_TEAMS = { changesSince: async (revision: number) => ({ revision, teams: [] }) };

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
  const directory = await openIssuedKeyDirectory({
    records: {
      changesSince: async () => ({ revision: 1, keys: [record] }),
      refile: async (...args) => void refiled.push(args),
    },
    teams: NO_TEAMS,
    kid: today.kid,
    now: () => now,
    isUsed: () => true,
    onFailure: () => {},
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
  const directory = await openIssuedKeyDirectory({
    records: {
      async changesSince(revision) {
        reads++;
        return { revision: revision + 1, keys: rows };
      },
      refile: async () => {},
    },
    teams: NO_TEAMS,
    kid: ids.kid,
    now: () => NOW,
    // Nobody looks by itself for a long time.
    isUsed: () => false,
    onFailure: () => {},
  });
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
  const directory = await openIssuedKeyDirectory({
    records: {
      changesSince: async (revision) => ({ revision: revision + 1, keys: [row] }),
      refile: async () => {},
    },
    teams: NO_TEAMS,
    kid: before!.kid,
    now: () => NOW,
    isUsed: () => true,
    onFailure: () => {},
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
  const directory = await openIssuedKeyDirectory({
    records: {
      changesSince: async (revision) => ({ revision: revision + 1, keys: rows }),
      refile: async () => {},
    },
    teams: { changesSince: async (revision) => ({ revision: revision + 1, teams }) },
    kid: ids.kid,
    now: () => NOW,
    isUsed: () => false,
    onFailure: () => {},
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
