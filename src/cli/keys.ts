/** `claimgate keys`: which key has which plan. Keys are known by their fingerprints alone. */
import { Command, InvalidArgumentError } from 'commander';
import { type CallerIds, createCallerIds } from '../admission/caller-id.ts';
import { type Config, readConfig } from '../config/read-config.ts';
import type { KeyPlan } from '../store/key-plans.ts';
import type { Store } from '../store/store.ts';
import { isForeignSecret, openSecret } from '../wiring/open-secret.ts';
import { CommandFailed } from './command-failed.ts';
import { withStore } from './open-store.ts';
import { type KeyInput, readKey } from './read-key.ts';

/** What the commands reach outside themselves. */
export interface KeysDependencies extends KeyInput {
  readonly stdout: NodeJS.WritableStream;
  /** Unix milliseconds. */
  readonly now: () => number;
  readonly readConfig: () => Config;
}

interface SetOptions {
  readonly plan: string;
  readonly perHour?: number;
  readonly perMonth?: number;
  readonly note?: string;
}

/** What a command works with, open for as long as it runs. */
interface Desk {
  readonly config: Config;
  readonly store: Store;
  readonly secret: string;
  readonly callerIds: CallerIds;
}

const DEFAULTS: KeysDependencies = {
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  now: Date.now,
  readConfig,
};

/** So many characters of a caller's id are shown, and name it. */
const SHOWN = 12;
const SHORTEST_NAME = 8;

export function keysCommand(given: Partial<KeysDependencies> = {}): Command {
  const deps = { ...DEFAULTS, ...given };
  const set = new Command('set')
    .description('give a key a plan; the key comes from stdin, or is asked for unseen')
    .requiredOption('--plan <name>', 'the plan')
    .option('--per-hour <n>', "requests an hour, in place of the plan's", readCount)
    .option('--per-month <n>', "requests a month, in place of the plan's", readCount)
    .option('--note <text>', 'your own words, shown by `keys list`')
    .action((options: SetOptions) => withDesk(deps, (desk) => setPlan(deps, desk, options)));
  const list = new Command('list')
    .description('list the keys that have a plan')
    .option('--json', 'as JSON Lines')
    .action((options: { json?: true }) =>
      withDesk(deps, (desk) => (options.json ? listAsJson(deps, desk) : listAsTable(deps, desk))),
    );
  const remove = new Command('remove')
    .description('take a key off the list; the key comes from stdin, or is asked for unseen')
    .option('--caller <id>', 'instead of the key: the caller as `keys list` shows it')
    .action((options: { caller?: string }) =>
      withDesk(deps, (desk) => removePlan(deps, desk, options.caller)),
    );
  const command = new Command('keys').description('say which key has which plan');
  for (const each of [set, list, remove]) command.addCommand(each.exitOverride());
  return command;
}

async function withDesk(deps: KeysDependencies, work: (desk: Desk) => Promise<void>): Promise<void> {
  const config = deps.readConfig();
  await withStore({ config, now: deps.now }, async (store) => {
    const { text } = await openSecret(config, store);
    await work({ config, store, secret: text, callerIds: createCallerIds(text, config.oldSecrets) });
  });
}

async function setPlan(deps: KeysDependencies, desk: Desk, options: SetOptions): Promise<void> {
  const { plan, perHour, perMonth, note } = options;
  const plans = [...desk.config.plans.keys()];
  if (!plans.includes(plan)) {
    throw new CommandFailed(`There is no plan '${plan}': there are ${plans.join(', ')}`, 2);
  }
  if (await isForeignSecret(desk.config, desk.secret, desk.store)) {
    throw new CommandFailed(
      'CLAIMGATE_SECRET: the database is used under another secret, so that no gateway would find this key. Use that secret; to start anew with this one, start the server first',
    );
  }
  const caller = desk.callerIds.callerOf(await readKey(deps));
  await desk.store.secrets.note(desk.callerIds.kid, deps.now());
  const keyPlan: KeyPlan = {
    callerId: caller.id,
    kid: desk.callerIds.kid,
    plan,
    ...(perHour === undefined ? {} : { perHour }),
    ...(perMonth === undefined ? {} : { perMonth }),
    ...(note === undefined ? {} : { note }),
    updatedAt: deps.now(),
  };
  await desk.store.keyPlans.set(keyPlan, caller.formerIds);
  deps.stderr.write(
    `${caller.id.slice(0, SHOWN)} has the plan ${plan}. Running gateways follow within a minute.\n`,
  );
}

