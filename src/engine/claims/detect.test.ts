import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { claimProbability, detectClaims, detectInSlices } from './detect.ts';
import { openClaimScan } from './scan-stream.ts';

const PIECES = [
  'Paris is the capital of France.',
  'The U.S. economy grew by 2.5 percent in 2019.',
  'Dr. J. F. Smith won the prize in 1921, he said.',
  'Hello! How are you?',
  '“It is done.” she said',
  '北京是中国的首都。它有2000万人口！',
  'القاهرة هي عاصمة مصر. يبلغ عدد سكانها 10 ملايين نسمة؟',
  'กรุงเทพมหานครเป็นเมืองหลวงของประเทศไทย และมีประชากรมากกว่า 10 ล้านคนในปี 2020 จริง',
  '\n',
  '\n\n',
  '\r\n',
  '- ',
  '1. ',
  '> ',
  '## ',
  '## Karl Benz\n',
  'Key facts about Iceland:\n',
  '- Born in 1844 in Ulm\n',
  'He said: "Bats are blind. They have wings." ',
  'Its capital was founded in 874. ',
  'Die Hauptstadt wurde 874 gegründet und hat 130.000 Einwohner. ',
  'Tesla Model 3: 2017. ',
  '```\n',
  '| a | b |\n|---|---|\n',
  '`x.y`',
  ' https://example.com/a.b?c=d. ',
  '🎉🎉 ',
  '...',
  ' ',
  'e.g. ',
  '(see Fig. 2. It is ',
  ')',
  '[12]',
  ' #dam #flood ',
  'ANNA: ',
  '@anna\n',
  '• ',
  '😱 The ',
  'mRNA ',
];
const text = fc.array(fc.oneof(fc.constantFrom(...PIECES), fc.string({ unit: 'grapheme', maxLength: 8 })), {
  maxLength: 24,
});

function streamed(whole: string, cuts: readonly number[]) {
  const scan = openClaimScan();
  const claims = [];
  const sorted = [0, ...cuts.map((cut) => cut % (whole.length + 1)), whole.length].sort((a, b) => a - b);
  for (let i = 1; i < sorted.length; i++) claims.push(...scan.push(whole.slice(sorted[i - 1], sorted[i])));
  claims.push(...scan.end());
  return claims;
}

