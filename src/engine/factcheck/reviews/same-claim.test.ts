import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isSameClaim } from './same-claim.ts';

const SAME: readonly (readonly [string, string])[] = [
  ['The Eiffel Tower was completed in 1889.', 'the eiffel tower was completed in 1889'],
  ['The Eiffel Tower was completed in 1889.', 'In 1889, the Eiffel Tower was completed.'],
  ['The Eiffel Tower was completed in 1889.', 'The Eiffel Tower was finished in 1889.'],
  ['The bridge is 1,500 metres long.', 'The bridge is 1.5 km long.'],
  ['The bridge is 1500 meters long.', 'The bridge is 1,500 metres long.'],
  ['The mayor of Kirkham resigned in May 2024.', 'The mayor of Kirkham stepped down in May 2024.'],
  ['The mayor of Kirkham resigned in May 2024.', 'In May 2024 the mayor of Kirkham resigned.'],
  [
    'The mayor of Kirkham resigned in May 2024 after the vote on the budget.',
    'In May 2024, after the vote on the budget, the mayor of Kirkham stepped down.',
  ],
  ['Vaccines cause autism.', 'Vaccines lead to autism.'],
  ['Vaccines cause autism.', 'Autism is caused by vaccines.'],
  ['Thomas Edison invented the light bulb.', 'The light bulb was invented by Thomas Edison.'],
  ['Angela Merkel visited Ankara in 2016.', 'Chancellor Merkel visited Ankara in 2016.'],
  ['Angela Merkel visited Ankara in 2016.', 'Merkel visited Ankara in 2016.'],
  ['The Great Wall of China is visible from space.', 'The Great Wall of China can be seen from space.'],
  ['Humans use only 10 percent of their brains.', 'Humans use just 10% of their brains.'],
  ['The law did not pass in 2019.', "The law didn't pass in 2019."],
  ['The company bought the harbour for $3 million.', 'The company purchased the harbour for $3,000,000.'],
  [
    'The company bought the harbour for $3 million.',
    'The harbour was bought by the company for 3 million dollars.',
  ],
  ['Unemployment rose to 7.5 percent in 2023.', 'In 2023, unemployment increased to 7.5%.'],
  ['The United States left the treaty in 2020.', 'The U.S. left the treaty in 2020.'],
  [
    'The World Health Organization declared a pandemic in March 2020.',
    'The WHO declared a pandemic in March 2020.',
  ],
  ['The film was produced by Ridley Scott.', 'Ridley Scott produced the movie.'],
  ['The city built two hospitals in 2021.', 'Two hospitals were built by the city in 2021.'],
  ['Global warming is a hoax.', 'Climate change is a hoax.'],
  ['The actor died on 3 May 2020.', 'The actor passed away on May 3, 2020.'],
  ['The town has 12,000 inhabitants.', 'The town has twelve thousand residents.'],
  ['Drinking bleach does not cure malaria.', 'Drinking bleach doesn’t cure malaria.'],
  ['The drug is effective against malaria.', 'The drug is actually effective against malaria.'],
  ['Napoleon was born in Corsica.', 'Napoleon was born on Corsica.'],
  ['The city has no port.', 'The city does not have a port.'],
  ['Cats may eat fish.', 'Cats might eat fish.'],
  ['Only cats eat fish.', 'Just cats eat fish.'],
  // First names and titles.
  ['Merkel resigned.', 'Angela Merkel resigned.'],
  ['President Barack Obama visited Ankara.', 'Obama visited Ankara.'],
  ['Chancellor Merkel visited Ankara.', 'President Merkel visited Ankara.'],
  // What stands in front, and who did it.
  ['In May it rained in Rome.', 'It rained in Rome in May.'],
  [
    'In May, in Rome, after the vote, the mayor resigned.',
    'The mayor resigned in May in Rome after the vote.',
  ],
  ['Rome was taken by Alaric.', 'Alaric took Rome.'],
  ['Rome was taken by Alaric in 410.', 'Alaric took Rome in 410.'],
  ['By 1889 the tower was built.', 'The tower was built by 1889.'],
  ['The city has built a port.', 'The city had built a port.'],
  ['The city has a port.', 'The city has port.'],
  ['Prices went up in Rome.', 'Prices rose in Rome.'],
  ['Cats live in Rome？', 'Cats live in Rome?'],
  ['Der Turm wurde 1889 fertiggestellt.', '1889 wurde der Turm fertiggestellt.'],
  ['Der Turm wurde 1889 fertiggestellt.', 'Der Turm wurde 1889 fertiggestellt'],
  ['エッフェル塔は1889年に完成した。', 'エッフェル塔は1889年に完成した'],
];

