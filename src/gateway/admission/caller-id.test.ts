import { createHmac } from 'node:crypto';
import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { ApiKey } from '../../domain/api-key.ts';
import { createCallerIds, nameOfSecret, parseCallerId } from './caller-id.ts';
import { deriveSubkey } from './derive-subkey.ts';

const key = ApiKey.parse('sk-canary-7f3a')!;

describe('a caller id', () => {
  it('is the same for the same key and secret, and another for another', () => {
    const ids = createCallerIds('secret one');
    expect(ids.idOf(key)).toBe(createCallerIds('secret one').idOf(key));
    expect(ids.idOf(key)).not.toBe(ids.idOf(ApiKey.parse('sk-canary-7f3b')!));
    expect(ids.idOf(key)).not.toBe(createCallerIds('secret two').idOf(key));
    expect(parseCallerId(ids.idOf(key))).toBe(ids.idOf(key));
  });

  it('shows nothing of the key or the secret', () => {
    const shown = inspect([createCallerIds('secret one').callerOf(key), createCallerIds('secret one')]);
    expect(shown).not.toContain('canary');
    expect(shown).not.toContain('secret one');
  });

  it('is the HMAC of the key, however long that is', () => {
    const ids = createCallerIds('secret');
    for (const length of [1, 55, 56, 64, 512, 3]) {
      const text = 'k'.repeat(length);
      const expected = createHmac('sha256', deriveSubkey('secret', 'caller-id'))
        .update(text)
        .digest('base64url');
      expect(ids.idOf(ApiKey.parse(text)!)).toBe(expected);
    }
  });

  it('is found under the secrets that were replaced, the newest first', () => {
    const caller = createCallerIds('new', ['newer', 'oldest']).callerOf(key);
    expect(caller).toEqual({
      id: createCallerIds('new').idOf(key),
      formerIds: [createCallerIds('newer').idOf(key), createCallerIds('oldest').idOf(key)],
    });
    expect(createCallerIds('new').callerOf(key).formerIds).toEqual([]);
  });

  it('is refused where a stored text cannot be one', () => {
    for (const text of ['', 'short', `${'a'.repeat(42)}!`]) expect(() => parseCallerId(text)).toThrow();
  });
});

describe('subkeys', () => {
  it('differ by purpose, and the name of a secret by the secret', () => {
    const subkeys = ['caller-id', 'secret-name', 'another'].map((purpose) =>
      Buffer.from(deriveSubkey('secret', purpose)).toString('hex'),
    );
    expect(new Set(subkeys).size).toBe(3);
    expect(nameOfSecret('one')).toMatch(/^[A-Za-z0-9_-]{8}$/);
    expect(nameOfSecret('one')).not.toBe(nameOfSecret('two'));
  });
});
