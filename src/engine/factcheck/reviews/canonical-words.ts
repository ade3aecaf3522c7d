/** Words of a statement by what they mean: inflections, spellings and near synonyms of English become one. */

import { pastOf } from '../../text/verbs.ts';
import { type KnownLanguage, readWords, stemOf, type Word } from '../read/read-statement.ts';
import synonyms from './synonyms.json' with { type: 'json' };

export interface MeantWord extends Word {
  /** The same for words that mean the same. */
  readonly meaning: string;
}

/** Names that are written in two ways; the second is compared. */
const ALSO_CALLED: readonly (readonly [RegExp, string])[] = [
  [/\b(?:the )?(?:United States(?: of America)?|U\.S\.(?:A\.)?|USA?)(?!\p{L})/giu, 'America'],
  [/\b(?:the )?(?:United Kingdom|U\.K\.|Great Britain)(?!\p{L})|\b(?:the )?UK\b/gu, 'Britain'],
  [/\b(?:[Tt]he )?(?:World Health Organi[sz]ation|WHO)\b/gu, 'Whorg'],
  [/\b(?:[Tt]he )?(?:European Union|EU)\b/gu, 'Eurunion'],
  [/\b(?:[Tt]he )?(?:United Nations|U\.N\.|UN)(?!\p{L})/gu, 'Unations'],
];

/** Words and phrases of one meaning, by the stem that they begin with, the longest first. */
type Meanings = ReadonlyMap<
  string,
  readonly { readonly stems: readonly string[]; readonly meaning: string }[]
>;

/** Read with the first statement: no start has to wait. */
let meanings: Meanings | undefined;

function readMeanings(): Meanings {
  const read = new Map<string, { stems: string[]; meaning: string }[]>();
  for (const group of synonyms) {
    const phrases = group.split(', ').map((phrase) => phrase.split(' '));
    const meaning = phrases[0]!.join(' ');
    // Rules make another stem of "died" and of "rose".
    const forms = phrases.flatMap(([first = '', ...rest]) =>
      [first, pastOf(first)].map((one) => [one, ...rest]),
    );
    for (const stems of forms.map((form) => form.map(stemOf))) {
      const withStem = read.get(stems[0]!);
      if (withStem === undefined) read.set(stems[0]!, [{ stems, meaning }]);
      else withStem.push({ stems, meaning });
    }
  }
  for (const phrases of read.values()) phrases.sort((a, b) => b.stems.length - a.stems.length);
  return read;
}

/** @returns the words of a statement in order; a phrase with a meaning of its own is one. */
export function meantWords(text: string, language: KnownLanguage): MeantWord[] {
  if (language !== 'en') return readWords(text, language).map((word) => ({ ...word, meaning: word.text }));
  const words = readWords(
    ALSO_CALLED.reduce((all, [name, one]) => all.replace(name, one), text),
    language,
  );
  const stems = words.map(({ text: word, kind }) => (kind === 'number' ? word : stemOf(word)));
  meanings ??= readMeanings();
  const meant: MeantWord[] = [];
  for (let at = 0; at < words.length; ) {
    const word = words[at]!;
    const phrase = meanings
      .get(stems[at]!)
      ?.find((one) => one.stems.every((stem, step) => stem === stems[at + step]));
    const length = phrase?.stems.length ?? 1;
    const isPhrase = length > 1;
    meant.push({
      ...word,
      ...(isPhrase ? { kind: 'content' as const, mark: undefined } : {}),
      meaning: phrase?.meaning ?? stems[at]!,
    });
    at += length;
  }
  return meant;
}
