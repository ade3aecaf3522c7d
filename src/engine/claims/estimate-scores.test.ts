/** Scores as the training wrote them down: what reads the weights otherwise gives others. */
import { expect, it } from 'vitest';
import { probabilityOf, scoreClaim, scoreWorthiness } from './estimate-claim.ts';
import { scoreForeign } from './estimate-foreign.ts';

it.each([
  ['', -6.6271, -2.7288],
  ['.', -4.8412, -3.4135],
  ['Oxygen was discovered in 1774.', 6.5738, -1.5387],
  ['Well, well, I think NASA sent 12 people to the Moon in 1969!', 0.4358, -2.2004],
  ['Did 5% of Germans pay $3.50 for it?', -0.5572, 2.1741],
  ['What: "yes" (no)', -5.9097, -5.3654],
  ['Do not eat 1,000 apples, please: they have been washed 3 times.', -1.8982, 0.8514],
  ['You should visit https://example.org/a now @anna #Paris 🎉', -3.3969, -2.7441],
  ['This is the 2nd largest of the 300 lakes.', 2.7698, 0.0627],
  ['There are 27 countries in the EU.', 3.3003, 1.5041],
  ['Running helps people.', -0.0227, -3.0133],
  ['If it rains, we will stay.', -3.3165, -4.7633],
  ['He walked home.', -0.8318, -2.6186],
  ['Marie Curie won two Nobel Prizes.', 4.4774, -0.0188],
  ['my own idea must be good:', -8.4778, -5.6384],
  ['Many scientists may agree', -0.1895, -2.9806],
  ['THE WHOLE TEXT IS LOUD', -3.3282, -1.4182],
  ['so', -5.5333, -3.7832],
  ['a b c d e f g h i j k l m n o p q r s t u v w x', -2.9721, -1.856],
  ['Cats, dogs, birds, fish, mice, rats, cows, hens, bees, ants!', 2.821, -1.973],
  ['“Quoted” words, and “more”?', -5.9704, -4.191],
  ["The nation's water-supply isn’t safe", 0.6008, -1.5582],
  ['X', -8.3212, -1.8716],
])('scores a claim and its worthiness: %j', (text, claim, worthiness) => {
  expect(scoreClaim(text)).toBeCloseTo(claim, 3);
  expect(scoreWorthiness()).toBeCloseTo(worthiness, 3);
});

it.each([
  ['', -0.8074],
  ['.', -0.6433],
  ['1', 0.4013],
  ['Der Eiffelturm ist 330 Meter hoch und steht in Paris.', 5.3297],
  ['Glaubst du, dass das stimmt?', -3.8958],
  ['Ich finde, man sollte das nicht tun!', -9.1738],
  ['La tour a été achevée en 1889 : elle mesure 330 m.', 5.4359],
  ["Peut-être que l'OTAN a envoyé 12 avions, 3 chars et 50 % des soldats à Kiev, Lviv et Odessa", -1.1379],
  ['« Oui », dit-il (hier)…', -3.9923],
  ['El 5% cuesta $3,50:', 3.7532],
  ['¡Hola @ana! Mira https://example.org/a #Madrid 🎉', 3.4953],
  ['NASA heeft in 2020 een sonde gestuurd', 2.101],
  ['وقال الرئيس إن عدد السكان بلغ ١٠ ملايين نسمة في عام ٢٠٢٠.', 7.5742],
  ['فهل هذا صحيح؟', -3.7738],
  ['भारत 15 अगस्त 1947 को स्वतंत्र हुआ।', 3.9757],
  ['中华人民共和国成立于1949年10月1日。', 6.0614],
  ['我认为应该这样吗？', -7.1632],
  ['Uno due tre quattro', 2.1237],
  ['Uno due tre quattro cinque', 1.1922],
  ['a b c d e f g h i j k l m n o p', 0.1867],
  ['a b c d e f g h i j k l m n o p q', 0.6644],
  ['Berlin, Paris, Rom, Wien', 1.4549],
  ['Co najmniej 5 osób', 1.5418],
  ['“Sí, claro', -2.3761],
  ['Das war Anna Berta Clara Dora', 3.1123],
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
