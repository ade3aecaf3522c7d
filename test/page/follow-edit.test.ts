/** Which verdicts an edited text keeps, where they stand in it, and which are of its earlier wording. */
import { describe, expect, it } from 'vitest';
import type { Claim } from '../../web/api/types.ts';
import { type Found, followEdit, readFound } from '../../web/check/follow-edit.ts';

const TOWER = 'The Eiffel Tower was completed in 1889.';
const WALL = 'The Berlin Wall fell in 1991.';
const WOOD = 'It is made of wood.';
const PEAK = 'Mount Everest is the highest mountain.';

/** The claims of a text as the detector finds them: every sentence. */
const detect = (text: string): Claim[] =>
  [...text.matchAll(/[^.]+\./g)].map(({ 0: part, index }, at) => {
    const original_text = part.trim();
    const start = index + part.length - original_text.length;
    return {
      ...{ id: `claim-${at + 1}`, text: original_text, original_text, role: 'text', message_index: 0 },
      ...{ start, end: start + original_text.length, category: 'event', confidence: 0.9 },
    };
  });

const verify = (text: string, more: (claim: Claim) => Partial<Claim> = () => ({})): Found => ({
  text,
  claims: detect(text).map((claim) => ({
    ...{ ...claim, verdict: 'supported', verdict_confidence: 0.9, explanation: 'So it is.' },
    ...more(claim),
  })),
  gone: [],
});

const follow = (before: Found, text: string): Found => followEdit(before, text, detect(text));

describe('followEdit', () => {
  it('keeps the verdicts of sentences that stand, with their places in the new text', () => {
    const before = verify(`${TOWER} ${PEAK}`);
    const { claims } = follow(before, `${WALL} ${TOWER} ${PEAK}`);
    expect(claims.map(({ verdict }) => verdict)).toEqual([undefined, 'supported', 'supported']);
    const text = `${WALL} ${TOWER} ${PEAK}`;
    for (const { start, end, original_text } of claims) expect(text.slice(start, end)).toBe(original_text);
    expect(new Set(claims.map(({ id }) => id)).size).toBe(3);
    expect(claims.slice(1).map(({ id }) => id)).toEqual(before.claims.map(({ id }) => id));
  });

  it('has a changed sentence unchecked, with the verdict on its old wording, through further changes', () => {
    const before = verify(`${TOWER} ${WALL} ${PEAK}`);
    const once = follow(before, `${TOWER} The Berlin Wall fell in 1989. ${PEAK}`);
    const twice = follow(once, `${TOWER} The Berlin Wall fell late in 1989. ${PEAK}`);
    for (const { claims } of [once, twice]) {
      expect(claims.map(({ verdict }) => verdict)).toEqual(['supported', undefined, 'supported']);
      expect(claims[1]).toMatchObject({ outdated: { original_text: WALL, verdict: 'supported' } });
      expect(claims[0]?.outdated).toBeUndefined();
    }
    expect(follow(twice, before.text).claims).toEqual(before.claims);
  });

  it('takes a sentence that has nothing of the old one as new', () => {
    const { claims } = follow(verify(`${TOWER} ${WALL}`), `${TOWER} Water boils at 100 degrees.`);
    expect(claims[1]?.outdated).toBeUndefined();
  });

  it('gives a verdict that rests on the sentence before up where that changes', () => {
    const reading = (claim: Claim): Partial<Claim> =>
      claim.original_text === WOOD ? { reading: 'The Eiffel Tower is made of wood.' } : {};
    const before = verify(`${TOWER} ${WOOD}`, reading);
    const kept = follow(before, `${TOWER} ${WOOD} ${PEAK}`);
    expect(kept.claims[1]?.verdict).toBe('supported');
    const changed = follow(before, `The old barn was completed in 1889. ${WOOD}`);
    expect(changed.claims[1]).toMatchObject({ outdated: { verdict: 'supported' } });
    expect(changed.claims[1]?.verdict).toBeUndefined();
    expect(follow(changed, `The old inn was completed in 1889. ${WOOD}`).claims[1]?.verdict).toBeUndefined();
  });

  it('gives a sentence its verdict back that was taken out and put in again', () => {
    const without = follow(verify(`${TOWER} ${WALL}`), TOWER);
    expect(without.claims).toHaveLength(1);
    expect(follow(without, `${WALL} ${TOWER}`).claims.map(({ verdict }) => verdict)).toEqual([
      'supported',
      'supported',
    ]);
  });

  it('takes over no verdict of what was not checked', () => {
    const before = verify(`${TOWER} ${WALL}`, () => ({ verdict: 'not_enough_evidence', checked: false }));
    const { claims } = follow(before, `${TOWER} The Berlin Wall fell in 1989.`);
    expect(claims[0]?.checked).toBe(false);
    expect(claims[1]?.outdated).toBeUndefined();
  });

  it('follows an edit in 2,000 claims', () => {
    const text = Array.from(
      { length: 2_000 },
      (_, n) => `The tower of town ${n} was completed in 18${n}.`,
    ).join(' ');
    const before = verify(text);
    const now = detect(`Now: ${text.replaceAll('tower', 'bridge')}`);
    expect(followEdit(before, text, now).claims).toHaveLength(2_000);
  });
});

describe('readFound', () => {
  it('gives back what was kept', () => {
    const kept = { ...verify(`${TOWER} ${WALL}`), gone: detect(PEAK) };
    expect(readFound(structuredClone(kept))).toEqual(kept);
  });

  it.each([
    ['no object', 'x'],
    ['claims that are no list', { text: TOWER, claims: 7 }],
    ['claims of another text', { text: WALL, claims: detect(TOWER) }],
    ['a verdict that there is not', { text: TOWER, claims: [{ ...detect(TOWER)[0], verdict: 'sure' }] }],
    ['an earlier claim that is none', { text: TOWER, claims: [{ ...detect(TOWER)[0], outdated: 'x' }] }],
    ['evidence that is none', { text: TOWER, claims: [{ ...detect(TOWER)[0], evidence: [{}] }] }],
  ])('leaves out what is broken: %s', (_what, kept) => {
    expect(readFound(kept)).toMatchObject({ claims: [], gone: [] });
  });
});
