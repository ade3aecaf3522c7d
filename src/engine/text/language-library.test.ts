import { eld } from 'eld/extrasmall';
import { expect, test } from 'vitest';
import { scoreLanguages } from './language-library.ts';

const TEXTS = [
  'Bonjour mes amis, la tour Eiffel mesure trois cent trente mètres.',
  "L'addition s'il vous plaît, n'est-ce pas ?",
  'Der Eiffelturm wurde im Jahre 1889 fertiggestellt; er ist 330 Meter hoch.',
  'Київ є столицею України та найбільшим її містом.',
  'این برج در سال ۱۸۸۹ ساخته شده است',
  'मुंबई ही महाराष्ट्राची राजधानी आहे',
  'Wieża Eiffla – najbardziej znany obiekt architektoniczny Paryża.',
  '東京は日本の首都です。',
  'q',
  '1889',
  '',
];

// Words that nobody uses reach more of the table than texts do.
const pieces = TEXTS.concat(
  Array.from({ length: 400 }, (_, at) =>
    Array.from({ length: 40 }, (_, word) => wordOf(at * 40 + word)).join(' '),
  ),
);

function wordOf(number: number): string {
  const letters = "aeionrstlcdmupéäößñçшиатеноđćžšğıøå'";
  return Array.from(
    { length: 2 + (number % 6) },
    (_, at) => letters[(number * 31 + at * at * 7) % letters.length],
  ).join('');
}

test('texts score as they do with the library and its own table', () => {
  for (const text of pieces) {
    expect(Object.fromEntries(scoreLanguages(text)), text).toEqual(eld.detect(text).getScores());
    expect(scoreLanguages(text)[0]?.[0] ?? '').toBe(eld.detect(text).language);
  }
});
