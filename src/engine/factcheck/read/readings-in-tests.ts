/** What a reader may say of claims that is right. */
import type { ReadingCase } from '../judge/lies-in-tests.ts';

/** `[question and text before, claim, reading]` */
export const READINGS: readonly ReadingCase[] = [
  // Pronouns and possessives.
  [
    'Marie Curie was born in Warsaw in 1867.',
    'She died in 1934 in France.',
    'Marie Curie died in 1934 in France.',
  ],
  [
    'Marie Curie studied in Paris.',
    'Her daughter Irène won a Nobel Prize in 1935.',
    "Marie Curie's daughter Irène won a Nobel Prize in 1935.",
  ],
  ['The Eiffel Tower is in Paris.', 'It is 330 metres tall.', 'The Eiffel Tower is 330 metres tall.'],
  [
    'The Beatles were a band from Liverpool.',
    'They released twelve albums.',
    'The Beatles released twelve albums.',
  ],
  [
    'When was Ada Lovelace born?',
    'She was born on 10 December 1815.',
    'Ada Lovelace was born on 10 December 1815.',
  ],
  [
    'Ada Lovelace knew Charles Babbage.',
    'He never finished his machine.',
    'Charles Babbage never finished his machine.',
  ],
  [
    'Ada Lovelace knew Charles Babbage.',
    'In 1843 she published notes about it.',
    'In 1843 Ada Lovelace published notes about it.',
  ],
  [
    'Mount Everest lies in the Himalayas.',
    'Its height is 8,849 metres.',
    'The height of Mount Everest is 8,849 metres.',
  ],
  [
    'Lake Baikal lies in Siberia.',
    'About 20 percent of the fresh water of the world is in it.',
    'About 20 percent of the fresh water of the world is in Lake Baikal.',
  ],
  [
    'Nokia was founded in 1865.',
    "Its shares didn't rise until 1998.",
    "Nokia's shares did not rise until 1998.",
  ],
  ['Byte Pair Encoding (BPE) is a technique.', 'BPE shortens texts.', 'Byte Pair Encoding shortens texts.'],
  // Phrases that refer.
  [
    'Congress passed the Clean Air Act of 1970.',
    'This law limits emissions.',
    'The Clean Air Act of 1970 limits emissions.',
  ],
  ['SpaceX was founded in 2002.', 'The company has 13,000 employees.', 'SpaceX has 13,000 employees.'],
  [
    'The Wire began in 2002.',
    'The show was nominated for two Emmy Awards.',
    'The Wire was nominated for two Emmy Awards.',
  ],
  ['The Suez Canal was opened in 1869.', 'That year, Gandhi was born.', 'In 1869, Gandhi was born.'],
  [
    'Mozart moved to Vienna in 1781.',
    'He died there ten years later.',
    'Mozart died in Vienna ten years later.',
  ],
  [
    'Rome and Carthage fought three wars.',
    'The latter was destroyed in 146 BC.',
    'Carthage was destroyed in 146 BC.',
  ],
  [
    'The Battle of Hastings took place in 1066.',
    'This battle ended the rule of the Anglo-Saxons.',
    'The Battle of Hastings ended the rule of the Anglo-Saxons.',
  ],
  [
    'Penicillin is an antibiotic.',
    'The drug was discovered by Alexander Fleming in 1928.',
    'Penicillin was discovered by Alexander Fleming in 1928.',
  ],
  [
    'Isabelle Augenstein is a professor.',
    'Augenstein received a fellowship in 2017.',
    'Isabelle Augenstein received a fellowship in 2017.',
  ],
  [
    'Insulin lowers blood sugar.',
    'This hormone is produced in the pancreas.',
    'Insulin is produced in the pancreas.',
  ],
  // Items of lists.
  ['The club FC Barcelona:\n- ', 'Founded in 1899', 'FC Barcelona was founded in 1899.'],
  ['Facts about Jupiter:\n- ', '95 known moons', 'Jupiter has 95 known moons.'],
  ['Works of Franz Kafka\n1. ', 'The Trial (1925)', 'A work of Franz Kafka is The Trial (1925).'],
  // What governs stays.
  [
    'Aspirin is a drug.',
    'It may cause bleeding if it is taken with alcohol.',
    'Aspirin may cause bleeding if it is taken with alcohol.',
  ],
  [
    'Tesla sells cars.',
    'Critics say that its cars are not safe.',
    "Critics say that Tesla's cars are not safe.",
  ],
  [
    'The Titanic sank in 1912.',
    'According to survivors, it broke in two.',
    'According to survivors, the Titanic broke in two.',
  ],
  [
    'Venus is a planet.',
    'Only one spacecraft has landed on it since 1985.',
    'Only one spacecraft has landed on Venus since 1985.',
  ],
  ['Mars has two moons.', 'Did it ever have water?', 'Did Mars ever have water?'],
  ['Cats sleep a lot.', 'Some of them nearly always sleep.', 'Some cats nearly always sleep.'],
  ['Bob Dylan wrote songs.', 'He said that "nobody is free".', 'Bob Dylan said that "nobody is free".'],
  // German, French, Spanish.
  [
    'Angela Merkel wurde 1954 in Hamburg geboren.',
    'Sie war von 2005 bis 2021 Bundeskanzlerin.',
    'Angela Merkel war von 2005 bis 2021 Bundeskanzlerin.',
  ],
  [
    'Der Kölner Dom steht in Köln.',
    'Er ist nicht höher als 158 Meter.',
    'Der Kölner Dom ist nicht höher als 158 Meter.',
  ],
  [
    'Die Firma Bosch wurde 1886 gegründet.',
    'Ihre Zentrale liegt in Gerlingen.',
    'Die Zentrale von Bosch liegt in Gerlingen.',
  ],
  [
    'Das Gesetz von 1949 heißt Grundgesetz.',
    'Laut Kritikern könnte dieses Gesetz geändert werden.',
    'Laut Kritikern könnte das Grundgesetz geändert werden.',
  ],
  ['Victor Hugo est né à Besançon.', 'Il est mort en 1885 à Paris.', 'Victor Hugo est mort en 1885 à Paris.'],
  ['La tour Eiffel date de 1889.', "Elle n'est pas en bois.", "La tour Eiffel n'est pas en bois."],
  [
    'Le Louvre est un musée.',
    'Selon la direction, ce musée accueille environ 9 millions de visiteurs.',
    'Selon la direction, le Louvre accueille environ 9 millions de visiteurs.',
  ],
  ['Frida Kahlo nació en 1907.', 'Ella murió en 1954 en México.', 'Frida Kahlo murió en 1954 en México.'],
  ['Frida Kahlo nació en 1907.', 'Pintó 55 autorretratos.', 'Frida Kahlo pintó 55 autorretratos.'],
  [
    'El museo del Prado está en Madrid.',
    'Su colección podría crecer.',
    'La colección del museo del Prado podría crecer.',
  ],
  // Other languages: a pronoun is replaced, and nothing else.
  [
    'Giuseppe Verdi nacque nel 1813.',
    'Egli morì a Milano nel 1901.',
    'Giuseppe Verdi morì a Milano nel 1901.',
  ],
  ['Лев Толстой родился в 1828 году.', 'Он умер в 1910 году.', 'Лев Толстой умер в 1910 году.'],
  ['鲁迅生于1881年。', '他出生于绍兴。', '鲁迅出生于绍兴。'],
];
