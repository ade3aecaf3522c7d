/** The keys of the admin API. */
import type { AdminKey } from '../../domain/admin-key.ts';
import { ApiKey } from '../../domain/api-key.ts';
import { ConfigError } from './config-error.ts';
import type { ConfigFile } from './config-schema.ts';
import { readNamed } from './read-config-file.ts';
import { type Environment, readText, splitList } from './read-environment.ts';

/** Characters of a key at least: what `openssl rand -base64 24` prints. */
const LEAST = 32;
const VARIABLE = 'CLAIMGATE_ADMIN_KEYS';

/**
 * Several, so that one can be replaced while the other is still used. The environment takes precedence.
 * @returns none where there is no admin API.
 * @throws ConfigError, without any part of a key.
 */
export function readAdminKeys({ keys, keys_file: file }: ConfigFile['admin'], env: Environment): AdminKey[] {
  const [text, named] = [readText(env, VARIABLE), readText(env, `${VARIABLE}_FILE`)];
  if (text !== undefined) return parseAll(VARIABLE, splitList(text));
  if (named !== undefined)
    return parseAll(`${VARIABLE}_FILE`, splitList(readNamed(named, `${VARIABLE}_FILE`)));
  if (keys !== undefined) return parseAll('admin.keys', keys);
  if (file !== undefined) return parseAll('admin.keys_file', splitList(readNamed(file, 'admin.keys_file')));
  return [];
}

function parseAll(place: string, texts: readonly string[]): AdminKey[] {
  if (texts.length === 0) throw new ConfigError(`${place}: holds no key`);
  const all = texts.map((text) => parse(place, text.trim()));
  const isRepeated = (values: readonly unknown[]): boolean => new Set(values).size < values.length;
  if (isRepeated(all.map(({ key }) => key.reveal()))) throw new ConfigError(`${place}: has a key twice`);
  if (isRepeated(all.flatMap(({ name }) => name ?? []))) throw new ConfigError(`${place}: has a name twice`);
  return all;
}

/** @param text a key, or its name, a colon and the key. */
function parse(place: string, text: string): AdminKey {
  const [, name, key = ''] = /^(?:([a-z][a-z0-9-]{0,31}):)?(.*)$/s.exec(text) ?? [];
  if (key.length < LEAST) {
    throw new ConfigError(
      `${place}: an admin key must have at least ${LEAST} characters, such as those that \`openssl rand -hex 32\` prints`,
    );
  }
  const parsed = ApiKey.parse(key);
  if (parsed === undefined) {
    throw new ConfigError(`${place}: an admin key must be printable characters without blanks, at most 512`);
  }
  return { key: parsed, ...(name === undefined ? {} : { name }) };
}
