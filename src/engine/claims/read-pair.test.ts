import { describe, expect, it } from 'vitest';
import { detectClaims } from './detect.ts';
import { assertPair, readPair } from './read-pair.ts';
import { openClaimScan } from './scan-stream.ts';

describe('a property and its value', () => {
  it.each([
    ['Height: 8,849 m', 'Height', '8,849 m'],
    ['**Height:** 8,849 m', 'Height', '8,849 m'],
    ['**Height**: 8,849 m', 'Height', '8,849 m'],
    ['Siège : Clermont-Ferrand', 'Siège', 'Clermont-Ferrand'],
    ['产地：辽宁、吉林', '产地', '辽宁、吉林'],
    ['Max. height: 2.1 m', 'Max. height', '2.1 m'],
    ['Developer: Brightfield Labs Ltd.', 'Developer', 'Brightfield Labs Ltd.'],
    ['Revenue $4.21bn, +12% YoY', 'Revenue', '$4.21bn, +12% YoY'],
    ['Net debt/EBITDA 1.4x', 'Net debt/EBITDA', '1.4x'],
    ['Top speed 250 km/h', 'Top speed', '250 km/h'],
    ['**Population** 2.1 million (2024)', 'Population', '2.1 million (2024)'],
  ])('is read from %s', (line, key, value) => expect(readPair(line)).toEqual({ key, value }));

  it.each([
    'Sources:',
    'Hazards: –',
    'Signature: ________',
    'Route: which would you choose?',
    'The gate opened at 10:30 and closed at noon.',
    'Fact: Bats have lived in caves since 1900.',
    'He said: "I was never there."',
    'See https://example.org/a for more',
    '1904: The canal was begun',
    'It was a long winter. The verdict: guilty',
    'Chapter 3',
    'Windows 11',
    'Weighs 228 g',
    'Profit up 12%',
    'Profit rose 12%',
    'Back in 10 min',
    'Step 1 5 min',
    'We paid $500.',
  ])('is nothing of the kind in %s', (line) => expect(readPair(line)).toBeUndefined());

  it('is judged as a sentence', () => {
    expect(assertPair({ key: 'Height', value: '8,849 m' })).toBe('The height is 8,849 m.');
    expect(assertPair({ key: 'CEO', value: 'Tim Cook' }, 'Apple')).toBe('The CEO of Apple is Tim Cook.');
    expect(assertPair({ key: 'Developer', value: 'Labs Ltd.' })).toBe('The developer is Labs Ltd.');
  });
});

const TEXT = `# Everest

- **Height:** 8,849 m
- **First ascent:** 29 May 1953
- **Photos:**

Heligoland
Area: 1.7 km² (without the harbour)
Location: North Sea, Germany

<table>
<tr><th colspan="2">River Severn</th></tr>
<tr>
  <td>Length</td>
  <td>354 km</td>
</tr><tr><td>Source</td><td>Plynlimon, Wales</td></tr>
</table>

| River | Length |
|---|---|
| Nile | 6,650 km |

Planet\tRadius (km)\tMoons
Mars\t3,390\t2

Municipality,Population 2023,"Area, km²"
Utrecht,367947,99

County            2022      2023
Ashford          1,204     1,377
`;

describe('lists of properties and tables', () => {
  it('say what they are about, each line and row', () => {
    const claims = detectClaims(TEXT);
    expect(claims.map(({ text }) => text)).toEqual([
      'Everest: height 8,849 m',
      'Everest: First ascent 29 May 1953',
      'Heligoland: area 1.7 km² (without the harbour)',
      'Heligoland: location North Sea, Germany',
      'River Severn: length 354 km',
      'River Severn: source Plynlimon, Wales',
      'River: Nile; Length: 6,650 km',
      'Planet: Mars; Radius (km): 3,390; Moons: 2',
      'Municipality: Utrecht; Population 2023: 367947; Area, km²: 99',
      'County: Ashford; 2022: 1,204; 2023: 1,377',
    ]);
    for (const { start, end, original_text } of claims) expect(TEXT.slice(start, end)).toBe(original_text);
  });

  it.each([1, 3, 11])('say the same in pieces of %i', (size) => {
    const scan = openClaimScan();
    const pieces = TEXT.match(new RegExp(`[\\s\\S]{1,${size}}`, 'g')) ?? [];
    expect([...pieces.flatMap((piece) => [...scan.push(piece)]), ...scan.end()]).toEqual(detectClaims(TEXT));
  });

  it('are not seen in prose', () => {
    const prose =
      'The yard grew by 1,200,000 bricks, 400 doors and 12 lorries; then it closed; nobody knows why.';
    expect(detectClaims(prose).map(({ text }) => text)).toEqual([prose]);
  });

  it.each([' | ', '\t', ',', '     '])(
    'are rows, and no verse, where their cells are words between %j',
    (mark) => {
      const rows = [
        ['Name', 'Role', 'City'],
        ['Ada', 'Painter', 'Ulm'],
        ['Tom', 'Nurse', 'Bonn'],
        ['Eva', 'Judge', 'Trier'],
        ['Kai', 'Baker', 'Kiel'],
      ];
      const scan = openClaimScan('', 'en', undefined, true);
      const said = [...scan.push(rows.map((cells) => cells.join(mark)).join('\n')), ...scan.end()];
      expect(said.map(({ text }) => text)).toEqual(
        rows.slice(1).map(([name, role, city]) => `Name: ${name}; Role: ${role}; City: ${city}`),
      );
    },
  );

  it('are rows of CSV of figures alone, and no long numbers', () => {
    const rows = detectClaims('Year,Sales in million,Staff\n2020,100,200\n2021,110,240');
    expect(rows.map(({ text }) => text)).toEqual([
      'Year: 2020; Sales in million: 100; Staff: 200',
      'Year: 2021; Sales in million: 110; Staff: 240',
    ]);
    const number = 'The dam of 1950 holds back 1,200,000 litres of water';
    expect(detectClaims(number).map(({ text }) => text)).toEqual([number]);
  });

  it('keep their line as it is where no heading names them', () => {
    expect(detectClaims('Capital: Canberra\nOfficial name: Commonwealth of Australia')).toMatchObject([
      { text: 'Capital: Canberra', original_text: 'Capital: Canberra', start: 0, end: 17 },
      { text: 'Official name: Commonwealth of Australia' },
    ]);
  });

  it('say nothing in their heads, titles and page marks', () => {
    for (const text of [
      'Municipality 2023 | 2024 | Change in percent\n',
      'Municipality\t2023\t2024\n',
      'Statistical Office of Westmark          Yearbook 2024\n',
      'Annual Commodity Review 2011                    17\n',
    ])
      expect(detectClaims(text)).toEqual([]);
  });
});
