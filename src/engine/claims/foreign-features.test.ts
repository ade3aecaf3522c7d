/** The weights were learned from these features: with others they say nothing. */
import { describe, expect, it } from 'vitest';
import { FOREIGN_CLASSES } from './foreign-classes.ts';
import { hashedValue, MARK_COUNT, readForeign, SCRIPTS } from './foreign-features.ts';

const round = (value: number) => Math.round(value * 1000) / 1000;

/** Marks by their places, classes by their names: anywhere, at the beginning, at the end. */
function shapeOf(text: string): string {
  const { shape, script } = readForeign(text);
  const classes = FOREIGN_CLASSES.length;
  const parts: string[] = [];
  for (const [at, value] of shape.entries()) {
    if (value === 0) continue;
    const place = at - MARK_COUNT;
    const where = ['', '^', '$'][Math.floor(place / classes)];
    parts.push(
      place < 0
        ? value === 1
          ? `${at}`
          : `${at}=${round(value)}`
        : `${where}${FOREIGN_CLASSES[place % classes]}`,
    );
  }
  return `${SCRIPTS[script]}: ${parts.join(' ')}`;
}

/** How many hashed features there are, and a sum over all of them. */
function digestOf(text: string): string {
  const { count, indices } = readForeign(text);
  let sum = 0;
  for (const index of indices.subarray(0, count)) sum = (Math.imul(sum, 31) + index) | 0;
  return `${count} ${(sum >>> 0).toString(36)}`;
}

describe('the features of a sentence that is not English', () => {
  it.each([
    ['', 'latin: 1', '0 0'],
    ['.', 'latin: 1 16 25', '0 0'],
    ['1', 'latin: 0=0.347 1 3 23', '2 w75a'],
    [
      'Der Eiffelturm ist 330 Meter hoch und steht in Paris.',
      'latin: 0=1.199 3 7 8 16 numberWord',
      '127 60y8k7',
    ],
    ['Glaubst du, dass das stimmt?', 'latin: 0=0.896 10 14=3 you ^you', '69 lsoby1'],
    [
      'Ich finde, man sollte das nicht tun!',
      'latin: 0=1.04 10 15 opinion advice person ^opinion ^person',
      '87 q5almy',
    ],
    ['La tour a été achevée en 1889 : elle mesure 330 m.', 'latin: 0=1.242 3 4 6 12 16 fact', '95 151lbq'],
    [
      "Peut-être que l'OTAN a envoyé 12 avions, 3 chars et 50 % des soldats à Kiev, Lviv et Odessa",
      'latin: 0=1.498 2 3 4 7 8 10 hedge ^hedge',
      '198 1xojn8i',
    ],
    ['« Oui », dit-il (hier)…', 'latin: 0=0.805 1 10 13 18', '40 xlhmae'],
    ['El 5% cuesta $3,50:', 'latin: 0=0.805 1 3 4 5 12 17', '33 19fxf52'],
    ['¡Hola @ana! Mira https://example.org/a #Madrid 🎉', 'latin: 0=0.896 7 19 20 21 22', '52 2ytpz0'],
    ['NASA heeft in 2020 een sonde gestuurd', 'latin: 0=1.04 3 6 9 24', '90 r4ftn'],
    [
      'وقال الرئيس إن عدد السكان بلغ ١٠ ملايين نسمة في عام ٢٠٢٠.',
      'arabic: 0=1.282 3 4 16 reported condition numberWord fact ^reported $numberWord',
      '126 1nsiq18',
    ],
    ['فهل هذا صحيح؟', 'arabic: 0=0.693 1 14=3 question ^question', '36 f1egd9'],
    ['भारत 15 अगस्त 1947 को स्वतंत्र हुआ।', 'devanagari: 0=1.04 3 4 6 16 fact $fact', '76 el6hic'],
    ['中华人民共和国成立于1949年10月1日。', 'han: 0=1.234 3 4 6 16 numberWord fact', '46 1w5zqkw'],
    [
      '我认为应该这样吗？',
      'han: 0=0.879 1 14=3 opinion advice person must question stance ^opinion ^person $question $stance',
      '25 npnr7y',
    ],
    ['Uno due tre quattro', 'latin: 0=0.805 1 numberWord ^numberWord $numberWord', '54 1bftz53'],
    ['Uno due tre quattro cinque', 'latin: 0=0.896 numberWord ^numberWord $numberWord', '71 17q6n53'],
    ['a b c d e f g h i j k l m n o p', 'latin: 0=1.417', '49 1emc9mh'],
    ['a b c d e f g h i j k l m n o p q', 'latin: 0=1.445 2', '52 ia16u'],
    ['Berlin, Paris, Rom, Wien', 'latin: 0=0.805 1 7 8 10', '59 hsfdnw'],
    ['Co najmniej 5 osób', 'latin: 0=0.805 1 3 question ^question', '49 oztvl7'],
    ['“Sí, claro', 'latin: 0=0.549 1 10 11 25 assistant ^assistant $assistant', '26 184lo51'],
    ['Das war Anna Berta Clara Dora', 'latin: 0=0.973 7 8 fact ^fact', '77 13l1ghy'],
  ])('are always the same: %j', (text, shape, digest) => {
    expect(shapeOf(text)).toBe(shape);
    expect(digestOf(text)).toBe(digest);
  });

  it('are the same however many sentences were read before', () => {
    const sentences = ['Glaubst du, dass das stimmt?', ...Array<string>(254).fill('1')];
    const digests = new Set([...sentences, ...sentences, ...sentences].map(digestOf));
    expect([...digests]).toEqual(['69 lsoby1', '2 w75a']);
  });

  it('weigh less where there are more than thirty', () => {
    expect(hashedValue(0)).toBe(hashedValue(30));
    expect(hashedValue(31)).toBeCloseTo(5 / Math.sqrt(31), 12);
  });
});
