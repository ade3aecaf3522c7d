/** What a check that is stopped, or fails, leaves; and what is said of a text by several checks. */
import { describe, expect, it } from 'vitest';
import type { Claim, FactCheckMetadata } from '../../web/api/types.ts';
import type { Found } from '../../web/check/follow-edit.ts';
import { followMetadata, openNames, sameIfEqual, settleClaims } from '../../web/check/take-verdicts.ts';
import { unjudged } from '../../web/claims/check-rest.ts';
import { revise } from '../../web/claims/revise-text.ts';
import { NO_VERDICTS } from './no-verdicts.ts';

const TEXT = 'The tower was completed in 1899. The wall fell in 1991.';
const claimAt = (id: string, words: string, more: Partial<Claim> = {}): Claim => ({
  ...{ id, text: words, original_text: words, role: 'text', message_index: 0, category: 'event' },
  ...{ confidence: 0.9, start: TEXT.indexOf(words), end: TEXT.indexOf(words) + words.length },
  ...more,
});
const REFUTED = { verdict: 'refuted', verdict_confidence: 0.8, explanation: 'Another year.' } as const;
const correct = (wrong: string, right: string) => ({ correction: { wrong, right, source: 's', url: '' } });
const TOWER = claimAt('a', 'The tower was completed in 1899.', { ...REFUTED, ...correct('1899', '1889') });
const WALL = claimAt('b', 'The wall fell in 1991.', { ...REFUTED, ...correct('1991', '1989') });
const METADATA: FactCheckMetadata = {
  ...{ claims_detected: 2, confidence_score: 0.5, sources_consulted: ['starter'], mode: 'verify' },
  ...{ claims: [TOWER, WALL], revised_content: 'of old', revisions: [], summary: NO_VERDICTS },
};
const found = (...claims: readonly Claim[]): Found => ({ text: TEXT, claims, gone: [] });

describe('sameIfEqual', () => {
  it('leaves a claim that says the same as it is, so that its card is not drawn anew', () => {
    expect(sameIfEqual(TOWER, structuredClone(TOWER))).toBe(TOWER);
    const other = { ...TOWER, explanation: 'Yet another year.' };
    expect(sameIfEqual(TOWER, other)).toBe(other);
    expect(sameIfEqual(undefined, WALL)).toBe(WALL);
  });
});

describe('a check that ends early', () => {
  it('leaves new verdicts where they came, and what was known before elsewhere', () => {
    const now = { ...unjudged(TOWER), verdict: 'supported' as const };
    const check = { found: found(now, { ...unjudged(WALL), checking: true }), metadata: undefined };
    const settled = settleClaims(check, found(TOWER, WALL), METADATA);
    expect(settled.found.claims).toEqual([now, WALL]);
    expect(settled.metadata).toBe(METADATA);
  });

  it('leaves the claims of the text before where nothing came of the new one', () => {
    const before = found(TOWER);
    expect(settleClaims({ found: { ...found(), text: 'Other.' } }, before, undefined).found).toBe(before);
  });

  it('leaves a claim of a new text unjudged, whose id one of the text before had', () => {
    const check = { found: found({ ...unjudged(WALL), id: TOWER.id }) };
    expect(settleClaims(check, found(TOWER), undefined).found.claims).toEqual(check.found.claims);
  });

  it('has nothing of the judge’s on a claim that is asked for anew', () => {
    expect(unjudged({ ...TOWER, checked: false, checking: true, reading: 'x', parts: [] })).toEqual(
      claimAt('a', TOWER.text),
    );
  });
});

describe('ids', () => {
  it('are those of the claims in their places, and new ones elsewhere, whatever the gateway calls them', () => {
    const names = openNames([TOWER, { ...WALL, id: 'claim-1' }]);
    expect(names.of({ ...WALL, id: 'claim-7' })).toBe('claim-1');
    expect(names.known('claim-7')).toBe('claim-1');
    expect(names.of({ ...WALL, id: 'claim-1', start: 3, end: 9 })).toBe('claim-2');
  });
});

describe('a corrected text', () => {
  it('has the corrections of all verified claims, from whichever check they are', () => {
    const unchecked = { ...WALL, checked: false as const };
    expect(revise(METADATA, found(TOWER, WALL)).revised_content).toBe(
      TEXT.replace('1899', '1889').replace('1991', '1989'),
    );
    expect(revise(METADATA, found(TOWER, unchecked)).revised_content).toBe(TEXT.replace('1899', '1889'));
  });
});

describe('what is said of an edited text', () => {
  it('is said of the verdicts that it keeps alone', () => {
    const kept = followMetadata(METADATA, [TOWER, unjudged(WALL)]);
    expect(kept).toEqual({
      ...{ claims_detected: 2, confidence_score: 0.2, sources_consulted: ['starter'], mode: 'verify' },
      claims: [TOWER],
      summary: { ...NO_VERDICTS, claims: 1, refuted: 1 },
    });
    expect(followMetadata(METADATA, [unjudged(TOWER)])).toBeUndefined();
  });
});
