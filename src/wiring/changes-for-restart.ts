/** Which changes of a config a running gateway takes, and which it does not. */
import { isDeepStrictEqual } from 'node:util';
import type { Config } from '../config/read-config.ts';

const RELOADED: ReadonlySet<string> = new Set([
  'plans',
  'defaultPlan',
  'catalogue',
  'providers',
  'logLevel',
] satisfies (keyof Config)[]);

/** @returns the sections of the config file that differ and are read at the start alone. */
export function changesForRestart(before: Config, after: Config): string[] {
  return Object.keys({ ...before, ...after })
    .filter((key) => !RELOADED.has(key))
    .filter((key) => !isDeepStrictEqual(before[key as keyof Config], after[key as keyof Config]))
    .map((key) => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));
}
