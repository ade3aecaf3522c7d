/**
 * How many tokens a text has at most, whichever provider counts it. Their tokenizers differ and are not all public; all
 * of them fall back to bytes, so that no character has more tokens than bytes, and all join letters of ordinary words.
 * So letters of words count two a token, digits and marks one each (Gemini counts digits singly:
 * ai.google.dev/gemini-api/docs/tokens), and other scripts by what tokenizers that know them least make of them:
 * one a letter of European and Semitic alphabets, two a Chinese, Japanese or Korean one, else one a byte.
 *
 * Held against o200k_base and cl100k_base in prose, code, JSON, base64 and twenty languages: one to two and a half times the
 * greater of both; 2.1 for English, 1.6 for Chinese. Only letters and characters at random come near it.
 */

/** Between words a single space is part of the word behind it. */
const SPACE = 0x20;
/** Longer runs of letters are no ordinary words. */
const LONG_WORD = 20;

/** @returns tokens; 0 for no text. */
export function mostTokens(text: string): number {
  let tokens = 0;
  /** Letters of the word so far that have no token yet. */
  let letters = 0;
  let before = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    const isLower = code >= 0x61 && code <= 0x7a;
    if (isLower) {
      letters += 1;
    } else {
      // A capital begins a new piece, as in camelCase and base64.
      tokens += ofWord(letters);
      letters = 0;
      if (code >= 0x41 && code <= 0x5a) letters = 1;
      else if (code === SPACE) tokens += before === SPACE ? 1 : 0;
      else tokens += tokensOf(code, before);
    }
    before = code;
  }
  return tokens + ofWord(letters);
}

function ofWord(letters: number): number {
  return ((letters + 1) >> 1) + (letters > LONG_WORD ? letters >> 3 : 0);
}

/**
 * @param code a UTF-16 unit that is no ASCII letter; of a pair, each half counts for itself.
 * @param before the one before it.
 */
function tokensOf(code: number, before: number): number {
  if (code < 0x80) return 1;
  // Where letters are bytes, the space before them is one too.
  if (code < 0x800) return before === SPACE ? 2 : 1;
  if (code >= 0xd800 && code <= 0xdfff) return 2;
  const isEastAsian =
    (code >= 0x3000 && code <= 0x9fff) ||
    (code >= 0xac00 && code <= 0xd7a3) ||
    (code >= 0xff00 && code <= 0xffef);
  return isEastAsian ? 2 : 3;
}

/** What {@link mostTokens} counts for each token of ordinary prose and code; for each of JSON and dense scripts, 1.6 to 2.7. */
const TOO_MANY = 2.2;

/** How many tokens a text has, more or less. @returns tokens; 0 for no text. */
export function estimateTokens(text: string): number {
  return Math.ceil(mostTokens(text) / TOO_MANY);
}
