import lines from './data/common-words.json' with { type: 'json' };

/**
 * English words that many texts have on any subject. A claim and a text that share only these are
 * about different things.
 */
export const COMMON_WORDS: ReadonlySet<string> = new Set(lines.flatMap((line) => line.split(' ')));
