/** `claimgate migrate`: brings the database to this version's tables. */
import { Command } from 'commander';
import { type Config, readConfig } from '../config/read-config.ts';
import { openStore, planMigration } from '../store/store.ts';
import { asCommandFailed, placeOf } from './open-store.ts';

/** What the command reaches outside itself. */
export interface MigrateDependencies {
  readonly stdout: NodeJS.WritableStream;
  readonly stderr: NodeJS.WritableStream;
  /** Unix milliseconds. */
  readonly now: () => number;
  readonly readConfig: () => Config;
}

const DEFAULTS: MigrateDependencies = {
  stdout: process.stdout,
  stderr: process.stderr,
  now: Date.now,
  readConfig,
};

export function migrateCommand(given: Partial<MigrateDependencies> = {}): Command {
  const deps = { ...DEFAULTS, ...given };
  return new Command('migrate')
    .description("bring the database to this version's tables; the server's start does so too")
    .option('--dry-run', 'say what would be done, and change nothing')
    .action(async ({ dryRun }: { dryRun?: true }) => {
      const place = placeOf(deps.readConfig());
      const names =
        dryRun === true
          ? (await planMigration(place).catch(asCommandFailed)).pending.map(({ name }) => name)
          : await migrateStore(place, deps.now);
      for (const name of names) deps.stdout.write(`${name}\n`);
      deps.stderr.write(
        names.length === 0
          ? "The database has this version's tables already.\n"
          : `${count(names.length)} ${dryRun === true ? 'would be run; nothing was changed' : 'run'}.\n`,
      );
    });
}

async function migrateStore(
  place: ReturnType<typeof placeOf>,
  now: () => number,
): Promise<readonly string[]> {
  const store = await openStore({ ...place, now, tables: 'upgrade' }).catch(asCommandFailed);
  await store.close();
  return store.schema.migrated;
}

function count(migrations: number): string {
  return `${migrations} ${migrations === 1 ? 'migration' : 'migrations'}`;
}
