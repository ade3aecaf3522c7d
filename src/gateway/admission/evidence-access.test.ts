import { describe, expect, it } from 'vitest';
import { countsAsAccepted, evidenceAccessOf } from './evidence-access.ts';

const STRANGER = { isSandbox: false, isAccepted: false, mayReadOwn: false, isCorpusPublic: false };

describe('access to evidence', () => {
  it('leaves the machine for accepted callers alone, and never for the sandbox', () => {
    const outside = (asker: Partial<typeof STRANGER>) => evidenceAccessOf({ ...STRANGER, ...asker }).outside;
    expect(outside({})).toBe(false);
    expect(outside({ isAccepted: true })).toBe(true);
    expect(outside({ isAccepted: true, isSandbox: true })).toBe(false);
    expect(outside({ mayReadOwn: true, isCorpusPublic: true })).toBe(false);
  });

  it("reaches the operator's own documents where the caller may read them, or everybody", () => {
    const own = (asker: Partial<typeof STRANGER>) => evidenceAccessOf({ ...STRANGER, ...asker }).own;
    expect(own({ isAccepted: true })).toBe(false);
    expect(own({ mayReadOwn: true })).toBe(true);
    expect(own({ isCorpusPublic: true })).toBe(true);
  });

  it("asks the operator's archives for those who may read them, public ones for everybody, and none for the sandbox", () => {
    const archives = (asker: Partial<typeof STRANGER>) =>
      evidenceAccessOf({ ...STRANGER, ...asker }).archives;
    expect(archives({})).toBe('public');
    expect(archives({ isCorpusPublic: true })).toBe('public');
    expect(archives({ mayReadOwn: true })).toBe('all');
    expect(archives({ mayReadOwn: true, isSandbox: true })).toBe('none');
  });
});

describe('an accepted caller', () => {
  it('of a provider without keys is one only where nobody but the operator can call', () => {
    const counts = (isKeyAccepted: boolean, isKeyless: boolean, isPrivate: boolean) =>
      countsAsAccepted({ isKeyAccepted, isKeyless, isPrivate });
    expect(counts(true, false, false)).toBe(true);
    expect(counts(false, true, true)).toBe(true);
    expect(counts(false, true, false)).toBe(false);
    expect(counts(false, false, true)).toBe(false);
  });
});
