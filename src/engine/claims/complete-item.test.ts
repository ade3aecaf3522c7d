import { describe, expect, it } from 'vitest';
import { detectClaims } from './detect.ts';
import { openClaimScan } from './scan-stream.ts';

const stated = (text: string): string[] => detectClaims(text).map((claim) => claim.text);

describe('list items', () => {
  it.each([
    [
      '# Karl Benz\n\n- Born on 25 November 1844 in Mühlburg',
      'Karl Benz was born on 25 November 1844 in Mühlburg',
    ],
    [
      '# Karl Benz\n\n## Early life\n- Studied in Karlsruhe from 1860',
      'Karl Benz studied in Karlsruhe from 1860',
    ],
    ['**Karl Benz:**\n- Born in 1844 in Mühlburg', 'Karl Benz was born in 1844 in Mühlburg'],
    [
      "Karl Benz's life:\n- Named a citizen of Mannheim in 1926",
      'Karl Benz was named a citizen of Mannheim in 1926',
    ],
    [
      'Key facts about the Severn Bridge:\n- Stands 136 metres tall',
      'The Severn Bridge stands 136 metres tall',
    ],
    [
      'Key facts about the Severn Bridge:\n- Located in Wales since 1966',
      'The Severn Bridge is located in Wales since 1966',
    ],
    ['Name: Ada Lovelace\nBorn: 10 December 1815', 'Ada Lovelace: born 10 December 1815'],
    ['- **Product:** UltraPhone X\n- **Price:** $799', 'UltraPhone X: Price $799'],
    ['# Staff\nFull name: Ada Lovelace\nBorn: 10 December 1815', 'Ada Lovelace: born 10 December 1815'],
    ['Product: UltraPhone X\nCompany: Acme\nHeight: 16 cm', 'UltraPhone X: height 16 cm'],
    ['Name: Ada\nBorn: 1815\n\nName: Charles Babbage', 'Name: Charles Babbage'],
    ['Name: Ada\n\nName: Charles Babbage\nBorn: 26 December 1791', 'Charles Babbage: born 26 December 1791'],
    ['Product: UltraPhone X\nIt sells well.\nHeight: 16 cm', 'Height: 16 cm'],
    ['Capital: Canberra\nHeight: 577 m', 'Height: 577 m'],
    // What a place has is not the place; what it is may be called by it.
    ['# Oberwald\n- The bridge was closed in 2019.', 'The bridge was closed in 2019.'],
    ['# Marie Curie\n- The company was founded in 1990.', 'The company was founded in 1990.'],
    ['# Oberwald\n- The town was founded in 1290.', 'Oberwald was founded in 1290.'],
    // A whole sentence needs no title, a part of one does.
    [
      '# Minutes of 12 May\n- The pool closes on 1 June for 6 weeks.',
      'The pool closes on 1 June for 6 weeks.',
    ],
    ['# Minutes of 12 May\n- The budget falls to 4 million euros.', 'The budget falls to 4 million euros.'],
    ['# Minutes of 12 May\n- Fees rise by 5 percent from July.', 'Fees rise by 5 percent from July.'],
    [
      '# Minutes of 12 May\n- School staff get 14 million euros more from 2027.',
      'School staff get 14 million euros more from 2027.',
    ],
    [
      '# Minutes of 12 May\n- The council approved the plan by 12 votes.',
      'The council approved the plan by 12 votes.',
    ],
    [
      '# Minutes of 12 May\n- The largest reservoir in the county.',
      'Minutes of 12 May: The largest reservoir in the county.',
    ],
    [
      '# Minutes of 12 May\n- The drops of 2 percent in May and June 2025.',
      'Minutes of 12 May: The drops of 2 percent in May and June 2025.',
    ],
    [
      '# The Severn Bridge\n- The bridge has two towers of 136 metres.',
      'The Severn Bridge has two towers of 136 metres.',
    ],
    [
      '# Karl Benz\n- First man to win the Grand Prix of Mannheim in 1886',
      'Karl Benz: First man to win the Grand Prix of Mannheim in 1886',
    ],
    ['# Nora Hughes\n- Born in 1844 in Mühlburg', 'Nora Hughes was born in 1844 in Mühlburg'],
    ['# Iceland\n- Population: 376,000 people in 2022', 'Iceland: population 376,000 people in 2022'],
    [
      '# Return policy\n- Price of a label: $4.95 per parcel',
      'Return policy: price of a label $4.95 per parcel',
    ],
    ['# Österreich\n- **Einwohner:** 9,1 Millionen (2023)', 'Österreich: Einwohner 9,1 Millionen (2023)'],
    [
      '# Iceland\n- **Size:** It covers 103,000 square kilometres.',
      'Size: Iceland covers 103,000 square kilometres.',
    ],
    ['# Iceland\n- Its capital was founded in 874.', "Iceland's capital was founded in 874."],
    [
      '# Lumo\n- **Users:** The platform had 600 million users in 2023.',
      'Users: Lumo had 600 million users in 2023.',
    ],
    ['**Pixel 8**\n- Launched in October 2023', 'Pixel 8 was launched in October 2023'],
    ['# iPhone 15\n- Was launched in 2023', 'iPhone 15 was launched in 2023'],
    ['# Hotel Sacher\n- Costs $600 per night', 'Hotel Sacher costs $600 per night'],
    ['Longest rivers:\n- Nile (6,650 km)', 'Longest rivers: Nile (6,650 km)'],
    ['# Karl Benz\n\n# Otto Lilien\n- He died in 1896 in Berlin.', 'Otto Lilien died in 1896 in Berlin.'],
  ])('get their subject: %j', (text, claim) => {
    expect(stated(text)).toContain(claim);
  });

  it.each([
    ['# Inventors\n- Born in 1844 in Mühlburg', 'Born in 1844 in Mühlburg'],
    ['# Week 2\n- Launched in May 2023', 'Launched in May 2023'],
    ['# March 2024\n- Launched in Oslo', 'Launched in Oslo'],
    ['# Karl Benz\n\nHe had several prizes:\n- Born in 1844 in Mühlburg', 'Born in 1844 in Mühlburg'],
    ['# Karl Benz\n\n# Great Rivals\n- Born in 1844 in Mühlburg', 'Born in 1844 in Mühlburg'],
    [
      '# Iceland\n- **Vatnajökull:** It covers 7,700 square kilometres.',
      'Vatnajökull: It covers 7,700 square kilometres.',
    ],
    ['# Karl Benz\n- Bertha Benz drove to Pforzheim in 1888.', 'Bertha Benz drove to Pforzheim in 1888.'],
  ])('stay as they are where it is not certain: %j', (text, claim) => {
    expect(stated(text)).toContain(claim);
  });

  it('keep what they are said under', () => {
    expect(stated('Common myths about bats:\n- Bats were blind until 1900.')).toEqual([
      'Common myths about bats: Bats were blind until 1900.',
    ]);
    expect(stated('If the dam breaks:\n- The water floods 40 villages.')).toEqual([
      'If the dam breaks: The water floods 40 villages.',
    ]);
    expect(stated('Critics say:\n- The tax raised prices by 10 percent.')).toEqual([
      'Critics say: The tax raised prices by 10 percent.',
    ]);
    expect(stated('Myths about bats:\n- Fact: Bats have lived in caves since 1900.')).toEqual([
      'Bats have lived in caves since 1900.',
    ]);
  });

  it('end with their list', () => {
    expect(stated('Critics say:\n- Prices rose by 10 percent.\n\nThe dam was built in 1950.').at(-1)).toBe(
      'The dam was built in 1950.',
    );
  });
});

