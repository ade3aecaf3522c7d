import { describe, expect, it } from 'vitest';
import { detectClaims } from './detect.ts';
import { openClaimScan } from './scan-stream.ts';

const of = (text: string, date?: string) =>
  detectClaims(text, date === undefined ? {} : { date }).map((claim) => {
    const { speaker, time, date: day, stands_alone: alone } = claim;
    return [speaker, time, day, alone].map((one) => one ?? '-').join(' ');
  });

describe('who said a claim, and when', () => {
  it('is the label of its line; a line without one is nobody’s, but of a chat', () => {
    const lines = (label: string) =>
      `${label}The bridge cost 3 million euros.\nThe dam cost 40 million euros.`;
    expect(of(lines('ANNA: '))).toEqual(['ANNA - - -', '- - - -']);
    expect(of(lines('[14:05] Anna: '))).toEqual(['Anna 14:05 - -', 'Anna 14:05 - -']);
    expect(of(lines('[14:05] Anna: ').replace('\n', '\n\n'))).toEqual(['Anna 14:05 - -', '- - - -']);
  });

  it.each([
    ['Anna Lee  0:15\n', 'Anna Lee 0:15'],
    ['Priyanka Rao   00:01:15\n\n', 'Priyanka Rao 00:01:15'],
    ['Speaker 1 (00:15):\n', 'Speaker 1 00:15'],
    ['**Tom [00:15]:**\n', 'Tom 00:15'],
    ['Anna Lee, 10:15 AM\n', 'Anna Lee 10:15 AM'],
    ['00:15 Anna Lee\n', 'Anna Lee 00:15'],
    ['HOST 0:15\n\n', 'HOST 0:15'],
  ])('is the line above, as in what programs put down: %j', (above, said) => {
    const text = `${above}The bridge cost 3 million euros.\nThe dam cost 40 million euros.`;
    expect(of(text)).toEqual([`${said} - -`, `${said} - -`]);
    expect(of(`${text}\n\nThe bridge cost 3 million euros.`).at(-1)).toBe('- - - -');
  });

  it.each(['Lunch 12:30', 'Opening Session 9:00', 'Kickoff (15:30)'])('is no line of an agenda: %s', (line) =>
    expect(of(`${line}\nThe bridge cost 3 million euros.`)).toEqual(['- - - -']),
  );

  it('of subtitles is the beginning of the cue', () => {
    expect(of('1\n00:00:01,000 --> 00:00:04,000\nThe Nile is 6,650 km long.')).toEqual([
      '- 00:00:01,000 - -',
    ]);
  });

  it('is who a pronoun means that said it, and nobody where it may be two', () => {
    const quote = '“The bridge cost 3 million euros,” she said.';
    expect(of(`Anna Meier is the mayor of Ulm. ${quote}`).at(-1)).toBe('Anna Meier - - -');
    expect(of(quote)).toEqual(['- - - -']);
  });

  it('is a single name that may be a noun where the text has named its bearer', () => {
    const said = 'Jones said that the bridge cost 3 million euros.';
    const nobody = '- - - -';
    expect(of(said)).toEqual([nobody]);
    expect(of(`Anna Berg is the mayor of Ulm. ${said}`).at(-1)).toBe(nobody);
    expect(of(`Anna Jones is the mayor of Ulm. ${said}`).at(-1)).toBe('Jones - - -');
    expect(of(`Anna Jones met Tom Berg in Ulm in 2019. ${said}`).at(-1)).toBe('Jones - - -');
  });

  it('of subtitles is that of each cue, and not of what stands below without one', () => {
    const cue = '1\n00:00:01,000 --> 00:00:04,000\nThe Nile is 6,650 km long.\n\n';
    const dam = 'The dam cost 40 million euros.';
    const next = `2\n00:00:05,000 --> 00:00:07,000\n${dam}`;
    expect(of(cue + next)).toEqual(['- 00:00:01,000 - -', '- 00:00:05,000 - -']);
    expect(of(cue + dam)).toEqual(['- 00:00:01,000 - -', '- - - -']);
  });

  it('goes on with the next quotation of a paragraph', () => {
    const second = '“The dam cost 40 million euros.”';
    const first = '“The bridge cost 3 million euros,” Anna Meier said.';
    expect(of(`${first} ${second}`)).toEqual(['Anna Meier - - -', 'Anna Meier - - -']);
    expect(of(`${first} ${second} ${second}`)).toEqual(Array(3).fill('Anna Meier - - -'));
    expect(of(`${first} The dam cost 40 million euros. ${second}`).slice(1)).toEqual(
      Array(2).fill('- - - -'),
    );
    expect(of(`${first} ${second.replace(/[“”]/g, '')}`)).toEqual(['Anna Meier - - -', '- - - -']);
    expect(of(`${first}\n\n${second}`)).toEqual(['Anna Meier - - -', '- - - -']);
  });
});

describe('the date of a claim', () => {
  const claim = 'The mayor of Ulm resigned yesterday.';

  it('goes by the request before a line of the text, and by a chat’s own before both', () => {
    expect(of(claim, '2024-05-08').at(-1)).toContain('2024-05-07');
    expect(of(`Published: 3 May 2024\n\n${claim}`).at(-1)).toContain('2024-05-02');
    expect(of(`Published: 3 May 2024\n\n${claim}`, '2024-05-08').at(-1)).toContain('2024-05-07');
    expect(of(`[2024-05-06 09:14] Anna: ${claim}`, '2024-05-08').at(-1)).toContain('2024-05-05');
  });

  it('is unknown where none of them says it: then the claim does not stand alone', () => {
    expect(of(claim)).toEqual(['- - - false']);
  });
});

describe('a claim that refers to somebody', () => {
  const claim = 'They said it would double next year.';

  it('does not stand alone where nobody has been named', () => {
    expect(of(claim, '2024-05-08')).toEqual(['- - 2025 false']);
    expect(of(`Good morning!\n${claim}`, '2024-05-08')[0]).toBe('- - 2025 false');
    expect(of('He won in 2019. He paid 3 million dollars in taxes.')).toEqual(['- - - false', '- - - false']);
  });

  it('stands beside what was named before it, in the text or in the question', () => {
    expect(of(`The committee met in Rome.\n${claim}`, '2024-05-08').at(-1)).toBe('- - 2025 -');
    const scan = openClaimScan('What about Ada Lovelace?');
    expect(scan.push('She died in London in 1852. ')[0]?.stands_alone).toBeUndefined();
  });

  it('is none that “it” introduces', () => {
    expect(of('It rained 140 millimetres in Lisbon on 5 December 2022.')).toEqual(['- - - -']);
  });
});
