/** Reads a text into its features: tokens, then what they say of the sentence, then their n-grams. */
import { FOLDED } from '../text/characters.ts';
import { describeClause, describeCounts } from './describe-sentence.ts';
import { addForm, addLexical, addMasked, clearFeatures, type Features, features } from './features.ts';
import { LINK, mix, PUNCTUATION, readTokens, type Tokens } from './read-tokens.ts';

/** Salts of the n-grams' kinds. */
const MASK1 = 0x4000037;
const MASK2 = 0x5000011;
const MASK3 = 0x600003b;
const WORD1 = 0x7000021;

/** Reads `text` into {@link features}. */
export function extractFeatures(text: string): Features {
  clearFeatures();
  const read = readTokens(text);
  features.tokens = read;
  describeCounts(read);
  describeClause(read);
  addMaskedGrams(read);
  addWordGrams(text, read);
  return features;
}

const BEGIN = mix(0x2545f491);
const END = mix(0x1b873593);

/** Runs of one to three tokens whose content words are masked. */
function addMaskedGrams(read: Tokens): void {
  let before = 0;
  let last = BEGIN;
  for (let i = 0; i <= read.count; i++) {
    const mask = i < read.count ? read.mask[i]! : END;
    if (i < read.count) addForm(MASK1, mask);
    const pair = Math.imul(last, 31) ^ mask;
    addMasked(MASK2, pair);
    if (i > 0) addMasked(MASK3, Math.imul(before, 961) ^ pair);
    before = last;
    last = mask;
  }
}

/** Words, and runs of three to five units within a word and its bounds. */
function addWordGrams(text: string, read: Tokens): void {
  for (let i = 0; i < read.count; i++) {
    if (read.kind[i] === PUNCTUATION || read.kind[i] === LINK) continue;
    addLexical(mix(read.hash[i]! ^ WORD1));
    const end = read.end[i]!;
    let a = 0;
    let b = 0;
    let c = 0;
    let d = 0x5e;
    let length = 1;
    for (let at = read.start[i]!; at <= end; at++) {
      const unit = at < end ? FOLDED[text.charCodeAt(at)]! : 0x24;
      length++;
      if (length >= 3) {
        const three = Math.imul(Math.imul(c, 0x10dcd) + d, 0x10dcd) + unit;
        addLexical(mix(three));
        if (length >= 4) {
          const four = three + Math.imul(b, 0x3ade68b1);
          addLexical(mix(four + 0x1234567));
          if (length >= 5) addLexical(mix(four + Math.imul(a, 0x41c64e6d) + 0x7654321));
        }
      }
      a = b;
      b = c;
      c = d;
      d = unit;
    }
  }
}