describe('paragraphs', () => {
  it('go on about what the text is about', () => {
    const text = 'Ada Lovelace was a mathematician.\n\nShe was born in London in 1815.';
    expect(stated(text).at(-1)).toBe('Ada Lovelace was born in London in 1815.');
  });

  it('are left alone where the text has been about two', () => {
    const text =
      'Ada Lovelace was a mathematician.\n\nMary Somerville was a writer. The war began in 1793.\n\nShe was born in 1780 in Jedburgh.';
    expect(stated(text).at(-1)).toBe('She was born in 1780 in Jedburgh.');
  });
});

describe('an answer', () => {
  it.each([
    ['Who was Ada Lovelace?', 'She was born in London in 1815.', 'Ada Lovelace was born in London in 1815.'],
    ['Tell me about Iceland.', 'It became a republic in 1944.', 'Iceland became a republic in 1944.'],
    [
      'Please summarize the life of Karl Benz',
      '- Born in 1844 in Mühlburg',
      'Karl Benz was born in 1844 in Mühlburg',
    ],
    ['Who painted Blue Hills?', 'He was born in London in 1815.', 'He was born in London in 1815.'],
    ['Who was Ada Lovelace?', 'It became a republic in 1944.', 'It became a republic in 1944.'],
  ])('is about what was asked for: %s', (question, answer, claim) => {
    const scan = openClaimScan(question);
    expect([...scan.push(answer), ...scan.end()].map(({ text }) => text)).toEqual([claim]);
  });
});

