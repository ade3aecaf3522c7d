/** Single variables of the environment, each error naming its variable. */
import { baseUrlFault } from '../../domain/base-url.ts';
import { ConfigError } from './config-error.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

export function readText(env: Environment, name: string): string | undefined {
  const text = env[name]?.trim();
  return text === undefined || text === '' ? undefined : text;
}

/** @returns what stands between blanks, lines and commas. */
export function splitList(text: string): string[] {
  return text.split(/[\s,]+/).filter((part) => part !== '');
}

export function readPort(env: Environment): number | undefined {
  const text = readText(env, 'PORT');
  if (text === undefined) return undefined;
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535) throw new ConfigError('PORT: must be a number from 0 to 65535');
  return port;
}

export function readChoice<const T extends string>(
  env: Environment,
  name: string,
  choices: readonly T[],
): T | undefined {
  const text = readText(env, name);
  if (text === undefined) return undefined;
  const choice = choices.find((known) => known === text.toLowerCase());
  if (choice === undefined) throw new ConfigError(`${name}: must be one of ${choices.join(', ')}`);
  return choice;
}

export function readUrl(env: Environment, name: string, protocols: readonly string[]): string | undefined {
  const text = readText(env, name);
  if (text === undefined) return undefined;
  if (!URL.canParse(text) || !protocols.includes(new URL(text).protocol)) {
    throw new ConfigError(`${name}: must be a URL that begins with ${protocols[0]}//`);
  }
  try {
    const { username, password } = new URL(text);
    decodeURIComponent(username + password);
  } catch {
    throw new ConfigError(`${name}: a % in its user or password must be written as %25`);
  }
  return text;
}

/** The address of a provider. */
export function readBaseUrl(env: Environment, name: string): string | undefined {
  const text = readText(env, name);
  const fault = text === undefined ? undefined : baseUrlFault(text);
  if (fault !== undefined) throw new ConfigError(`${name}: ${fault}`);
  return text;
}
