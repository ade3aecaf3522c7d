import { expect, it } from 'vitest';
import { findAskedForeign } from './find-asked-foreign.ts';

it.each([
  ['¿Sabías que los pulpos tienen tres corazones?', 'Los pulpos tienen tres corazones.'],
  ['¿Sabe usted que Roma ardió en 64?', 'Roma ardió en 64.'],
  ['¿Es cierto que la Luna es hueca?', 'La Luna es hueca.'],
  ['Você sabia que a vacina contém chips?', 'A vacina contém chips.'],
  ['É verdade que o Sol é uma estrela?', 'O Sol é uma estrela.'],
  ['Lo sapevi che l’Italia ha 60 siti?', 'L’Italia ha 60 siti.'],
  ['È vero che Roma bruciò?', 'Roma bruciò.'],
  ['Saviez-vous que la tour grandit en été ?', 'La tour grandit en été.'],
  ['Est-il vrai qu’Athènes fut détruite ?', 'Athènes fut détruite.'],
  ['Czy wiesz, że Polska ma 16 województw?', 'Polska ma 16 województw.'],
  ['Czy to prawda, że Księżyc jest pusty?', 'Księżyc jest pusty.'],
  ['क्या आप जानते हैं कि भारत में 22 भाषाएँ हैं?', 'भारत में 22 भाषाएँ हैं।'],
  ['هل تعلم أن النيل هو أطول نهر؟', 'النيل هو أطول نهر.'],
  ['你知道中国有56个民族吗？', '中国有56个民族。'],
  // The verb comes last: no sentence of its own.
  ['Wusstet ihr, dass der Main fließt?', 'Wusstet ihr, dass der Main fließt?'],
  ['Stimmt es, dass der Mond hohl ist?', 'Stimmt es, dass der Mond hohl ist?'],
  ['Wist je dat de maan hol is?', 'Wist je dat de maan hol is?'],
])('%s', (question, claim) => {
  const asked = findAskedForeign(question)!;
  expect(asked.text).toBe(claim);
  const said = question.slice(asked.start, asked.end);
  expect(claim.toLowerCase()).toContain(said.toLowerCase());
});

it.each([
  '¿Sabes qué hora es?',
  '¿Sabes que hora es?',
  'Você sabe que dia é hoje?',
  'Sai che ore sono?',
  '¿Sabes que sí?',
  '你知道吗？',
  'Wusstest du das?',
  'Der Mond ist hohl.',
])('%s carries none', (question) => {
  expect(findAskedForeign(question)).toBeUndefined();
});