it('of a list says something where it has a verb, without a full stop too', () => {
  const text =
    '**Pros**\n- Battery lasts two full days\n- Charger weighs only 90 grams\n- Not my cup of tea\n';
  expect(detectClaims(text).map(({ original_text }) => original_text)).toEqual([
    'Battery lasts two full days',
    'Charger weighs only 90 grams',
  ]);
});

describe('a line above a list', () => {
  const item = 'Mercury and 5 mg of aluminium';
  const last = (line: string) => stated(`${line}\n- ${item}`).at(-1);

  it.each([
    'Ingredients of the vaccine',
    '**Ingredients of the vaccine**',
    'Ingredients of the vaccine:',
    'Ingredients of the new vaccine of Acme',
  ])('says what its items are of, where it is short: %s', (line) => {
    expect(last(line)).toBe(`${line.replaceAll('*', '').replace(/:$/, '')}: ${item}`);
  });

  it.each([
    'ingredients of the vaccine',
    'Ingredients of the vaccine.',
    'Ingredients of the vaccine!',
    'Ingredients of the vaccine?',
    'Ingredients of the vaccine in its first form, and in the second one that came later',
  ])('says nothing of them where it is no heading: %s', (line) => {
    expect(last(line)).toBe(item);
  });

  it('is the one right above it', () => {
    expect(last('Ingredients of the vaccine\nMore of them')).toBe(`More of them: ${item}`);
    expect(stated(`Ingredients of the vaccine\n- ${item}\n\nIngredients of the drug\n- ${item}`)).toEqual([
      `Ingredients of the vaccine: ${item}`,
      `Ingredients of the drug: ${item}`,
    ]);
  });
});

describe('whom an item is about', () => {
  const TWO = '# Karl Benz\n- Born in 1844 in Mühlburg\n\n# Nora Hughes\n- Born in 1850 in Ulm\n\n';
  const STUDIES = '- Studied in Karlsruhe from 1860';

  it.each([
    [
      `# Nora Hughes\n- Born in 1850 in Ulm\n\n## Early life\n${STUDIES}`,
      'Nora Hughes studied in Karlsruhe from 1860',
    ],
    // A heading may be of both; a line before a list goes on with the last.
    [`${TWO}## Early life\n${STUDIES}`, 'Studied in Karlsruhe from 1860'],
    [`${TWO}Early life:\n${STUDIES}`, 'Nora Hughes studied in Karlsruhe from 1860'],
    [
      '# Karl Benz\n- Founder: He founded the company in 1883.',
      'Founder: Karl Benz founded the company in 1883.',
    ],
    ['# Karl Benz\n- Mannheim: It was founded in 1607.', 'Mannheim: It was founded in 1607.'],
    ['# Iceland\n- coast: It is 4,970 km long.', 'coast: Iceland is 4,970 km long.'],
    ['# Iceland\n- Coast: It is 4,970 km long.', 'Coast: It is 4,970 km long.'],
    ['# Marie Curie\n- Pierre Curie: He was born in 1859.', 'Pierre Curie: He was born in 1859.'],
    [
      '# Marie Curie\n- Pierre Curie: He was born in 1859.\n- She was born in 1867.',
      'Marie Curie was born in 1867.',
    ],
  ])('is who its headings and its label name for certain: %j', (text, claim) => {
    expect(stated(text).at(-1)).toBe(claim);
  });
});
