import type { Command } from 'commander';
import { count } from './count.ts';
import { withLongHelp } from './long-help.ts';
import { asCommandFailed, placeOf } from './open-store.ts';
import type { Terminal } from './terminal.ts';

/** `claimgate migrate`: brings the database to this version's tables. */
export function addMigrateCommand(command: Command, { readConfig, now, stdout, stderr }: Terminal): void {
  const findPending = async (): Promise<readonly string[]> => {
    const { planMigration } = await import('../gateway/store/store.ts');
    return (await planMigration(placeOf(await readConfig()))).pending.map(({ name }) => name);
  };
  const migrate = async (): Promise<readonly string[]> => {
    const { openStore } = await import('../gateway/store/store.ts');
    const store = await openStore({ ...placeOf(await readConfig()), now, tables: 'upgrade' });
    await store.close();
    return store.schema.migrated;
  };
  command
    .option('--dry-run', 'show the migrations without running them')
    .action(async ({ dryRun = false }: { dryRun?: boolean }) => {
      const names = await (dryRun ? findPending() : migrate()).catch(asCommandFailed);
      for (const name of names) stdout.write(`${name}\n`);
      const migrations = count(names.length, 'migration');
      stderr.write(
        names.length === 0
          ? 'The database is already up to date.\n'
          : `${migrations} ${dryRun ? 'would run; nothing was changed' : 'run'}.\n`,
      );
    });
  withLongHelp(command, {
    about:
      'Starting the server does this too. DATABASE_URL names a PostgreSQL database; without it, it is the SQLite file in CLAIMGATE_DATA_DIR.',
    examples: [['claimgate migrate --dry-run'], ['claimgate migrate']],
  });
}
