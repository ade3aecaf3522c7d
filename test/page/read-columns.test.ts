/** What a file for an evaluation says, in the spellings that people use. */
import { describe, expect, it } from 'vitest';
import type { Result } from '../../web/evaluate/measure-row.ts';
import { readClaimList, readColumns } from '../../web/evaluate/read-columns.ts';
import { readReferences, readVerdict } from '../../web/evaluate/read-verdict.ts';
import { scoreReferences } from '../../web/evaluate/score-references.ts';

describe('reference verdicts', () => {
  it.each([
    ['supported', ['supported', 'SUPPORTS', 'Support', ' true ', 'TRUE', 'yes', '1', 'entailment']],
    ['refuted', ['refuted', 'REFUTES', 'refute', 'False', 'no', '0', 'CONTRADICT', 'contradiction']],
    [
      'not_enough_evidence',
      ['not_enough_evidence', 'NOT ENOUGH INFO', 'Not enough information', 'NEI', 'nee', 'unverified'],
    ],
    ['conflicting', ['conflicting', 'Conflicting Evidence/Cherrypicking', 'mixed', 'DISPUTED', 'half-true']],
    [undefined, ['', 'maybe', 'true-ish', 'not supported', '2', 'untrue']],
  ])('%s', (verdict, spellings) => {
    expect(spellings.map(readVerdict)).toEqual(spellings.map(() => verdict));
  });

  it('that were not understood are named by row, and empty ones are counted', () => {
    expect(readReferences(['true', 'maybe', ' ', 'no', ' perhaps'])).toEqual({
      verdicts: ['supported', undefined, undefined, 'refuted', undefined],
      unclear: [
        { row: 2, words: 'maybe' },
        { row: 5, words: 'perhaps' },
      ],
      empty: 1,
    });
  });
});

describe('columns', () => {
  it.each([
    ['claim,label,id', { textColumn: 'claim', expectedColumn: 'label', idColumn: 'id' }],
    ['claims,text,verdict', { textColumn: 'text', claimsColumn: 'claims', expectedColumn: 'verdict' }],
    ['Statement,gold_claims,Gold verdict', { textColumn: 'Statement', expectedColumn: 'Gold verdict' }],
    ['verdict,expected,post', { textColumn: 'post', expectedColumn: 'expected' }],
  ])('%s', (header, columns) => {
    expect(readColumns([{}], header.split(','))).toMatchObject(columns);
  });

  it('without a known name: the longest is the text', () => {
    expect(readColumns([{ a: 'x', b: 'A long text.' }], ['a', 'b'])).toMatchObject({ textColumn: 'b' });
    expect(readColumns([], [])).toBeUndefined();
  });
});

describe('reference claims', () => {
  it.each([
    ['["One.", "Two."]', ['One.', 'Two.']],
    ['One.\nTwo.\n', ['One.', 'Two.']],
    ['[One', ['[One']],
    ['[]', []],
    ['', undefined],
  ])('%j', (cell, list) => {
    expect(readClaimList(cell)).toEqual(list);
  });

  it('are matched with the extracted ones, over all claims and as the mean over rows', () => {
    const result = (...claims: string[]) =>
      ({ scored: claims.map((extracted_claim) => ({ extracted_claim })) }) as unknown as Result;
    const results = [
      result('The tower is tall.', 'Cats bark.'),
      result(),
      undefined,
      { ...result('x'), failure: { status: 500, code: 'x', message: '' } },
    ];
    const lists = [['The tower is very tall.'], ['It rains.'], ['Lost.'], ['Failed.']];
    expect(scoreReferences(results, lists)).toEqual({
      rows: 2,
      counts: { matched: 1, extracted: 2, reference: 2 },
      micro: { precision: 0.5, recall: 0.5, f1: 0.5 },
      macro: { precision: 0.25, recall: 0.5, f1: expect.closeTo(1 / 3) },
    });
    expect(scoreReferences(results, [])).toBeUndefined();
  });
});
