import { describe, expect, it } from 'vitest';
import { ApiKey } from '../../domain/api-key.ts';
import { createAcceptance } from './acceptance.ts';
import { createAcceptedKeys } from './accepted-keys.ts';
import { createCallerIds } from './caller-id.ts';

const callerIds = createCallerIds('secret');
const holderOf = (text: string) => {
  const key = ApiKey.parse(text)!;
  return { key, caller: callerIds.callerOf(key) };
};

function acceptanceAt(clock: { nowMs: number }) {
  const acceptedKeys = createAcceptedKeys({ now: () => clock.nowMs });
  const good = new Set([callerIds.idOf(ApiKey.parse('cg-good')!)]);
  const acceptance = createAcceptance({
    acceptedKeys,
    isIssued: ({ id }) => good.has(id),
    isPublic: (key) => key.reveal() === 'sandbox',
  });
  return { acceptance, acceptedKeys };
}

describe('an accepted caller', () => {
  it('is one whose key a provider accepted, for an hour', () => {
    const clock = { nowMs: 0 };
    const { acceptance, acceptedKeys } = acceptanceAt(clock);
    const holder = holderOf('sk-somebody');
    expect(acceptance.isAccepted(holder)).toBe(false);
    acceptedKeys.record(holder.caller.id);
    expect(acceptance.isAccepted(holder)).toBe(true);
    clock.nowMs = 3_600_000;
    expect(acceptance.isAccepted(holder)).toBe(false);
  });

  it('is one with an issued key that is good, and with none that only looks like one', () => {
    const { acceptance, acceptedKeys } = acceptanceAt({ nowMs: 0 });
    const invented = holderOf('cg-invented');
    acceptedKeys.record(invented.caller.id);
    expect(acceptance.isAccepted(holderOf('cg-good'))).toBe(true);
    expect(acceptance.isAccepted(invented)).toBe(false);
  });

  it('is one with a key of the sandbox', () => {
    const { acceptance } = acceptanceAt({ nowMs: 0 });
    expect(acceptance.isAccepted(holderOf('sandbox'))).toBe(true);
    expect(acceptance.isAccepted(holderOf('sandbox-invalid'))).toBe(false);
  });

  it('is one whom another process of the gateway knows', async () => {
    const acceptedKeys = { ...createAcceptedKeys({ now: () => 0 }), askOthers: async () => true };
    const acceptance = createAcceptance({ acceptedKeys, isIssued: () => false, isPublic: () => false });
    expect(acceptance.isAccepted(holderOf('sk-somebody'))).toBe(false);
    expect(await acceptance.findAccepted(holderOf('sk-somebody'))).toBe(true);
    expect(await acceptance.findAccepted(holderOf('cg-invented'))).toBe(false);
  });
});
