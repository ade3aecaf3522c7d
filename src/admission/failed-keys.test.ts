import { describe, expect, it } from 'vitest';
import { createAddressLimit } from './address-limit.ts';
import { createFailedKeys } from './failed-keys.ts';

describe('failed keys of an address', () => {
  it('block it after 30, for the rest of its own minute', () => {
    let nowMs = 59_000;
    const failed = createFailedKeys({ now: () => nowMs });
    for (let i = 0; i < 30; i++) {
      expect(failed.blocked('203.0.113.9')).toBeUndefined();
      failed.record('203.0.113.9');
    }
    expect(failed.blocked('203.0.113.9')).toBe(60);
    expect(failed.blocked('203.0.113.10')).toBeUndefined();
    nowMs += 59_500;
    expect(failed.blocked('203.0.113.9')).toBe(1);
    nowMs += 500;
    expect(failed.blocked('203.0.113.9')).toBeUndefined();
  });

  it('can be fewer', () => {
    const failed = createFailedKeys({ perMinute: 1, now: () => 0 });
    failed.record('a');
    expect(failed.blocked('a')).toBe(60);
    expect(createFailedKeys({ perMinute: 0, now: () => 0 }).blocked('a')).toBe(60);
  });
});

describe('a limit for each address', () => {
  it('takes a turn or says how long to wait', () => {
    const limit = createAddressLimit({ perMinute: 2, now: () => 0 });
    expect([1, 2, 3].map(() => limit.take('a'))).toEqual([undefined, undefined, 60]);
  });

  it('lets nobody come sooner, or wait for longer than a minute, where the clock is set back', () => {
    let nowMs = 4_000_000_000_000;
    const limit = createAddressLimit({ perMinute: 1, now: () => nowMs });
    limit.record('a');
    nowMs = 1_000_000;
    expect(limit.blocked('a')).toBe(60);
    nowMs += 60_000;
    expect(limit.blocked('a')).toBeUndefined();
  });

  it('remembers so many addresses, and forgets the oldest', () => {
    let nowMs = 0;
    const limit = createAddressLimit({ perMinute: 1, maxAddresses: 2, now: () => nowMs++ });
    for (const address of ['a', 'b', 'c']) limit.record(address);
    expect(['a', 'b', 'c'].map((address) => limit.blocked(address) !== undefined)).toEqual([
      false,
      true,
      true,
    ]);
  });
});