const NOT_THE_SAME: readonly (readonly [string, string])[] = [
  // Another figure, year, unit or day.
  ['The Eiffel Tower was completed in 1889.', 'The Eiffel Tower was completed in 1899.'],
  ['The bridge is 1,500 metres long.', 'The bridge is 1,500 feet long.'],
  ['The bridge is 150 metres long.', 'The bridge is 1.5 km long.'],
  ['The actor died on 3 May 2020.', 'The actor died on 5 March 2020.'],
  ['Unemployment rose to 7.5 percent in 2023.', 'Unemployment rose to 7.5 percent in 2022.'],
  ['Unemployment rose to 7.5 percent in 2023.', 'Unemployment rose to 5.7 percent in 2023.'],
  ['The company bought the harbour for $3 million.', 'The company bought the harbour for $3 billion.'],
  ['The church was built before 1990.', 'The church was built after 1990.'],
  ['More than 300 people were hurt.', 'Fewer than 300 people were hurt.'],
  ['The town has 3 schools and 12 parks.', 'The town has 12 schools and 3 parks.'],
  ['The tax was raised by 5 percent.', 'The tax was raised to 5 percent.'],
  // Another name.
  ['The mayor of Kirkham resigned in May 2024.', 'The mayor of Kirkwall resigned in May 2024.'],
  ['Angela Merkel visited Ankara in 2016.', 'Angela Merkel visited Athens in 2016.'],
  ['Mary Smith won the prize in 2010.', 'John Smith won the prize in 2010.'],
  ['The army of South Korea has 500,000 soldiers.', 'The army of Korea has 500,000 soldiers.'],
  ['York has a bridge from 1881.', 'New York has a bridge from 1881.'],
  // Polarity.
  ['Vaccines cause autism.', 'Vaccines do not cause autism.'],
  ['The law passed in 2019.', 'The law never passed in 2019.'],
  ['The drug is safe for children.', 'The drug is dangerous for children.'],
  ['Unemployment rose in 2023.', 'Unemployment fell in 2023.'],
  ['The city banned the march in 2020.', 'The city allowed the march in 2020.'],
  // Degree, modality, who says so.
  ['All vaccines cause fever.', 'Some vaccines cause fever.'],
  ['The drug causes cancer.', 'The drug may cause cancer.'],
  ['The bridge was opened in May.', 'The bridge will be opened in May.'],
  ['The minister resigned.', 'The minister said that the minister resigned.'],
  ['The mayor is Ann Smith.', 'The mayor was Ann Smith.'],
  ['The city has a port.', 'The city had a port.'],
  ['The mayor denied that he took money.', 'The mayor took money.'],
  ['At least 20 people died.', '20 people died.'],
  // Who did what to whom, and which way.
  ['Rome conquered Carthage.', 'Carthage conquered Rome.'],
  ['Rome conquered Carthage.', 'Rome was conquered by Carthage.'],
  ['The train runs from Paris to Lyon.', 'The train runs from Lyon to Paris.'],
  ['The mayor resigned before the election.', 'The mayor resigned after the election.'],
  ['China is larger than Canada.', 'Canada is larger than China.'],
  ['Smith, not Jones, won the vote.', 'Jones, not Smith, won the vote.'],
  ['Women earn less than men.', 'Men earn less than women.'],
  // Something else, or more.
  ['Germany closed its last nuclear plant.', 'Germany closed its first nuclear plant.'],
  ['The Amazon is the longest river.', 'The Amazon is the second longest river.'],
  ['The mayor of Kirkham resigned in May 2024.', 'The mayor of Kirkham was arrested in May 2024.'],
  ['The mayor of Kirkham resigned.', 'The mayor of Kirkham resigned after a scandal.'],
  ['The mayor resigned in May.', 'Did the mayor resign in May?'],
  ['The law did not pass in 2019.', 'The law never passed in 2019.'],
  ['The mayor said that the bridge is safe.', 'The mayor denied that the bridge is safe.'],
  ['Most cats eat fish.', 'All cats eat fish.'],
  ['Cats must eat fish.', 'Cats should eat fish.'],
  ['Cats may eat fish.', 'Cats will eat fish.'],
  ['Cats rarely eat fish.', 'Cats often eat fish.'],
  ['Cats can eat fish.', 'Cats could eat fish.'],
  ['The city has two ports.', 'The city had two ports.'],
  ['The tower was built by 1889.', 'The tower was built in 1889.'],
  ['The shop opened before 1990.', 'The shop opened by 1990.'],
  ['The car hit 20 cats.', '20 cats hit the car.'],
  // Next to nothing in common, more than one way to be read, or too much in front.
  ['It was Merkel.', 'It was Angela Merkel.'],
  ['In Rome cats sleep.', 'Cats sleep in Rome.'],
  ['Rome taken by Alaric fell.', 'Alaric took Rome and fell.'],
  ['The vote was won by.', 'The vote won.'],
  ['By far the vote was won.', 'The vote was won by far.'],
  [
    'In May, in Rome, after the vote, with regret, the mayor resigned.',
    'The mayor resigned in May in Rome after the vote with regret.',
  ],
  ['Der Turm ist nicht hoch.', 'Der Turm ist hoch.'],
  ['Der Turm wurde 1889 fertiggestellt.', 'Der Turm wurde 1889 abgerissen.'],
  ['エッフェル塔は1889年に完成した。', 'エッフェル塔は1889年に完成しなかった。'],
];

