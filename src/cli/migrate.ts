/** `claimgate migrate`: brings the database to this version's tables. */
import { Command } from 'commander';
import { openStore, planMigration } from '../store/store.ts';
import { asCommandFailed, placeOf } from './open-store.ts';
import { TERMINAL, type Terminal } from './terminal.ts';

export function migrateCommand(given: Partial<Terminal> = {}): Command {
  const terminal = { ...TERMINAL, ...given };
  return new Command('migrate')
    .description("bring the database to this version's tables; the server's start does so too")
    .option('--dry-run', 'say what would be done, and change nothing')
    .action(async ({ dryRun = false }: { dryRun?: boolean }) => {
      const names = await (dryRun ? namePending(terminal) : migrate(terminal)).catch(asCommandFailed);
      for (const name of names) terminal.stdout.write(`${name}\n`);
      terminal.stderr.write(
        names.length === 0
          ? "The database has this version's tables already.\n"
          : `${count(names.length)} ${dryRun ? 'would be run; nothing was changed' : 'run'}.\n`,
      );
    });
}

async function namePending({ readConfig }: Terminal): Promise<readonly string[]> {
  const { pending } = await planMigration(placeOf(readConfig()));
  return pending.map(({ name }) => name);
}

async function migrate({ readConfig, now }: Terminal): Promise<readonly string[]> {
  const store = await openStore({ ...placeOf(readConfig()), now, tables: 'upgrade' });
  await store.close();
  return store.schema.migrated;
}

function count(migrations: number): string {
  return `${migrations} ${migrations === 1 ? 'migration' : 'migrations'}`;
}
