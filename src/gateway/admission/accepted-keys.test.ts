import { describe, expect, it } from 'vitest';
import { createAcceptedKeys } from './accepted-keys.ts';
import type { CallerId } from './caller-id.ts';

const [ann, bob, eve] = ['ann', 'bob', 'eve'] as unknown as [CallerId, CallerId, CallerId];

describe('a key that a provider accepted', () => {
  it('counts as accepted for an hour from the last time', () => {
    let nowMs = 0;
    const accepted = createAcceptedKeys({ now: () => nowMs });
    expect(accepted.acceptedLately(ann)).toBe(false);
    accepted.record(ann);
    nowMs = 3_000_000;
    accepted.record(ann);
    nowMs = 6_599_999;
    expect(accepted.acceptedLately(ann)).toBe(true);
    nowMs = 6_600_000;
    expect(accepted.acceptedLately(ann)).toBe(false);
  });

  it('is forgotten where too many came after it', () => {
    const accepted = createAcceptedKeys({ now: () => 0, maxCallers: 2 });
    for (const caller of [ann, bob, ann, eve]) accepted.record(caller);
    expect([ann, bob, eve].map(accepted.acceptedLately)).toEqual([true, false, true]);
  });
});