describe('the same claim in other words', () => {
  it.each(SAME)('%s = %s', (one, other) => {
    expect([isSameClaim(one, other, 'en'), isSameClaim(other, one, 'en')]).toEqual([true, true]);
  });
});

describe('a claim that is like it', () => {
  it.each(NOT_THE_SAME)('%s ≠ %s', (one, other) => {
    expect([isSameClaim(one, other, 'en'), isSameClaim(other, one, 'en')]).toEqual([false, false]);
  });
});

it('a claim is the same as itself, and says the same both ways', () => {
  const all = [...SAME, ...NOT_THE_SAME].flat();
  fc.assert(
    fc.property(fc.constantFrom(...all), fc.constantFrom(...all), (one, other) => {
      expect(isSameClaim(one, one, 'en')).toBe(true);
      expect(isSameClaim(one, other, 'en')).toBe(isSameClaim(other, one, 'en'));
    }),
  );
});

it('is read up to 600 characters; longer ones are the same only where they are written the same', () => {
  const claim = (verb: string, length: number) =>
    `The mayor of K${'i'.repeat(length - `The mayor of K ${verb} in May.`.length)} ${verb} in May.`;
  const isSame = (length: number) => {
    const [one, other] = [claim('resigned', length - 4), claim('stepped down', length)];
    return [isSameClaim(one, other, 'en'), isSameClaim(other, one, 'en')];
  };
  expect(claim('resigned', 600)).toHaveLength(600);
  expect([isSame(600), isSame(601)]).toEqual([
    [true, true],
    [false, false],
  ]);
  const longer = claim('resigned', 601);
  expect(isSameClaim(longer, longer.toUpperCase(), 'en')).toBe(true);
});
