/** What says that a claim's value and one of a passage are of the same thing, and what comes of it. */
import { describe, expect, it } from 'vitest';
import { agreementOf, placesOf, weightsOf, wordsAround } from './align-values.ts';
import { judgeByValues } from './judge-by-values.ts';
import { readContext } from './read-context.ts';

const round = (value: number) => Math.round(value * 100) / 100;

/** Of the claim's last value and each of the passage. */
function agreements(claim: string, passage: string): string[] {
  const [own, other] = [readContext(claim), readContext(passage)];
  const place = placesOf(own).at(-1)!;
  const words = weightsOf(own, place.sentence);
  return placesOf(other).map((one) => {
    const { coverage, backward, before, behind, noun, date, ...is } = agreementOf(
      own,
      place,
      words,
      other,
      one,
      wordsAround(other, one),
    );
    const flags = Object.entries(is).flatMap(([name, yes]) => (yes ? [name] : []));
    const figures = `${round(coverage)} ${round(backward)} ${before}+${behind} noun ${noun} date ${date}`;
    return [`${one.value.text}: ${figures}`, ...flags].join(' ');
  });
}

/** What each value of the claim comes to; `!` where that is sure. */
function outcome(claim: string, passage: string): string {
  const { same, differs, missing, agrees, verbatim } = judgeByValues(claim, passage);
  const found = [
    ...same.map((pair) => ({
      at: pair.claim.start,
      is: `${pair.claim.text} = ${pair.passage.text}${pair.sure ? '!' : ''}`,
    })),
    ...differs.map((pair) => ({
      at: pair.claim.start,
      is: `${pair.claim.text} ≠ ${pair.passage.text}${pair.sure ? '!' : ''}`,
    })),
    ...missing.map(({ start, text }) => ({ at: start, is: `${text}?` })),
  ].sort((a, b) => a.at - b.at);
  return [
    ...found.map(({ is }) => is),
    ...(agrees ? ['agrees'] : []),
    ...(verbatim ? ['verbatim'] : []),
  ].join(', ');
}

