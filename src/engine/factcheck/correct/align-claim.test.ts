/** What in a claim differs from what a quote says, by their words alone. */
import { describe, expect, it } from 'vitest';
import type { Evidence } from '../../../domain/claim.ts';
import { agreementOf, alignClaim, scoreOf } from './align-claim.ts';
import { correctionFor } from './correct-claim.ts';
import { readSlots, textOf } from './read-slots.ts';

function correct(claim: string, quote: string): string {
  const url = 'https://example.org/';
  const page: Evidence = {
    source: 'wikipedia',
    kind: 'encyclopedia',
    title: 'Page',
    url,
    quote,
    stance: 'refutes',
  };
  const found = correctionFor(claim, [], [page]);
  return found === undefined ? '' : `${found.wrong} → ${found.right}`;
}

it.each([
  ['The bridge in Oberwald was opened in 1889.', 'The bridge in Oberwald was opened in 1887.', '1889 → 1887'],
  [
    'The bridge in Oberwald was opened in 1889 and is 324 m long.',
    'The bridge in Oberwald was opened in 1887 and is 330 m long.',
    '',
  ],
  ['The bridge was opened in 1889.', 'Opened in 1887, it is the oldest bridge.', '1889 → 1887'],
  ['The bridge was opened in 1889.', 'The bridge was closed in 1887 and opened in 1888.', ''],
  ['The bridge was opened on 12 March 1887.', 'The bridge was opened on 14 March 1887.', '12 → 14'],
  ['The bridge was opened on 12 March 1887.', 'The bridge was opened on 12 May 1887.', ''],
  [
    'The bridge was opened on 12 March 1887.',
    'The bridge was opened on 14 May 1888.',
    '12 March 1887 → 14 May 1888',
  ],
  ['The bridge was opened on 12 March 1887.', 'The bridge was opened in March 1888.', ''],
  ['The bridge was opened in March 1887.', 'The bridge was opened on 12 March 1888.', ''],
  ['The bridge was opened in March 1887.', 'The bridge was opened on 12 May 1887.', ''],
  ['The bridge was opened before 1889.', 'The bridge was opened in 1887.', ''],
  ['The bridge was opened before 1889.', 'The bridge was opened before 1887.', '1889 → 1887'],
  ['The tower has over 7 million visitors.', 'The tower has 6 million visitors.', ''],
  ['The tower has 7 million visitors.', 'The tower has 6 million visitors.', '7 → 6'],
  ['The tower has 7 million visitors.', 'The tower has 600,000 visitors.', ''],
  // Of a number, two in five of the other words; of fewer, nobody knows.
  ['The old tower sold 7 tickets to cats.', 'Ruiz sold 6 tickets to dogs.', '7 → 6'],
  ['The old tower sold 7 tickets to grey cats.', 'Ruiz sold 6 tickets to dogs.', ''],
  ['The tower is 300 m high.', 'The tower is 330 m high.', '300 → 330'],
  ['The tower is 300 m high.', 'The tower is 330 feet high.', ''],
  ['The tower is 300 m high.', 'The tower is 0.3 km high.', ''],
  ['The tower is 300 m high.', 'The tower weighs 330 kg.', ''],
  ['The ticket costs 5 euros.', 'The ticket costs 7 euros.', '5 → 7'],
  ['The ticket costs $5.', 'The ticket costs $7.', '5 → 7'],
  ['The ticket costs $5.', 'The ticket costs €7.', ''],
  ['The ticket costs 5 dollars.', 'The ticket costs €7.', ''],
  ['Sales rose by 5 % last year.', 'Sales rose by 7 % last year.', '5 → 7'],
  ['Sales rose by 5 % last year.', 'Sales rose by 7 last year.', ''],
  ['He died at the age of 73.', 'He was 75 years old when he died.', ''],
  ['The book has one page.', 'The book has three pages.', ''],
  ['The book has 2 pages and a map.', 'The book has 3 pages and a map.', '2 → 3'],
  ['The 3-page letter was lost in London.', 'The 12 page letter was lost in London.', '3 → 12'],
  ['The 3-page letter was lost in London.', 'The letter of 12 pages was lost in London.', '3 → 12'],
  [
    'The mayor of Oberwald since 2019 is Ana Ruiz.',
    'The mayor of Oberwald since 2019 is Tom Berg.',
    'Ana Ruiz → Tom Berg',
  ],
  ['The mayor of Oberwald is Ana Ruiz.', 'The mayor of Oberwald is Tom Berg.', 'Ana Ruiz → Tom Berg'],
  ['Ana Ruiz is the mayor of Oberwald.', 'Tom Berg is the mayor of Oberwald.', 'Ana Ruiz → Tom Berg'],
  ['The capital of Texas is Austin.', 'The capital of TX is Austin.', ''],
  ['The capital of Texas is Dallas.', 'The capital of Texas is Austin.', 'Dallas → Austin'],
  [
    'The old capital of the state Texas is Dallas.',
    'The old capital of the state Texas is Austin.',
    'Dallas → Austin',
  ],
  [
    'The company was founded by Ana Ruiz in Berlin in 1999.',
    'The company was founded by Tom Berg in Berlin in 1999.',
    'Ana Ruiz → Tom Berg',
  ],
  [
    'The company was founded by Ana Ruiz in Berlin in 1999.',
    'The company was founded by Ana Ruiz in Ulm in 1999.',
    'Berlin → Ulm',
  ],
  [
    'The company was founded by Ana Ruiz in Berlin in 1999.',
    'The company was founded by Tom Berg in Ulm in 1998.',
    '',
  ],
  ['The statue stands in the north of the old town.', 'The work stands in the north of the old town.', ''],
  [
    'The Moon stands in the north of the old town.',
    'The Sun stands in the north of the old town.',
    'Moon → Sun',
  ],
  [
    'It is said that Moon stands in the north of the old town.',
    'It is said that Sun stands in the north of the old town.',
    'Moon → Sun',
  ],
  ['The alloy melts slowly.', 'The alloy melts fast.', ''],
  ['长城建于1368年。', '长城建于1378年。', '1368 → 1378'],
  ['长城建于明朝。', '长城建于清朝。', '明朝 → 清朝'],
  [
    'Die Brücke in Oberwald wurde 1889 eröffnet.',
    'Die Brücke in Oberwald wurde 1887 eröffnet.',
    '1889 → 1887',
  ],
  ['Die Brücke ist 300 Meter lang.', 'Die Brücke ist 330 Meter lang.', '300 → 330'],
  ['Le pont a été ouvert le 12 mars 1887.', 'Le pont a été ouvert le 12 mai 1887.', 'mars → mai'],
  ['The film won 7 Oscars and 3 Globes.', 'The film won 3 Oscars and 7 Globes.', ''],
  ['The film won 7 Oscars and 4 Globes.', 'The film won 8 Oscars and 3 Globes.', ''],
  ['The film won 7 Oscars.', 'The film won 8 Oscars, and 9 Oscars later.', '7 → 8'],
  ['In 2020 the film won 7 Oscars.', 'In 2021 the film won 8 Oscars.', ''],
  ['In 2020 the film won 7 Oscars.', 'In 2020 the film won 8 Oscars.', '7 → 8'],
  ['The town has 300 people.', 'The town has 300 people.', ''],
  ['The town has 300 people.', 'Nothing else is known.', ''],
  ['A 1 B 2 C 3 D 4 E 5 F 6 G 7 H 8 I 9 won.', 'A 11 B 12 C 13 D 14 E 15 F 16 G 17 H 18 I 19 won.', ''],
  [
    'The town of Ulm has 300 people and 20 dogs.',
    'The town of Ulm has 310 people. The town of Bonn has 20 dogs.',
    '300 → 310',
  ],
  ['The race was on 3 May.', 'The race was on 4 May.', ''],
  ['The race was on Monday, 3 May 2020 in Ulm.', 'The race was on Monday, 4 May 2020 in Ulm.', '3 → 4'],
  [
    'Mozart wrote 41 symphonies; he wrote 41 in Vienna.',
    'Mozart wrote 51 symphonies; he wrote 51 in Vienna.',
    '',
  ],
  ['The SRI drug helps many people with pain.', 'The SSRI drug helps many people with pain.', ''],
  [
    'The drug Abilo helps many people with pain.',
    'The drug Zorbex helps many people with pain.',
    'Abilo → Zorbex',
  ],
])('%s | %s: %s', (claim, quote, correction) => {
  expect(correct(claim, quote)).toBe(correction);
});

