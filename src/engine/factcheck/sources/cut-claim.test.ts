import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ApiKey } from '../../../domain/api-key.ts';
import { cutClaim, MAX_OUTSIDE } from './cut-claim.ts';
import { passesLuhn } from './remove-numbers.ts';

/** Words around what must not leave. */
const around = fc.tuple(
  fc.constantFrom('', 'She said ', 'The tower, ', 'In 2019 ', 'Tel. ', '(', '"', 'x=', 'é', '塔'),
  fc.constantFrom('', ' is in Paris.', ', he said', ')', '"', ' 1889', '。'),
);

function withAround(secrets: fc.Arbitrary<string>): fc.Arbitrary<{ secret: string; text: string }> {
  return fc
    .tuple(secrets, around)
    .map(([secret, [before, after]]) => ({ secret, text: before + secret + after }));
}

function digitsOf(text: string): string {
  return text.replace(/\D/g, '');
}

const digits = (min: number, max: number): fc.Arbitrary<string> =>
  fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: min, maxLength: max });

describe('what of a claim goes outside', () => {
  it.each([
    'The Eiffel Tower was completed in 1889.',
    'World War I lasted from 1914-1918 and killed 20,000,000 people.',
    'In 2019 4567 people died, 1 234 567 were ill.',
    'The population of France is 67 000 000.',
    'Pi is 3.14159265358979.',
    'It was signed on 2020-05-06 and again on 12.05.1990.',
    'The Moon is 384.400 km away, or 1.234.567,89 of something.',
    'He won in 1990, 1994, 1998 and 2002.',
    'The budget is $1,234,567,890.',
    'The world has 8000000000 people.',
    'Light travels at 299 792 458 m/s.',
    'Between 5000-6000 people, from 100 000 to 200 000.',
    'He called 911 in 1999.',
    'SARS-CoV-2-induced pneumonia.',
    'The 2020–2021 season, or 2024/25.',
    'The token economy grew by 5 percent.',
    '@NASA landed on Mars with #Perseverance.',
    'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft is a word.',
    'エッフェル塔は1889年に完成した。',
    'Cats can pass COVID-19 to other cats; Secret is a television drama.',
    'Law 10.408/2002 was about #FIFAWorldCup2022 and #RanbirKapoorAliaBhattWedding.',
    'The pH is < 7 & > 3 at 25 °C.',
  ])('is the whole of it: %s', (claim) => expect(cutClaim(claim)).toBe(claim));

  it.each([
    ['Write to jane.doe@example.com or call', 'Write to or call'],
    ['jane (at) example (dot) com wrote it', 'wrote it'],
    ['me @ example.com wrote it', 'wrote it'],
    ['Write to a@pk-a.a.aa or call', 'Write to or call'],
    ['j\u200bane@exam\u00adple.com wrote it', 'wrote it'],
    ['My number is (555) 123-4567 today', 'My number is today'],
    ['Ring 555-0199 now', 'Ring now'],
    ['Berlin 030/1234567 is busy', 'Berlin is busy'],
    ['Paris 01 23 45 67 89 is busy', 'Paris is busy'],
    ['Card ４１１１ １１１１ １１１１ １１１１ was stolen', 'Card was stolen'],
    ['On 2020-05-06 555-123-4567 rang', 'On 2020-05-06 rang'],
    ['My password is hunter2 since May', 'My since May'],
    ['The secret: swordfish stays', 'The stays'],
    ['See https://user:pw@example.com/a/b?token=abc#x there', 'See example.com there'],
    ['IBAN DE89370400440532013000 is mine', 'IBAN is mine'],
  ])('is %j without what tells who asked', (claim, sent) => expect(cutClaim(claim)).toBe(sent));

  it('holds no e-mail address', () => {
    fc.assert(
      fc.property(withAround(fc.emailAddress()), ({ secret, text }) => {
        const sent = cutClaim(text);
        expect(sent).not.toContain(secret);
        expect(sent).not.toContain('@');
      }),
    );
  });

  it('holds no card number, however it is written', () => {
    const cards = fc
      .tuple(
        digits(12, 18),
        fc.constantFrom('', ' ', '-', '.', '\u00a0', ' - ', '–'),
        fc.constantFrom(4, 5, 19),
      )
      .map(([start, separator, group]) => {
        const check = [...'0123456789'].find((digit) => passesLuhn(start + digit))!;
        return (start + check).match(new RegExp(`.{1,${group}}`, 'g'))!.join(separator);
      });
    fc.assert(
      fc.property(withAround(cards), ({ secret, text }) => {
        expect(digitsOf(cutClaim(text))).not.toContain(digitsOf(secret));
      }),
    );
  });

  it('holds no telephone number in the ways they are written', () => {
    const phones = fc.oneof(
      digits(8, 12).map((number) => `+1${number}`),
      fc.tuple(digits(2, 2), digits(3, 3), digits(7, 7)).map((parts) => `+${parts.join(' ')}`),
      fc.tuple(digits(3, 3), digits(3, 3), digits(4, 4)).map(([a, b, c]) => `(${a}) ${b}-${c}`),
      fc
        .tuple(digits(3, 3), digits(3, 3), digits(4, 4), fc.constantFrom('-', '.'))
        .map(([a, b, c, by]) => [a, b, c].join(by)),
      fc
        .tuple(digits(2, 4), digits(6, 8), fc.constantFrom('/', ' ', '-'))
        .map(([a, b, by]) => `0${a}${by}${b}`),
      fc.array(digits(2, 2), { minLength: 4, maxLength: 4 }).map((pairs) => `06 ${pairs.join(' ')}`),
      digits(6, 9).map((number) => `tel: ${number}`),
    );
    fc.assert(
      fc.property(withAround(phones), ({ secret, text }) => {
        expect(digitsOf(cutClaim(text))).not.toContain(digitsOf(secret));
      }),
    );
  });

  it('holds no key, token or password', () => {
    const word = (min: number, max: number): fc.Arbitrary<string> =>
      fc.string({
        unit: fc.constantFrom(...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'),
        minLength: min,
        maxLength: max,
      });
    const secrets = fc.oneof(
      fc
        .tuple(
          fc.constantFrom('sk-', 'sk-proj-', 'xai-', 'gsk_', 'ghp_', 'tvly-', 'AIza', 'hf_'),
          word(16, 40),
        )
        .map(([a, b]) => a + b),
      fc.uuid(),
      fc
        .string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: 32, maxLength: 64 })
        .filter((hex) => /[a-f].*[a-f]/.test(hex) && /\d.*\d/.test(hex)),
      fc
        .tuple(fc.constantFrom('password: ', 'token=', 'secret:', 'api_key = '), word(6, 20))
        .map(([a, b]) => a + b),
      fc.constant('-----BEGIN PRIVATE KEY----- abc def -----END PRIVATE KEY-----'),
    );
    fc.assert(
      fc.property(withAround(secrets), ({ secret, text }) => {
        const sent = cutClaim(text);
        expect(sent).not.toContain(secret);
        expect(sent).not.toContain(secret.split(/[ :=]+/).at(-1));
      }),
    );
  });

  it('holds no part of the caller’s key, whatever it looks like', () => {
    const keys = fc.string({ unit: fc.constantFrom(...'abcxyz.-_123'), minLength: 8, maxLength: 60 });
    fc.assert(
      fc.property(withAround(keys), fc.nat(40), ({ secret, text }, skip) => {
        const sent = cutClaim(`${text} ${secret.slice(skip)}`, ApiKey.parse(secret));
        for (let at = 0; at + 8 <= secret.length; at++) expect(sent).not.toContain(secret.slice(at, at + 8));
      }),
    );
  });

  it('is one well-formed line of at most 300 characters, and the same when it is cut again', () => {
    const anything = fc.oneof(
      fc.string({ maxLength: 600 }),
      fc.string({ unit: 'binary', maxLength: 200 }),
      fc.lorem({ maxCount: 120 }),
      fc
        .array(
          fc.constantFrom('555', '1234', '-', ' ', '@', 'a', '.', 'at', '+', '(', ')', '1', '😀', '塔'),
          { maxLength: 200 },
        )
        .map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(anything, (text) => {
        const sent = cutClaim(text);
        expect(sent.length).toBeLessThanOrEqual(MAX_OUTSIDE);
        expect(sent).toMatch(/^[^\n\r\u0000-\u001f\u2028\u2029]*$/);
        expect(sent.isWellFormed()).toBe(true);
        expect(sent.trim()).toBe(sent);
        expect(cutClaim(sent)).toBe(sent);
      }),
      { numRuns: 300 },
    );
  });

  it('is cut between words', () => {
    const words = Array.from({ length: 100 }, (_, index) => `word${index}`).join(' ');
    const sent = cutClaim(words);
    expect(words.startsWith(`${sent} `)).toBe(true);
    expect(sent.length).toBeGreaterThan(285);
    expect(cutClaim('塔'.repeat(1_000))).toBe('塔'.repeat(300));
    expect(cutClaim('😀a'.repeat(500)).isWellFormed()).toBe(true);
  });

  it('is nothing where nothing is left to ask about', () => {
    for (const text of ['', '   ', '…!?', 'jane@example.com', '+49 171 1234567', '\u0000']) {
      expect(cutClaim(text)).toBe('');
    }
  });

  it('holds no beginning of a secret that lies across the end of what is looked at', () => {
    const sent = cutClaim(`${'word '.repeat(799)}sk-proj-abcdefghijklmnop`);
    expect(sent).not.toContain('sk-');
  });

  it('is done with any text, however it repeats itself', () => {
    for (const piece of [
      'a@',
      '1 ',
      '1-',
      '+',
      'at ',
      '(at',
      'sk-',
      'x.',
      '-----BEGIN A-----',
      'tel ',
      'a at b dot ',
    ]) {
      // A rule that is not linear takes minutes.
      expect(cutClaim(piece.repeat(100_000)).length).toBeLessThanOrEqual(300);
    }
  });
});
