/** What a person decided stays, and stays a person's. */
import { describe, expect, it } from 'vitest';
import type { Claim, Decision, FactCheckMetadata } from '../../web/api/types.ts';
import { closeRest, setAside } from '../../web/claims/check-rest.ts';
import { findDistinct } from '../../web/claims/distinct-claims.ts';
import { mergeMetadata } from '../../web/claims/merge-metadata.ts';
import { decisionOf, finalState } from '../../web/claims/person-decision.ts';
import { readClaims } from '../../web/claims/read-claims.ts';
import { revise } from '../../web/claims/revise-text.ts';
import { writeReport } from '../../web/claims/write-report.ts';
import { NO_VERDICTS } from './no-verdicts.ts';

const TEXT = 'The tower is 300 m high.';
const DECISION: Decision = { verdict: 'supported', note: 'I was there.', evidence: [], at: 0 };
const CLAIM = {
  ...{ id: 'claim-1', role: 'text', message_index: 0, text: TEXT, original_text: TEXT, start: 0 },
  ...{ end: TEXT.length, category: 'statistic', confidence: 0.9, language: 'en', language_supported: true },
} as Claim;
const CORRECTION = { wrong: '300 m', right: '330 m', source: 'corpus', url: 'https://example.org/' };
const REFUTED: Claim = {
  ...CLAIM,
  verdict: 'refuted',
  explanation: '',
  evidence: [],
  correction: CORRECTION,
};

const metadataOf = (claims: readonly Claim[]): FactCheckMetadata => ({
  ...{ claims_detected: 1, confidence_score: 1, sources_consulted: [], mode: 'verify', claims },
  summary: NO_VERDICTS,
});

describe('what a person decided', () => {
  it('stays where it was decided while others were checked', () => {
    const during = [{ ...setAside(CLAIM), decision: DECISION }];
    expect(closeRest(during, [CLAIM]).map(decisionOf)).toEqual([decisionOf(during[0] as Claim)]);
  });

  it('stays withdrawn where it was withdrawn while others were checked', () => {
    const during = [setAside(CLAIM)];
    expect(closeRest(during, [{ ...CLAIM, decision: DECISION }]).map(decisionOf)).toEqual([undefined]);
  });

  it('is not one claim with what a model judged alike', () => {
    const byPerson = { ...CLAIM, decision: { ...DECISION, verdict: 'refuted' } } as Claim;
    const byModel = { ...REFUTED, id: 'claim-2', start: 30, end: 30 + TEXT.length };
    expect(findDistinct([byModel, byPerson], finalState)).toHaveLength(2);
  });

  it('is left out where it is broken, and its claim is kept', () => {
    const kept = readClaims([{ ...REFUTED, decision: { verdict: 'no' } }]);
    expect(kept).toHaveLength(1);
    expect(kept[0]?.decision).toBeUndefined();
    const broken = readClaims([
      { ...REFUTED, decision: { verdict: 'supported', evidence: [null, { text: 1 }] } },
    ]);
    expect(broken[0]?.decision?.evidence?.every(({ text = '' }) => text.trim() === '')).toBe(true);
  });

  it('is not corrected by what the model said', () => {
    const report = writeReport({ text: TEXT, claims: [{ ...REFUTED, decision: DECISION }] }, new Date(0));
    expect(report.slice(0, report.indexOf('<h2'))).not.toContain('<del>');
    const revised = revise(metadataOf([]), {
      ...{ text: TEXT, claims: [{ ...REFUTED, decision: DECISION }] },
    });
    expect(revised.revisions ?? []).toEqual([]);
  });
});

describe('a claim that is checked again', () => {
  it('has no correction left where the new verdict has none', () => {
    const before = revise(metadataOf([REFUTED]), { text: TEXT, claims: [REFUTED] });
    const { correction: _, ...others } = REFUTED;
    const now: Claim = { ...others, verdict: 'supported' };
    const after = revise(mergeMetadata(before, metadataOf([now]), TEXT), {
      text: TEXT,
      claims: [now],
    });
    expect([after.revised_content, after.revisions]).toEqual([undefined, undefined]);
  });

  it('counts once in the confidence', () => {
    const old: Claim = { ...REFUTED, verdict_confidence: 0.2 };
    const now: Claim = { ...REFUTED, verdict_confidence: 0.8 };
    expect(mergeMetadata(metadataOf([old]), metadataOf([now]), TEXT).confidence_score).toBeCloseTo(0.2);
  });
});
