/** Scores as the training wrote them down: what reads the weights otherwise gives others. */
import { expect, it } from 'vitest';
import { probabilityOf, scoreClaim, scoreWorthiness } from './estimate-claim.ts';
import { scoreForeign } from './estimate-foreign.ts';

it.each([
  ['', -5.9905, -3.4626],
  ['.', -4.6757, -4.0142],
  ['Oxygen was discovered in 1774.', 7.0416, -0.6555],
  ['Well, well, I think NASA sent 12 people to the Moon in 1969!', 0.7119, -2.4771],
  ['Did 5% of Germans pay $3.50 for it?', -0.4507, 1.493],
  ['What: "yes" (no)', -5.8644, -5.1492],
  ['Do not eat 1,000 apples, please: they have been washed 3 times.', -2.3321, -0.9069],
  ['You should visit https://example.org/a now @anna #Paris 🎉', -4.6682, -2.3436],
  ['This is the 2nd largest of the 300 lakes.', 2.2908, -0.4335],
  ['There are 27 countries in the EU.', 2.6211, 1.2175],
  ['Running helps people.', 0.4696, -2.7195],
  ['If it rains, we will stay.', -2.9254, -5.0296],
  ['He walked home.', -0.6443, -1.9308],
  ['Marie Curie won two Nobel Prizes.', 5.2915, 0.3193],
  ['my own idea must be good:', -9.8579, -6.3619],
  ['Many scientists may agree', -0.3497, -2.1761],
  ['THE WHOLE TEXT IS LOUD', -4.3578, -1.4368],
  ['so', -5.3609, -4.078],
  ['a b c d e f g h i j k l m n o p q r s t u v w x', -2.7674, -1.9015],
  ['Cats, dogs, birds, fish, mice, rats, cows, hens, bees, ants!', 3.5435, -1.8673],
  ['“Quoted” words, and “more”?', -4.5924, -4.204],
  ["The nation's water-supply isn’t safe", 0.9609, -1.4348],
  ['X', -7.7269, -2.2536],
])('scores a claim and its worthiness: %j', (text, claim, worthiness) => {
  expect(scoreClaim(text)).toBeCloseTo(claim, 3);
  expect(scoreWorthiness()).toBeCloseTo(worthiness, 3);
});

it.each([
  ['', -1.3694],
  ['.', -1.3592],
  ['1', -0.2795],
  ['Der Eiffelturm ist 330 Meter hoch und steht in Paris.', 4.6259],
  ['Glaubst du, dass das stimmt?', -3.4056],
  ['Ich finde, man sollte das nicht tun!', -8.7405],
  ['La tour a été achevée en 1889 : elle mesure 330 m.', 4.3022],
  ["Peut-être que l'OTAN a envoyé 12 avions, 3 chars et 50 % des soldats à Kiev, Lviv et Odessa", -1.6603],
  ['« Oui », dit-il (hier)…', -4.3237],
  ['El 5% cuesta $3,50:', 2.1789],
  ['¡Hola @ana! Mira https://example.org/a #Madrid 🎉', 3.9049],
  ['NASA heeft in 2020 een sonde gestuurd', 2.7032],
  ['وقال الرئيس إن عدد السكان بلغ ١٠ ملايين نسمة في عام ٢٠٢٠.', 7.8875],
  ['فهل هذا صحيح؟', -4.031],
  ['भारत 15 अगस्त 1947 को स्वतंत्र हुआ।', 3.5822],
  ['中华人民共和国成立于1949年10月1日。', 5.7814],
  ['我认为应该这样吗？', -7.9249],
  ['Uno due tre quattro', 1.5611],
  ['Uno due tre quattro cinque', 1.1597],
  ['a b c d e f g h i j k l m n o p', 0.6366],
  ['a b c d e f g h i j k l m n o p q', 0.9819],
  ['Berlin, Paris, Rom, Wien', 0.48],
  ['Co najmniej 5 osób', 0.3802],
  ['“Sí, claro', -2.9515],
  ['Das war Anna Berta Clara Dora', 2.9508],
])('scores what is not English: %j', (text, claim) => {
  expect(scoreForeign(text)).toBeCloseTo(claim, 3);
});

it('scores a text without words the same, whatever script was scored before', () => {
  const scores = ['Berlin', '中国成立了。', 'فهل هذا صحيح؟', 'भारत स्वतंत्र हुआ।'].map((before) => {
    scoreForeign(before);
    return [scoreForeign(''), scoreForeign('🎉')];
  });
  expect(scores).toEqual(scores.map(() => scores[0]));
});

it('makes a probability of a score', () => {
  expect([0, 2, -2].map((score) => Math.round(probabilityOf(score) * 1e4) / 1e4)).toEqual([
    0.5, 0.8808, 0.1192,
  ]);
});
