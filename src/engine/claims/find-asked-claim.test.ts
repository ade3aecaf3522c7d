import { describe, expect, it } from 'vitest';
import { findAskedClaim } from './find-asked-claim.ts';

describe('the claim in a question', () => {
  it.each([
    ['Is it true that the moon is hollow?', 'The moon is hollow.'],
    ['So, is it really true that Napoleon was short?', 'Napoleon was short.'],
    ['Did you know that sharks are older than trees?', 'Sharks are older than trees.'],
    ['I read somewhere that carrots improve night vision.', 'Carrots improve night vision.'],
    ['Could you please verify that the Nile is 6,650 km long?', 'The Nile is 6,650 km long.'],
    ['Fact-check: Tesla sold 2 million cars in 2023', 'Tesla sold 2 million cars in 2023.'],
    ['Sydney is the capital of Australia, right?', 'Sydney is the capital of Australia.'],
    ['Tomatoes are fruits, aren’t they?', 'Tomatoes are fruits.'],
    ['Tomatoes are fruits, huh?', 'Tomatoes are fruits.'],
    ['Tomatoes are fruits, isn’t that right?', 'Tomatoes are fruits.'],
    [
      '5G towers were switched on in Wuhan in 2019, coincidence?',
      '5G towers were switched on in Wuhan in 2019.',
    ],
    ['The polar bears are doing fine, or what?', 'The polar bears are doing fine.'],
    ['Crime doubled in 2015 – just saying?', 'Crime doubled in 2015.'],
    ['Tomatoes are fruits, is this true?', 'Tomatoes are fruits.'],
    ['Tomatoes are fruits - true or false?', 'Tomatoes are fruits.'],
    ['The Earth is flat — fact or fiction?', 'The Earth is flat.'],
    ['Are you aware that Finland has more saunas than cars?', 'Finland has more saunas than cars.'],
    ['Who knew that honey never spoils?', 'Honey never spoils.'],
    ['Isn’t it really strange that all witnesses died?', 'All witnesses died.'],
    ['So you’re telling me the city paid 4 million?', 'The city paid 4 million.'],
    [
      'So let me get this straight: it cost 4 million, and nobody left?',
      'It cost 4 million, and nobody left.',
    ],
    ['Ever wonder why Denmark stopped in 2022?', 'Denmark stopped in 2022.'],
    ['Why did Rome burn in the year 64?', 'Rome burned in the year 64.'],
    ['Why did the stock market crash in 1929?', 'The stock market crashed in 1929.'],
    ['Why does Norway have so many electric cars?', 'Norway has so many electric cars.'],
    ["Why didn't Norway join the EU in 1994?", 'Norway did not join the EU in 1994.'],
    ['How did Magnus Carlsen win five world titles?', 'Magnus Carlsen won five world titles.'],
    ['Join us on Tuesday to hear why 40 % of bees died last winter.', '40 % of bees died last winter.'],
    ['Learn how two banks failed in 2008!', 'Two banks failed in 2008.'],
    ['Why did the Roman Empire fall?', 'The Roman Empire fell.'],
    ['Why did Rome invade Britain in 43?', 'Rome invaded Britain in 43.'],
    ['Why did the Soviet Union slowly collapse?', 'The Soviet Union slowly collapsed.'],
    ['Why was the Bank of England founded in 1694?', 'The Bank of England was founded in 1694.'],
    [
      'Why was the University of the Andes closed in 1990?',
      'The University of the Andes was closed in 1990.',
    ],
    ['Why was Leonardo da Vinci buried in Amboise?', 'Leonardo da Vinci was buried in Amboise.'],
    ['Why did Vasco da Gama sail to India in 1497?', 'Vasco da Gama sailed to India in 1497.'],
    [
      'Why did the Church of England and the Pope split in 1534?',
      'The Church of England and the Pope split in 1534.',
    ],
    ['Why was Rome in the old part of the Empire in 476?', 'Rome was in the old part of the Empire in 476.'],
    ['Why was Paris called Lutetia in 52?', 'Paris was called Lutetia in 52.'],
    ['Why was Rome in ruins in 476?', 'Rome was in ruins in 476.'],
    ['Why was Apollo 11 launched in 1969?', 'Apollo 11 was launched in 1969.'],
    ['Why did two cats sleep?', 'Two cats slept.'],
    ['Why did two cats sleep in 1999?', 'Two cats slept in 1999.'],
    ['Why did two cats catch a mouse?', 'Two cats caught a mouse.'],
    ['Why did two cats cost $5?', 'Two cats cost $5.'],
    ['Why did the two kings fight Napoleon?', 'The two kings fought Napoleon.'],
    ['Is it true that “abcde”?', 'Abcde.'],
    ['Explain why the Soviet Union collapsed.', 'The Soviet Union collapsed.'],
    ['Why were the Romanovs executed in 1918?', 'The Romanovs were executed in 1918.'],
  ])('%s', (question, claim) => {
    expect(findAskedClaim(question)?.text).toBe(claim);
  });

  it.each([
    'Why is the sky blue?',
    'Why do cats purr?',
    'How do vaccines work?',
    'Why did cats sleep?',
    'Why did two cats eat bread in 1990?',
    'Is it true that ...?',
    'Is it true that “a b”?',
    'How did Napoleon invade Russia?',
    'How does Norway have two kings?',
    'How Norway won two medals?',
    'Why should Norway join in two years?',
    'Why were romans killed in 64?',
    'Why is Paris?',
    'Who knew that?',
    'Are you telling me a lie?',
    'Is this true?',
    'Do you know who wrote Faust?',
    'Why did you leave me in 2019?',
    'Why should I vote for Macron?',
    'Can you tell me if my answer is right?',
    'What is the capital of France, right?',
    'Is Paris in France?',
    'Shall we go, Tom?',
    'If the dam bursts, then what?',
    'When the dam burst, were you there?',
    'In 1990, who won?',
    'In 1990 Rome was old, who won?',
    'When the dam was old, really?',
    'Join us to learn how to cook two dishes.',
    'Read on to see why we love our 30 customers.',
  ])('is not read into: %s', (question) => {
    const asked = findAskedClaim(question);
    if (question.startsWith('Can you')) expect(asked?.text).toBe('My answer is right.');
    else expect(asked).toBeUndefined();
  });

  it.each([
    ['Hey, is it true that “bees sleep”?', 'bees sleep', true],
    ['And Sydney is the capital of Australia, right?', 'Sydney is the capital of Australia', true],
    // Of ten characters and fewer, a tag asks nothing.
    ['So it is heavy, right?', 'it is heavy', true],
    ['So it is light, coincidence?', 'it is light', false],
    ['So it is fine, right?', 'it is fine', false],
    ['Well, 5G came to Wuhan in 2019 – just saying?', '5G came to Wuhan in 2019', false],
    ['So learn how two banks failed in 2008!', 'two banks failed in 2008', false],
    ['Why did Rome burn in the year 64?', 'Why did Rome burn in the year 64?', false],
  ])(
    'gives the place of the words that make the claim, and whether they are doubted: %s',
    (question, claim, doubted) => {
      const asked = findAskedClaim(question)!;
      expect([question.slice(asked.start, asked.end), asked.doubted]).toEqual([claim, doubted]);
    },
  );
});
