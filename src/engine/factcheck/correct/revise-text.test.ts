import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Claim } from '../../../domain/claim.ts';
import { type RevisedText, reviseText } from './revise-text.ts';

const TEXT = '🙂 The bridge was opened in 1889. It is **330 m** long.';

/** A claim of a text, corrected or not. */
function claimOf(text: string, original: string, id: string, wrong?: string, right = ''): Claim {
  const start = text.indexOf(original);
  return {
    id,
    role: 'assistant',
    message_index: 1,
    text: original,
    original_text: original,
    start,
    end: start + original.length,
    category: 'other',
    confidence: 0.9,
    language: 'en',
    language_supported: true,
    ...(wrong === undefined ? {} : { correction: { wrong, right, source: 'wikipedia', url: '' } }),
  };
}

/** The listed changes, made by the reader of the answer. */
function apply(text: string, { revisions }: RevisedText): string {
  return revisions.reduceRight(
    (all, { start, end, right }) => all.slice(0, start) + right + all.slice(end),
    text,
  );
}

describe('a revised text', () => {
  it('has each correction in its place, and says where that was', () => {
    const claims = [
      claimOf(TEXT, 'It is **330 m** long.', 'claim-2', '330', '324'),
      claimOf(TEXT, 'The bridge was opened in 1889.', 'claim-1', '1889', '1887'),
    ];
    const revised = reviseText(TEXT, claims);
    expect(revised).toEqual({
      revised_content: '🙂 The bridge was opened in 1887. It is **324 m** long.',
      revisions: [
        { start: 28, end: 32, wrong: '1889', right: '1887', claim_id: 'claim-1' },
        { start: 42, end: 45, wrong: '330', right: '324', claim_id: 'claim-2' },
      ],
    });
    for (const { start, end, wrong } of revised.revisions) expect(TEXT.slice(start, end)).toBe(wrong);
  });

  it('is the text as it was where nothing is corrected', () => {
    const claims = [claimOf(TEXT, 'The bridge was opened in 1889.', 'claim-1')];
    expect(reviseText(TEXT, claims)).toEqual({ revised_content: TEXT, revisions: [] });
    expect(reviseText('', [])).toEqual({ revised_content: '', revisions: [] });
  });

  it('has one place corrected once, by the first claim', () => {
    const claims = [
      claimOf(TEXT, 'The bridge was opened in 1889.', 'claim-1', '1889', '1887'),
      claimOf(TEXT, 'opened in 1889', 'claim-2', '1889', '1888'),
      claimOf(TEXT, TEXT, 'claim-3', 'in 1889. It', 'of old. It'),
    ];
    // What begins first comes first; of two that begin together, the claim that is listed first.
    expect(reviseText(TEXT, claims).revisions.map(({ claim_id }) => claim_id)).toEqual(['claim-3']);
    expect(reviseText(TEXT, claims.slice(0, 2)).revised_content).toBe(TEXT.replace('1889', '1887'));
  });

  it('leaves a claim that does not stand there', () => {
    const claim = claimOf(TEXT, 'The bridge was opened in 1889.', 'claim-1', '1889', '1887');
    for (const start of [claim.start + 1, 0, 9_999, -5])
      expect(reviseText(TEXT, [{ ...claim, start }]).revised_content).toBe(TEXT);
    const absent = { ...claim, original_text: 'The bridge was opened late.' };
    expect(reviseText(TEXT, [absent])).toEqual({ revised_content: TEXT, revisions: [] });
  });

  it('is what the listed changes make of the text, whatever the claims', () => {
    const pieces = fc.array(
      fc.oneof(fc.constantFrom('1889', '330 m', 'é', '🙂', ' '), fc.string({ unit: 'binary', maxLength: 6 })),
      { minLength: 1, maxLength: 12 },
    );
    const cut = fc.tuple(fc.nat(20), fc.nat(20), fc.nat(20), fc.nat(20), fc.string({ maxLength: 5 }));
    fc.assert(
      fc.property(pieces, fc.array(cut, { maxLength: 6 }), (all, cuts) => {
        const text = all.join('');
        const claims = cuts.map(([start, length, from, size, right], at) => {
          const original = text.slice(start, start + length);
          const wrong = original.slice(from % (length + 1), (from % (length + 1)) + size);
          return {
            ...claimOf(text, original, `claim-${at}`, wrong, right),
            start,
            end: start + original.length,
          };
        });
        const revised = reviseText(text, claims);
        expect(apply(text, revised)).toBe(revised.revised_content);
        let end = 0;
        for (const one of revised.revisions) {
          expect(one.start).toBeGreaterThanOrEqual(end);
          expect(text.slice(one.start, one.end)).toBe(one.wrong);
          expect(one.wrong).not.toBe('');
          end = one.end;
        }
        expect(
          revised.revisions.every(({ claim_id, right }) =>
            claims.some(({ id, correction }) => id === claim_id && correction?.right === right),
          ),
        ).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});
