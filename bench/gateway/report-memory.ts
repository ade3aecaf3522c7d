/** Loaded into the gateway: on SIGUSR2 it collects what nothing holds, and writes what is left to a file. */
import { renameSync, writeFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Threads load this too, and no signals reach them. */
process.on('SIGUSR2', () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  collect();
  const file = process.env.MEMORY_REPORT as string;
  writeFileSync(`${file}.part`, JSON.stringify(process.memoryUsage()));
  renameSync(`${file}.part`, file);
});
