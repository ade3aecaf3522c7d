/** `claimgate keys issue`, `import`, `revoke` and `usage`: keys that the gateway itself gives out. */
import { randomBytes } from 'node:crypto';
import { type Command, InvalidArgumentError } from 'commander';
import { CLI } from '../gateway/admin/auditor.ts';
import { describeUsage, firstOfMonth, parseDay } from '../gateway/admin/describe-rows.ts';
import { describeKey, MOST_TOKENS } from '../gateway/admin/key-terms.ts';
import { createKeyManagement } from '../gateway/admin/manage-keys.ts';
import type { KeyTerms } from '../gateway/admission/issue-key.ts';
import { USAGE_PARTS } from '../gateway/store/key-usage.ts';
import { loadCatalogue } from '../gateway/wiring/load-catalogue.ts';
import { CommandFailed } from './command-failed.ts';
import { readDollars, readExpiry, readTermsLine, requireModels } from './key-terms.ts';
import { type OpenKeys, requirePlaceFor, type WithKeys } from './open-keys.ts';
import { readKey } from './read-key.ts';
import { readJsonLines } from './read-lines.ts';
import { countUpTo, fileToRead, readNames } from './shared-options.ts';
import { askToType, type Terminal } from './terminal.ts';
import { formatTable, toJsonLines, write } from './write-output.ts';

interface IssueOptions extends Omit<KeyTerms, 'expiresAt' | 'nanosPerMonth'> {
  readonly expires?: number;
  readonly dollarsPerMonth?: number;
}

interface UsageOptions {
  readonly key?: string;
  readonly since?: number;
  readonly until?: number;
  readonly json?: true;
}

export function addIssuedKeyCommands(keys: Command, withKeys: WithKeys, { now }: Terminal): void {
  keys
    .command('issue')
    .description('issue a key of this gateway; it is written to stdout, once')
    .option('--plan <name>', 'its plan; the default plan unless given')
    .option('--models <ids>', 'the models that it may use, separated by commas; all unless given', readNames)
    .option('--expires <time>', 'a date such as 2027-01-31, or days such as 90d', readExpiry(now))
    .option('--tokens-per-month <n>', 'its budget in tokens, in and out', countUpTo(MOST_TOKENS))
    .option('--dollars-per-month <n>', 'its budget in US dollars', readDollars)
    .option('--note <text>', 'a note of your own')
    .action((options: IssueOptions) => withKeys((open) => issueOne(open, options)));
  keys
    .command('import')
    .description('issue a key for each line of JSON: plan, models, expires, tokens_per_month, …')
    .addArgument(fileToRead())
    .action((file: string) => withKeys((open) => importKeys(open, file)));
  keys
    .command('revoke')
    .description('revoke an issued key; without its id, the key is read from stdin or a hidden prompt')
    .argument('[id]', 'as `keys list --issued` shows it')
    .action((id: string | undefined) => withKeys((open) => revoke(open, id)));
  keys
    .command('usage')
    .description('what was used with issued keys, by key, day and model')
    .option('--key <id>', 'of one key alone')
    .option('--since <day>', 'a day such as 2026-11-01; the first of the month unless given', readDay)
    .option('--until <day>', 'the last day', readDay)
    .option('--json', 'as JSON Lines')
    .action((options: UsageOptions) => withKeys((open) => showUsage(open, options)));
}

function managementOf({ store, callerIds, auditor, now }: OpenKeys) {
  return createKeyManagement({ records: store.issuedKeys, callerIds, auditor, random: randomBytes, now });
}

/** Issues all of them, or none. @returns the keys, which nothing holds afterwards. */
async function issueAll(open: OpenKeys, all: readonly KeyTerms[]) {
  const { config } = open;
  const catalogue = loadCatalogue(config);
  for (const terms of all) requireModels(catalogue, terms);
  await requirePlaceFor(
    open,
    all.flatMap(({ plan }) => plan ?? []),
  );
  return managementOf(open).issue(all, CLI);
}

async function issueOne(open: OpenKeys, options: IssueOptions): Promise<void> {
  const { expires, dollarsPerMonth, ...terms } = options;
  const [issued] = await issueAll(open, [
    {
      ...terms,
      ...(expires === undefined ? {} : { expiresAt: expires }),
      ...(dollarsPerMonth === undefined ? {} : { nanosPerMonth: dollarsPerMonth }),
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
  const revoked = id === undefined ? undefined : await managementOf(open).revoke(id, CLI);
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

/** @returns 20261105 for a day as people write it. */
function readDay(text: string): number {
  const day = parseDay(text);
  if (day === undefined) throw new InvalidArgumentError('It must be a day such as 2026-11-01.');
  return day;
}

async function showUsage(open: OpenKeys, options: UsageOptions): Promise<void> {
  const { store, stdout, stderr, now } = open;
  const rows = await store.keyUsage.report({
    since: options.since ?? firstOfMonth(now()),
    until: options.until,
    keyId: options.key,
    by: USAGE_PARTS,
  });
  const shown = rows.map(describeUsage);
  if (options.json) return write(stdout, toJsonLines(shown));
  if (shown.length === 0) {
    stderr.write('Nothing was used.\n');
    return;
  }
  const cells = shown.map((row) => Object.values(row).map(String));
  await write(stdout, formatTable([['KEY', 'DAY', 'MODEL', 'CALLS', 'IN', 'OUT', 'USD'], ...cells]));
}

/** The issued keys, for `keys list --issued`. */
export async function listIssued(
  { store, callerIds, stdout, stderr, now }: OpenKeys,
  asJson: boolean,
): Promise<void> {
  const keys = await store.issuedKeys.list();
  const rows = keys.map((key) => ({ ...describeKey(key, now()), kid: key.kid }));
  if (asJson) return write(stdout, toJsonLines(rows));
  if (rows.length === 0) {
    stderr.write('No key is issued.\n');
    return;
  }
  const cells = rows.map((row) => [
    row.id,
    row.state,
    row.plan ?? '-',
    row.models?.join(',') ?? '-',
    row.expires?.slice(0, 16).replace('T', ' ') ?? '-',
    String(row.tokens_per_month ?? '-'),
    String(row.dollars_per_month ?? '-'),
    row.kid + (row.kid === callerIds.kid ? '' : ' (old)'),
    row.note ?? '',
  ]);
  const head = ['ID', 'STATE', 'PLAN', 'MODELS', 'EXPIRES', 'TOKENS', 'USD', 'SECRET', 'NOTE'];
  await write(stdout, formatTable([head, ...cells]));
}
