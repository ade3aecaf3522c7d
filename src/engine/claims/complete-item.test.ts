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
    ['# Karl Benz\n\n# Otto Lilien\n- He died in 1896 in Berlin.', 'Otto Lilien died in 1896 in Berlin.'],
  ])('get their subject: %j', (text, claim) => {
    expect(stated(text)).toContain(claim);
  });

  it.each([
    ['# Inventors\n- Born in 1844 in Mühlburg', 'Born in 1844 in Mühlburg'],
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
