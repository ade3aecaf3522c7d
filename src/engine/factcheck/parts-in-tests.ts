/** Parts that a reader may divide claims into: right ones, and some that must not be used. */
import { CURIE } from './judge/lies-in-tests.ts';

/** `[text before, claim, parts]` */
export const PARTS: readonly (readonly [before: string, claim: string, parts: readonly string[]])[] = [
  ['', 'The car is not red, but blue.', ['The car is not red.', 'The car is blue.']],
  [
    '',
    'California generally has warmer and more consistent weather than Oregon.',
    [
      'California generally has warmer weather than Oregon.',
      'California generally has more consistent weather than Oregon.',
    ],
  ],
  [
    '',
    'Bonn was founded before 1914, and it lies on the Rhine near Cologne.',
    ['Bonn was founded before 1914.', 'Bonn lies on the Rhine near Cologne.'],
  ],
  [
    '',
    'Marie Curie was born in Warsaw and died in 1934.',
    ['Marie Curie was born in Warsaw.', 'Marie Curie died in 1934.'],
  ],
  [
    '',
    'Bonn lies on the Rhine, and Mainz does not lie on the Elbe.',
    ['Bonn lies on the Rhine.', 'Mainz does not lie on the Elbe.'],
  ],
  [
    '',
    'Aspirin may cause ulcers and prevent strokes.',
    ['Aspirin may cause ulcers.', 'Aspirin may prevent strokes.'],
  ],
  [
    '',
    'Smith said that Bonn floods and Mainz drowns.',
    ['Smith said that Bonn floods.', 'Smith said that Mainz drowns.'],
  ],
  [
    '',
    'Georg Parrot was born on October 22, 1767, in Mutschelleben, Germany.',
    [
      'Georg Parrot was born on October 22, 1767.',
      'Georg Parrot was born in Mutschelleben.',
      'Mutschelleben is in Germany.',
    ],
  ],
  [
    'Ming Zhou works in Beijing.',
    'He is a senior researcher at Microsoft, where he leads a team.',
    ['Ming Zhou is a senior researcher at Microsoft.', 'Ming Zhou leads a team at Microsoft.'],
  ],
  [
    '',
    'The chair of COLING 2020, the 28th conference of its kind, was Dan Jurafsky.',
    ['Dan Jurafsky was the chair of COLING 2020.', 'COLING 2020 was the 28th conference of its kind.'],
  ],
  [
    '',
    'Angela Merkel wurde in Hamburg geboren und ist keine Physikerin.',
    ['Angela Merkel wurde in Hamburg geboren.', 'Angela Merkel ist keine Physikerin.'],
  ],
  [
    '',
    'Victor Hugo est né à Besançon et il est mort à Paris.',
    ['Victor Hugo est né à Besançon.', 'Victor Hugo est mort à Paris.'],
  ],
  [
    '',
    'Frida Kahlo nació en 1907 y murió en 1954.',
    ['Frida Kahlo nació en 1907.', 'Frida Kahlo murió en 1954.'],
  ],
];

/** `[text before, claim, parts, the parts that must not be used]` */
type SplitCase = readonly [before: string, claim: string, parts: readonly string[], wrong: string];

export const WRONG_PARTS: readonly SplitCase[] = [
  [
    '',
    'Sheep in Wales ate grass and drank milk.',
    ['Sheep ate grass.', 'Sheep in Wales drank milk.'],
    'Sheep ate grass.',
  ],
  [
    '',
    'The car is not red, but blue.',
    ['The car is not red.', 'The car is not blue.'],
    'The car is not blue.',
  ],
  [
    '',
    'Bonn was the capital of West Germany until 1990, and it lies on the Rhine near Cologne.',
    ['Bonn was the capital of West Germany until 1990.', 'Cologne lies on the Rhine near Bonn.'],
    'Cologne lies on the Rhine near Bonn.',
  ],
  [
    '',
    'Bonn did not become the capital of Germany in 1990, and it did not lose its university.',
    ['Bonn did not become the capital of Germany in 1990.', 'Bonn did lose its university.'],
    'Bonn did lose its university.',
  ],
  // More general than the claim.
  [
    '',
    'Sheep in Wales are shy and are kept for wool.',
    ['Sheep in Wales are shy.', 'Sheep are kept for wool.'],
    'Sheep are kept for wool.',
  ],
  [
    '',
    'Some dogs are red, and some cats are blue.',
    ['Dogs are red.', 'Some cats are blue.'],
    'Dogs are red.',
  ],
  ['', 'When heated, gold melts and glows.', ['Gold melts.', 'Gold glows.'], 'Gold melts.'],
  // Invented.
  [
    CURIE,
    'She died in 1934 and was buried in Sceaux.',
    ['Marie Curie died in 1934.', 'Marie Curie was buried in Sceaux.', 'Marie Curie was born in Warsaw.'],
    'Marie Curie was born in Warsaw.',
  ],
  [
    '',
    'Bonn is a city and lies on the Rhine.',
    ['Bonn is a city.', 'Bonn lies on the Rhine.', 'Bonn is famous.'],
    'Bonn is famous.',
  ],
  // Without what governs it.
  [
    '',
    'Bonn is not a village and does not lie on the Elbe.',
    ['Bonn is not a village.', 'Bonn does lie on the Elbe.'],
    'Bonn does lie on the Elbe.',
  ],
  [
    '',
    'Aspirin may cause ulcers and prevent strokes.',
    ['Aspirin may cause ulcers.', 'Aspirin prevents strokes.'],
    'Aspirin prevents strokes.',
  ],
  [
    '',
    'Aspirin did not cause ulcers or prevent strokes.',
    ['Aspirin did not cause ulcers.', 'Aspirin prevented strokes.'],
    'Aspirin prevented strokes.',
  ],
  [
    '',
    'If it rains, Bonn floods and Mainz drowns.',
    ['If it rains, Bonn floods.', 'Mainz drowns.'],
    'Mainz drowns.',
  ],
  [
    '',
    'Smith said that Bonn floods and Mainz drowns.',
    ['Smith said that Bonn floods.', 'Mainz drowns.'],
    'Mainz drowns.',
  ],
  [
    '',
    'Reportedly, Bonn floods and Mainz drowns.',
    ['Reportedly, Bonn floods.', 'Mainz drowns.'],
    'Mainz drowns.',
  ],
  // With a wrong sense.
  [
    '',
    'Bonn was founded before 1914, and it lies on the Rhine near Cologne.',
    ['Bonn was founded in 1914.', 'Bonn lies on the Rhine near Cologne.'],
    'Bonn was founded in 1914.',
  ],
  [
    '',
    'Bonn was founded before 1914, and it lies on the Rhine near Cologne.',
    ['Bonn was founded before 1914.', 'Bonn lies on the Rhine in Cologne.'],
    'Bonn lies on the Rhine in Cologne.',
  ],
  [
    '',
    'Ali beat Frazier and lost to Norton.',
    ['Frazier beat Ali.', 'Ali lost to Norton.'],
    'Frazier beat Ali.',
  ],
  [
    '',
    'Bonn is old but Mainz is not.',
    ['Bonn is not old.', 'Mainz is not old.', 'Bonn is old.'],
    'Bonn is not old.',
  ],
  [
    '',
    'Bonn grew by 5 percent, and Mainz by 7 percent.',
    ['Bonn grew by 7 points.', 'Mainz grew by 7 percent.'],
    'Bonn grew by 7 points.',
  ],
];
