import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Claim, Evidence, Stance } from '../../../domain/claim.ts';
import { urlCitations } from './url-citations.ts';

const A = { title: 'A', url: 'https://a.example/' };
const B = { title: 'B', url: 'http://b.example/' };
const OWN = { title: 'Own', url: '/starter/own' };
const NONE = { title: 'Note', url: '' };

const evidence = (of: { title: string; url: string }, stance: Stance = 'supports'): Evidence => ({
  ...of,
  ...{ source: 's', kind: 'web', quote: 'q', stance },
});
const claim = (start: number, end: number, more: Partial<Claim> = {}): Claim => ({
  ...{ id: 'c', text: 'x', original_text: 'x', role: 'assistant', message_index: 1, start, end },
  ...{ category: 'other', confidence: 1, language: 'en', language_supported: true },
  ...{ verdict: 'supported', evidence: [evidence(A)] },
  ...more,
});
/** Each as `start-end title`. */
const cite = (...asked: Parameters<typeof urlCitations>): string[] =>
  urlCitations(...asked).map(({ start_index: start, end_index: end, title }) => `${start}-${end} ${title}`);

describe('the marks of a text', () => {
  it('name the evidence of their numbers, each where it stands', () => {
    expect(urlCitations('One [1]. Two [2][1].', 0, [A, B], [])).toEqual([
      { type: 'url_citation', start_index: 4, end_index: 7, ...A },
      { type: 'url_citation', start_index: 13, end_index: 16, ...B },
      { type: 'url_citation', start_index: 16, end_index: 19, ...A },
    ]);
  });

  it('name nothing that has another number, or no address that a browser opens', () => {
    expect(cite('[0] [1] [2] [3] [4] [1234]', 0, [OWN, NONE, A], [])).toEqual(['12-15 A']);
  });

  it('name nothing where the model was not asked to cite', () => {
    expect(cite('An array a[1].', 0, [], [])).toEqual([]);
  });
});

describe('the claims of a text', () => {
  it('cite what decides their verdicts', () => {
    const claims = [
      claim(0, 4, { verdict: 'conflicting', evidence: [evidence(A), evidence(B, 'refutes'), evidence(OWN)] }),
      claim(5, 9, {
        verdict: 'not_enough_evidence',
        evidence: [evidence(A, 'neutral'), evidence(B, 'unjudged')],
      }),
    ];
    expect(cite('One. Two.', 0, [], claims)).toEqual(['0-4 A', '0-4 B']);
  });

  it('cite nothing without a verdict', () => {
    const { verdict: _, ...unjudged } = claim(0, 4);
    expect(cite('One.', 0, [], [unjudged])).toEqual([]);
  });

  it.each<[string, Partial<Claim>]>([
    ['of the user', { role: 'user' }],
    ['of another answer', { choice_index: 1 }],
    ['of a part before', { start: 0, end: 4 }],
    ['of a part behind', { start: 30, end: 34 }],
    ['of two parts', { start: 8, end: 12 }],
  ])('%s are not in it', (_of, more) => {
    expect(cite('One.', 10, [], [claim(10, 14)])).toEqual(['0-4 A']);
    expect(cite('One.', 10, [], [claim(10, 14, more)])).toEqual([]);
  });

  it('are not cited again for what a mark in or right behind them names', () => {
    const claims = [claim(0, 4, { evidence: [evidence(A), evidence(B)] }), claim(9, 14)];
    expect(cite('One. [1] Two.', 0, [A], claims)).toEqual(['0-4 B', '5-8 A']);
    expect(cite('One [1]. Two.', 0, [A], [claim(0, 8), claim(9, 13)])).toEqual(['4-7 A', '9-13 A']);
  });

  it('cite a page once, however often it was quoted', () => {
    expect(cite('One.', 0, [], [claim(0, 4, { evidence: [evidence(A), evidence(A)] })])).toEqual(['0-4 A']);
  });
});

it('citations are in the order of their places, within the text', () => {
  const span = fc.tuple(fc.nat({ max: 30 }), fc.nat({ max: 30 }));
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom('a', '.', ' ', '[1]', '[2]', '[', ']', '1', '😀')),
      fc.array(span),
      fc.nat({ max: 20 }),
      (pieces, spans, from) => {
        const text = pieces.join('');
        const claims = spans.map(([start, length]) => claim(start, start + length));
        const found = urlCitations(text, from, [A, B], claims);
        for (const [at, one] of found.entries()) {
          expect(one.start_index).toBeGreaterThanOrEqual(found[at - 1]?.start_index ?? 0);
          expect(one.end_index).toBeGreaterThanOrEqual(one.start_index);
          expect(one.end_index).toBeLessThanOrEqual(text.length);
        }
      },
    ),
  );
});
