/** What is counted, what is listed and what is summed up of the claims of a request. */
import { describe, expect, it } from 'vitest';
import type { Claim, DetectedClaim } from '../../../domain/claim.ts';
import type { Verification } from '../open-verifier.ts';
import { createClaimList, describeClaims, MOST_LISTED, withFindings } from './claims-metadata.ts';

const FOUND = {
  text: 'It is so.',
  original_text: 'It is so.',
  start: 3,
  end: 12,
  category: 'other',
  confidence: 0.9,
  language: 'en',
  language_supported: true,
} as DetectedClaim;
const PLACE = { role: 'user', message_index: 2, offset: 100 } as const;
const claim = (fields: Partial<Claim> = {}): Claim =>
  ({ id: 'claim-1', ...FOUND, ...PLACE, ...fields }) as Claim;
const verified = (fields: object = {}): Verification =>
  ({
    claims: [],
    sources: [],
    calibrated: false,
    usage: { promptTokens: 3, completionTokens: 4 },
    ...fields,
  }) as unknown as Verification;

describe('a list of claims', () => {
  it('numbers claims and statements apart, from 1', () => {
    const list = createClaimList();
    const statement = { ...FOUND, statement: true } as DetectedClaim;
    const ids = [FOUND, statement, FOUND, statement].map((found) => list.add(found, PLACE).id);
    expect(ids).toEqual(['claim-1', 'statement-1', 'claim-2', 'statement-2']);
    expect(list.next(FOUND, PLACE).id).toBe('claim-3');
    expect(list.detected()).toBe(2);
    expect(list.kept).toHaveLength(4);
  });

  it('places a claim in its message', () => {
    expect(createClaimList().add(FOUND, PLACE)).toMatchObject({ start: 103, end: 112, message_index: 2 });
  });

  it('counts those that are left, as omitted where they would have been listed', () => {
    const list = createClaimList((_claim, index) => index === 2);
    list.leave(FOUND, PLACE);
    list.leave(FOUND, { ...PLACE, message_index: 1 });
    expect([list.detected(), list.omitted(), list.kept.length]).toEqual([2, 1, 0]);
  });
});

