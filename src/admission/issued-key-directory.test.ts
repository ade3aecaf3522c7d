import { expect, it } from 'vitest';
import { ApiKey } from '../domain/api-key.ts';
import { createCallerIds } from './caller-id.ts';
import { issueKey } from './issue-key.ts';
import { openIssuedKeyDirectory } from './issued-key-directory.ts';

const NOW = Date.parse('2026-11-05T13:20:00Z');

it('a key issued under a secret that was replaced is good until it expires', async () => {
  let now = NOW;
  const before = createCallerIds('the first secret');
  const { key, record } = issueKey(
    { expiresAt: NOW + 1_000 },
    { callerIds: before, random: (bytes) => Buffer.alloc(bytes, 7), nowMs: NOW },
  );
  expect(JSON.stringify(record)).not.toContain(key.slice(3));
  const directory = await openIssuedKeyDirectory({
    records: { changesSince: async () => ({ revision: 1, keys: [record] }) },
    now: () => now,
    isUsed: () => true,
    onFailure: () => {},
  });
  const callerUnder = (old: string[]) =>
    createCallerIds('the second secret', old).callerOf(ApiKey.parse(key)!);
  expect(directory.require(callerUnder(['the first secret'])).id).toBe(record.id);
  expect(() => directory.require(callerUnder([]))).toThrow('Invalid API key');
  now += 1_000;
  expect(() => directory.require(callerUnder(['the first secret']))).toThrow('revoked or expired');
  await directory.close();
});
