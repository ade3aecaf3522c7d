import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ApiKey } from '../../domain/api-key.ts';
import { formsOf } from './key-forms.ts';
import { scrubKey, scrubMessage } from './scrub-key.ts';

const KEY = 'sk-proj-4fA9xQ2LmN8vR7tZ';
const scrub = (text: string, key = KEY): string => scrubKey(text, ApiKey.parse(key) as ApiKey);

describe('a provider’s words', () => {
  it('lose the key, whole or in part, wherever it stands', () => {
    expect(scrub(`Incorrect API key provided: ${KEY}.`)).toBe('Incorrect API key provided: [redacted].');
    expect(scrub(`${KEY}${KEY}`)).not.toContain('4fA9');
    expect(scrub('starts sk-proj-4f*** ends ***mN8vR7tZ')).toBe('starts [redacted]*** ends ***[redacted]');
  });

  it('stay as they are without it', () => {
    for (const text of ['', 'The model is overloaded', 'sk-proj', '4fA9xQ2']) expect(scrub(text)).toBe(text);
  });

  it('lose a key that is shorter than a part', () => {
    expect(scrub('key abc is wrong', 'abc')).toBe('key [redacted] is wrong');
  });

  it('never hold eight characters of the key in a row, whatever they were', () => {
    const key = fc.string({ unit: fc.constantFrom(...'abAB01-_'), minLength: 8, maxLength: 60 });
    const words = fc.array(fc.oneof(fc.constant(null), fc.nat(60), fc.string({ maxLength: 12 })));
    fc.assert(
      fc.property(key, words, (secret, pieces) => {
        const text = pieces
          .map((piece) => (piece === null ? secret : typeof piece === 'number' ? secret.slice(piece) : piece))
          .join('');
        const scrubbed = scrub(text, secret);
        for (const run of scrubbed.split('[redacted]')) {
          for (let i = 0; i + 8 <= secret.length; i++) expect(run).not.toContain(secret.slice(i, i + 8));
        }
      }),
    );
  });
});

describe('an error', () => {
  const keys = [ApiKey.parse(KEY)!];
  const spaced = (between: string): string => [...KEY].join(between);
  it.each([
    ...formsOf(KEY),
    KEY.toUpperCase(),
    KEY.toLowerCase(),
    [...KEY.toUpperCase()].reverse().join(''),
    spaced(' '),
    spaced('-'),
    spaced('\u200b'),
    spaced('","'),
    KEY.replaceAll(/[a-z]/gi, (letter) => String.fromCodePoint(letter.charCodeAt(0) + 0xfee0)),
    KEY.replaceAll('-', '%2d'),
    KEY.slice(6, 18),
    [...KEY.slice(4, 20)].reverse().join('').toUpperCase(),
    KEY.slice(3).replaceAll(/\d/g, (digit) => `&#x${digit.charCodeAt(0).toString(16)};`),
  ])('lacks the key written as %j', (written) => {
    const scrubbed = scrubMessage(`No such model: ${written} (try another)`, keys);
    expect(scrubbed).toMatch(
      /^No such model: \W{0,6}\w{0,5}\W{0,6}\[redacted\]\W{0,4}\w{0,5}\W{0,4}\(try another\)$/,
    );
  });

  it.each([
    ['4FA9XQ2L', KEY, '[redacted]'],
    ['4FA9XQ2', KEY, '4FA9XQ2'],
    ['ABCD-1234', 'abcd-1234', '[redacted]'],
    ['ABC-1234-ABC', 'abc-1234', 'ABC-1234-ABC'],
  ])('%s, of the key %s, is %s: eight signs count', (said, key, left) => {
    expect(scrubMessage(said, [ApiKey.parse(key)!])).toBe(left);
  });

  it('stays as it is without it', () => {
    const said =
      'The model gpt-6-luna does not exist, or 429 of 500 requests in project 12345 were sk-proj ones.';
    expect(scrubMessage(said, keys)).toBe(said);
    expect(scrubMessage('no key at all', [ApiKey.parse('none')!])).toBe('no key at all');
  });
});
