import type { Config } from '../config/read-config.ts';
import type { Log } from '../telemetry/log.ts';
import { changesForRestart } from './changes-for-restart.ts';

interface ReloadOptions {
  /** What takes a part of the new config; the first may refuse it, and then nothing has changed. */
  readonly takers: readonly ((next: Config) => void)[];
  readonly log: Log;
  /** Whether this process says what was read: of several, the primary does. */
  readonly isWhole: boolean;
}

/** @returns what takes from a config that was read anew what can change while the gateway runs. */
export function createReload(started: Config, { takers, log, isWhole }: ReloadOptions) {
  return (next: Config): void => {
    for (const take of takers) take(next);
    log.level = next.logLevel;
    if (!isWhole) return;
    const changes = { restart_needed_for: changesForRestart(started, next) };
    log.info(changes, 'read plans, catalogue and log level');
  };
}
