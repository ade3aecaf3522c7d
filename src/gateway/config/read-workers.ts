import { availableParallelism } from 'node:os';

export const MOST_WORKERS: number = 256;

/** @returns how many worker processes a setting asks for, `auto` being one a core; `undefined` where it is none. */
export function readWorkers(setting: number | string): number | undefined {
  if (setting === 'auto') return Math.min(MOST_WORKERS, availableParallelism());
  const isCount = typeof setting === 'number' && Number.isInteger(setting);
  return isCount && setting >= 1 && setting <= MOST_WORKERS ? setting : undefined;
}
