import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { configSchema } from './config-schema.ts';
import { readAdminKeys } from './read-admin-keys.ts';

const KEY = 'k'.repeat(32);
const OTHER = 'o'.repeat(32);
const read = (admin: object, env: Record<string, string> = {}) =>
  readAdminKeys(configSchema.parse({ admin }).admin, env).map(({ key, name }) => [name, key.reveal()]);

it('admin keys come from the config, a file or the environment, which wins; some have names', () => {
  expect(read({})).toEqual([]);
  expect(read({ keys: [KEY, `ann:${OTHER}`] })).toEqual([
    [undefined, KEY],
    ['ann', OTHER],
  ]);
  const folder = mkdtempSync(path.join(tmpdir(), 'claimgate-admin-'));
  const file = path.join(folder, 'keys');
  writeFileSync(file, `ann:${KEY}\nbob:${OTHER}\n`);
  expect(read({ keys_file: file })).toEqual([
    ['ann', KEY],
    ['bob', OTHER],
  ]);
  expect(read({ keys: [OTHER] }, { CLAIMGATE_ADMIN_KEYS_FILE: file })).toHaveLength(2);
  expect(read({ keys_file: file }, { CLAIMGATE_ADMIN_KEYS: OTHER })).toEqual([[undefined, OTHER]]);
  rmSync(folder, { recursive: true });
});

it.each([
  [['short-and-secret'], 'admin.keys: an admin key must have at least 32 characters'],
  [[`ann:${'s'.repeat(31)}`], 'admin.keys: an admin key must have at least 32 characters'],
  [[`${KEY} ${KEY}`], 'admin.keys: an admin key must be printable characters'],
  [[KEY, KEY], 'admin.keys: has a key twice'],
  [[`ann:${KEY}`, `ann:${OTHER}`], 'admin.keys: has a name twice'],
])('%j stops the start, and the message shows nothing of it', (keys, message) => {
  const refuse = () => read({ keys });
  expect(refuse).toThrow(message);
  expect(refuse).not.toThrow(/short-and|kkk|sss/);
});
