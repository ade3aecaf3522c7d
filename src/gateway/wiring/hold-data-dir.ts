import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** What is held for as long as the process runs: collected as garbage, it would be let go. */
const held: DatabaseSync[] = [];

/**
 * Marks the data directory as one that a gateway runs on, until this process ends, however it ends: SQLite's lock of an
 * empty file is the system's.
 * @returns whether no other gateway runs on it. True as well where nothing can be locked there.
 */
export function holdDataDir(dataDir: string): boolean {
  const file = path.join(dataDir, 'running.lock');
  try {
    writeFileSync(file, '', { flag: 'a', mode: 0o600 });
    const lock = new DatabaseSync(file, { timeout: 0 });
    lock.exec('PRAGMA journal_mode = OFF; BEGIN EXCLUSIVE');
    held.push(lock);
    return true;
  } catch (error) {
    return (error as { errcode?: number }).errcode !== SQLITE_BUSY;
  }
}

const SQLITE_BUSY = 5;
