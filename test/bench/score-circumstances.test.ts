import { describe, expect, it } from 'vitest';
import {
  FIELDS,
  precisionOf,
  readDated,
  recallOf,
  scoreDated,
} from '../../bench/claims/score-circumstances.ts';

describe('who said it and when', () => {
  it('is labelled line by line', () => {
    const [document] = readDated(
      '# about\n\n## chat en 2024-05-08\nspeaker=Tom;date=2024-05-07\tTom: It rained yesterday.\n+-\tA.\n\n.\tB.\n',
    );
    expect(document).toMatchObject({ kind: 'chat', language: 'en', date: '2024-05-08' });
    expect(document!.text).toBe('Tom: It rained yesterday. A.\n\nB.');
    expect(document!.lines.map(({ expected }) => expected)).toEqual([
      { speaker: 'Tom', date: '2024-05-07' },
      {},
    ]);
  });

  it('refuses a line without a label', () => {
    expect(() => readDated('## chat en\nTom: It rained.')).toThrow('not a labelled line: Tom: It rained.');
  });

  const documents = readDated();

  it('is asked of 150 lines and more, English and others', () => {
    const lines = (english: boolean): number =>
      documents.filter(({ language }) => (language === 'en') === english).flatMap((one) => one.lines).length;
    expect(lines(true)).toBeGreaterThanOrEqual(100);
    expect(lines(false)).toBeGreaterThanOrEqual(50);
  });

  it.each([
    ['English', true],
    ['other languages', false],
  ])('is read in %s: hardly ever wrongly', (_, english) => {
    const { fields, unfound } = scoreDated(
      documents.filter(({ language }) => (language === 'en') === english),
    );
    expect(unfound).toBe(0);
    for (const field of FIELDS) {
      expect.soft([field, precisionOf(fields[field])], field).toEqual([field, 1]);
      expect.soft(recallOf(fields[field]), field).toBeGreaterThanOrEqual(0.95);
    }
  });
});
