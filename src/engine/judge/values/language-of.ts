/** Which of the languages whose number words are read a text is most likely of: by its short words and its script. */
import { functionWords } from '../../text/function-words.ts';
import { foldWord, type Token, WORD } from './scan-tokens.ts';

const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'pl', 'tr'] as const;
/** Word → a bit for each language that has it. */
const BITS = new Map<string, number>();
for (const [at, language] of LANGUAGES.entries()) {
  for (const word of functionWords(language)) {
    const key = foldWord(word);
    BITS.set(key, (BITS.get(key) ?? 0) | (1 << at));
  }
}
const counts = new Int32Array(LANGUAGES.length);
/** So many words are looked at. */
const MOST_TOKENS = 200;

/** @returns whether a word in lower case says nothing by itself in any of the languages. */
export function isShortWord(key: string, language: string): boolean {
  const bits = BITS.get(key);
  if (bits === undefined) return false;
  const at = (LANGUAGES as readonly string[]).indexOf(language);
  return at < 0 || (bits & ((1 << at) | 1)) !== 0;
}

/** @returns `en` where nothing shows another one. */
export function languageOf(tokens: readonly Token[]): string {
  counts.fill(0);
  const most = Math.min(tokens.length, MOST_TOKENS);
  let [han, arabic, hindi] = [0, 0, 0];
  for (let index = 0; index < most; index++) {
    const { kind, key } = tokens[index]!;
    if (kind !== WORD) continue;
    const unit = key.charCodeAt(0);
    if (unit >= 0x600) {
      if (unit < 0x700) arabic += 1;
      else if (unit >= 0x900 && unit < 0x980) hindi += 1;
      else if (unit >= 0x3040 && unit <= 0x9fff) han += 1;
      continue;
    }
    const bits = BITS.get(key);
    if (bits === undefined) continue;
    for (let at = 0; at < LANGUAGES.length; at++) if (bits & (1 << at)) counts[at]! += 1;
  }
  if (han + arabic + hindi > 0) {
    if (han > most / 3) return 'zh';
    if (arabic > most / 3) return 'ar';
    if (hindi > most / 3) return 'hi';
  }
  let best = 0;
  for (let at = 1; at < LANGUAGES.length; at++) if (counts[at]! > counts[best]!) best = at;
  return LANGUAGES[best]!;
}
