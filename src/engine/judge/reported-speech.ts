/**
 * What a sentence only reports: “It is often said that …”, “A common myth is that …”, “X claimed that …”. It has all the words of
 * what it reports, and vouches for none of them.
 */
import { wholeWord } from '../text/whole-word.ts';
import { REPORTING } from './reporting-words.ts';

const LANGUAGES = REPORTING.map(({ verbs, that, bare, nouns, between, marks, authorities }) => ({
  /** What makes a whole clause hearsay. */
  marked: new RegExp(
    [
      wholeWord(marks),
      `${wholeWord(nouns)}${between},? ?(?:${that})`,
      // “The plant is closed, the union said.”
      `,["”’»]? [^,]{1,60}?${wholeWord(verbs)}[\\s.!"”’»]*$`,
    ].join('|'),
    'u',
  ),
  verb: new RegExp(
    [`${wholeWord(verbs)} ?(?:${that})`, ...(bare === undefined ? [] : [wholeWord(bare)])].join('|'),
    'u',
  ),
  /** Before the verb: “The contract says that …” */
  authority: new RegExp(`${wholeWord(authorities)}[^,.;]{0,60}$`, 'iu'),
}));

/** Where one clause ends and another one begins that need not be reported with it. */
const CLAUSES =
  /;|,? (?:but|yet|although|though|whereas|while|however|aber|doch|jedoch|sondern|obwohl|während|mais|pourtant|bien que|alors que|tandis que|pero|sino|aunque|mientras|però|mas|porém|maar|hoewel)(?!\p{L})|(?<=^(?:although|though|while|obwohl|während|bien qu|alors qu|aunque|hoewel)[^,]{1,200}),/iu;

/** A heading above what people get wrong. */
export const MYTHS: RegExp =
  /^[^.\n]{0,80}(?<!\p{L})(?:myths?|misconceptions?|rumou?rs?|hoaxes|mythen|irrtümer|irrtum|legenden|mythes?|idées reçues|légendes|mitos?|bulos|leyendas|miti|boatos)(?!\p{L})[^.\n]{0,80}\n/iu;

/** @returns a sentence without what it only reports. */
export function ownWords(sentence: string): string {
  return isReport(sentence)
    ? sentence
        .split(CLAUSES)
        .filter((clause) => !isReport(clause))
        .join(' ')
    : sentence;
}

/** @param clause or sentence. @returns whether it says that somebody says something. */
export function isReport(clause: string): boolean {
  const trimmed = clause.trim();
  // Of what a sentence begins with, the capital says nothing.
  const text = trimmed.slice(0, 1).toLowerCase() + trimmed.slice(1);
  return LANGUAGES.some(({ marked, verb, authority }) => {
    if (marked.test(text)) return true;
    const found = verb.exec(text);
    return found !== null && !authority.test(text.slice(0, found.index));
  });
}
