/**
 * Claims in other words than the sentences that decide them, by kind of paraphrase. Each sentence stands in a document of seven
 * among fifty of the same matter, most of which say something else of the same people and places.
 */

export interface Paraphrase {
  readonly kind: string;
  readonly claim: string;
  /** Decides the claim. */
  readonly sentence: string;
}

const KINDS: Readonly<Record<string, readonly (readonly [claim: string, sentence: string])[]>> = {
  'leaving an office': [
    [
      'The mayor of Oberwald resigned in May.',
      'Ines Falk announced on 14 May that she was stepping down as head of the Oberwald town hall.',
    ],
    ['The police chief was dismissed.', 'Commander Brandt was relieved of his duties after the inquiry.'],
    [
      'The school’s headmaster retired last summer.',
      'After forty years at the school, Mr Lind handed over the keys in July and went into his pension.',
    ],
    [
      'The finance director quit over the deficit.',
      'Citing the hole in the accounts, treasurer Olga Renn gave up her post.',
    ],
    [
      'The coach was sacked after the defeat.',
      'The club parted ways with trainer Dario Mells the morning after it lost the final.',
    ],
  ],
  synonym: [
    ['The physician was fined for the error.', 'The doctor had to pay a penalty because of the mistake.'],
    [
      'The firm purchased the old factory.',
      'The disused plant by the river was acquired by the company Welo.',
    ],
    ['The vessel sank in the harbour.', 'The ship went down within sight of the port’s quays.'],
    ['Pupils will get free meals.', 'Lunch costs schoolchildren nothing from autumn on.'],
    [
      'Cyclists must wear helmets in the park.',
      'Anyone on a bike has to have head protection on the paths of the green.',
    ],
    ['The museum’s entry price went up.', 'Admission to the gallery of clocks became dearer this year.'],
  ],
  nominalisation: [
    [
      'The council rejected the plan for the tunnel.',
      'The plan’s rejection by the councillors ended the debate on the tunnel.',
    ],
    [
      'The hospital expanded its emergency ward.',
      'The expansion of the emergency ward gave the clinic twenty more beds.',
    ],
    [
      'The bank refused to extend the loan.',
      'There was a refusal by the lender to grant more time for the credit.',
    ],
    [
      'The inspectors discovered lead in the water.',
      'The discovery of lead in the pipes led to a warning not to drink from the tap.',
    ],
    ['The union decided to strike.', 'The decision of the workers’ association for a walkout was unanimous.'],
  ],
  passive: [
    ['An arsonist burned down the barn.', 'The barn at Hohenfeld was set on fire by somebody on purpose.'],
    ['The storm destroyed the pier.', 'The landing stage was wrecked by the gale in one night.'],
    [
      'A local architect designed the library.',
      'The plans for the house of books were drawn by Mara Stein, who lives in the town.',
    ],
    [
      'The town sold the meadow to a farmer.',
      'The meadow behind the church was bought from the municipality by a grower of cereals.',
    ],
    ['A teacher found the missing child.', 'The girl who had been looked for was spotted by her form tutor.'],
  ],
  'negated antonym': [
    ['The river water is clean.', 'The laboratory found that the stream is not polluted.'],
    ['The theatre stayed open during the winter.', 'The playhouse did not close in the cold months.'],
    [
      'The tax is compulsory for tourists.',
      'Visitors who stay overnight are not free to leave the levy unpaid.',
    ],
    ['The bridge is safe.', 'Engineers see no danger in crossing the span.'],
    ['The new trains are quiet.', 'People beside the track say that the railcars make no noise to speak of.'],
    ['The suspect is guilty.', 'The court did not find the accused innocent.'],
  ],
  'numbers in words': [
    ['The fair drew 12,000 visitors.', 'A dozen thousand people came to the exhibition of machines.'],
    [
      'Half of the trees in the avenue were felled.',
      'Fifty per cent of the limes along the boulevard had to be cut down.',
    ],
    ['The swimming pool cost 2.5 million.', 'Two and a half million was spent on the baths.'],
    ['The strike lasted 14 days.', 'Drivers stayed away from work for two weeks.'],
    [
      'Three quarters of voters supported the merger.',
      'The fusion of the two districts was approved by 75 per cent of those who went to the polls.',
    ],
  ],
  abbreviation: [
    [
      'The WHO praised the clinic’s hygiene.',
      'The World Health Organization commended how clean the hospital was kept.',
    ],
    ['The EU paid for the cycle lane.', 'Money for the bike path came from the European Union.'],
    [
      'The CEO earns more than a million.',
      'The chief executive officer’s salary is above one million a year.',
    ],
    ['The UN opened an office in the city.', 'The United Nations set up a bureau beside the station.'],
    ['GDP of the region shrank.', 'The gross domestic product of the district became smaller.'],
  ],
  'pronoun chain': [
    [
      'Clara Voss won the chess tournament.',
      'She beat all nine of her opponents at the board and took the cup home; Voss is only eleven.',
    ],
    [
      'The bakery Kornhaus was closed for mice.',
      'It had to shut because inspectors saw rodents there, says the owner of Kornhaus.',
    ],
    [
      'Professor Adler discovered the comet.',
      'It was he who first saw the body with its tail on his photographs, and it bears Adler’s name.',
    ],
    ['The choir’s founder was a nurse.', 'She who started the singing group worked on a ward for the sick.'],
  ],
  'cause and effect turned round': [
    ['Heavy rain caused the landslide.', 'The slope gave way because of the downpour.'],
    ['The road is closed due to an accident.', 'A crash has led to the blocking of the highway.'],
    ['The harvest failed because of drought.', 'Lack of water ruined the crops.'],
    [
      'The power cut was caused by a fallen tree.',
      'A beech that toppled onto the line left homes without electricity.',
    ],
    ['Smoking caused the fire in the flat.', 'A cigarette is to blame for the blaze in the apartment.'],
  ],
  'general and particular': [
    ['A pet was rescued from the roof.', 'Firefighters brought a cat down from the tiles of the town hall.'],
    [
      'The city banned motor vehicles from the square.',
      'Cars and lorries may no longer drive onto the market place.',
    ],
    [
      'An insect is destroying the vineyards.',
      'The grape phylloxera eats up the vines on the southern hills.',
    ],
    [
      'A musician donated her instrument to the school.',
      'A cellist gave the pupils the cello that she had played all her life.',
    ],
    ['Residents complained about the odour.', 'Neighbours are cross about the stench of the glue works.'],
  ],
  'whole phrases': [
    ['The couple got married in secret.', 'The two tied the knot without telling anybody.'],
    ['The old actor died on Sunday.', 'The star of the silent films passed away at the weekend.'],
    [
      'The company went bankrupt.',
      'The maker of umbrellas Regenfroh is insolvent and has filed for protection from its creditors.',
    ],
    ['The negotiations failed.', 'The talks between the ferry line and the island broke down.'],
    [
      'The author plagiarised parts of his novel.',
      'Whole pages of the book were copied from another writer without saying so.',
    ],
    ['The deputy took bribes.', 'The vice-president of the chamber accepted money for his vote.'],
    ['The orchestra’s concert was called off.', 'The evening of music did not take place.'],
    [
      'The village has no doctor any more.',
      'Since the practice shut, people there drive an hour to be treated.',
    ],
    [
      'The landlord raised the rent.',
      'Tenants of the block pay more for their flats since the owner asked for it.',
    ],
    ['The bus driver fell asleep.', 'The man at the wheel of the coach nodded off.'],
    ['The prisoner escaped.', 'An inmate got out of the jail through a skylight.'],
  ],
};

