import { describe, expect, it } from 'vitest';
import { findSentenceEnd, NOT_AN_END, UNDECIDED } from './find-sentence-end.ts';

/**
 * @param marked a text with `^` behind the terminator that is looked at.
 * @returns the same with `‖` where the sentence ends, or `…more` where more text is needed.
 */
function ended(marked: string, { final = true, depth = 0 } = {}): string {
  const at = marked.indexOf('^') - 1;
  const text = marked.replace('^', '').replace('‖', '').replace('…more', '');
  const end = findSentenceEnd(text, 0, at, depth, final);
  const shown = `${text.slice(0, at + 1)}^${text.slice(at + 1)}`;
  if (end === UNDECIDED) return `${shown}…more`;
  if (end === NOT_AN_END) return shown;
  return end === at + 1
    ? `${text.slice(0, at + 1)}^‖${text.slice(at + 1)}`
    : `${shown.slice(0, end + 1)}‖${text.slice(end)}`;
}

describe('a terminator in a whole text', () => {
  it.each([
    // Plain sentences, and what stands around their ends.
    'It froze.^‖ Then it thawed.',
    'It froze.^‖',
    'It froze?^‖ then it thawed.',
    'It froze!^ then it thawed.',
    '"It froze.^"‖ Then it thawed.',
    'It froze.^[1]‖ Then it thawed.',
    'It froze.^ [12]‖ Then it thawed.',
    'It froze.^[a] Then it thawed.',
    'It froze.^[^12]‖ Then it thawed.',
    'It froze.^[1234]‖ Then it thawed.',
    'It froze.^[12345] Then it thawed.',
    'It froze.^[] Then it thawed.',
    'It froze.^[^] Then it thawed.',
    'It froze.^[1^] Then it thawed.',
    'It froze.^[12',
    'It froze.^ 🎉‖ Then it thawed.',
    'It froze.^‖\nthen it thawed.',
    'It froze.^‖ — then it thawed.',
    '"It froze.^" — she said.',
    '"It froze.^" she said.',
    'It froze.^..‖ Then it thawed.',
    'It froze.^.. then it thawed.',
    'It froze.^ . . then it thawed.',
    'Siglo I.^‖ ¿Sabías que …?',
    '好。^‖再见。',
    '「好。^」と言った。',
    '「好。^」‖再见。',
    // A space was forgotten.
    'It froze.^‖The end.',
    'It froze!^‖The end.',
    'It froze!^the end.',
    'Use Node.^JS now.',
    'See gate.^close now.',
    'See Jane.^Doe@example.com now.',
    'See Jane.^Doe/x now.',
    'See Jane.^Doe.com now.',
    'See v1.^Two now.',
    'See v1.^‖The end.',
    'The UN.^‖The end.',
    'The Un.^The end.',
    'The pH is 5.^‖I saw it.',
    'The pH is high.^‖I saw it.',
    'The pH is high.^A b.',
    // Abbreviations, by what follows them.
    'Dr.^ Smith knows.',
    'He knows Mr.^ 5 too.',
    'See Smith et al.^ 2019 for it.',
    'See No.^ 5 for it.',
    'They said no.^‖ 5 people left.',
    'Look at the fig.^ 5 here.',
    'I ate this fig.^‖ 5 more are here.',
    'See Sec.^ III for it.',
    'I said No.^‖ I think so.',
    'On Sun.^ 3 March it froze.',
    'It circled the Sun.^‖ 3 planets did.',
    'He is J.^ Smith now.',
    'He is J.^ 5 now.',
    'It is 3 Mio.^ Kinder alt.',
    'It is 3 Mio.^ € alt.',
    'It is 3 Mio.^‖ Die Stadt wuchs.',
    'It is 5 km.^‖ Karl left.',
    'They eat fish etc.^‖ Karl left.',
    'He works at Toyota Inc.^‖ The firm grew.',
    'He works at Toyota Inc.^ Japan now.',
    'At 5 p.m.^ Karl left.',
    'He came at 5 p.m.^‖ Karl left.',
    'At 5 p.m.^ Eastern it froze.',
    'At 5 p.m.^ ET it froze.',
    'At 5 p.m.^ Monday it froze.',
    'In Jan.^ Karl bought it.',
    'Karl bought it in Jan.^‖ Anna did too.',
    'On Main St.^‖ The end.',
    'In St.^ Anne it froze.',
    'She has MS.^‖ Karl knows.',
    'DR.^ SMITH knows.',
    'It took vitamin C.^‖ Karl knows.',
    'I met Max.^‖ Karl knows.',
    'Max.^ speed is 5.',
    'Am 5.^ Mai fror es.',
    'Es war der 5.^ Tag.',
    'It was in 5.^‖ Tag.',
    'On Monday, 5.^ May it froze.',
    'It has, as said, 5.^‖ Karl left.',
    'The pH is 5.^‖ May it rise.',
    'It is so: 5.^ Karl left.',
    '5.^ Item of a list.',
    'Los EE.^ UU. crecieron.',
    'Los EE.^‖ Then it grew.',
    'The Bldg.^ Karl built.',
    'The Cat.^‖ Karl knows.',
    'He is Dr. med.^ Karl.',
    // A text in lower case.
    'it froze.^‖ then it thawed.',
    'it froze at 5 p.m.^ then it thawed.',
    'it was dr.^ karl.',
    'it was etc.^ and more.',
    'it was in jan.^ in ulm.',
    'it was in jan.^‖ it thawed.',
    'It froze.^ so it thawed.',
    'It froze.^‖ it thawed.',
    'It froze.^‖ i',
    'It froze.^ so',
    'It froze.^‖ (b) it thawed.',
    'It froze.^‖ iPhones thawed.',
  ])('%s', (marked) => {
    expect(ended(marked)).toBe(marked);
  });

  it.each([
    [1, 'He came (it froze.^ Then it thawed).'],
    [1, 'He came (it froze!^) today.'],
    [1, 'He came (it "froze.^" Then it thawed).'],
    [1, '(It froze!^)‖ Then it thawed.'],
    [1, 'He came (it froze.^)‖ Then it thawed.'],
    [2, 'He came ((it froze.^) Then).'],
  ])('with %d brackets open: %s', (depth, marked) => {
    expect(ended(marked, { depth })).toBe(marked);
  });
});

describe('a terminator in a text that may go on', () => {
  it.each([
    'It froze.^…more',
    'It froze.^ …more',
    'It froze.^[1…more',
    'It froze.^‖ Th',
    'See No.^ I…more',
    'Toyota Inc.^ Th…more',
    'It froze.^‖\n',
    'it froze.^ i…more',
    'UN.^The…more',
    '好。^‖再',
    '好。^…more',
  ])('%s', (marked) => {
    expect(ended(marked, { final: false })).toBe(marked);
  });
});
