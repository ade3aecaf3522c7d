/** `claimgate teams`: groups of issued keys, and the budgets that these spend together. */
import { type Command, InvalidArgumentError, Option } from 'commander';
import { CLI } from '../gateway/admin/auditor.ts';
import { LONGEST_NOTE, MOST_TOKENS } from '../gateway/admin/key-terms.ts';
import { KEYS_OF_DELETED, type KeysOfDeleted, type TeamTermsChange } from '../gateway/admin/manage-teams.ts';
import { createHolderUse } from '../gateway/admin/read-holder-use.ts';
import {
  describeTeamWithUse,
  isTeamName,
  NO_SUCH_TEAM,
  TEAM_NAME_RULE,
} from '../gateway/admin/team-terms.ts';
import type { Team } from '../gateway/store/teams.ts';
import { CommandFailed } from './command-failed.ts';
import { count } from './count.ts';
import { budgetsText } from './issued-keys.ts';
import { readDollars, requireProfile } from './key-terms.ts';
import { addUsageOptions, showUsage, type UsageOptions } from './key-usage.ts';
import { withLongHelp } from './long-help.ts';
import { keysOf, type OpenKeys, openKeys, requirePlaceFor, teamsOf } from './open-keys.ts';
import { countUpTo } from './shared-options.ts';
import type { Terminal } from './terminal.ts';
import { formatTable, toJsonLines, write } from './write-output.ts';

/** `false` takes a value away. */
interface TermOptions {
  readonly plan?: string | false;
  readonly profile?: string | false;
  readonly tokensPerMonth?: number | false;
  readonly dollarsPerMonth?: number | false;
  readonly tokensPerDay?: number | false;
  readonly dollarsPerDay?: number | false;
  readonly note?: string | false;
}

const HELP = {
  about: `A key of a team has the team's plan and profile where it has none of its own. What it spends counts in its own budgets and
in those of its team: a request must fit into both. A key that is moved leaves what it has spent with the team before.`,
  examples: [
    ['claimgate teams create Research --plan pro --dollars-per-month 500 --tokens-per-day 2000000'],
    ['claimgate keys issue --team Research --note "Ann"', 'a key of the team'],
    ['claimgate teams add Research ik_1a2b3c4d5e6f', 'puts a key into it'],
    ['claimgate teams change Research --tokens-per-day none', 'takes that budget away'],
    ['claimgate teams delete Research --keys release', 'its keys go on without a team'],
  ],
} as const;

export function addTeamsCommand(teams: Command, terminal: Terminal): void {
  const withKeys = openKeys(terminal);
  addTerms(teams.command('create'), (read) => read)
    .description('create a team')
    .argument('<name>', 'its name', readName)
    .action((name: string, options: TermOptions) => withKeys((open) => create(open, name, options)));
  teams
    .command('list')
    .description('list the teams with what their keys used this month')
    .option('--json', 'as JSON Lines')
    .action(({ json }: { json?: true }) => withKeys((open) => list(open, json === true)));
  addTerms(teams.command('change'), orNone)
    .description('change a team; `none` takes a value away')
    .argument('<team>', 'its name or id')
    .option('--name <name>', 'another name', readName)
    .action((team: string, options: TermOptions & { name?: string }) =>
      withKeys((open) => change(open, team, options)),
    );
  teams
    .command('delete')
    .description('delete a team')
    .argument('<team>', 'its name or id')
    .addOption(new Option('--keys <fate>', 'what becomes of its keys').choices(KEYS_OF_DELETED))
    .action((team: string, { keys }: { keys?: KeysOfDeleted }) =>
      withKeys((open) => remove(open, team, keys)),
    );
  teams
    .command('add')
    .description('put keys into a team')
    .argument('<team>', 'its name or id')
    .argument('<id...>', 'as `keys list --issued` shows them')
    .action((team: string, ids: string[]) =>
      withKeys(async (open) => {
        const { id, name } = await find(open, team);
        await move(open, ids, id);
        open.stderr.write(`${count(ids.length, 'key')} now in team ${name}.\n`);
      }),
    );
  teams
    .command('remove')
    .description('take keys out of their teams')
    .argument('<id...>', 'as `keys list --issued` shows them')
    .action((ids: string[]) =>
      withKeys(async (open) => {
        await move(open, ids, undefined);
        open.stderr.write(`${count(ids.length, 'key')} now without a team.\n`);
      }),
    );
  addUsageOptions(teams.command('usage'))
    .description('what was used by the keys of teams, by team, day and model')
    .option('--team <team>', 'of one team alone')
    .action(({ team, ...options }: UsageOptions & { team?: string }) =>
      withKeys(async (open) => {
        const keyId = team === undefined ? undefined : (await find(open, team)).id;
        await showUsage(open, open.store.teamUsage, 'team', { ...options, keyId });
      }),
    );
  withLongHelp(teams, HELP);
}

type Read<T> = (text: string) => T;