export const PARAPHRASES: readonly Paraphrase[] = Object.entries(KINDS).flatMap(([kind, pairs]) =>
  pairs.map(([claim, sentence]) => ({ kind, claim, sentence })),
);

const DOCUMENTS = 50;
const SENTENCES = 7;
const PLACES = [
  'Oberwald',
  'Hohenfeld',
  'Arlen',
  'Birken',
  'Seedorf',
  'Lindau',
  'Marbeck',
  'Torgen',
  'Wieda',
  'Zell',
];
/** What documents say besides; `#` stands for a place, `%` for a number. */
const NEUTRAL = [
  'The library in # is open until six on % days of the month.',
  'A market with % stalls is held in # twice a week.',
  'The mayor of # opened a playground with % swings in May.',
  'The school in # has % classrooms and a new roof.',
  'The bridge near # was painted green by % volunteers.',
  'The council of # met % times in the spring.',
  'A train runs from # to the coast every % minutes.',
  'The river at # was % centimetres high on Monday.',
  'The police in # checked % drivers at the weekend.',
  'The hospital in # employs % nurses.',
  'The museum in # shows % clocks from three centuries.',
  'A choir from # sang % songs in the square.',
  'The swimming pool in # opens at % minutes past eight.',
  'Farmers around # keep % cows on the meadows.',
  'The fire brigade of # has % members.',
  'The theatre in # sold % tickets for its new play.',
  'A company in # makes % kinds of umbrellas.',
  'The harbour of # has room for % boats.',
  'A bakery in # bakes % loaves of rye every morning.',
  'The town of # planted % trees along its avenue.',
] as const;

/** @returns fifty documents of seven sentences, the same every time. */
export function writeDocuments(): { readonly title: string; readonly text: string }[] {
  const deciding = PARAPHRASES.map(({ sentence }) => sentence);
  return Array.from({ length: DOCUMENTS }, (_, at) => {
    const own = deciding.filter((_, place) => place % DOCUMENTS === at);
    const others = Array.from({ length: SENTENCES - own.length }, (_, place) =>
      NEUTRAL[(at * 7 + place * 3) % NEUTRAL.length]!.replace(
        '#',
        PLACES[(at * 3 + place) % PLACES.length]!,
      ).replace('%', String(3 + ((at * 5 + place * 11) % 40))),
    );
    const before = at % (others.length + 1);
    const text = [...others.slice(0, before), ...own, ...others.slice(before)].join(' ');
    return { title: `District news, ${at + 1}`, text };
  });
}
