/**
 * Languages whose small words are not listed: a reading is used only where it is the claim, letter by letter, with
 * one pronoun replaced by words that stand in the text before, or with such words in front of it.
 */
import { isUnspaced } from '../../text/read-tokens.ts';

const PRONOUNS: Readonly<Record<string, string>> = {
  it: 'egli lui lei esso essa essi loro questo questa',
  pt: 'ele ela eles elas este esta isto isso',
  nl: 'hij zij ze het deze dit',
  sv: 'han hon den det de',
  ru: 'он она оно они это',
  pl: 'on ona ono oni one to',
  id: 'dia ia mereka ini itu',
  tr: 'o onlar bu',
  zh: '他 她 它 他们 她们 它们 这 那',
  ja: '彼 彼女 彼ら それ これ',
};
const NEGATION =
  /(?<!\p{L})(?:non|não|nao|niet|geen|inte|не|нет|ни|nie|tidak|bukan|değil|không|ei|ikke)(?!\p{L})|[不没沒非無无未]|ない/iu;
const LETTER = /[\p{L}\p{M}\p{N}]/u;
/** UTF-16 units that may stand for a pronoun. */
const LONGEST_NAME = 80;

/** @returns whether the reading is the claim with one reference replaced. */
export function replacesReference(
  reading: string,
  claim: string,
  context: string,
  language: string,
): boolean {
  const [long, short] = [reading.normalize('NFC'), claim.normalize('NFC')];
  let tail = 0;
  while (tail < short.length && tail < long.length && long.at(-1 - tail) === short.at(-1 - tail)) tail++;
  // Whole words alone.
  while (tail > 0 && LETTER.test(short.at(-1 - tail) ?? '') && !isUnspaced(short.at(-1 - tail) ?? '')) tail--;
  const rest = short.slice(0, short.length - tail).trim();
  const name = long.slice(0, long.length - tail).trim();
  const pronouns = (PRONOUNS[language] ?? '').split(' ');
  const dropped = rest.toLowerCase();
  if (!pronouns.includes(dropped)) return false;
  const named = isUnspaced(name) || /^\p{Lu}/u.test(name);
  return named && name.length <= LONGEST_NAME && !NEGATION.test(name) && context.includes(name);
}
