/** `claimgate keys issue`, `import`, `revoke` and `usage`: keys that the gateway itself gives out. */
import type { Command } from 'commander';
import { CLI } from '../gateway/admin/auditor.ts';
import { describeKey, MOST_TOKENS } from '../gateway/admin/key-terms.ts';
import { NO_SUCH_TEAM } from '../gateway/admin/team-terms.ts';
import type { KeyTerms } from '../gateway/admission/issue-key.ts';
import { loadCatalogue } from '../gateway/wiring/load-catalogue.ts';
import { CommandFailed } from './command-failed.ts';
import { readDollars, readExpiry, readTermsLine, requireModels, requireProfile } from './key-terms.ts';
import { addUsageOptions, showUsage, type UsageOptions } from './key-usage.ts';
import { keysOf, type OpenKeys, requirePlaceFor, teamsOf, type WithKeys } from './open-keys.ts';
import { readKey } from './read-key.ts';
import { readJsonLines } from './read-lines.ts';
import { countUpTo, fileToRead, readNames } from './shared-options.ts';
import { askToType, type Terminal } from './terminal.ts';
import { formatTable, toJsonLines, write } from './write-output.ts';

interface IssueOptions extends Omit<KeyTerms, 'expiresAt' | 'nanosPerMonth' | 'nanosPerDay'> {
  readonly expires?: number;
  readonly dollarsPerMonth?: number;
  readonly dollarsPerDay?: number;
}

export function addIssuedKeyCommands(keys: Command, withKeys: WithKeys, { now }: Terminal): void {
  keys
    .command('issue')
    .description('issue a key of this gateway; it is written to stdout, once')
    .option('--team <team>', 'the team that it belongs to, by its name or id')
    .option('--plan <name>', "its plan; the team's unless given, else the default plan")
    .option('--profile <name>', "the profile of its requests; the team's unless given, else the plan's")
    .option('--models <ids>', 'the models that it may use, separated by commas; all unless given', readNames)
    .option('--expires <time>', 'a date such as 2027-01-31, or days such as 90d', readExpiry(now))
    .option('--tokens-per-month <n>', 'its budget in tokens, in and out', countUpTo(MOST_TOKENS))
    .option('--dollars-per-month <n>', 'its budget in US dollars', readDollars)
    .option('--tokens-per-day <n>', 'its budget in tokens for a day (UTC)', countUpTo(MOST_TOKENS))
    .option('--dollars-per-day <n>', 'its budget in US dollars for a day', readDollars)
    .option('--note <text>', 'a note of your own')
    .action((options: IssueOptions) => withKeys((open) => issueOne(open, options)));
  keys
    .command('import')
    .description(
      'issue a key for each line of JSON: team, plan, profile, models, expires, tokens_per_month, …',
    )
    .addArgument(fileToRead())
    .action((file: string) => withKeys((open) => importKeys(open, file)));
  keys
    .command('revoke')
    .description('revoke an issued key; without its id, the key is read from stdin or a hidden prompt')
    .argument('[id]', 'as `keys list --issued` shows it')
    .action((id: string | undefined) => withKeys((open) => revoke(open, id)));
  addUsageOptions(keys.command('usage'))
    .description('what was used with issued keys, by key, day and model')
    .option('--key <id>', 'of one key alone')
    .action(({ key: keyId, ...options }: UsageOptions & { key?: string }) =>
      withKeys((open) => showUsage(open, open.store.keyUsage, 'key', { ...options, keyId })),
    );
}

/** Issues all of them, or none. @returns the keys, which nothing holds afterwards. */
async function issueAll(open: OpenKeys, all: readonly KeyTerms[]) {
  const { config } = open;
  const catalogue = loadCatalogue(config);
  for (const terms of all) {
    requireModels(catalogue, terms);
    requireProfile(Object.keys(config.profiles), terms);
  }
  await requirePlaceFor(
    open,
    all.flatMap(({ plan }) => plan ?? []),
  );
  return keysOf(open).issue(await nameTeams(open, all), CLI);
}

/** The same terms, with the ids of teams that were named. @throws CommandFailed naming a team that there is not. */
async function nameTeams(open: OpenKeys, all: readonly KeyTerms[]): Promise<KeyTerms[]> {
  const teams = await teamsOf(open).findAll(all.map(({ team }) => team));
  return all.map(({ team: named, ...terms }) => {
    if (named === undefined) return terms;
    const team = teams.get(named);
    if (team === undefined) throw new CommandFailed(`'${named}': ${NO_SUCH_TEAM}`, 2);
    return { ...terms, team: team.id };
  });
}

