import { describe, expect, it } from 'vitest';
import { resolveDate } from './resolve-date.ts';

/** A Wednesday. */
const DAY = '2024-05-08';
const dateIn = (claim: string, language = 'en', day = DAY) => resolveDate(claim, language, day);
const openIn = (claim: string) => resolveDate(claim, 'en', undefined);

describe('a relative date', () => {
  it.each([
    ['The mayor resigned yesterday.', '2024-05-07'],
    ['The mayor resigned the day before yesterday.', '2024-05-06'],
    ['Yesterday’s vote cost the mayor his office.', '2024-05-07'],
    ['The court fined the bank on Wednesday.', '2024-05-08'],
    ['The court fined the bank last Wednesday.', '2024-05-01'],
    ['The court fined the bank on Thursday.', '2024-05-02'],
    ['Parliament will vote on Wednesday.', '2024-05-15'],
    ['Parliament will vote on Thursday.', '2024-05-09'],
    ['The factory closed 12 weeks ago.', '2024-02-14'],
    ['The factory closed a month ago.', '2024-04'],
    ['The factory closed 30 years ago.', '1994'],
    ['Three weeks ago the factory closed.', '2024-04-17'],
    ['3 weeks ago the factory closed.', '2024-04-17'],
    ['A year ago the factory closed.', '2023'],
    ['On Wednesday the court fined the bank.', '2024-05-08'],
    ['The factory closed 7 days ago, or 1 week ago.', '2024-05-01'],
    ['The mayor resigned yesterday and was gone yesterday.', '2024-05-07'],
    ['Prices rose this month.', '2024-05'],
    ['The law was passed today.', '2024-05-08'],
  ])('is meant by that of the text: %s', (claim, date) => {
    expect(dateIn(claim)).toEqual({ date });
  });

  it('counts across the ends of months and years', () => {
    expect(dateIn('The mayor resigned yesterday.', 'en', '2024-03-01')).toEqual({ date: '2024-02-29' });
    expect(dateIn('Prices rose last month.', 'en', '2024-01-31')).toEqual({ date: '2023-12' });
    expect(dateIn('Prices will rise next month.', 'en', '2024-12-31')).toEqual({ date: '2025-01' });
  });

  it.each([
    'Today, most people own a phone.',
    'The shop is open on Friday.',
    'The shop was closed on Mondays.',
    'The band played on Monday and Tuesday.',
    'The court fined the bank on Monday, 5 May.',
    'Five years ago in 2015, Greece closed its banks.',
    'Over ten years ago, scientists found water on Mars.',
    'The factory closed 31 years ago.',
    'The factory closed 3 weeks ago and the mill 4 weeks ago.',
    'The mayor likes to speak of yesterdays.',
    'This month’s prices rose.',
    'The last year of the war cost 40,000 lives.',
    'The film Yesterday earned 154 million dollars.',
    'Prices fell last week.',
    'Prices rose last month and last year.',
    'The factory closed in 2019.',
  ])('is left alone where it may mean another: %s', (claim) => {
    expect(dateIn(claim)).toBeUndefined();
  });

  it('is open where nobody knows of which day the text is', () => {
    expect(openIn('The mayor resigned yesterday.')).toBe('open');
    expect(openIn('Prices fell last week.')).toBe('open');
    for (const day of ['next Monday', 'this Tuesday']) {
      expect(openIn(`The law was passed for ${day}.`)).toBe('open');
      expect(resolveDate(`The law was passed for ${day}.`, 'en', '2024-05-08')).toBeUndefined();
    }
    expect(openIn('The shop is open on Friday.')).toBeUndefined();
  });

  it('is read in twelve languages, and in no other', () => {
    expect(dateIn('Die Brücke wurde vor 3 Wochen gesperrt.', 'de')).toEqual({ date: '2024-04-17' });
    expect(dateIn('长江大桥3周前关闭。', 'zh')).toEqual({ date: '2024-04-17' });
    expect(dateIn('Köprü üç hafta önce kapandı.', 'tr')).toEqual({ date: '2024-04-17' });
    expect(dateIn('La réunion a lieu le lundi.', 'fr')).toBeUndefined();
    expect(dateIn('Bron stängdes i går.', 'sv')).toBeUndefined();
  });
});
