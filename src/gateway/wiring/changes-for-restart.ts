/** Which changes of a config a running gateway takes, and which it does not. */
import { isDeepStrictEqual } from 'node:util';
import type { Config } from '../config/read-config.ts';

const RELOADED_SECTIONS = [
  'plans',
  'defaultPlan',
  'catalogue',
  'aliases',
  'providers',
  'logLevel',
  'adminKeys',
] as const;
const RELOADED: ReadonlySet<string> = new Set(RELOADED_SECTIONS);

/** @returns the sections of the config file that differ and are read at the start alone. */
export function changesForRestart(before: Config, after: Config): string[] {
  return Object.keys({ ...before, ...after })
    .filter((key) => !RELOADED.has(key))
    .filter((key) => !isDeepStrictEqual(before[key as keyof Config], after[key as keyof Config]))
    .map((key) => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));
}

/** @returns the config with what a running gateway takes of another one. */
export function withReloaded(config: Config, next: Config): Config {
  return { ...config, ...pick(next, RELOADED_SECTIONS) };
}

/** @returns those sections alone. */
export function pick<K extends keyof Config>(config: Config, sections: readonly K[]): Pick<Config, K> {
  return Object.fromEntries(sections.map((section) => [section, config[section]])) as Pick<Config, K>;
}