describe('detecting claims', () => {
  it('finds plain facts where they stand', () => {
    const whole = 'Hello there! Paris is the capital of France. How are you?';
    const [claim, ...others] = detectClaims(whole);
    expect(others).toEqual([]);
    expect(claim).toMatchObject({ original_text: 'Paris is the capital of France.', start: 13, end: 44 });
  });

  it('finds the same claims however a text is cut into pieces', () => {
    fc.assert(
      fc.property(text, fc.array(fc.nat(), { maxLength: 40 }), (parts, cuts) => {
        const whole = parts.join('');
        expect(streamed(whole, cuts)).toEqual(detectClaims(whole));
      }),
      { numRuns: 400 },
    );
  });

  it('finds the same claims unit by unit', () => {
    fc.assert(
      fc.property(text, (parts) => {
        const whole = parts.join(' ');
        expect(
          streamed(
            whole,
            [...whole].map((_, i) => i),
          ),
        ).toEqual(detectClaims(whole));
      }),
    );
  });

  const languagesOf = (text: string) =>
    detectClaims(text).map(({ language, language_supported: supported }) => [language, supported]);

  it('says of each claim its language, and whether detection knows it', () => {
    const text =
      'The bridge was opened in 1931. Die Brücke wurde 1931 eröffnet. Bron öppnades 1931 och är 503 meter lång.';
    expect(languagesOf(text)).toEqual([
      ['en', true],
      ['de', true],
      ['sv', false],
    ]);
  });

  it('takes a sentence that does not say its language for one of the text around it', () => {
    const alone = 'Apple iPhone 15 Pro: 1.199 Euro.';
    expect(languagesOf(alone)).toEqual([['en', true]]);
    expect(languagesOf(`Das Telefon kommt im September nach Deutschland. ${alone}`)).toContainEqual([
      'de',
      true,
    ]);
    expect(languagesOf(`Das Telefon kommt im September nach Deutschland. ${alone}`)).not.toContainEqual([
      'en',
      true,
    ]);
    const scan = openClaimScan('Was kostet das neue Telefon in Deutschland?');
    expect([...scan.push(alone), ...scan.end()].map(({ language }) => language)).toEqual(['de']);
  });

  it('finds none in a name alone, in any script', () => {
    for (const name of ['五味子', '東京都', 'ผัดไทย', 'Canberra', '**五味子**'])
      expect(detectClaims(name)).toEqual([]);
    expect(detectClaims('五味子主要产于东北三省。')).toHaveLength(1);
  });

  it('finds what items of a list say, with and without a full stop, and what they are said of', () => {
    const found = (text: string) => detectClaims(text).map((claim) => claim.text);
    expect(found('Some facts:\n- It is 330 m tall\n- Built in 1889.\n- See you soon')).toEqual([
      'It is 330 m tall',
      'Built in 1889.',
    ]);
    expect(found('Longest rivers:\n1. Nile (6,650 km)\n2. Amazon, 6,400 km')).toEqual([
      'Longest rivers: Nile (6,650 km)',
      'Longest rivers: Amazon, 6,400 km',
    ]);
    expect(found('# Shopping list\n- Milk\n- 200 g flour')).toEqual([]);
    expect(found('Ventajas:\n- Envío gratis a partir de 50 €')).toHaveLength(1);
  });

  it('finds what a question tells, with the words that tell it', () => {
    const [claim] = detectClaims('¡Hola! ¿Sabías que los pulpos tienen tres corazones?');
    expect(claim).toMatchObject({
      text: 'Los pulpos tienen tres corazones.',
      original_text: 'los pulpos tienen tres corazones',
    });
    expect(detectClaims('¿Sabes qué hora es?')).toEqual([]);
  });

  it('reads a property in Chinese, however short', () => {
    expect(detectClaims('总部：深圳').map(({ text }) => text)).toEqual(['总部: 深圳']);
  });

  it('takes the caller’s word for the language', () => {
    const scan = openClaimScan('', 'nb');
    const text = 'The bridge was opened in 1931. Broen ble åpnet i 1931.';
    const claims = [...scan.push(text), ...scan.end()];
    expect(claims.map(({ language }) => language)).toEqual(['nb', 'nb']);
    expect(claims.every((claim) => !claim.language_supported)).toBe(true);
  });

  it('gives offsets that hold in the text', () => {
    fc.assert(
      fc.property(text, (parts) => {
        const whole = parts.join('');
        let after = 0;
        for (const claim of detectClaims(whole)) {
          expect(whole.slice(claim.start, claim.end)).toBe(claim.original_text);
          expect(claim.start).toBeGreaterThanOrEqual(after);
          after = claim.end;
          expect(claim.confidence).toBeGreaterThanOrEqual(0.5);
          expect(claim.confidence).toBeLessThanOrEqual(1);
        }
      }),
    );
  });

  it.each([
    'Yeah, right, the moon landing was filmed in Nevada in 1969.',
    'Sure, because the moon landing was filmed in Nevada in 1969.',
    'The moon landing was filmed in Nevada in 1969, and pigs fly.',
  ])('takes for no claim what is not meant: %s', (text) => {
    expect(detectClaims(text)).toEqual([]);
  });

  it('gives a long text in slices', () => {
    const whole = 'Paris is the capital of France. '.repeat(2000);
    const slices = [...detectInSlices(whole)];
    expect(slices.length).toBeGreaterThan(5);
    expect(slices.flat()).toEqual(detectClaims(whole));
  });

  it('says how likely a text holds a claim', () => {
    expect(claimProbability('Mount Everest is 8,849 metres high.')).toBeGreaterThan(0.5);
    expect(claimProbability('Thank you so much!')).toBeLessThan(0.5);
    expect(claimProbability('')).toBe(0);
    const bridge = 'Die Brücke von Köln wurde 1931 eröffnet und ist 503 Meter lang.';
    expect(claimProbability(`Na so was! ${bridge}`)).toBe(claimProbability(bridge));
  });
});
