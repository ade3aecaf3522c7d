import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Waits, where the hour is about to turn, until it has: tests that count by the real clock would see counts
 * begin anew.
 * @param neededMs how long such a test may take, in milliseconds.
 */
export async function awayFromTheHour(neededMs: number): Promise<void> {
  const leftMs = 3_600_000 - (Date.now() % 3_600_000);
  if (leftMs < neededMs) await sleep(leftMs);
}
