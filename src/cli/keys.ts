/** `claimgate keys`: which key has which plan. Keys are known by their fingerprints alone. */
import type { Command } from 'commander';
import { CLI } from '../gateway/admin/auditor.ts';
import { createCallerManagement, describeCaller, SHORTEST_NAME } from '../gateway/admin/manage-callers.ts';
import { CommandFailed } from './command-failed.ts';
import { addIssuedKeyCommands, listIssued } from './issued-keys.ts';
import { withLongHelp } from './long-help.ts';
import { type OpenKeys, openKeys, requirePlaceFor } from './open-keys.ts';
import { readKey } from './read-key.ts';
import { countUpTo } from './shared-options.ts';
import type { Terminal } from './terminal.ts';
import { formatTable, toJsonLines } from './write-output.ts';

interface SetOptions {
  readonly plan?: string;
  readonly perHour?: number;
  readonly perMonth?: number;
  readonly note?: string;
}

/** So many characters of a caller's id are shown, and name it. */
const SHOWN = 12;

const MOST_REQUESTS = 999_999_999;

const HELP = {
  about: `A key is read from standard input or a hidden prompt, never from an argument, and is stored as its fingerprint alone.
A key that is not listed has plans.default of the config. Running gateways apply changes within a minute.`,
  examples: [
    ['claimgate keys set --plan pro', 'asks for the key, which is not shown'],
    ['pass show acme | claimgate keys set --plan enterprise --per-month 200000 --note Acme'],
    ['claimgate keys list'],
    ['claimgate keys issue --models gpt-6-luna --expires 90d', 'a key of this gateway'],
    ['claimgate keys usage --since 2026-11-01'],
  ],
} as const;

export function addKeysCommand(keys: Command, terminal: Terminal): void {
  const withKeys = openKeys(terminal);
  keys
    .command('set')
    .description('set the plan of a key; the key is read from stdin or a hidden prompt')
    .option('--plan <name>', 'the plan; required')
    .option('--per-hour <n>', "requests per hour, instead of the plan's", countUpTo(MOST_REQUESTS))
    .option('--per-month <n>', "requests per month, instead of the plan's", countUpTo(MOST_REQUESTS))
    .option('--note <text>', 'a note of your own, shown by `keys list`')
    .action((options: SetOptions) => withKeys((keys) => setPlan(keys, options)));
  keys
    .command('list')
    .description('list the keys that have a plan')
    .option('--issued', 'list the keys that this gateway issued instead')
    .option('--json', 'as JSON Lines')
    .action(({ json, issued }: { json?: true; issued?: true }) =>
      withKeys((open) => {
        if (issued) return listIssued(open, json === true);
        return json ? listAsJson(open) : listAsTable(open);
      }),
    );
  keys
    .command('remove')
    .description('remove a key from the list; the key is read from stdin or a hidden prompt')
    .option('--caller <id>', 'instead of the key: the caller as `keys list` shows it')
    .action(({ caller }: { caller?: string }) => withKeys((keys) => removePlan(keys, caller)));
  addIssuedKeyCommands(keys, withKeys, terminal);
  withLongHelp(keys, HELP);
}

function managementOf({ store, callerIds, auditor, now }: OpenKeys) {
  return createCallerManagement({ records: store.keyPlans, callerIds, auditor, now });
}

async function setPlan(keys: OpenKeys, { plan, ...options }: SetOptions): Promise<void> {
  const { config, callerIds, stderr } = keys;
  if (plan === undefined) {
    throw new CommandFailed(`--plan is missing. The plans are ${[...config.plans.keys()].join(', ')}`, 2);
  }
  await requirePlaceFor(keys, [plan]);
  const caller = callerIds.callerOf(await readKey(keys));
  const { callerId } = await managementOf(keys).setByKey(caller, { plan, ...options }, CLI);
  stderr.write(
    `${callerId.slice(0, SHOWN)} has the plan ${plan}. Running gateways apply this within a minute.\n`,
  );
}

async function removePlan(keys: OpenKeys, name: string | undefined): Promise<void> {
  const { config, stderr } = keys;
  const { id, formerIds } =
    name === undefined
      ? keys.callerIds.callerOf(await readKey(keys))
      : { id: await findCaller(keys, name), formerIds: [] };
  if (!(await managementOf(keys).remove([id, ...formerIds], CLI))) {
    throw new CommandFailed('That key is not on the list');
  }
  stderr.write(
    `Removed: it has the plan ${config.defaultPlan} now. Running gateways apply this within a minute.\n`,
  );
}

async function findCaller({ store }: OpenKeys, name: string): Promise<string> {
  if (name.length < SHORTEST_NAME) {
    throw new CommandFailed(`--caller: give at least ${SHORTEST_NAME} characters`, 2);
  }
  const found = await store.keyPlans.find(name);
  if (found.length > 1) throw new CommandFailed('--caller: several callers match; give more characters', 2);
  if (found[0] === undefined) throw new CommandFailed('No caller on the list matches');
  return found[0].callerId;
}

async function listAsJson({ store, stdout }: OpenKeys): Promise<void> {
  const rows = (await store.keyPlans.list()).map(describeCaller);
  stdout.write(toJsonLines(rows));
}

async function listAsTable({ config, store, callerIds, stdout, stderr }: OpenKeys): Promise<void> {
  const rows = await store.keyPlans.list();
  if (rows.length === 0) {
    stderr.write(`No key has its own plan: all have ${config.defaultPlan}.\n`);
    return;
  }
  const cells = rows.map((row) => [
    row.callerId.slice(0, SHOWN),
    row.plan + (config.plans.has(row.plan) ? '' : ' (not configured)'),
    String(row.perHour ?? '-'),
    String(row.perMonth ?? '-'),
    row.kid + (row.kid === callerIds.kid ? '' : ' (old)'),
    new Date(row.updatedAt).toISOString().slice(0, 16).replace('T', ' '),
    row.note ?? '',
  ]);
  stdout.write(
    formatTable([['CALLER', 'PLAN', 'PER HOUR', 'PER MONTH', 'SECRET', 'UPDATED', 'NOTE'], ...cells]),
  );
}
