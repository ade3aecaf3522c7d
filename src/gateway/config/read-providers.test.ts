import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { PROVIDERS } from '../../models/providers/registry.ts';
import { ConfigError } from './config-error.ts';
import { readConfig } from './read-config.ts';
import { baseUrlVariable, readProviderKey } from './read-providers.ts';

const dir = mkdtempSync(path.join(tmpdir(), 'claimgate-providers-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

/** The config with these settings of one provider, and this environment. */
function read(key: string, settings: object, env: Record<string, string> = {}) {
  const file = path.join(dir, `${key}.yaml`);
  writeFileSync(file, JSON.stringify({ providers: { [key]: settings } }));
  return readConfig({ CLAIMGATE_CONFIG: file, ...env }).providers[key];
}

function faultOf(action: () => unknown): string {
  try {
    action();
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    return (error as Error).message;
  }
  return '';
}

describe.each(PROVIDERS)('the settings of $key', ({ key, keyVariables }) => {
  const variable = baseUrlVariable(key);

  it('take an address from the environment before that of the file', () => {
    const settings = { base_url: 'http://127.0.0.1:1/file', idle_timeout: '2s' };
    const env = { [variable]: 'http://127.0.0.1:1/env' };
    expect(read(key, settings)).toEqual({ baseUrl: 'http://127.0.0.1:1/file', idleTimeout: 2_000 });
    expect(read(key, settings, env)).toEqual({ baseUrl: 'http://127.0.0.1:1/env', idleTimeout: 2_000 });
    expect(readConfig(env).providers[key]).toEqual({ baseUrl: 'http://127.0.0.1:1/env' });
  });

  it.each(['not a url', 'ftp://example.org', 'https://user:secret@example.org/v1'])(
    'refuse the address %s, naming its variable',
    (address) => {
      expect(faultOf(() => readConfig({ [variable]: address }))).toMatch(new RegExp(`^${variable}: `));
      expect(faultOf(() => read(key, { base_url: address }))).toMatch(`providers.${key}.base_url: `);
    },
  );

  it('take a deadline of their own, and refuse one that is none', () => {
    expect(read(key, { first_byte_timeout: '250ms' })).toEqual({ firstByteTimeout: 250 });
    for (const field of ['first_byte_timeout', 'idle_timeout']) {
      expect(faultOf(() => read(key, { [field]: 'soon' }))).toMatch(`providers.${key}.${field}: `);
    }
  });

  it.each(['name', 'models'])('take no %s: it is known', (field) => {
    const settings = { base_url: 'https://example.org', [field]: field === 'name' ? 'Mine' : [{}] };
    expect(faultOf(() => read(key, settings))).toMatch(`providers.${key}.${field}: only for a provider of`);
  });

  it('find its key where people keep it', () => {
    expect(keyVariables.length).toBeGreaterThan(0);
    for (const name of keyVariables) expect(readProviderKey(key, { [name]: 'sk-1' })).toBe('sk-1');
    expect(readProviderKey(key, { [keyVariables[0]!]: 'sk-1', CLAIMGATE_API_KEY: 'sk-2' })).toBe('sk-2');
  });
});

describe("the operator's own keys", () => {
  const revealed = (keys: ReturnType<typeof read>) => keys?.keys?.map((key) => key.reveal());
  const file = path.join(dir, 'keys');
  writeFileSync(file, 'sk-three\n\nsk-four\n');

  it('come from the file, a file of their own, or the environment, which wins', () => {
    expect(revealed(read('openai', { keys: ['sk-one', 'sk-two'] }))).toEqual(['sk-one', 'sk-two']);
    expect(revealed(read('openai', { keys_file: file }))).toEqual(['sk-three', 'sk-four']);
    expect(revealed(read('openai', { keys: ['sk-one'] }, { CLAIMGATE_OPENAI_KEYS_FILE: file }))).toHaveLength(
      2,
    );
    expect(revealed(read('openai', { keys_file: file }, { CLAIMGATE_OPENAI_KEYS: 'sk-5, sk-6' }))).toEqual([
      'sk-5',
      'sk-6',
    ]);
    expect(JSON.stringify(read('openai', { keys: ['sk-one'] }))).not.toContain('sk-one');
  });

  it.each([
    [{ keys: ['sk-канарейка'] }, 'providers.openai.keys.0: must be printable characters without blanks'],
    [{ keys: ['cg-issued'] }, 'providers.openai.keys: must be keys of the provider'],
    [{ keys: ['sandbox'] }, 'providers.openai.keys: must be keys of the provider'],
    [{ keys_file: '/no/such/file' }, 'providers.openai.keys_file: cannot read /no/such/file (ENOENT)'],
  ])('%j is refused without repeating a key', (settings, message) => {
    expect(faultOf(() => read('openai', settings))).toBe(message);
  });
});