async function issueOne(open: OpenKeys, options: IssueOptions): Promise<void> {
  const { expires, dollarsPerMonth, dollarsPerDay, ...terms } = options;
  const [issued] = await issueAll(open, [
    {
      ...terms,
      ...(expires === undefined ? {} : { expiresAt: expires }),
      ...(dollarsPerMonth === undefined ? {} : { nanosPerMonth: dollarsPerMonth }),
      ...(dollarsPerDay === undefined ? {} : { nanosPerDay: dollarsPerDay }),
    },
  ]);
  const { key, record } = issued!;
  await write(open.stdout, `${key}\n`);
  open.stderr.write(`${record.id} is issued. Its key is shown this once, and kept nowhere.\n`);
}

async function importKeys(open: OpenKeys, file: string): Promise<void> {
  askToType(open, file, 'the terms of one key per line, as JSON');
  const all: KeyTerms[] = [];
  for await (const line of readJsonLines(file, open.stdin)) all.push(readTermsLine(line, open.now));
  if (all.length === 0) throw new CommandFailed('There are no lines to import', 2);
  const issued = await issueAll(open, all);
  const rows = issued.map(({ key, record }) => ({ id: record.id, key, note: record.note ?? null }));
  await write(open.stdout, toJsonLines(rows));
  const said = issued.length === 1 ? '1 key is issued. It is' : `${issued.length} keys are issued. They are`;
  open.stderr.write(`${said} shown this once, and kept nowhere.\n`);
}

async function revoke(open: OpenKeys, given: string | undefined): Promise<void> {
  const { stderr } = open;
  if (given !== undefined && !/^ik_[0-9a-f]{12}$/.test(given)) {
    throw new CommandFailed('An id begins with ik_: `claimgate keys list --issued` shows it', 2);
  }
  const id = given ?? (await idOfKey(open));
  const revoked = id === undefined ? undefined : await keysOf(open).revoke(id, CLI);
  if (revoked?.isNew !== true) {
    throw new CommandFailed('No issued key matches that is not revoked yet');
  }
  stderr.write(`${id} is revoked. Running gateways refuse it within a second.\n`);
}

async function idOfKey(open: OpenKeys): Promise<string | undefined> {
  const { id, formerIds } = open.callerIds.callerOf(await readKey(open));
  const all = await open.store.issuedKeys.list();
  const known: readonly string[] = [id, ...formerIds];
  return all.find(
    ({ callerId, formerCallerId = '' }) => known.includes(callerId) || known.includes(formerCallerId),
  )?.id;
}

/** The issued keys, for `keys list --issued`. */
export async function listIssued(
  { store, callerIds, stdout, stderr, now }: OpenKeys,
  asJson: boolean,
): Promise<void> {
  const keys = await store.issuedKeys.list();
  const teams = new Map((await store.teams.changesSince(0)).teams.map(({ id, name }) => [id, name]));
  const rows = keys.map((key) => ({ ...describeKey(key, now()), kid: key.kid }));
  if (asJson) return write(stdout, toJsonLines(rows));
  if (rows.length === 0) {
    stderr.write('No key is issued.\n');
    return;
  }
  const cells = rows.map((row) => [
    row.id,
    row.state,
    teams.get(row.team ?? '') ?? '-',
    row.plan ?? '-',
    row.profile ?? '-',
    row.models?.join(',') ?? '-',
    row.expires?.slice(0, 16).replace('T', ' ') ?? '-',
    budgetsText(row.tokens_per_month, row.tokens_per_day),
    budgetsText(row.dollars_per_month, row.dollars_per_day),
    row.kid + (row.kid === callerIds.kid ? '' : ' (old)'),
    row.note ?? '',
  ]);
  const head = [
    'ID',
    'STATE',
    'TEAM',
    'PLAN',
    'PROFILE',
    'MODELS',
    'EXPIRES',
    'TOKENS',
    'USD',
    'SECRET',
    'NOTE',
  ];
  await write(stdout, formatTable([head, ...cells]));
}

/** Such as `5000000`, `5000000+20000/day` or `20000/day`. */
export function budgetsText(perMonth: number | null, perDay: number | null): string {
  const both = [perMonth, perDay === null ? null : `${perDay}/day`].filter((one) => one !== null);
  return both.length === 0 ? '-' : both.join('+');
}
