import { FOLDED } from '../text/characters.ts';

/** Pairs of a unit and what stands for it: the signs that many people leave out or write in another way. */
const SAME = [
  // Arabic: alef with hamza or madda, final ya, ta marbuta.
  'أا',
  'إا',
  'آا',
  'ىي',
  'ةه',
  // Devanagari: letters with a nukta, candrabindu.
  '\u0958क',
  '\u0959ख',
  '\u095aग',
  '\u095bज',
  '\u095cड',
  '\u095dढ',
  '\u095eफ',
  'ँं',
] as const;
/** Arabic vowel signs and tatweel, the Devanagari nukta. */
const LEFT_OUT = /[\u064b-\u0652\u0640\u093c]/;

/** By UTF-16 unit: what it counts as in a word of any language; 0 where it does not count. */
export const SPELLING: Uint16Array = FOLDED.slice();
for (const [unit, same] of SAME) SPELLING[unit!.charCodeAt(0)] = same!.charCodeAt(0);
for (let unit = 0x600; unit < 0x980; unit++) {
  if (LEFT_OUT.test(String.fromCharCode(unit))) SPELLING[unit] = 0;
}
