/** "at least", "about", "or more": what stands beside a value and says how it is meant. */
import phrases from './data/bounds.json' with { type: 'json' };
import { scanTokens, type Token } from './scan-tokens.ts';

export interface Bound {
  readonly kind: string;
  /** "much longer than": the bound itself is far off. */
  readonly isFar: boolean;
  /** Behind its last token, where it stands behind the value. */
  readonly to: number;
}

const LONGEST = 4;
const BEFORE = new Map<string, string>();
const OF_DATES = new Map<string, string>();
const BEHIND = new Map<string, string>();
const keyOf = (phrase: string): string =>
  scanTokens(phrase)
    .map(({ key }) => key)
    .join(' ');
for (const [kind, names] of Object.entries(phrases)) {
  for (const name of names.split(' | ')) {
    const key = keyOf(name);
    if (kind.startsWith('behind')) BEHIND.set(key, kind.slice('behind'.length).toLowerCase());
    else if (kind === 'before' || kind === 'after') OF_DATES.set(key, kind);
    else if (kind !== 'range' && kind !== 'far' && !BEFORE.has(key)) BEFORE.set(key, kind);
  }
}
/** First tokens of what may stand behind. */
const BEHIND_FIRST = new Set([...BEHIND.keys()].map((key) => key.split(' ')[0]!));
const LAST_BEFORE = new Set([...BEFORE.keys(), ...OF_DATES.keys()].map((key) => key.split(' ').at(-1)!));

const FAR: ReadonlySet<string> = new Set(
  phrases.far.split(' | ').map((word) => keyOf(word).split(' ').at(-1)!),
);
export const RANGE_JOINTS: ReadonlySet<string> = new Set(phrases.range.split(' | ').map(keyOf));
const ARTICLES = new Set(['a', 'an', 'the', 'of', 'die', 'der', 'das', 'des', 'les', 'los', 'las']);

/** @returns what stands before a value. */
export function boundBefore(tokens: readonly Token[], from: number, ofDate = false): Bound | undefined {
  let last = from - 1;
  if (last >= 0 && ARTICLES.has(tokens[last]!.key) && !LAST_BEFORE.has(`${tokens[last]!.key}`)) last -= 1;
  if (last < 0 || !LAST_BEFORE.has(tokens[last]!.key)) return undefined;
  const table = ofDate ? OF_DATES : BEFORE;
  let found: Bound | undefined;
  let key = '';
  for (let at = last; at >= 0 && at > last - LONGEST; at--) {
    key = key === '' ? tokens[at]!.key : `${tokens[at]!.key} ${key}`;
    const kind = table.get(key);
    if (kind !== undefined) found = { kind, isFar: FAR.has(tokens[at - 1]?.key ?? ''), to: from };
  }
  return found;
}

/** @returns what stands behind a value. */
export function boundBehind(tokens: readonly Token[], to: number): Bound | undefined {
  if (!BEHIND_FIRST.has(tokens[to]?.key ?? '')) return undefined;
  let key = '';
  let found: Bound | undefined;
  for (let at = to; at < tokens.length && at < to + 3; at++) {
    key = key === '' ? tokens[at]!.key : `${key} ${tokens[at]!.key}`;
    const kind = BEHIND.get(key);
    // "3 + 4" is a sum.
    if (kind !== undefined && !(key === '+' && !tokens[at]!.glued))
      found = { kind, isFar: false, to: at + 1 };
  }
  return found;
}
