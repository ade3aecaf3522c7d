import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { runInTests } from './run-in-tests.ts';

const NOW = Date.parse('2026-11-05T13:20:00Z');

let dataDir = '';
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'claimgate-teams-'));
});
afterEach(() => rm(dataDir, { recursive: true }));

async function run(...args: string[]) {
  const env = { CLAIMGATE_DATA_DIR: dataDir };
  const { code, stdout, stderr } = await runInTests(args, env, '', { now: () => NOW });
  return { out: stdout, err: stderr, exit: code };
}
const rows = async (...args: string[]) =>
  (await run(...args, '--json')).out
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));

it('teams are created, changed and listed; keys are issued into them, moved and taken out', async () => {
  expect((await run('teams', 'list')).err).toBe('There are no teams.\n');
  const created = await run(
    ...['teams', 'create', 'Research & Co', '--plan', 'pro', '--tokens-per-month', '5000'],
    ...['--dollars-per-day', '1.5', '--note', 'Ann'],
  );
  expect(created.out).toMatch(/^tm_[0-9a-f]{12}\n$/);
  const id = created.out.trim();
  expect((await run('teams', 'create', 'research & co')).err).toContain(
    "There is a team 'Research & Co' already",
  );
  await run('teams', 'create', 'Sales');

  const issued = await run('keys', 'issue', '--team', 'research & co', '--note', 'Zoe');
  const key = /ik_[0-9a-f]{12}/.exec(issued.err)![0];
  expect(await rows('keys', 'list', '--issued')).toMatchObject([{ id: key, team: id, plan: null }]);
  expect((await run('keys', 'list', '--issued')).out).toMatch(/good +Research & Co +- /);
  expect(await rows('teams', 'list')).toMatchObject([
    { id, name: 'Research & Co', keys: 1, plan: 'pro', tokens_per_month: 5_000, dollars_per_day: 1.5 },
    { name: 'Sales', keys: 0 },
  ]);
  expect((await run('teams', 'list')).out).toMatch(
    new RegExp(`${id} +Research & Co +1 +pro +- +5000 +0 +1.5/day +0 +Ann`),
  );

  expect((await run('teams', 'add', 'Sales', key)).err).toBe('1 key now in team Sales.\n');
  expect((await rows('teams', 'list')).map(({ keys }) => keys)).toEqual([0, 1]);
  await run('teams', 'change', id, '--name', 'Laboratory', '--tokens-per-month', 'none', '--plan', 'free');
  expect(await rows('teams', 'list')).toMatchObject([
    { name: 'Laboratory', plan: 'free', tokens_per_month: null, dollars_per_day: 1.5 },
    {},
  ]);
  expect((await run('teams', 'delete', 'Sales')).err).toContain('1 key belongs to this team');
  expect((await run('teams', 'remove', key)).exit).toBe(0);
  expect((await run('teams', 'delete', 'Sales')).err).toBe('The team Sales is deleted.\n');
  await run('teams', 'add', 'Laboratory', key);
  expect((await run('teams', 'delete', 'Laboratory', '--keys', 'revoke')).exit).toBe(0);
  expect(await rows('keys', 'list', '--issued')).toMatchObject([{ state: 'revoked' }]);
  expect((await rows('audit')).map(({ action }) => action).toSorted()).toEqual([
    ...['key.change', 'key.change', 'key.change', 'key.issue', 'key.revoke'],
    ...['team.change', 'team.create', 'team.create', 'team.delete', 'team.delete'],
  ]);
  expect((await run('teams', 'usage')).err).toBe('Nothing was used.\n');
});

it.each([
  [['teams', 'create', ' blank'], /must have 1 to 64 characters/],
  [['teams', 'create', 'X', '--plan', 'gold'], /Unknown plan 'gold'/],
  [['teams', 'create', 'X', '--profile', 'none-such'], /there is no such profile/],
  [['teams', 'create', 'X', '--tokens-per-day', 'none'], /whole number/],
  [['teams', 'change', 'Nobody', '--plan', 'pro'], /'Nobody': there is no such team/],
  [['teams', 'add', 'Nobody', 'ik_000000000000'], /there is no such team/],
  [['teams', 'remove', 'ik_000000000000'], /there is no such issued key/],
  [['teams', 'usage', '--team', 'Nobody'], /there is no such team/],
  [['keys', 'issue', '--team', 'Nobody'], /'Nobody': there is no such team/],
])('%j is refused, with the reason', async (args, reason) => {
  const { exit, err } = await run(...args);
  expect(exit).not.toBe(0);
  expect(err).toMatch(reason);
});
