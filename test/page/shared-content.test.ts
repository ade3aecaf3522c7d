/** What of a check goes out to others, and what comes back from them. */
import { describe, expect, it } from 'vitest';
import type { OpenedShared, SharedEntry } from '../../web/api/shared-checks.ts';
import type { Claim, Decision } from '../../web/api/types.ts';
import { contentOf, digestOf, entryKey, openedAs, othersOf } from '../../web/check/shared-content.ts';
import { readAbout, type SharedAs } from '../../web/claims/check-about.ts';
import { decisionsDiffer } from '../../web/claims/person-decision.ts';
import { readClaims } from '../../web/claims/read-claims.ts';
import type { CheckedText } from '../../web/claims/report-facts.ts';
import { EXPORTS, writeExport } from '../../web/claims/write-export.ts';

const TEXT = 'The Earth is flat.';
const DECISION: Decision = { verdict: 'refuted', note: 'It is round.', evidence: [], by: 'Ann', at: 5 };
const BEN: Decision = {
  verdict: 'supported',
  note: 'I looked.',
  evidence: [],
  by: 'Ben',
  at: 1_764_000_000_000,
};
const CLAIM = {
  ...{ id: 'claim-1', role: 'text', message_index: 0, text: TEXT, original_text: TEXT, start: 0 },
  ...{ end: TEXT.length, category: 'attribute', confidence: 0.9, language: 'en', verdict: 'refuted' },
  ...{ evidence: [], decision: DECISION, others: [BEN] },
} as Claim;
const SHARED: SharedAs = {
  ...{ code: 'code-of-the-check', url: 'https://facts.example/#/check/shared-code', owner: true },
  ...{ person: 'secret-of-the-person', name: 'Ann', you: 'ann', sent: { 'claim-1': 5 }, version: 1 },
  ...{ digest: digestOf(TEXT), ended: false },
};
const CHECK = {
  text: TEXT,
  found: { text: TEXT, claims: [CLAIM], gone: [] },
  metadata: undefined,
  about: {
    title: 'Flat',
    shared: SHARED,
    published: { id: 'one', url: 'https://facts.example/reports/one' },
  },
};
const OPENED: OpenedShared = {
  ...{ code: SHARED.code, url: SHARED.url, content_version: 3, entries: [] },
  content: JSON.parse(JSON.stringify(contentOf(CHECK))),
};
const entry = (person: string, name: string, over: Partial<SharedEntry> = {}): SharedEntry => ({
  ...{ person, name, claim: entryKey(CLAIM), verdict: 'supported', at: 7, ...over },
});

describe('a check that is shared', () => {
  it('goes out without what anybody decided, and without what is of this browser', () => {
    const sent = JSON.stringify(contentOf(CHECK));
    expect(sent).toContain(TEXT);
    expect(sent).not.toMatch(/It is round|I looked|secret-of|code-of|reports\/one/);
  });

  it('is opened as a check of the other browser, where what was decided before stays', () => {
    const ben = { person: 'secret-of-ben', name: 'Ben', sent: {} };
    const check = openedAs('local', OPENED, ben);
    expect(check?.found.claims).toMatchObject([{ id: 'claim-1', verdict: 'refuted' }]);
    expect(check?.found.claims[0]).not.toHaveProperty('decision');
    expect(check?.about).toMatchObject({
      title: 'Flat',
      shared: { ...ben, code: SHARED.code, owner: false, version: 3, digest: digestOf(TEXT) },
    });
    expect(openedAs('local', OPENED, ben, [CLAIM])?.found.claims[0]?.decision).toEqual(DECISION);
    const reworded = { ...CLAIM, original_text: 'The Earth was flat.' };
    expect(openedAs('local', OPENED, ben, [reworded])?.found.claims[0]?.decision).toBeUndefined();
    expect(openedAs('local', { ...OPENED, content: { text: 1 } }, ben)).toBeUndefined();
  });

  it('is kept with what this person has sent, and a broken one as none', () => {
    expect(readAbout({ shared: SHARED })).toEqual({ shared: SHARED });
    expect(readAbout({ shared: { ...SHARED, code: 1 } })).toEqual({});
    expect(readAbout({ shared: { ...SHARED, sent: { a: 'x', b: 2 } } }).shared?.sent).toEqual({ b: 2 });
  });

  it("holds what others say by claim, in the order of their names, without one's own", () => {
    const said = [entry('zoe', 'Zoe'), entry('ann', 'Ann'), entry('ben', 'Ben'), entry('cy', 'Cy')];
    const namesOf = (claims: readonly Claim[]) =>
      [...othersOf(said, 'ann', claims)].map(([claim, all]) => [claim, all.map(({ by }) => by)]);
    expect(namesOf([CLAIM])).toEqual([['claim-1', ['Ben', 'Cy', 'Zoe']]]);
    // What was said of other words is not taken for these.
    expect(namesOf([{ ...CLAIM, original_text: 'The Earth was flat.' }])).toEqual([]);
    expect(othersOf([entry('x', 'X', { verdict: 'true' as never })], undefined, [CLAIM]).size).toBe(0);
  });

  it("says where verdicts differ, the model's aside", () => {
    expect(decisionsDiffer(CLAIM)).toBe(true);
    expect(decisionsDiffer({ ...CLAIM, others: [{ ...BEN, verdict: 'refuted' }] })).toBe(false);
    const { decision: _, ...open } = CLAIM;
    expect(decisionsDiffer(open)).toBe(false);
    expect(decisionsDiffer({ ...open, others: [BEN, DECISION] })).toBe(true);
  });

  it('keeps what others said, with its name, and leaves out what is broken', () => {
    expect(readClaims([CLAIM])).toEqual([CLAIM]);
    expect(readClaims([{ ...CLAIM, others: [{ verdict: 'maybe' }, null] }])[0]).not.toHaveProperty('others');
  });

  it("is reported with everybody's verdict, and never with its code", () => {
    const { found, about } = CHECK;
    const checked: CheckedText = { ...found, about };
    for (const form of EXPORTS) {
      const file = writeExport(form, checked, new Date('2026-11-28T12:00:00Z'))[2];
      expect(file, form).not.toMatch(/secret-of|code-of/);
      if (form !== 'review')
        expect([file.includes('Ben'), file.includes('I looked.')], form).toEqual([true, true]);
    }
    const markdown = writeExport('markdown', checked, new Date('2026-11-28T12:00:00Z'))[2];
    expect(markdown).toContain(
      '  - Several people decided, and do not agree.\n  - Ben, November 24, 2025: supported. I looked.',
    );
    expect(markdown).toContain('decided by Ann');
  });
});
