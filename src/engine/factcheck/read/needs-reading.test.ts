import { describe, expect, it } from 'vitest';
import { leavesOpen, needsReading } from './needs-reading.ts';

const written = (text: string) => ({ text, original_text: text });

/** `[text before, claim]` */
const OPEN: readonly (readonly [string, string])[] = [
  ['Marie Curie was born in Warsaw.', 'She died in 1934 in France.'],
  ['Marie Curie was born in Warsaw.', 'In 1891 she moved to Paris.'],
  ['Marie Curie was born in Warsaw.', 'Her daughter won a Nobel Prize.'],
  ['Google was founded in 1998.', 'The company has 180,000 employees.'],
  ['The Wire began in 2002.', 'The show initially received little attention.'],
  ['Congress passed an act.', 'This law limits emissions.'],
  ['Rome and Carthage fought three wars.', 'The latter was destroyed.'],
  ['Mozart moved to Vienna.', 'Mozart wrote his last opera there.'],
  ['The canal was opened in 1869.', 'Gandhi was born in that year.'],
  ['He retired in 1990.', 'Two years later, he came back.'],
  ['FC Barcelona:\n- ', 'Founded in 1899'],
  ['Facts about Jupiter:\n1. ', '95 known moons'],
  ['Die Firma Bosch wurde 1886 gegründet.', 'Sie hat 400000 Mitarbeiter und ist in Gerlingen.'],
  ['Victor Hugo est né à Besançon.', 'Il est mort en 1885 à Paris.'],
  ['Frida Kahlo nació en México.', 'Ella murió en la ciudad de México.'],
];

const SEVERAL = [
  'Bonn was the capital of West Germany until 1990, and it lies on the river Rhine in the west.',
  'Marie Curie studied physics at the Sorbonne in Paris and was awarded two Nobel Prizes for her work.',
  'The Titanic hit an iceberg in the North Atlantic, which had drifted far to the south that spring.',
  'California has mild winters and hot summers, while New York experiences cold winters with snow and rain.',
  'Georg Parrot was born on October 22, 1767, in Mutschelleben, a village in the east of Germany.',
  'The general chair of the conference, the 28th of its kind in the field, was Dan Jurafsky of Stanford.',
];

const SIMPLE: readonly (readonly [string, string])[] = [
  ['', 'The Eiffel Tower was completed in 1889.'],
  ['We talked of towers.', 'The Eiffel Tower was completed in 1889.'],
  ['Gold is a metal.', 'Gold melts at 1,064 degrees Celsius.'],
  ['', 'Bonn and Mainz lie on the Rhine.'],
  ['', 'It is believed that potatoes were introduced to Spain in the 16th century.'],
  ['It rained.', "It's possible that Bonn floods."],
  ['', 'There are 193 member states in the United Nations.'],
  ['', 'This Mortal Coil was a British band.'],
  ['', 'Those who smoke die younger.'],
  ['Berlin ist groß.', 'Die Zugspitze ist der höchste Berg in Deutschland.'],
  ['Paris est grand.', 'Il est vrai que la tour Eiffel se trouve à Paris.'],
  ['Sobre España:', 'Madrid es la capital de España.'],
];

describe('needsReading', () => {
  it.each(OPEN)('asks what a claim means that leaves it open: %s … %s', (before, claim) => {
    expect(needsReading(written(claim), before)).toBe(true);
    expect(leavesOpen(written(claim), before)).toBe(true);
  });

  it.each(SEVERAL)('asks for the parts of a sentence that says several things: %s', (claim) => {
    expect(needsReading(written(claim), '')).toBe(true);
  });

  it.each(SIMPLE)('does not ask about a claim that stands alone: %s … %s', (before, claim) => {
    expect(needsReading(written(claim), before)).toBe(false);
  });
});
