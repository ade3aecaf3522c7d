import { readlinkSync } from 'node:fs';
import { constants, setPriority } from 'node:os';

/** Lets every other thread go before the one that calls it, where the system has priorities for threads: on Linux. */
export function giveWay(): void {
  try {
    const thread = Number(readlinkSync('/proc/thread-self').split('/').at(-1));
    if (thread > 0) setPriority(thread, constants.priority.PRIORITY_LOW);
  } catch {
    // It works all the same.
  }
}
