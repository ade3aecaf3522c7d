/**
 * The words and numbers of a text, for every comparison of texts and every search.
 *
 * The claim model has a tokenizer of its own (`claims/read-tokens.ts`): its weights were trained on that one.
 */

export interface Token {
  /** As written. */
  readonly text: string;
  /** UTF-16 offset. */
  readonly start: number;
  /** What begins with a digit is a number ("5G" too). */
  readonly kind: 'word' | 'number' | 'unspaced';
}

interface TokenOptions {
  /**
   * What may join the parts of a word: nothing ("it's" is two words), apostrophes ("it's" is one), or
   * apostrophes, hyphens and dots ("well-known" is one).
   */
  readonly joins?: keyof typeof JOINTS;
  /**
   * Whether text of a script that sets no blanks between words is a token of its own, of kind `unspaced`: a
   * run of several words. Otherwise such letters are like any other.
   */
  readonly unspaced?: boolean;
}

const SCRIPTS = ['Han', 'Hiragana', 'Katakana', 'Thai', 'Lao', 'Khmer', 'Myanmar'];
const UNSPACED = SCRIPTS.map((script) => String.raw`\p{Script=${script}}`).join('');

const ANY_UNSPACED = new RegExp(`[${UNSPACED}]`, 'u');

/** Digits with their points and commas, and the ending of an ordinal or a decade. */
const NUMBER = String.raw`\p{N}+(?:[.,]\p{N}+)*(?:st|nd|rd|th|s)?(?![\p{L}\p{M}\p{N}])`;
const LETTER = String.raw`[\p{L}\p{M}\p{N}]`;
const SPACED_LETTER = `[${LETTER}--[${UNSPACED}]]`;
const JOINTS = { nothing: undefined, apostrophes: `['’]`, hyphens: String.raw`['’.\-‑]` };

function buildPattern(joins: keyof typeof JOINTS, unspaced: boolean): RegExp {
  const letter = unspaced ? SPACED_LETTER : LETTER;
  const joint = JOINTS[joins];
  const word = String.raw`(?!\p{M})${letter}+${joint === undefined ? '' : `(?:${joint}${letter}+)*`}`;
  return new RegExp([...(unspaced ? [`[${UNSPACED}]+`] : []), NUMBER, word].join('|'), 'gv');
}

const patterns = new Map<string, RegExp>();

/** @returns the tokens of a text, in order. Linear in its length. */
export function readTokens(
  text: string,
  { joins = 'nothing', unspaced = false }: TokenOptions = {},
): Token[] {
  const key = `${joins} ${unspaced}`;
  let pattern = patterns.get(key);
  if (pattern === undefined) {
    pattern = buildPattern(joins, unspaced);
    patterns.set(key, pattern);
  }
  const tokens: Token[] = [];
  for (const match of text.matchAll(pattern)) {
    const [written] = match;
    tokens.push({ text: written, start: match.index, kind: kindOf(written, unspaced) });
  }
  return tokens;
}

function kindOf(written: string, unspaced: boolean): Token['kind'] {
  const unit = written.charCodeAt(0);
  if (unit < 0x80) return unit <= 0x39 ? 'number' : 'word';
  if (unspaced && isUnspaced(written)) return 'unspaced';
  return /^\p{N}/u.test(written) ? 'number' : 'word';
}

/** @returns whether a text has letters of a script that sets no blanks between words. */
export function isUnspaced(text: string): boolean {
  return ANY_UNSPACED.test(text);
}

/** @returns every two neighbouring characters of a run, the unit that such scripts are compared by; one alone as it is. */
export function pairsOf(run: string): string[] {
  const characters = [...run];
  if (characters.length === 1) return characters;
  return characters.slice(1).map((character, index) => `${characters[index]}${character}`);
}

/**
 * @returns a number token without what only writes it differently: `1,500` and `1.500` are `1500`, `19th` is
 *   `19`, `1990s` is `1990`; `3.5` and `0.125` stay.
 */
export function plainNumber(token: string): string {
  const bare = token.replace(/^([\p{N}.,]+)(?:st|nd|rd|th|s)$/u, '$1');
  if (!/[.,]/.test(bare)) return bare;
  return /^[1-9]\d{0,2}(?:\.\d{3})+$/.test(bare)
    ? bare.replaceAll('.', '')
    : bare.replace(/,(?=\p{N}{3}(?!\p{N}))/gu, '');
}

const ASCII = /^[\0-\x7f]*$/;
const LATIN_ACCENTS = /(?<=\p{Script=Latin})\p{Mn}+/gu;

/** @returns a text whose compatibility forms are the plain ones, and whose Latin letters have lost their accents. */
export function foldAccents(text: string): string {
  if (ASCII.test(text)) return text;
  return text.normalize('NFKD').replace(LATIN_ACCENTS, '').normalize('NFC');
}
