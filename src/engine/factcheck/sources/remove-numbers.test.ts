/** Which numbers belong to people, by examples on both sides of each line. */
import { describe, expect, it } from 'vitest';
import { passesLuhn, removeNumbersOfPeople } from './remove-numbers.ts';

describe('a check digit', () => {
  it.each(['4111111111111111', '5500005555555559', '378282246310005', '79927398713', '0', '18'])(
    'of %s is right',
    (digits) => {
      expect(passesLuhn(digits)).toBe(true);
    },
  );
  it.each(['4111111111111112', '5500005555555558', '378282246310006', '79927398710', '81', '1'])(
    'of %s is wrong',
    (digits) => {
      expect(passesLuhn(digits)).toBe(false);
    },
  );
});

const isRemoved = (number: string, before = '') =>
  removeNumbersOfPeople(`${before}${number}`).trim() === before.trim();

describe('numbers of people', () => {
  it.each([
    '4111 1111 1111 1111',
    '+49 30 123456',
    '(030) 1234567',
    '0301 2345678',
    '0 30 123 45 67',
    '555-867-5309',
    '123-45-6789',
    '12 34 56 78',
    '1234567891',
    '123 4567 89',
    '(555) 0199',
    '030 1234',
    '123.456789',
    '12345000000',
    '(12345) 78',
    '00 1234567',
    '0-123 4567',
    '+1 234 567 8900',
    '1-555-867-5309',
    '555.867.5309',
    '12 34 56 789',
    '1234 56789',
    '1234567-89',
    '2100 2200 2300',
    '378282246310005',
    '3782 822463 10005',
    '5 4111 1111 1111 1111',
    '123456789012345678',
    '1 2 3 4 5 6 7 8 9 10 11 12 13 14',
    '2026-11-26 4111 1111 1111 1111',
  ])('%s is removed', (number) => {
    expect(isRemoved(number)).toBe(true);
  });

  it.each([
    '1889',
    '123456',
    '1 000 000',
    '1.000.000',
    "1'000'000",
    '1,234,567',
    '7000000000',
    '123456789',
    '3.14159265',
    '2026-11-26',
    '26.11.2026',
    '1999 2000 2001',
    '10.408/2002',
    '12345-67890',
    '(55) 0199',
    '030 123',
    '12.3456789',
    '0.1234567',
    '10000000000000',
    '+1,234,567',
    '(123456) 78',
    '123-45-678',
    '12 34 56',
    '12345-6789',
    '12345-678901',
    '10.408/200',
    '1.000.000-2.000.000',
    '1 000 000,5',
    '1,5 2,5 3,5 4,5',
    '1999 2000 2001 2002 2003',
    // Their digits together would be those of a card.
    '2020-01-02 – 2020-01-09',
    '2020-01-03 – 2020-01-17',
    '26.11.2026-27.11.2026',
  ])('%s stays', (number) => {
    expect(isRemoved(number)).toBe(false);
  });

  it('of five digits are removed behind a word that says so', () => {
    expect(isRemoved('12345', 'Tel. ')).toBe(true);
    expect(isRemoved('1234', 'Tel. ')).toBe(false);
    expect(isRemoved('12345', 'About ')).toBe(false);
  });

  it('go from between dates, which stay', () => {
    expect(removeNumbersOfPeople('2026-11-26 555-867-5309')).toContain('2026-11-26');
    expect(removeNumbersOfPeople('2026-11-26 555-867-5309')).not.toContain('5309');
  });
});
