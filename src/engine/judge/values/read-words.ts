/** Numbers in words: "four thousand two hundred", "zweiundzwanzig", "quatre-vingt-dix", "三百二十". */
import { NUMBER_WORDS } from './name-tables.ts';
import type { Token } from './scan-tokens.ts';

export interface WordNumber {
  readonly value: number;
  /** Behind its last token. */
  readonly to: number;
  /** Whether it is an article alone ("one", "ein"), which mostly counts nothing. */
  readonly article: boolean;
}

/** Words that mean another thing in another language: read only where the text is of theirs. */
const STRICT = new Set(
  `on bin once due sei sept elf acht neuf cent cents mil mille mila dos tre tres nove otto do sto on un une una uno ein
  eine einen einem einer eins um uma een bir six dix miles null nul vier drei drie alti elli yuz sex`.split(
    /\s+/,
  ),
);
/** What may stand between the words of a number. */
const JOINING: Readonly<Record<string, ReadonlySet<string>>> = {
  en: new Set(['and', '-']),
  de: new Set(['und']),
  fr: new Set(['et', '-']),
  es: new Set(['y']),
  pt: new Set(['e']),
  it: new Set(['e']),
  nl: new Set(['en']),
  ar: new Set(['و']),
};
const MOST_WORDS = 14;

/** @returns what a word counts in a language; `undefined` for other words. */
export function countOf(key: string, language: string): number | undefined {
  const known = NUMBER_WORDS.get(key);
  if (known !== undefined) {
    const own = known.get(language);
    if (own !== undefined) return own;
    if (STRICT.has(key)) return undefined;
    const [first] = known.values();
    return first;
  }
  return undefined;
}

const COMPOUND = new Set(['de', 'nl', 'it']);
const LONGEST_COMPOUND = 60;

/** German, Dutch and Italian write a number as one word. */
function compoundOf(key: string, language: string): number | undefined {
  if (!COMPOUND.has(language) || key.length < 7 || key.length > LONGEST_COMPOUND) return undefined;
  return splitCompound(key, language);
}

const BIG = [
  ['tausend', 1e3],
  ['duizend', 1e3],
  ['mila', 1e3],
  ['mille', 1e3],
  ['hundert', 100],
  ['honderd', 100],
  ['cento', 100],
] as const;

function splitCompound(key: string, language: string): number | undefined {
  const whole = NUMBER_WORDS.get(key)?.get(language);
  if (whole !== undefined) return whole;
  for (const [name, size] of BIG) {
    const at = key.indexOf(name);
    if (at < 0) continue;
    const before = at === 0 ? 1 : splitCompound(key.slice(0, at), language);
    const tail = key.slice(at + name.length);
    const rest = language === 'de' ? tail.replace(/^und(?!ert)/, '') : tail;
    const behind = rest === '' ? 0 : splitCompound(rest, language);
    return before === undefined || behind === undefined ? undefined : before * size + behind;
  }
  // "zweiundzwanzig", "tweeentwintig"; "ventidue".
  for (const joint of ['und', 'en']) {
    for (let at = key.indexOf(joint, 3); at > 0 && at < 8; at = key.indexOf(joint, at + 1)) {
      const [ones, tens] = [key.slice(0, at), key.slice(at + joint.length)].map((part) =>
        NUMBER_WORDS.get(part)?.get(language),
      );
      if (ones !== undefined && tens !== undefined && ones < 10 && tens >= 20 && tens < 100)
        return ones + tens;
    }
  }
  if (language === 'it') {
    for (let at = 4; at < key.length - 2; at++) {
      const ones = NUMBER_WORDS.get(key.slice(at))?.get('it') ?? 10;
      const head = key.slice(0, at);
      // "ventuno", "trentotto": a vowel goes before another.
      const heads = ones === 1 || ones === 8 ? [`${head}i`, `${head}a`] : [head];
      const tens = heads
        .map((word) => NUMBER_WORDS.get(word)?.get('it'))
        .find((value) => value !== undefined);
      if (tens !== undefined && tens >= 20 && tens < 100 && ones < 10) return tens + ones;
    }
  }
  return undefined;
}

