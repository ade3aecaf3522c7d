/** How each of these stands to each: s the same, d different, o open, - of different kinds. */
import { expect, it } from 'vitest';
import { readValues } from './read-values.ts';
import { type Relation, relate } from './relate-values.ts';

const SIGNS: Readonly<Record<Relation, string>> = { same: 's', different: 'd', open: 'o', apart: '-' };

/** @returns a line for each text as the claim, a sign for each as the passage. */
function table(texts: readonly string[]): string[] {
  const values = texts.map((text) => {
    const [value, ...more] = readValues(text).values;
    expect(more, text).toEqual([]);
    return value!;
  });
  return values.map((claim) => values.map((passage) => SIGNS[relate(claim, passage)]).join(''));
}

it.each<[string, [string, string][]]>([
  [
    'counts, bounds and ranges',
    [
      ['sdddooooddsooodddd', '10 cats'],
      ['dsddooddoosooooddd', '11 cats'],
      ['ddsdooddooossdoooo', '13 cats'],
      ['dddsooddooossddooo', '14 cats'],
      ['ssssssoodssssssssd', 'at least 10 cats'],
      ['osssosooooossossso', 'over 10 cats'],
      ['sdddoossddsooodddd', 'at most 10 cats'],
      ['odddooosddoooodddd', 'under 10 cats'],
      ['dsssdoddssossosssd', 'at least 11 cats'],
      ['dossooddosossoosso', 'over 11 cats'],
      ['ssoooooooosddooooo', 'about 10 cats'],
      ['oossoooooodsdooooo', 'about 13 cats'],
      ['oossooooooddsooooo', 'about 14 cats'],
      ['ssddoooooosoosoodd', '10 to 12 cats'],
      ['dssdooddooosoosooo', '11 to 13 cats'],
      ['ddssooddooossoosoo', '12 to 14 cats'],
      ['ddssooddooossdooso', '13 to 15 cats'],
      ['ddssdodddoossdooss', 'about at least 13 cats'],
    ],
  ],
  [
    'figures with fewer digits',
    [
      ['ssdddddddddddd-----d', '3.5 million cats'],
      ['osdddddddddddd-----d', '3,482,117 cats'],
      ['ddsdoddddddddd-----d', '3,450,000 cats'],
      ['dddsdddddddddd-----d', '3,550,000 cats'],
      ['ddodsodddddddd-----d', '3,449,999 cats'],
      ['ddddosdddddddd-----d', '3,400,000 cats'],
      ['ddddddsooddddd-----d', '4,000 cats'],
      ['ddddddosdddddd-----d', '4,012 cats'],
      ['ddddddodsddddd-----d', '4,499 cats'],
      ['dddddddddsdddd-----d', '4,500 cats'],
      ['ddddddddddsddd-----d', '400 cats'],
      ['dddddddddddsdd-----d', '401 cats'],
      ['ddddddddddddsd-----d', '999 cats'],
      ['ddddddddddddds-----d', '1,000 cats'],
      ['--------------sdsdd-', '1.5 percent'],
      ['--------------dsddd-', '1.45 percent'],
      ['--------------odsdd-', '1.46 percent'],
      ['--------------dddso-', '1.55 percent'],
      ['--------------dddos-', '2 percent'],
      ['dddddddddddddd-----s', '0 cats'],
    ],
  ],
  [
    'money',
    [
      ['ssos--d-o--ddd', '$99'],
      ['ssd---d-o--ddd', '$99 a month'],
      ['dds---d----ddd', '$100 a month'],
      ['s--s--d-o--ddd', '$99 a year'],
      ['----s--do-----', '99 euros'],
      ['-----s--o-----', '99 pounds'],
      ['dooo--s----ddd', '$1,200'],
      ['----d--s------', '1.200 Euro und der'],
      ['oo-ooo--soo---', '99 cats'],
      ['--------os----', '99 percent'],
      ['--------o-s---', '99 percentage points'],
      ['dooo--d----ssd', '$1.5 million'],
      ['dooo--d----osd', '$1,540,000'],
      ['dooo--d----dds', '$1,550,000'],
    ],
  ],
  [
    'measures in other units',
    [
      ['ssssssdddd---------------------', '5 miles'],
      ['sssddddddd---------------------', '8 km'],
      ['sosddddddd---------------------', '8.05 km'],
      ['sddsdddddd---------------------', '8.5 km'],
      ['sdddsodddd---------------------', '8.6 km'],
      ['sdddssdddd---------------------', '9 km'],
      ['ddddddssss---------------------', '5 km'],
      ['ddddddssdd---------------------', '5000 m'],
      ['ddddddodsd---------------------', '5004 m'],
      ['ddddddodds---------------------', '5010 m'],
      ['----------sssddddddddddd-------', '5 hours'],
      ['----------ssdddddddddddd-------', '300 minutes'],
      ['----------odsddddddddddd-------', '301 minutes'],
      ['----------dddssddddddddd-------', '1 day'],
      ['----------dddssddddddddd-------', '24 hours'],
      ['----------dddddsddsddddd-------', '30 days'],
      ['----------ddddddsdsddddd-------', '31 days'],
      ['----------dddddddsdddddd-------', '28 days'],
      ['----------dddddssdsddddd-------', 'one month'],
      ['----------dddddddddssddd-------', '2 months'],
      ['----------dddddddddssddd-------', '60 days'],
      ['----------dddddddddddsss-------', '12 months'],
      ['----------dddddddddddsss-------', '1 year'],
      ['----------dddddddddddsss-------', '365 days'],
      ['------------------------sss----', '2 kg'],
      ['------------------------ssd----', '4.41 lb'],
      ['------------------------sds----', '4.5 lb'],
      ['---------------------------ssso', '100 °C'],
      ['---------------------------ssso', '212 °F'],
      ['---------------------------ssso', '100 degrees'],
      ['---------------------------ooos', '100 cats'],
    ],
  ],
  [
    'dates',
    [
      ['sdssoooosssss----ooossoo-', 'in 2020'],
      ['dsddooooddddd----ddddoss-', 'in 2021'],
      ['sdssoooosssss----ooossoos', '2020 knights'],
      ['sdssoooosssss----ooossoo-', '2020'],
      ['sssssdoosssss----ooossss-', '2019–2021'],
      ['ssssdsoosssss----ooossss-', '2019–2022'],
      ['ssssoososssss----ooossss-', 'the 2020s'],
      ['sssssssssssss----ooossss-', 'the 21st century'],
      ['odoooooosdossooodooodooo-', 'May 2020'],
      ['odoooooodsodddddoddddooo-', 'June 2020'],
      ['odoooooosssssooooooodooo-', 'Q2 2020'],
      ['odooooooodosdododooddooo-', '3 May 2020'],
      ['odooooooododsdoodddddooo-', '5 May 2020'],
      ['--------odosdsdodoodd----', '3 May'],
      ['--------ododsdsoddddd----', '5 May'],
      ['--------sdosssssdoooo----', 'in May'],
      ['--------dsooooodsoooo----', 'in June'],
      ['odoooooodddodddddsodoooo-', '03/05/2020'],
      ['odooooooodoodododosdoooo-', '05/03/2020'],
      ['odooooooddoddddddddsdooo-', '04/05/2020'],
      ['odoooooodddddddddoodsooo-', '5 March 2020'],
      ['sossoooosssss----ooossoo-', 'before 2020'],
      ['osooooooooooo----oooooss-', 'after 2021'],
      ['osooooooooooo----oooooss-', 'about 2021'],
      ['--s---------------------s', '2,020 cats'],
    ],
  ],
  [
    'times of day',
    [
      ['ssssdodd', '5 pm'],
      ['ssssdodd', '17:00'],
      ['ssssdosd', '5 o’clock'],
      ['ssssdosd', '5:00'],
      ['ddddsodd', '6 pm'],
      ['ooooosoo', 'before 5 pm'],
      ['ddssdosd', '5 am'],
      ['dddddods', '17:30'],
    ],
  ],
  [
    'days of the week, ranks and scores',
    [
      ['sd------', 'on Monday'],
      ['ds------', 'on Tuesday'],
      ['--sd---s', 'third'],
      ['--ds---d', 'second'],
      ['----s---', '3 cats'],
      ['-----sd-', '3–1'],
      ['-----ds-', '2–1'],
      ['--sd---s', '3rd'],
    ],
  ],
])('of %s', (_of, rows) => {
  const texts = rows.map(([, text]) => text);
  expect(table(texts)).toEqual(rows.map(([signs]) => signs));
});