async function removePlan(deps: KeysDependencies, desk: Desk, name: string | undefined): Promise<void> {
  const callerIds = name === undefined ? await idsOfKey(deps, desk) : [await findCaller(desk, name)];
  if (!(await desk.store.keyPlans.remove(callerIds, deps.now()))) {
    throw new CommandFailed('That key is not on the list');
  }
  const { defaultPlan } = desk.config;
  deps.stderr.write(
    `Removed: it has the plan ${defaultPlan} now. Running gateways follow within a minute.\n`,
  );
}

async function idsOfKey(deps: KeysDependencies, desk: Desk): Promise<string[]> {
  const { id, formerIds } = desk.callerIds.callerOf(await readKey(deps));
  return [id, ...formerIds];
}

async function findCaller(desk: Desk, name: string): Promise<string> {
  if (name.length < SHORTEST_NAME) {
    throw new CommandFailed(`--caller: give at least ${SHORTEST_NAME} characters`, 2);
  }
  const found = (await desk.store.keyPlans.list()).filter(({ callerId }) => callerId.startsWith(name));
  if (found.length > 1) throw new CommandFailed('--caller: several begin with that; give more characters', 2);
  if (found[0] === undefined) throw new CommandFailed('No caller on the list begins with that');
  return found[0].callerId;
}

async function listAsJson(deps: KeysDependencies, desk: Desk): Promise<void> {
  for (const row of await desk.store.keyPlans.list()) {
    const { callerId, plan, perHour = null, perMonth = null, note = null, kid, updatedAt } = row;
    const line = {
      caller: callerId,
      plan,
      per_hour: perHour,
      per_month: perMonth,
      note,
      kid,
      updated: new Date(updatedAt).toISOString(),
    };
    deps.stdout.write(`${JSON.stringify(line)}\n`);
  }
}

async function listAsTable(deps: KeysDependencies, desk: Desk): Promise<void> {
  const rows = await desk.store.keyPlans.list();
  if (rows.length === 0) {
    deps.stderr.write(`No key has a plan of its own: all have ${desk.config.defaultPlan}.\n`);
    return;
  }
  const cells = rows.map((row) => [
    row.callerId.slice(0, SHOWN),
    row.plan + (desk.config.plans.has(row.plan) ? '' : ' (not configured)'),
    String(row.perHour ?? '-'),
    String(row.perMonth ?? '-'),
    row.kid + (row.kid === desk.callerIds.kid ? '' : ' (old)'),
    new Date(row.updatedAt).toISOString().slice(0, 16).replace('T', ' '),
    row.note ?? '',
  ]);
  const table = [['CALLER', 'PLAN', 'PER HOUR', 'PER MONTH', 'SECRET', 'UPDATED', 'NOTE'], ...cells];
  const widths = table[0]!.map((_head, column) => Math.max(...table.map((row) => row[column]!.length)));
  for (const row of table) {
    const line = row.map((cell, column) => cell.padEnd(widths[column]!)).join('  ');
    deps.stdout.write(`${line.trimEnd()}\n`);
  }
}

function readCount(text: string): number {
  const count = Number(text);
  if (!/^\d{1,9}$/.test(text) || count === 0)
    throw new InvalidArgumentError('It must be a whole number from 1.');
  return count;
}