describe('the values of a claim beside those of a passage', () => {
  it.each<[string, string, string[]]>([
    ['The hall seats 4,000 people.', 'The hall seats 3,000 people.', ['3,000: 1 1 3+2 noun 1 date 0']],
    [
      'The new hall in Oberwald seats 4,000 people.',
      'The hall seats 3,000 people and 20 dogs.',
      ['3,000: 0.5 1 1+1 noun 1 date 0', '20: 0.5 0 0+0 noun -1 date 0 contrast'],
    ],
    [
      'In 2023 revenue was 5 million euros.',
      'In 2022 revenue was 4 million euros.',
      ['2022: 1 1 0+0 noun 0 date 0', '4 million euros: 1 1 2+1 noun 0 date -1'],
    ],
    [
      'In 2023 revenue was 5 million euros.',
      'In 2022 revenue was 4 million euros; in 2023 it was 5 million euros.',
      [
        '2022: 1 1 0+0 noun 0 date 1',
        '4 million euros: 1 1 2+0 noun 0 date -1',
        '2023: 1 1 0+0 noun 0 date -1',
        '5 million euros: 1 1 1+1 noun 0 date 1',
      ],
    ],
    [
      'Children pay 12 euros.',
      'Adults pay 12 euros, children pay 8 euros.',
      ['12 euros: 1 0.5 1+0 noun 0 date 0 contrast', '8 euros: 1 1 2+1 noun 0 date 0'],
    ],
    [
      'Adults pay 12 euros.',
      'Adults pay 12 euros, children pay 8 euros.',
      ['12 euros: 1 1 2+0 noun 0 date 0', '8 euros: 1 0.5 1+1 noun 0 date 0 contrast'],
    ],
    [
      'The train has two cars and three beds.',
      'The train has three cars and two beds.',
      ['three: 1 1 0+0 noun -1 date 0', 'two: 1 1 2+2 noun 1 date 0'],
    ],
    ['Prices rose by 5 euros.', 'Prices rose to 15 euros.', ['15 euros: 1 1 0+1 noun 0 date 0 otherwise']],
    [
      'Prices are 5 euros lower now.',
      'Prices are 7 euros lower, then 8 euros.',
      ['7 euros: 0.75 1 2+1 noun 1 date 0', '8 euros: 0.75 1 0+0 noun 0 date 0 otherwise'],
    ],
    [
      'The deposit is not 1,500 euros.',
      'The deposit is 1,200 euros.',
      ['1,200 euros: 1 1 0+1 noun 0 date 0 otherwise'],
    ],
    [
      'The Basic plan costs $12 a month.',
      '| Plan | Price |\n|---|---|\n| Basic | $5 a month |\n| Pro | $12 a month |',
      ['$5 a month: 0.88 1 0+0 noun 0 date 0', '$12 a month: 0.29 1 0+0 noun 0 date 0 otherName'],
    ],
    [
      'In 2021 the Basic plan had 12 seats.',
      '| Plan | 2020 | 2021 |\n|---|---|---|\n| Basic | 5 seats | 12 seats |\n| Pro | 7 seats | 14 seats |',
      [
        '2020: 0.25 1 0+0 noun 0 date 0',
        '2021: 0.25 1 0+0 noun 0 date 0',
        '5: 1 1 0+1 noun 1 date -1',
        '12: 1 1 0+1 noun 1 date 1',
        '7: 0.5 1 0+1 noun 1 date -1 otherName',
        '14: 0.5 1 0+1 noun 1 date 1 otherName',
      ],
    ],
    [
      'Boeing 737 is a plane.',
      'Airbus 320 is a plane, the Boeing 747 too.',
      ['320: 1 0.5 0+3 noun 0 date 0 contrast label', '747: 1 1 1+0 noun 0 date 0 label'],
    ],
    [
      'The column dates to the third century.',
      'The column dates to the third or fourth century.',
      ['third: 1 1 4+0 noun 0 date 0 either', 'fourth century: 1 1 0+1 noun 0 date 0 either'],
    ],
    [
      'Acme employs 500 people in Berlin.',
      'Beta employs 300 people in Berlin.',
      ['300: 0.67 0.75 1+4 noun 1 date 0'],
    ],
    [
      'Acme employs 500 people in Berlin.',
      'Acme employs 300 people in Berlin, not 400.',
      ['300: 1 1 2+3 noun 1 date 0', '400: 1 1 0+0 noun 0 date 0 otherwise'],
    ],
    [
      'Der Saal in Ulm hat 400 Plätze und ist neu.',
      'Der Saal hat 300 Plätze. Die Halle in Ulm hat 400 Stühle.',
      ['300: 0.5 1 1+1 noun 1 date 0', '400: 0.25 0.33 3+0 noun -1 date 0'],
    ],
    [
      'The population of the city was 300 in 1900 and 500 in 1950.',
      'The city had 300 people in 1900, 400 in 1930 and 500 in 1950.',
      [
        '300: 0.5 0.5 0+0 noun 0 date 0',
        '1900: 0.5 0.5 1+0 noun 0 date 0',
        '400: 0.5 1 0+0 noun 0 date 0',
        '1930: 0.5 1 1+0 noun 0 date 0',
        '500: 0.5 1 0+0 noun 0 date 0',
        '1950: 0.5 1 3+1 noun 0 date 0',
      ],
    ],
    [
      'It takes 45 minutes by bus.',
      'By train it takes 20 minutes; by bus 50 minutes.',
      ['20 minutes: 1 0.5 2+0 noun 0 date 0 contrast', '50 minutes: 1 1 0+0 noun 0 date 0'],
    ],
    [
      'She finished third in the marathon.',
      'She finished second in the marathon. She was third in 2019 in the sprint.',
      ['second: 1 1 2+4 noun 0 date 0', 'third: 0 0 0+1 noun 0 date 0', '2019: 0 0 0+2 noun 0 date 0'],
    ],
    [
      'The tower has 12 of the bells.',
      'The tower has 13 big old bells, and 5 doors.',
      ['13: 1 0.5 3+0 noun -1 date 0', '5: 1 0 0+0 noun -1 date 0 contrast'],
    ],
    [
      'The bridge is 300 m long.',
      'Oberwald bridge\nIt is 250 m long and 20 m wide.',
      ['250 m: 1 1 1+1 noun 1 date 0', '20 m: 1 0 0+0 noun -1 date 0 contrast'],
    ],
    ['The bridge is 300 m long.', 'The bridge: facts\nIt is 250 m long.', ['250 m: 1 1 1+2 noun 1 date 0']],
    [
      'Fifty-four of the houses had not burnt.',
      'Of 68 houses, 14 had burnt.',
      ['68: 1 1 0+0 noun 1 date 0 otherwise', '14: 1 1 0+0 noun 0 date 0 otherwise'],
    ],
    [
      'The court fined the company 40 million dollars in May 2020.',
      'In May 2020, the court fined the company 30 million dollars.',
      ['May 2020: 1 1 1+0 noun 0 date 0', '30 million dollars: 1 1 0+1 noun 0 date 0'],
    ],
    [
      'The court fined the company 40 million dollars in May 2020.',
      'In June 2020, the court fined the company 40 million dollars.',
      ['June 2020: 1 1 1+0 noun 0 date 0', '40 million dollars: 1 1 0+1 noun 0 date 0'],
    ],
    [
      'The court fined the company 40 million dollars in May 2020.',
      'In June 2020, the court fined the company 30 million dollars.',
      ['June 2020: 1 1 1+0 noun 0 date 0', '30 million dollars: 1 1 0+1 noun 0 date 0'],
    ],
    ['The company has 500 employees.', 'The company has 12 offices.', ['12: 0.5 0.5 3+0 noun -1 date 0']],
    ['The company has 500 employees.', 'The company has 500 offices.', ['500: 0.5 0.5 3+0 noun -1 date 0']],
    ['Two things', 'Two things', ['Two: 1 1 0+1 noun 1 date 0']],
    [
      'It was built in 1978.',
      'It was built in 1978 or 1979.',
      ['1978: 1 1 4+0 noun 0 date 0 either', '1979: 1 1 0+1 noun 0 date 0 either'],
    ],
    [
      'It was built in 1977.',
      'It was built in 1978 or 1979.',
      ['1978: 1 1 4+0 noun 0 date 0 either', '1979: 1 1 0+1 noun 0 date 0 either'],
    ],
    [
      'It was built in 1977 by 30 men.',
      'It was built in 1978 by 40 men.',
      ['1978: 1 1 0+0 noun 0 date 0 otherwise', '40: 1 1 1+2 noun 1 date -1'],
    ],
    [
      'It was built by 30 men and 40 women.',
      'It was built by 40 men and 30 women.',
      ['40: 1 1 0+0 noun -1 date 0 otherwise', '30: 1 1 2+2 noun 1 date 0'],
    ],
    [
      'It was built by 30 men and 40 women.',
      'It was built by 35 men and 45 women.',
      ['35: 1 1 0+0 noun -1 date 0 otherwise', '45: 1 1 2+2 noun 1 date 0'],
    ],
    [
      'It was built by 30 men and 40 women.',
      'Old facts. It was built by 30 men and 45 women.',
      ['30: 1 1 0+0 noun -1 date 0 otherwise', '45: 1 1 4+2 noun 1 date 0'],
    ],
    [
      'The lease ends on 3 May 2020.',
      'The lease ends on Monday, 5 May 2020.',
      ['Monday: 1 1 4+0 noun 0 date 0', '5 May 2020: 1 1 0+1 noun 0 date 0'],
    ],
    [
      'The office has 7 rooms.',
      'Name,Rooms,Doors\noffice,9,3\nhall,7,4',
      [
        '9: 1 1 0+0 noun 0 date 0',
        '3: 1 1 0+0 noun 0 date 0',
        '7: 0.5 1 0+0 noun 0 date 0',
        '4: 0.5 1 0+0 noun 0 date 0',
      ],
    ],
    [
      'The scheme gave 30 loans of 5,000 euros.',
      'The scheme gave 30 loans of 6,000 euros, and 20 of 5,000 euros.',
      [
        '30: 1 1 0+0 noun 0 date 0',
        '6,000 euros: 1 1 4+0 noun 0 date 0',
        '20: 1 1 0+0 noun 0 date 0',
        '5,000 euros: 1 1 1+1 noun 0 date 0',
      ],
    ],
    [
      'Memory use fell by 1.2 GB.',
      'Memory use fell from 1.8 GB to 600 MB.',
      ['1.8 GB: 1 1 0+0 noun 0 date 0 otherwise', '600 MB: 1 1 0+1 noun 0 date 0 otherwise'],
    ],
    [
      'After 3,000 cycles the battery has 80 percent.',
      'After 2,000 cycles the battery has 90 percent.',
      ['2,000: 1 1 0+0 noun 0 date 0', '90 percent: 1 1 4+1 noun 0 date 0'],
    ],
    [
      'Le billet coûte 12 euros pour les adultes.',
      'Le billet coûte 15 euros pour les adultes et 8 euros pour les enfants.',
      ['15 euros: 1 1 3+3 noun 0 date 0', '8 euros: 1 0 0+2 noun 0 date 0 contrast'],
    ],
    [
      '这座桥长300米。',
      '这座桥长250米，宽20米。',
      ['250米: 1 1 4+0 noun 0 date 0', '20米: 1 0 0+1 noun 0 date 0 contrast'],
    ],
  ])('%s | %s', (claim, passage, agreement) => {
    expect(agreements(claim, passage)).toEqual(agreement);
  });

  it.each([
    ['The hall seats 4,000 people.', 'The hall seats 3,000 people.', '4,000 ≠ 3,000!, verbatim'],
    ['The new hall in Oberwald seats 4,000 people.', 'The hall seats 3,000 people and 20 dogs.', '4,000?'],
    [
      'In 2023 revenue was 5 million euros.',
      'In 2022 revenue was 4 million euros.',
      '2023?, 5 million euros?',
    ],
    [
      'In 2023 revenue was 5 million euros.',
      'In 2022 revenue was 4 million euros; in 2023 it was 5 million euros.',
      '2023 = 2023!, 5 million euros = 5 million euros!, agrees',
    ],
    ['Children pay 12 euros.', 'Adults pay 12 euros, children pay 8 euros.', '12 euros ≠ 8 euros!'],
    ['Adults pay 12 euros.', 'Adults pay 12 euros, children pay 8 euros.', '12 euros = 12 euros!, agrees'],
    [
      'The train has two cars and three beds.',
      'The train has three cars and two beds.',
      'two ≠ three!, three ≠ two!, verbatim',
    ],
    ['Prices rose by 5 euros.', 'Prices rose to 15 euros.', '5 euros?'],
    ['Prices are 5 euros lower now.', 'Prices are 7 euros lower, then 8 euros.', '5 euros ≠ 7 euros'],
    ['The deposit is not 1,500 euros.', 'The deposit is 1,200 euros.', '1,500 euros?'],
    [
      'The Basic plan costs $12 a month.',
      '| Plan | Price |\n|---|---|\n| Basic | $5 a month |\n| Pro | $12 a month |',
      '$12 a month ≠ $5 a month',
    ],
    [
      'In 2021 the Basic plan had 12 seats.',
      '| Plan | 2020 | 2021 |\n|---|---|---|\n| Basic | 5 seats | 12 seats |\n| Pro | 7 seats | 14 seats |',
      '2021 = 2021!, 12 = 12!, agrees',
    ],
    ['Boeing 737 is a plane.', 'Airbus 320 is a plane, the Boeing 747 too.', '737?'],
    [
      'The column dates to the third century.',
      'The column dates to the third or fourth century.',
      'third century?',
    ],
    ['Acme employs 500 people in Berlin.', 'Beta employs 300 people in Berlin.', '500 ≠ 300'],
    ['Acme employs 500 people in Berlin.', 'Acme employs 300 people in Berlin, not 400.', '500 ≠ 300!'],
    [
      'Der Saal in Ulm hat 400 Plätze und ist neu.',
      'Der Saal hat 300 Plätze. Die Halle in Ulm hat 400 Stühle.',
      '400?',
    ],
    [
      'The population of the city was 300 in 1900 and 500 in 1950.',
      'The city had 300 people in 1900, 400 in 1930 and 500 in 1950.',
      '300 = 300!, 1900 = 1900!, 500 = 500!, 1950 = 1950!, agrees',
    ],
    [
      'It takes 45 minutes by bus.',
      'By train it takes 20 minutes; by bus 50 minutes.',
      '45 minutes ≠ 50 minutes',
    ],
    [
      'She finished third in the marathon.',
      'She finished second in the marathon. She was third in 2019 in the sprint.',
      'third ≠ second!, verbatim',
    ],
    ['The tower has 12 of the bells.', 'The tower has 13 big old bells, and 5 doors.', '12?'],
    ['The bridge is 300 m long.', 'Oberwald bridge\nIt is 250 m long and 20 m wide.', '300 m ≠ 250 m!'],
    ['The bridge is 300 m long.', 'The bridge: facts\nIt is 250 m long.', '300 m ≠ 250 m!'],
    ['Fifty-four of the houses had not burnt.', 'Of 68 houses, 14 had burnt.', 'Fifty-four?'],
    [
      'The court fined the company 40 million dollars in May 2020.',
      'In May 2020, the court fined the company 30 million dollars.',
      '40 million dollars ≠ 30 million dollars!, May 2020 = May 2020',
    ],
    [
      'The court fined the company 40 million dollars in May 2020.',
      'In June 2020, the court fined the company 40 million dollars.',
      '40 million dollars?, May 2020 ≠ June 2020',
    ],
    [
      'The court fined the company 40 million dollars in May 2020.',
      'In June 2020, the court fined the company 30 million dollars.',
      '40 million dollars?, May 2020?',
    ],
    ['The company has 500 employees.', 'The company has 12 offices.', '500?'],
    ['The company has 500 employees.', 'The company has 500 offices.', '500 = 500!, agrees'],
    ['Nothing has happened.', 'We know: nothing has happened! It is so.', 'agrees'],
    ['Nothing has happened', 'nothing has happened', 'agrees'],
    ['Two things', 'Two things', 'Two = Two!, agrees'],
    ['It was built in 1978.', 'It was built in 1978 or 1979.', '1978 = 1978!, agrees'],
    ['It was built in 1977.', 'It was built in 1978 or 1979.', '1977?'],
    ['It was built in 1977 by 30 men.', 'It was built in 1978 by 40 men.', '1977?, 30?'],
    [
      'It was built by 30 men and 40 women.',
      'It was built by 40 men and 30 women.',
      '30 ≠ 40!, 40 ≠ 30!, verbatim',
    ],
    [
      'It was built by 30 men and 40 women.',
      'It was built by 35 men and 45 women.',
      '30 ≠ 35, 40 ≠ 45, verbatim',
    ],
    [
      'It was built by 30 men and 40 women.',
      'Old facts. It was built by 30 men and 45 women.',
      '30 = 30!, 40 ≠ 45!, verbatim',
    ],
    ['The lease ends on 3 May 2020.', 'The lease ends on Monday, 5 May 2020.', '3 May 2020 ≠ 5 May 2020'],
    ['The office has 7 rooms.', 'Name,Rooms,Doors\noffice,9,3\nhall,7,4', '7?'],
    [
      'The scheme gave 30 loans of 5,000 euros.',
      'The scheme gave 30 loans of 6,000 euros, and 20 of 5,000 euros.',
      '30 = 30!, 5,000 euros = 5,000 euros!, agrees',
    ],
    ['Memory use fell by 1.2 GB.', 'Memory use fell from 1.8 GB to 600 MB.', '1.2 GB?'],
    [
      'After 3,000 cycles the battery has 80 percent.',
      'After 2,000 cycles the battery has 90 percent.',
      '3,000 ≠ 2,000, 80 percent ≠ 90 percent, verbatim',
    ],
    [
      'Le billet coûte 12 euros pour les adultes.',
      'Le billet coûte 15 euros pour les adultes et 8 euros pour les enfants.',
      '12 euros ≠ 15 euros!',
    ],
    ['这座桥长300米。', '这座桥长250米，宽20米。', '300米 ≠ 250米!'],
    [
      'The Basic plan costs $5 a month.',
      '| Plan | Price |\n|---|---|\n| Basic | $5 a month |\n| Pro | $12 a month |',
      '$5 a month = $5 a month!, agrees',
    ],
    [
      'In 2023 revenue was 4 million euros.',
      'In 2022 revenue was 4 million euros; in 2023 it was 5 million euros.',
      '2023 = 2023, 4 million euros ≠ 5 million euros',
    ],
    ['The hall in Berlin seats 4,000 people.', 'The new hall seats 3,000 people.', '4,000 ≠ 3,000'],
    ['The hall 4,000 people.', 'The hall Karl 400 people.', '4,000 ≠ 400'],
    ['It seats 4,000 people.', 'The hall seats 3,000 people.', '4,000 ≠ 3,000'],
    [
      'He played there in the 1901–03 season.',
      'He played there in the 1901–02 season.',
      '1901–03 ≠ 1901–02!, verbatim',
    ],
    [
      'The club was founded in 1987 and dissolved in 1999.',
      'The club was founded in 1987 and dissolved in 2001.',
      '1987 = 1987!, 1999 ≠ 2001!, verbatim',
    ],
    [
      'The club was founded in 1987 and dissolved in 1999.',
      'The club was founded in 1987 and dissolved.',
      '1987 = 1987!, 1999?',
    ],
    ['About 5,000 people live there.', '5,038,000 people live there.', '5,000 ≠ 5,038,000!'],
    ['Children pay more than 12 euros.', 'Adults pay 12 euros, children pay 8 euros.', '12 euros?'],
    ['Children pay 8 euros.', 'Adults pay 12 euros, children pay 8 euros.', '8 euros = 8 euros!, agrees'],
    [
      'The train has two cars and three beds.',
      'The train has two cars and three berths.',
      'two = two!, three?',
    ],
    [
      'Hamburg has 1.8 million inhabitants.',
      'Berlin has 3.7 million inhabitants, Hamburg 1.8 million.',
      '1.8 million = 1.8 million!, agrees',
    ],
    [
      'Hamburg has 3.7 million inhabitants.',
      'Berlin has 3.7 million inhabitants, Hamburg 1.8 million.',
      '3.7 million?',
    ],
    ['Tickets cost 8 euros.', 'Tickets cost 5 euros. Parking costs 8 euros.', '8 euros ≠ 5 euros!, verbatim'],
    [
      'Tickets cost 5 euros.',
      'Tickets cost 5 euros. Parking costs 8 euros.',
      '5 euros = 5 euros!, agrees, verbatim',
    ],
    ['The meeting starts at noon.', 'The meeting starts at 2:00.', 'noon ≠ 2:00!, verbatim'],
    ['Das Haus wurde 1923 gebaut.', 'Das Haus wurde 1932 gebaut.', '1923 ≠ 1932!, verbatim'],
    ['Das Haus entstand 1923.', 'Das Haus wurde 1932 gebaut.', '1923?'],
    [
      'Twelve people were hurt in the crash.',
      'Fourteen people were injured in the crash.',
      'Twelve ≠ Fourteen',
    ],
    ['Twelve people were hurt.', 'Fourteen people came to the opening of the hall.', 'Twelve?'],
    ['Nearly 50 guests came.', '8 guests came.', '50 ≠ 8'],
    [
      'El museo abrió en 1990 en la ciudad.',
      'El museo abrió en 1980 en la ciudad.',
      '1990 ≠ 1980!, verbatim',
    ],
    ['The hall seats 4,000 people.', 'The hall seats 3,000 or 4,000 people.', '4,000 = 4,000!, agrees'],
    ['The hall seats 4,000 people.', 'The hall seats 3,000 or 5,000 people.', '4,000?'],
    ['Two of the three ships sank.', 'Three of the two ships sank.', 'Two ≠ Three!, three ≠ two!, verbatim'],
    ['In 2022 the firm had 300 staff.', 'In 2021 the firm had 250 staff.', '2022?, 300?'],
    [
      'In 2022 the firm had 300 staff.',
      'In 2021 the firm had 300 staff.',
      '2022 ≠ 2021!, 300 = 300!, verbatim',
    ],
    [
      'In 2022 the firm had 300 staff.',
      'In 2021 the firm had 250 staff, in 2022 it had 280.',
      '2022 = 2022!, 300?',
    ],
    ['The firm had 54 houses left.', 'Of 68 houses the firm lost 14.', '54?'],
    ['The firm opened in May 2020.', 'The firm opened in June 2020.', 'May 2020 ≠ June 2020!, verbatim'],
    ['The firm opened in May.', 'The firm opened in June 2020 and closed in July.', 'May ≠ June 2020!'],
    [
      'It rose by 5 percent.',
      'It rose by 5 percent and fell by 3 percent.',
      '5 percent = 5 percent!, agrees',
    ],
    ['It rose by 3 percent.', 'It rose by 5 percent and fell by 3 percent.', '3 percent ≠ 5 percent!'],
    ['It fell by 5 percent.', 'It rose by 5 percent and fell by 3 percent.', '5 percent ≠ 3 percent!'],
    ['The tower is 300 m high.', 'The tower is 300 m high and 20 m wide.', '300 m = 300 m!, agrees'],
    ['The tower is 20 m high.', 'The tower is 300 m high and 20 m wide.', '20 m ≠ 300 m!'],
    ['The tower is 300 m wide.', 'The tower is 300 m high and 20 m wide.', '300 m ≠ 20 m!'],
    ['Apollo 11 landed in 1969.', 'Apollo 12 landed in 1969.', '11 ≠ 12!, 1969 = 1969!, verbatim'],
    ['Apollo 11 landed in 1969.', 'Apollo 11 landed in 1970.', '11 = 11!, 1969 ≠ 1970!, verbatim'],
  ])('%s | %s: %s', (claim, passage, is) => {
    expect(outcome(claim, passage)).toBe(is);
  });
});
