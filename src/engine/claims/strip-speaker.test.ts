import { describe, expect, it } from 'vitest';
import { claimProbability, detectClaims } from './detect.ts';
import { openClaimScan } from './scan-stream.ts';
import { readLabel } from './strip-speaker.ts';

const SAID = 'The bridge was opened in 1932.';
/** As long as a name may be. */
const LONG = ['K', ' A', ' B', ' C'].map((letter) => letter + 'a'.repeat(20)).join('');

describe('who speaks', () => {
  it.each([
    ['**HOST:** ', 'HOST'],
    ['ANNA: ', 'ANNA'],
    ['Anna: ', 'Anna'],
    ['**Tom**: ', 'Tom'],
    ['Interviewer: ', 'Interviewer'],
    ['Q: ', 'Q'],
    ['A: ', 'A'],
    ['[00:12] Tom: ', 'Tom', '00:12'],
    ['00:12:45 Lindqvist: ', 'Lindqvist', '00:12:45'],
    ['(2:05 PM) Lindqvist: ', 'Lindqvist', '2:05 PM'],
    ['[12/03/2024, 14:05] Tom Berg: ', 'Tom Berg', '12/03/2024, 14:05'],
    ['25.12.2023, 18:22 - Maria: ', 'Maria', '25.12.2023, 18:22'],
    ['[14:05] <tom_b> ', 'tom_b', '14:05'],
    ['<v Roger Bingham>', 'Roger Bingham'],
    ['[00:12] ', undefined, '00:12'],
    ['ANNA (09:12): ', 'ANNA', '09:12'],
    ['Karvonen [00:09:12]: ', 'Karvonen', '00:09:12'],
    ['**Anna Lee (2:05 PM):** ', 'Anna Lee', '2:05 PM'],
    ['Speaker 2: ', 'Speaker 2'],
    ['[SPEAKER_01]: ', 'SPEAKER_01'],
    ['Tom (host): ', 'Tom'],
    ['MARY SMITH: ', 'MARY SMITH'],
    ['Dr. Falk: ', 'Dr. Falk'],
    ['Antwort: ', 'Antwort'],
    ['ANDERSON COOPER, CNN HOST: ', 'ANDERSON COOPER'],
    ['KAITLAN COLLINS, CNN CORRESPONDENT (on camera): ', 'KAITLAN COLLINS'],
    ['RUTH OKAFOR, AUTHOR: ', 'RUTH OKAFOR'],
  ])('is no part of what is claimed, and said beside it: %s', (label, speaker?: string, time?: string) => {
    const text = `${label}${SAID}`;
    const [claim, ...others] = detectClaims(text);
    expect(others).toEqual([]);
    const place = { start: label.length, end: text.length };
    expect(claim).toEqual({ ...detectClaims(SAID)[0], ...place, speaker, time });
    expect(claimProbability(text)).toBe(claimProbability(SAID));
  });

  it.each([
    'Fact: ',
    '**Fact:** ',
    'Berlin: ',
    'BERLIN: ',
    'Breaking: ',
    'BREAKING: ',
    'Population: ',
    'Charles Darwin: ',
    'In short: ',
    'Remember: ',
    'SAN JOSE, CALIFORNIA: ',
    'NEW YORK, NEW YORK: ',
  ])('is not what introduces a statement: %s', (label) => {
    expect(readLabel(`${label}${SAID}`, false).length).toBe(0);
    expect(detectClaims(`${label}${SAID}`)).toMatchObject([{ original_text: `${label}${SAID}`, start: 0 }]);
  });

  it('is anybody with a name, once somebody spoke', () => {
    const text = `Interviewer: When was it?\n\nLindqvist: ${SAID} BERG: The dam was opened in 1963.\nFact: ${SAID}`;
    expect(detectClaims(text).map(({ original_text }) => original_text)).toEqual([
      SAID,
      'The dam was opened in 1963.',
      `Fact: ${SAID}`,
    ]);
  });

  it('is anybody below a heading that announces it', () => {
    expect(detectClaims(`## Interview with the mayor\n\nLindqvist: ${SAID}`)).toMatchObject([
      { original_text: SAID, speaker: 'Lindqvist' },
    ]);
  });

  it('is anybody in capitals, once two have taken turns', () => {
    const said = (...names: string[]) =>
      detectClaims(names.map((name) => `${name}: ${SAID}`).join('\n')).map(({ speaker }) => speaker);
    expect(said('WALKER', 'ABENDROTH', 'WALKER', 'ABENDROTH')).toEqual([
      undefined,
      undefined,
      'WALKER',
      'ABENDROTH',
    ]);
    expect(said('IRAN', 'IRAN', 'NASA'), 'nobody answers').toEqual([undefined, undefined, undefined]);
    expect(said('ERROR', 'INFO', 'ERROR', 'INFO'), 'of a program').toEqual(Array(4).fill(undefined));
  });

  it('is whose words they are, before a quotation', () => {
    expect(readLabel(`Sen. Falk (D-OH): “${SAID}”`, false).length).toBe(0);
    expect(readLabel(`REPORTER: “${SAID}”`, false)).toEqual({ length: 10, speaker: 'REPORTER' });
  });

  it.each<[string, boolean, object]>([
    ['Anna Lee  0:15', false, { speaker: 'Anna Lee', time: '0:15' }],
    ['Karvonen Lee\t0:15', false, { length: 0 }],
    ['Karvonen  0:15', false, { length: 0 }],
    ['Karvonen (00:12):', false, { speaker: 'Karvonen', time: '00:12' }],
    ['Karvonen 00:12:', false, { length: 0 }],
    ['Karvonen (00:12)', false, { length: 0 }],
    ['00:12 Karvonen:', false, { length: 0 }],
    ['00:12 Anna', false, { speaker: 'Anna', time: '00:12' }],
    ['[00:12] Anna Berg', false, { speaker: 'Anna Berg', time: '00:12' }],
    ['00:12 - Anna Berg', false, { speaker: 'Anna Berg', time: '00:12' }],
    ['Tom 0:15', false, { speaker: 'Tom', time: '0:15' }],
    ['Speaker 2 0:15', false, { speaker: 'Speaker 2', time: '0:15' }],
    ['Dr. Falk 0:15', false, { speaker: 'Dr. Falk', time: '0:15' }],
    ['Lunch 12:30', false, { length: 0 }],
    ['Lunch 12:30', true, { speaker: 'Lunch', time: '12:30' }],
    ['Karvonen:', true, { length: 0 }],
    ['** 0:15 **', true, { length: 0 }],
  ])('may stand in a line above what is said: %j', (line, transcript, label) => {
    expect(readLabel(line, transcript)).toStrictEqual({ length: line.length, ...label });
  });

  it.each<[string, boolean, object]>([
    ['[00:12] ', false, { time: '00:12' }],
    ['<v Roger Bingham>', false, { speaker: 'Roger Bingham' }],
    ['<b>', false, { length: 0 }],
    ['Karvonen: ', true, { speaker: 'Karvonen' }],
    ['karvonen: ', true, { length: 0 }],
    ['Marie Curie: ', false, { length: 0 }],
    ['KATE: ', false, { speaker: 'KATE' }],
    ['TOM BERG: ', false, { speaker: 'TOM BERG' }],
    ['BERG TOM: ', false, { length: 0 }],
    ['RUTH OKAFOR, HOST: ', false, { speaker: 'RUTH OKAFOR' }],
    ['Ruth Okafor, HOST: ', false, { length: 0 }],
    [': ', true, { length: 0 }],
    [`***${LONG}: `, true, { speaker: LONG }],
    [`***[${LONG}]: `, true, { length: 0 }],
  ])('is read from what stands before the words: %j', (label, transcript, found) => {
    expect(readLabel(`${label}${SAID}`, transcript)).toStrictEqual({ length: label.length, ...found });
  });

  it('does not stop a question from carrying its claim', () => {
    expect(detectClaims('Q: Is it true that the bridge was opened in 1932?')).toMatchObject([
      { text: SAID, original_text: 'the bridge was opened in 1932', start: 19 },
    ]);
  });

  it('is left out of the claim that is still being written', () => {
    const scan = openClaimScan();
    expect(scan.push(`ANNA: ${SAID}`)).toEqual([]);
    expect(scan.likely()).toMatchObject({ original_text: SAID, start: 6 });
  });
});