function addTerms(command: Command, wrap: <T>(read: Read<T>) => Read<T | false>): Command {
  const text = wrap((given: string) => given);
  const tokens = wrap(countUpTo(MOST_TOKENS));
  const dollars = wrap(readDollars);
  return command
    .option('--plan <name>', 'the plan of keys that have none of their own', text)
    .option('--profile <name>', 'the profile of keys that have none of their own', text)
    .option('--tokens-per-month <n>', 'the budget of all its keys in tokens, in and out', tokens)
    .option('--dollars-per-month <n>', 'their budget in US dollars', dollars)
    .option('--tokens-per-day <n>', 'their budget in tokens for a day (UTC)', tokens)
    .option('--dollars-per-day <n>', 'their budget in US dollars for a day', dollars)
    .option('--note <text>', 'a note of your own', wrap(readNote));
}

function orNone<T>(read: Read<T>): Read<T | false> {
  return (text) => (text === 'none' ? false : read(text));
}

function readName(text: string): string {
  if (!isTeamName(text)) throw new InvalidArgumentError(`It ${TEAM_NAME_RULE}.`);
  return text;
}

function readNote(text: string): string {
  if (text.length > LONGEST_NOTE) {
    throw new InvalidArgumentError(`It must have at most ${LONGEST_NOTE.toLocaleString('en')} characters.`);
  }
  return text;
}

/** @throws CommandFailed where there is none. */
async function find(open: OpenKeys, team: string): Promise<Team> {
  const found = await teamsOf(open).find(team);
  if (found === undefined) throw new CommandFailed(`'${team}': ${NO_SUCH_TEAM}`);
  return found;
}

/** @throws CommandFailed naming a plan or a profile that config does not have. */
async function readTerms(open: OpenKeys, options: TermOptions): Promise<Omit<TeamTermsChange, 'name'>> {
  const { plan, profile, note, tokensPerMonth, tokensPerDay, dollarsPerMonth, dollarsPerDay } = options;
  if (profile) requireProfile(Object.keys(open.config.profiles), { profile });
  await requirePlaceFor(open, plan ? [plan] : []);
  const given = {
    plan,
    profile,
    note,
    tokensPerMonth,
    tokensPerDay,
    nanosPerMonth: dollarsPerMonth,
    nanosPerDay: dollarsPerDay,
  };
  return Object.fromEntries(
    Object.entries(given)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, value === false ? undefined : value]),
  );
}

async function create(open: OpenKeys, name: string, options: TermOptions): Promise<void> {
  const terms = (await readTerms(open, options)) as Partial<Team>;
  const { id } = await teamsOf(open).create({ ...terms, name }, CLI);
  await write(open.stdout, `${id}\n`);
  open.stderr.write(`The team ${name} is created.\n`);
}

async function change(
  open: OpenKeys,
  team: string,
  { name, ...options }: TermOptions & { readonly name?: string },
): Promise<void> {
  const { id } = await find(open, team);
  const terms = { ...(await readTerms(open, options)), ...(name === undefined ? {} : { name }) };
  if (Object.keys(terms).length === 0) throw new CommandFailed('Say what is to be changed', 2);
  await teamsOf(open).change(id, terms, CLI);
  open.stderr.write('The team is changed. Running gateways apply this within a second.\n');
}

async function remove(open: OpenKeys, team: string, keys: KeysOfDeleted | undefined): Promise<void> {
  const { id, name } = await find(open, team);
  await teamsOf(open).remove(id, keys, CLI);
  open.stderr.write(`The team ${name} is deleted.\n`);
}

/** @param team that they are put into; `undefined` takes them out of theirs. */
async function move(open: OpenKeys, ids: readonly string[], team: string | undefined): Promise<void> {
  const keys = keysOf(open);
  for (const id of ids) {
    if ((await keys.change(id, { team }, CLI)) === undefined) {
      throw new CommandFailed(`'${id}': there is no such issued key`);
    }
  }
}

async function list(open: OpenKeys, asJson: boolean): Promise<void> {
  const { store, config, stdout, stderr, now } = open;
  const teams = await teamsOf(open).page({ limit: MOST_TEAMS });
  const ids = teams.map(({ id }) => id);
  const readUse = createHolderUse({
    usage: store.teamUsage,
    balances: store.keyBalances,
    nearly: config.budgets.warn_at,
    now,
  });
  const [useOf, keys] = await Promise.all([readUse(teams), store.teams.countKeys(ids)]);
  const rows = teams.map((team) => describeTeamWithUse(team, keys.get(team.id) ?? 0, useOf(team)));
  if (asJson) return write(stdout, toJsonLines(rows));
  if (rows.length === 0) {
    stderr.write('There are no teams.\n');
    return;
  }
  const cells = rows.map((row) => [
    row.id,
    row.name,
    String(row.keys),
    row.plan ?? '-',
    row.profile ?? '-',
    budgetsText(row.tokens_per_month, row.tokens_per_day),
    String(row.used.tokens),
    budgetsText(row.dollars_per_month, row.dollars_per_day),
    String(row.used.usd),
    row.note ?? '',
  ]);
  const head = ['ID', 'NAME', 'KEYS', 'PLAN', 'PROFILE', 'TOKENS', 'USED', 'USD', 'USED', 'NOTE'];
  await write(stdout, formatTable([head, ...cells]));
}

/** Teams that are listed. */
const MOST_TEAMS = 1_000;
