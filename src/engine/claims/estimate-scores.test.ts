/** Scores as the training wrote them down: what reads the weights otherwise gives others. */
import { expect, it } from 'vitest';
import { probabilityOf, scoreClaim, scoreWorthiness } from './estimate-claim.ts';
import { scoreForeign } from './estimate-foreign.ts';

it.each([
  ['', -6.7714, -3.0352],
  ['.', -4.6512, -3.8184],
  ['Oxygen was discovered in 1774.', 6.9567, -1.4297],
  ['Well, well, I think NASA sent 12 people to the Moon in 1969!', -0.2625, -2.8264],
  ['Did 5% of Germans pay $3.50 for it?', -0.4924, 2.0733],
  ['What: "yes" (no)', -5.5861, -5.2618],
  ['Do not eat 1,000 apples, please: they have been washed 3 times.', -2.1205, 0.4894],
  ['You should visit https://example.org/a now @anna #Paris 🎉', -3.4851, -3.7405],
  ['This is the 2nd largest of the 300 lakes.', 1.856, -0.7144],
  ['There are 27 countries in the EU.', 3.6039, 1.1753],
  ['Running helps people.', 0.3281, -3.3262],
  ['If it rains, we will stay.', -2.7312, -4.9378],
  ['He walked home.', -1.0571, -2.642],
  ['Marie Curie won two Nobel Prizes.', 4.3815, -0.2745],
  ['my own idea must be good:', -7.9374, -7.8323],
  ['Many scientists may agree', -0.2373, -2.3525],
  ['THE WHOLE TEXT IS LOUD', -3.785, -1.8859],
  ['so', -4.8979, -4.221],
  ['a b c d e f g h i j k l m n o p q r s t u v w x', -3.1879, -2.2361],
  ['Cats, dogs, birds, fish, mice, rats, cows, hens, bees, ants!', 2.5595, -1.3492],
  ['“Quoted” words, and “more”?', -4.6858, -4.4617],
  ["The nation's water-supply isn’t safe", 0.4917, -0.7455],
  ['X', -8.5935, -1.8379],
])('scores a claim and its worthiness: %j', (text, claim, worthiness) => {
  expect(scoreClaim(text)).toBeCloseTo(claim, 3);
  expect(scoreWorthiness()).toBeCloseTo(worthiness, 3);
});

it.each([
  ['', -0.897],
  ['.', -0.619],
  ['1', -0.6422],
  ['Der Eiffelturm ist 330 Meter hoch und steht in Paris.', 5.3795],
  ['Glaubst du, dass das stimmt?', -3.847],
  ['Ich finde, man sollte das nicht tun!', -9.2493],
  ['La tour a été achevée en 1889 : elle mesure 330 m.', 5.5936],
  ["Peut-être que l'OTAN a envoyé 12 avions, 3 chars et 50 % des soldats à Kiev, Lviv et Odessa", -1.5348],
  ['« Oui », dit-il (hier)…', -3.9978],
  ['El 5% cuesta $3,50:', 3.3664],
  ['¡Hola @ana! Mira https://example.org/a #Madrid 🎉', 3.2507],
  ['NASA heeft in 2020 een sonde gestuurd', 1.8555],
  ['وقال الرئيس إن عدد السكان بلغ ١٠ ملايين نسمة في عام ٢٠٢٠.', 7.4875],
  ['فهل هذا صحيح؟', -3.8301],
  ['भारत 15 अगस्त 1947 को स्वतंत्र हुआ।', 3.9623],
  ['中华人民共和国成立于1949年10月1日。', 6.1715],
  ['我认为应该这样吗？', -7.0499],
  ['Uno due tre quattro', 2.0007],
  ['Uno due tre quattro cinque', 1.1613],
  ['a b c d e f g h i j k l m n o p', 0.1466],
  ['a b c d e f g h i j k l m n o p q', 0.6644],
  ['Berlin, Paris, Rom, Wien', 1.2799],
  ['Co najmniej 5 osób', 1.3404],
  ['“Sí, claro', -2.5717],
  ['Das war Anna Berta Clara Dora', 3.0007],
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