describe('of several quotes', () => {
  const TOWER = 'The tower is 300 m high.';
  const align = (...quotes: string[]) => {
    const claim = readSlots(TOWER);
    const found = alignClaim(claim, quotes.map(readSlots));
    return found && `${textOf(claim, found.wrong)} → ${textOf(found.quote, found.right)}`;
  };

  it('one that says what the claim says is enough', () => {
    expect(align('The tower is 330 m high.', 'A house stood here.')).toBe('300 → 330');
    expect(align('A house stood here.', 'The tower is 330 m high.')).toBe('300 → 330');
    expect(align('The tower is 330 m high.', TOWER)).toBeUndefined();
    expect(align(TOWER, 'The tower is 330 m high.')).toBeUndefined();
  });

  it('the nearest counts, unless two are as near', () => {
    expect(align('A house is 340 m high.', 'The tower is 330 m high.')).toBe('300 → 330');
    expect(align('The tower is 330 m high.', 'A house is 340 m high.')).toBe('300 → 330');
    expect(align('The tower is 330 m high.', 'The tower is 340 m high.')).toBeUndefined();
  });
});

describe('how words around a place agree', () => {
  it.each([
    // Words before and behind, a half for the claim's beginning or end; how many of the others are shared, and which part.
    ['It has 7 bells.', 'It has 8 bells.', '2.5 + 1.5, 1 shared: 1, whole'],
    ['7 bells ring.', 'Then 8 bells ring.', '0.5 + 2.5, 2 shared: 1, whole'],
    ['The tower has 7.', 'The tower has 8 now.', '3.5 + 0.5, 1 shared: 1, named, whole'],
    ['It is 7 of it.', 'It is 8 of it.', '2.5 + 2.5, 0 shared: 0, whole'],
    ['7', '8', '0.5 + 0.5, 0 shared: 0, whole'],
    [
      'The old tower has 7 bells.',
      'A house stood. The tower has 8 bells. The old one.',
      '2 + 1.5, 2 shared: 0.67, named',
    ],
  ])('%s | %s: %s', (claim, quote, expected) => {
    const [own, other] = [readSlots(claim), readSlots(quote)];
    const agreement = agreementOf(own, own.slots[0]!, other, other.slots.at(-1)!);
    const { before, behind, share, shared, named, whole } = agreement;
    const said = [`${before} + ${behind}`, `${shared} shared: ${Math.round(share * 100) / 100}`];
    expect([...said, ...(named ? ['named'] : []), ...(whole ? ['whole'] : [])].join(', ')).toBe(expected);
    expect(scoreOf(agreement)).toBe(before + behind + share);
  });
});
