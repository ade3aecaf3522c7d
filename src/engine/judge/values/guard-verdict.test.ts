import { describe, expect, it } from 'vitest';
import { guardVerdict, type Probabilities } from './guard-verdict.ts';
import { judgeByValues } from './judge-by-values.ts';

const model = (supported: number, refuted: number): Probabilities => ({
  supported,
  refuted,
  not_enough_info: 1 - supported - refuted,
});
const guarded = (probabilities: Probabilities, claim: string, passage: string) =>
  guardVerdict(probabilities, judgeByValues(claim, passage), 0.8);

describe('guardVerdict', () => {
  it('states what the model says where the values agree', () => {
    const [claim, passage] = ['The hall seats 4,000.', 'There are 4000 seats in the hall.'];
    expect(guarded(model(0.9, 0.05), claim, passage)).toMatchObject({ verdict: 'supported', by: 'model' });
    const other = 'The hall is closed.';
    expect(guarded(model(0.1, 0.85), other, passage)).toMatchObject({ verdict: 'refuted', by: 'model' });
    expect(guarded(model(0.5, 0.3), claim, passage)).toEqual({ verdict: 'undecided', why: 'threshold' });
  });

  it.each([
    ['The hall seats 4,000 people.', 'The hall seats 4000 people.'],
    ['It opened on 3 May 2020.', 'It opened on May 3, 2020.'],
    ['Entry costs 2.50 euros.', 'Nobody waits. Entry costs 2.5 euros.'],
  ])('refutes no sentence by itself with its values in another writing: %s', (claim, passage) => {
    expect(guarded(model(0.02, 0.97), claim, passage)).toMatchObject({ verdict: 'supported', by: 'values' });
  });

  it('refutes no claim by the model alone of which the passage has every figure', () => {
    const refutes = (claim: string) =>
      guarded(model(0.05, 0.9), claim, 'The hall seats 4,000 and was built by Ito.').verdict;
    expect(refutes('The hall has seats for 4000 guests.')).toBe('undecided');
    expect(refutes('The hall was built within 3 years.')).toBe('refuted');
    expect(refutes('The hall seats 3,000.')).toBe('refuted');
    expect(refutes('The hall was built by Sato.')).toBe('refuted');
  });

  it('states no support where a value surely differs, and refutes by it', () => {
    const differs = [
      'The tower was completed in 1989 by the city.',
      'The tower was completed in 1889 by the city.',
    ] as const;
    expect(guarded(model(0.95, 0.02), ...differs)).toMatchObject({ verdict: 'refuted', by: 'values' });
    expect(guarded(model(0.1, 0.88), ...differs)).toMatchObject({ verdict: 'refuted', by: 'model' });
  });

  it('leaves undecided where a value differs by all appearances', () => {
    const found = judgeByValues('The deposit is EUR 1,500.', 'The tenant pays a deposit of 1,200 euros.');
    expect(found.differs).toMatchObject([{ sure: false }]);
    expect(guardVerdict(model(0.9, 0.05), found, 0.8)).toEqual({ verdict: 'undecided', why: 'values' });
  });

  it.each([
    ['A goldfish has a memory of three seconds.', 'Goldfish remember for much longer than three seconds.'],
    ['The trip takes 3 hours.', 'The trip takes longer than 3 hours.'],
    ['The trip takes 3 hours.', 'The trip takes less than 3 hours.'],
    ['The lake has a depth of 40 metres.', 'It is deeper than 40 metres, and cold.'],
  ])('states no support where the passage says that it is more or less: %s', (claim, passage) => {
    expect(guarded(model(0.97, 0.01), claim, passage)).toEqual({ verdict: 'undecided', why: 'values' });
  });

  it('states no support where the passage says the date of something else', () => {
    const born = [
      'Anna Krell was born in 1977.',
      'The museum shows works by Anna Krell, who was born in Altena in 1904 and died in Paris in 1977.',
    ] as const;
    expect(judgeByValues(...born)).toMatchObject({ differs: [], elsewhere: [{ text: '1977' }] });
    expect(guarded(model(0.97, 0.01), ...born)).toEqual({ verdict: 'undecided', why: 'values' });
  });

  it.each([
    ['Anna Krell died in 1977.', 'Anna Krell was born in Altena in 1904 and died in Paris in 1977.'],
    [
      'She won the race with Hedge in 2005 and with Briggs in 2011.',
      'The race was won by Hedge in 2005 and by Briggs in 2011 for her.',
    ],
    ['The museum opened in 1977.', 'In 1977 the museum was ready; visitors came in 1978.'],
  ])('states support where it says the date of that, too: %s', (claim, passage) => {
    expect(guarded(model(0.97, 0.01), claim, passage).verdict).toBe('supported');
  });

  it('states support where the claim says as much as the passage', () => {
    const more = [
      'The trip takes more than 3 hours.',
      'For the trip, more than 3 hours are needed.',
    ] as const;
    expect(judgeByValues(...more).exceeded).toEqual([]);
    expect(guarded(model(0.97, 0.01), ...more).verdict).toBe('supported');
    const least = ['At least 10 people are needed.', 'Needed are more than 10 people.'] as const;
    expect(guarded(model(0.97, 0.01), ...least).verdict).toBe('supported');
  });

  it('a figure of another year says nothing', () => {
    const year = ['In 2023 revenue was 5 million euros.', 'In 2022 revenue was 4 million euros.'] as const;
    expect(judgeByValues(...year)).toMatchObject({ differs: [], same: [] });
    expect(guarded(model(0.1, 0.2), ...year)).toEqual({ verdict: 'undecided', why: 'threshold' });
  });

  it('takes a threshold for each verdict', () => {
    const found = judgeByValues('Cats sleep a lot.', 'Dogs bark.');
    const threshold = { supported: 0.9, refuted: 0.6 };
    expect(guardVerdict(model(0.8, 0.1), found, threshold).verdict).toBe('undecided');
    expect(guardVerdict(model(0.1, 0.7), found, threshold).verdict).toBe('refuted');
  });
});