describe('the metadata', () => {
  const describeAll = (wanted: readonly Claim[], findings: object = {}, isListed = true) =>
    describeClaims('detect', createClaimList(), wanted, isListed, findings);

  it.each([
    [MOST_LISTED - 1, MOST_LISTED - 1, undefined],
    [MOST_LISTED, MOST_LISTED, undefined],
    [MOST_LISTED + 1, MOST_LISTED, 1],
  ])('of %i claims lists %i and omits %s', (count, listed, omitted) => {
    const { claims, claims_omitted } = describeAll(Array.from({ length: count }, () => claim()));
    expect([claims?.length, claims_omitted]).toEqual([listed, omitted]);
  });

  it('lists and omits none where claims are not to be listed', () => {
    const metadata = describeAll([claim()], {}, false);
    expect(metadata.claims).toEqual([]);
    expect(metadata).not.toHaveProperty('claims_omitted');
  });

  it('adds those that were not kept to the omitted', () => {
    const list = createClaimList();
    list.leave(FOUND, PLACE);
    const wanted = Array.from({ length: MOST_LISTED + 2 }, () => claim());
    expect(describeClaims('detect', list, wanted, true, {}).claims_omitted).toBe(3);
  });

  it.each<[Partial<Claim>[], number]>([
    [[], 1],
    [[{ verdict: 'supported', verdict_confidence: 0.8 }], 0.8],
    [[{ verdict: 'refuted', verdict_confidence: 0.8 }], 0.2],
    [[{ verdict: 'conflicting', verdict_confidence: 0.8 }], 0.5],
    [[{ verdict: 'not_enough_evidence', verdict_confidence: 0.8 }], 0.5],
    [[{}], 0.5],
    [[{ verdict: 'supported' }], 0.5],
    [
      [{ verdict: 'supported', verdict_confidence: 1 }, { verdict: 'refuted', verdict_confidence: 1 }, {}],
      0.5,
    ],
    [[{ verdict: 'supported', verdict_confidence: 1 }, {}, {}], 0.6667],
  ])('of %j is as likely true as %s', (claims, score) => {
    expect(describeAll(claims.map((one) => claim(one))).confidence_score).toBe(score);
  });

  it('sums up the verdicts, and those that nobody checked', () => {
    const verdicts = [
      'supported',
      'supported',
      'refuted',
      'conflicting',
      'not_enough_evidence',
      undefined,
    ] as const;
    const claims = verdicts.map((verdict) => claim(verdict === undefined ? {} : { verdict }));
    expect(
      describeAll([...claims, claim({ verdict: 'not_enough_evidence', checked: false })]).summary,
    ).toEqual({
      claims: 7,
      supported: 2,
      refuted: 1,
      conflicting: 1,
      not_enough_evidence: 1,
      unchecked: 2,
    });
  });

  it('names each source once, and what was searched and used where there was something', () => {
    const grounding = { sources: ['a', 'b'], evidence: new Map() };
    const verification = verified({ sources: ['b', 'c'] });
    const metadata = describeClaims('verify', createClaimList(), [], true, {
      grounding: grounding as never,
      verification,
      searches: [{ source: 'a' }] as never,
    });
    expect(metadata.sources_consulted).toEqual(['a', 'b', 'c']);
    expect(metadata.searches).toHaveLength(1);
    const usage = { prompt_tokens: 3, completion_tokens: 4, total_tokens: 7 };
    expect(metadata.usage).toEqual(usage);
    const priced = verified({ usage: { promptTokens: 3, completionTokens: 4, nanos: 2_500 } });
    expect(describeClaims('verify', createClaimList(), [], true, { verification: priced }).usage).toEqual({
      ...usage,
      cost: 0.0000025,
    });
    expect(describeAll([], { verification })).not.toHaveProperty('usage');
    expect(describeAll([])).not.toHaveProperty('searches');
  });
});

describe('groundedness', () => {
  const evidence = (kind: string, stance: string) => [{ kind, stance }] as unknown as Claim['evidence'];
  const held = (verdict: Claim['verdict'], kind = 'context', stance = 'supports', checked?: false) =>
    claim({
      verdict,
      evidence: evidence(kind, stance),
      ...(checked === undefined ? {} : { checked }),
    } as never);
  const of = (claims: readonly Claim[]) =>
    describeClaims('verify', createClaimList(), [], true, { verification: verified(), held: claims })
      .groundedness;

  it('counts what the texts of the request support and refute, of what was judged', () => {
    expect(
      of([
        held('supported'),
        held('supported', 'web'),
        held('supported', 'context', 'refutes'),
        held('refuted', 'context', 'refutes'),
        held('refuted', 'context', 'supports'),
        held('not_enough_evidence', 'context', 'unjudged', false),
        claim(),
      ]),
    ).toEqual({ score: 0.2, statements: 7, supported: 1, refuted: 1, unsupported: 3, unchecked: 2 });
  });

  it('has no score where nothing was judged', () => {
    expect(of([claim()])).toMatchObject({ score: null, statements: 1, unchecked: 1, unsupported: 0 });
  });

  it('is said only where texts were brought and verified against', () => {
    const [list, verification] = [createClaimList(), verified()];
    expect(describeClaims('verify', list, [], true, { verification })).not.toHaveProperty('groundedness');
    expect(describeClaims('ground', list, [], true, { held: [] })).not.toHaveProperty('groundedness');
  });
});

describe('the findings of claims', () => {
  it('are the verdicts, or where there are none, the evidence', () => {
    const [one, two] = [claim(), claim({ id: 'claim-2' })];
    const grounding = { evidence: new Map([['claim-1', []]]) } as never;
    expect(withFindings([one, two], { grounding })).toEqual([{ ...one, evidence: [] }, two]);
    const judged = { ...one, verdict: 'supported' };
    const verification = verified({ claims: [judged] });
    expect(withFindings([one, two], { grounding, verification })).toEqual([judged, two]);
  });
});
