import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { ConfigError } from './config-error.ts';
import { readConfig } from './read-config.ts';

const dir = mkdtempSync(path.join(tmpdir(), 'claimgate-secret-files-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

function file(name: string, text: string): string {
  const place = path.join(dir, name);
  writeFileSync(place, text);
  return place;
}

function faultOf(env: Record<string, string>): string {
  try {
    readConfig(env);
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    return (error as Error).message;
  }
  return '';
}

describe('a secret in a file', () => {
  it('counts like the variable itself, without the line break at its end', () => {
    const config = readConfig({
      CLAIMGATE_SECRET_FILE: file('secret', 'a-secret-of-a-file\n'),
      CLAIMGATE_OLD_SECRETS_FILE: file('old', 'old-secret-1\nold-secret-2\n'),
      DATABASE_URL_FILE: file('database', 'postgres://user:word@db.example.org/claimgate\n'),
      REDIS_URL_FILE: file('redis', 'redis://:word@redis.example.org\n'),
      CLAIMGATE_BRAVE_KEY_FILE: file('brave', 'brave-key-1\n'),
    });
    expect(config.secret).toBe('a-secret-of-a-file');
    expect(config.oldSecrets).toEqual(['old-secret-1', 'old-secret-2']);
    expect(config.databaseUrl).toBe('postgres://user:word@db.example.org/claimgate');
    expect(config.redisUrl).toBe('redis://:word@redis.example.org');
    expect(config.sourceKeys.get('brave')).toBe('brave-key-1');
  });

  it.each(['CLAIMGATE_SECRET', 'CLAIMGATE_OLD_SECRETS', 'DATABASE_URL', 'REDIS_URL', 'CLAIMGATE_BRAVE_KEY'])(
    'that is missing or empty, or given twice, is an error that names %s_FILE',
    (name) => {
      const variable = `${name}_FILE`;
      const missing = path.join(dir, 'not-there');
      expect(faultOf({ [variable]: missing })).toBe(`${variable}: cannot read ${missing} (ENOENT)`);
      expect(faultOf({ [variable]: dir })).toBe(`${variable}: cannot read ${dir} (EISDIR)`);
      const empty = file('empty', ' \n');
      expect(faultOf({ [variable]: empty })).toBe(`${variable}: the file ${empty} is empty`);
      const twice = { [variable]: file('twice', 'never-quoted-1'), [name]: 'never-quoted-2' };
      expect(faultOf(twice)).toBe(`${variable}: ${name} is set as well`);
    },
  );

  it('is checked like the variable itself', () => {
    expect(faultOf({ CLAIMGATE_SECRET_FILE: file('short', 'short\n') })).toBe(
      'CLAIMGATE_SECRET: must have at least 8 characters',
    );
  });

  it('is not looked for under other names', () => {
    expect(faultOf({ LOG_LEVEL_FILE: '/not/there', CLAIMGATE_API_KEYS_FILE: '/not/there' })).toBe('');
  });
});
