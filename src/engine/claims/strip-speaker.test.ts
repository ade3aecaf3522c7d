import { describe, expect, it } from 'vitest';
import { claimProbability, detectClaims } from './detect.ts';
import { openClaimScan } from './scan-stream.ts';
import { speakerLength } from './strip-speaker.ts';

const SAID = 'The bridge was opened in 1932.';

describe('who speaks', () => {
  it.each([
    '**HOST:** ',
    'ANNA: ',
    'Anna: ',
    '**Tom**: ',
    'Interviewer: ',
    'Q: ',
    'A: ',
    '[00:12] Tom: ',
    '00:12:45 Lindqvist: ',
    '[00:12] ',
    'Speaker 2: ',
    '[SPEAKER_01]: ',
    'Tom (host): ',
    'MARY SMITH: ',
    'Dr. Falk: ',
    'Antwort: ',
  ])('is no part of what is claimed: %s', (label) => {
    const text = `${label}${SAID}`;
    const [claim, ...others] = detectClaims(text);
    expect(others).toEqual([]);
    expect(claim).toEqual({ ...detectClaims(SAID)[0], start: label.length, end: text.length });
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
  ])('is not what introduces a statement: %s', (label) => {
    expect(speakerLength(`${label}${SAID}`, false)).toBe(0);
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

  it('is whose words they are, before a quotation', () => {
    expect(speakerLength(`Sen. Falk (D-OH): “${SAID}”`, false)).toBe(0);
    expect(speakerLength(`REPORTER: “${SAID}”`, false)).toBe(10);
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