/** @returns the number in words that begins at a token; `undefined` where none does. */
export function readWordNumber(
  tokens: readonly Token[],
  at: number,
  language: string,
): WordNumber | undefined {
  const first = tokens[at]!;
  const unit = first.key.charCodeAt(0);
  if (unit >= 0x4e00 && unit <= 0x9fff) return readHan(tokens, at);
  const start = countOf(first.key, language) ?? compoundOf(first.key, language);
  if (start === undefined) return undefined;
  let total = 0;
  let current = -1;
  let to = at;
  let index = at;
  let count = 0;
  while (index < tokens.length && count < MOST_WORDS) {
    let next = index;
    if (count > 0 && JOINING[language]?.has(tokens[next]!.key)) {
      const hyphen = tokens[next]!.key === '-';
      next += 1;
      // "vingt-et-un".
      if (hyphen && language === 'fr' && tokens[next]?.key === 'et') next += 2;
      if (!hyphen && language === 'en' && !(current < 0 || current % 100 === 0)) break;
    }
    const token = tokens[next];
    if (token === undefined) break;
    const value = countOf(token.key, language) ?? compoundOf(token.key, language);
    if (value === undefined) break;
    const joined = join(current, value, token.key, language);
    if (joined === undefined) break;
    if (value >= 1000 && Number.isInteger(Math.log10(value))) {
      // "two million three thousand": the smaller one adds to the greater.
      if (total > 0 && value >= lowestOf(total)) {
        total = (total + Math.max(current, 0)) * value;
      } else total += (current < 0 ? 1 : current) * value;
      current = -1;
    } else current = joined;
    index = next + 1;
    to = index;
    count += 1;
  }
  const value = total + Math.max(current, 0);
  return { value, to, article: count === 1 && value === 1 };
}

function lowestOf(total: number): number {
  return 10 ** Math.floor(Math.log10(total));
}

/** Counted as hundreds are: "ten dozen", "zwei Dutzend". */
export const DOZENS: ReadonlySet<string> = new Set(['dozen', 'dutzend']);

function join(current: number, value: number, key: string, language: string): number | undefined {
  if (value >= 1000 || current < 0) return value;
  // "tweeduizend honderdvijf".
  if (current >= 1000 && current % 1000 === 0) return current + value;
  if (value === 100) return current < 100 ? Math.max(current, 1) * 100 : undefined;
  if (DOZENS.has(key)) return current > 0 && current < 100 ? current * 12 : undefined;
  const rest = current % 100;
  if (language === 'fr' && value === 20 && rest === 4) return current - 4 + 80;
  // "on yedi"; "dix-sept", "dix-huit", "dix-neuf".
  if (language === 'tr' && rest === 10 && value > 0 && value < 10) return current + value;
  if (language === 'fr' && rest === 10 && value >= 7 && value < 10) return current + value;
  if (language === 'fr' && (rest === 60 || rest === 80) && value < 20) return current + value;
  if (rest === 0) return value < 100 && current >= 100 ? current + value : undefined;
  if (rest >= 20 && rest % 10 === 0 && value < 10) return current + value;
  return undefined;
}

const HAN_DIGITS: Readonly<Record<string, number>> = {
  ...{ 〇: 0, 零: 0, 一: 1, 二: 2, 两: 2, 兩: 2, 三: 3, 四: 4, 五: 5, 六: 6, 七: 7, 八: 8, 九: 9 },
};
const HAN_SIZES: Readonly<Record<string, number>> = { 十: 10, 百: 100, 千: 1e3 };
const HAN_BIG: Readonly<Record<string, number>> = { 万: 1e4, 萬: 1e4, 亿: 1e8, 億: 1e8 };

function readHan(tokens: readonly Token[], at: number): WordNumber | undefined {
  let [total, section, digit] = [0, 0, -1];
  let index = at;
  let digits = '';
  /** What a single digit at the end counts: "三百二" is 320. */
  let ones = 1;
  for (; index < tokens.length && index < at + MOST_WORDS; index++) {
    const { key } = tokens[index]!;
    const own = HAN_DIGITS[key];
    if (own !== undefined) {
      digits += own;
      digit = own;
      continue;
    }
    const size = HAN_SIZES[key];
    const big = HAN_BIG[key];
    if (size === undefined && big === undefined) break;
    if (index === at && big !== undefined) return undefined;
    digits = '';
    ones = (size ?? big!) / 10;
    if (size !== undefined) {
      section += (digit < 0 ? 1 : digit) * size;
    } else {
      section += Math.max(digit, 0);
      // "一亿二千万" adds to what is greater, "一万亿" counts what is smaller.
      total = total > big! ? total + section * big! : (total + section) * big!;
      section = 0;
    }
    digit = -1;
  }
  if (index === at) return undefined;
  // Digits one behind the other: 二〇二〇.
  if (digits.length > 1 && total + section === 0) return { value: Number(digits), to: index, article: false };
  // "三百零二" is 302.
  const value = total + section + Math.max(digit, 0) * (digits.length === 1 ? ones : 1);
  return { value, to: index, article: index === at + 1 };
}
