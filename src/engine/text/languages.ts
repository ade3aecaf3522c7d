/**
 * The languages that sources are asked in: BCP 47 primary subtags. A fixed list, because a language may
 * become part of a host name (`de.wikipedia.org`), and hosts are nothing that a text decides on.
 */
export const LANGUAGES = [
  ...['af', 'am', 'ar', 'az', 'be', 'bg', 'bn', 'bs', 'ca', 'cs', 'cy', 'da', 'de', 'el', 'en', 'eo'],
  ...['es', 'et', 'eu', 'fa', 'fi', 'fr', 'ga', 'gl', 'gu', 'he', 'hi', 'hr', 'hu', 'hy', 'id', 'is'],
  ...['it', 'ja', 'ka', 'kk', 'km', 'kn', 'ko', 'la', 'lo', 'lt', 'lv', 'mk', 'ml', 'mn', 'mr', 'ms'],
  ...['my', 'nb', 'ne', 'nl', 'nn', 'or', 'pa', 'pl', 'pt', 'ro', 'ru', 'si', 'sk', 'sl', 'sq', 'sr'],
  ...['sv', 'sw', 'ta', 'te', 'th', 'tl', 'tr', 'uk', 'ur', 'uz', 'vi', 'yo', 'zh'],
] as const;

export type Language = (typeof LANGUAGES)[number];

const KNOWN: ReadonlySet<string> = new Set(LANGUAGES);

/** Subtags that are still met for a language that has another one today. */
const OLD_NAMES: Readonly<Record<string, Language>> = { no: 'nb', iw: 'he', in: 'id', fil: 'tl', sh: 'sr' };

/**
 * @param tag a language tag as people write it: `en`, `de-AT`, `zh_Hant`.
 * @returns its primary language, or `undefined` where that is not on the list.
 */
export function readLanguage(tag: string): Language | undefined {
  const [primary = ''] = tag.trim().toLowerCase().split(/[-_]/);
  const name = OLD_NAMES[primary] ?? primary;
  return KNOWN.has(name) ? (name as Language) : undefined;
}
