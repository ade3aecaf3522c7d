import { describe, expect, it } from 'vitest';
import { createAddressLimit } from './address-limit.ts';
import type { CallerId } from './caller-id.ts';
import { createFailedKeys, type FailedKeys, type KeyAttempt } from './failed-keys.ts';

const caller = 'somebody' as CallerId;
const isKnown = (): boolean => false;
const stays = (): void => {};
const begin = (failed: FailedKeys, address = 'a') => failed.begin(address, caller, stays);
/** Whole seconds until the address may try another key. */
const blockedFor = (failed: FailedKeys, address: string): number | undefined => {
  const attempt = begin(failed, address);
  if (typeof attempt === 'number') return attempt;
  (attempt as KeyAttempt).over();
  return undefined;
};

describe('failed keys of an address', () => {
  it('block it after 30, for the rest of its own minute', () => {
    let nowMs = 59_000;
    const failed = createFailedKeys({ isKnown, now: () => nowMs });
    for (let i = 0; i < 30; i++) {
      expect(blockedFor(failed, '203.0.113.9')).toBeUndefined();
      failed.record('203.0.113.9');
    }
    expect(blockedFor(failed, '203.0.113.9')).toBe(60);
    expect(blockedFor(failed, '203.0.113.10')).toBeUndefined();
    nowMs += 59_500;
    expect(blockedFor(failed, '203.0.113.9')).toBe(1);
    nowMs += 500;
    expect(blockedFor(failed, '203.0.113.9')).toBeUndefined();
  });

  it('can be fewer', () => {
    const failed = createFailedKeys({ perMinute: 1, isKnown, now: () => 0 });
    failed.record('a');
    expect(blockedFor(failed, 'a')).toBe(60);
    expect(blockedFor(createFailedKeys({ perMinute: 0, isKnown, now: () => 0 }), 'a')).toBe(60);
  });
});

describe('attempts under way', () => {
  const two = () => createFailedKeys({ perMinute: 2, isKnown, now: () => 0 });
  const waits = async (outcome: ReturnType<typeof begin>): Promise<boolean> =>
    (await Promise.race([outcome, Promise.resolve('waits')])) === 'waits';

  it('count as if they had failed, for their address alone', async () => {
    const failed = two();
    const first = begin(failed) as KeyAttempt;
    const second = begin(failed) as KeyAttempt;
    const third = begin(failed);
    expect(await waits(third)).toBe(true);
    expect(await waits(begin(failed, 'b'))).toBe(false);
    first.failed();
    expect(await waits(third)).toBe(true);
    second.failed();
    expect(await third).toBe(60);
    expect(begin(failed)).toBe(60);
  });

  it('count together with those that begin later, when one of them is over', async () => {
    const failed = two();
    const [first, second] = [begin(failed) as KeyAttempt, begin(failed) as KeyAttempt];
    const third = begin(failed);
    first.over();
    expect(await waits(third)).toBe(false);
    const fourth = begin(failed);
    expect(await waits(fourth)).toBe(true);
    second.over();
    expect(await waits(fourth)).toBe(false);
    ((await third) as KeyAttempt).over();
    ((await fourth) as KeyAttempt).over();
    expect(await waits(begin(failed))).toBe(false);
  });

  it('make room when they are over, first come first served', async () => {
    const failed = two();
    const first = begin(failed) as KeyAttempt;
    const second = begin(failed) as KeyAttempt;
    const third = begin(failed);
    const fourth = begin(failed);
    first.over();
    // Only its first outcome counts.
    first.failed();
    first.over();
    expect([await waits(third), await waits(fourth)]).toEqual([false, true]);
    second.failed();
    expect(await waits(fourth)).toBe(true);
    ((await third) as KeyAttempt).failed();
    expect(await fourth).toBe(60);
  });

  it('are none with a key that is accepted while it waits', async () => {
    let known = false;
    const failed = createFailedKeys({ perMinute: 2, isKnown: () => known, now: () => 0 });
    const first = begin(failed) as KeyAttempt;
    begin(failed);
    const same = [1, 2, 3].map(() => begin(failed));
    known = true;
    first.over();
    const attempts = (await Promise.all(same)) as KeyAttempt[];
    expect(attempts).toHaveLength(3);
    // Should it be refused later, that counts.
    for (const attempt of attempts) attempt.failed();
    known = false;
    expect(begin(failed)).toBe(60);
  });

  it('end where a caller leaves who waits', async () => {
    const failed = two();
    const first = begin(failed) as KeyAttempt;
    begin(failed);
    let leave = stays;
    const leaving = failed.begin('a', caller, (call) => {
      leave = call;
    });
    const next = begin(failed);
    leave();
    expect(await leaving).toBe(1);
    first.over();
    expect(await waits(next)).toBe(false);
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
