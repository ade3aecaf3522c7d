import { describe, expect, it } from 'vitest';
import { removeSecrets } from './remove-secrets.ts';

const without = (text: string) => removeSecrets(text).replace(/\s+/g, ' ').trim();

describe('a secret', () => {
  it.each([
    'sk-abcd',
    'ghp_a1b2c3',
    'AIzaSyA12345678',
    'github_pat_11ABC',
    'xoxb-1234',
    '550e8400-e29b-41d4-a716-446655440000',
    '-----BEGIN RSA PRIVATE KEY-----\nabc\n-----END RSA PRIVATE KEY-----',
    'password: hunter',
    'Passwort=hunter',
    'pass: hunter',
    'token abc1',
    'token is abc1',
    // One stretch of 16 with two digits and two letters.
    'abcdefghijklmn12ab',
    '12345678901234ab',
    // Base64 without a digit.
    'aBcDeFgHiJkLmNoPqRsTuVwX',
    // Forty mixed characters.
    `${'aB1'.repeat(12)}aB1/`,
  ])('is taken out: %s', (secret) => {
    expect(without(`one ${secret} two`)).toBe('one two');
  });

  it('is taken out with all behind it where it does not end', () => {
    expect(without('one -----BEGIN PRIVATE KEY-----\nabc two')).toBe('one');
  });
});

describe('what is no secret', () => {
  it.each([
    'sk-abc',
    'desk-abcdefg',
    'the token ring',
    'token of 12',
    'a compass: north',
    'SARS-CoV-2-induced-inflammation',
    'abcdefghijklm12',
    '123456789012345a',
    '1234567890123456',
    '#OccupyWallStreet2011',
    'OccupyWallStreetMovement2011',
    'aBcDeFgHiJkLmNoPqRsTuVw',
    'WordsThatAreWrittenTogetherHere',
    '2020-01-01',
  ])('stays: %s', (text) => {
    expect(without(`one ${text} two`)).toBe(`one ${text} two`);
  });
});
