/**
 * The subject of an English sentence, where that is a name which the sentence begins with. A capital letter
 * alone makes no name there: "Tell me", "Thanks", "Is Toyota" begin with one too. What follows shows it: a
 * finite verb, in the singular.
 */
import { freeSpacing } from '../text/free-spacing.ts';
import { IRREGULAR_PASTS } from '../text/verbs.ts';
import { CLASS, hashWord, isOf, lookUp, type WordClass } from './lexicon.ts';

/** Classes whose words are no names by themselves, with any words behind them. */
const NEVER_NAMES = (
  'function demonstrative existential greeting selfFirst selfPlural you third need hedge opinion comparative superlative numberWord quantifier time question negation condition intensifier subjectNoun discourse'.split(
    ' ',
  ) as WordClass[]
).map((name) => CLASS[name]);

/** Adverbs that sentences begin with: "Originally", not "Sally". */
export const ADVERB =
  /^\p{Lu}\p{Ll}{3,}(?:ally|ently|antly|iously|ately|arily|edly|ingly|ously|ively|fully)$/u;
/** What may stand before a sentence's subject within its first capitalized words. */
const LEAD = freeSpacing('u')`
  ^(?:
    And|But|Or|So|Yes|No|Sure|Well|Also|Then|Today|Yesterday|Tomorrow|However|Although|Though|While
    |When|If|Because|The|An?
  )$
`;

const AUXILIARY = 'is|was|has|had|does|did|can|could|will|would|may|might|must|shall|should';
const PAST = IRREGULAR_PASTS.join('|');
const PRESENT = freeSpacing()`
  employs|contains|consists|comprises|covers|produces|includes|borders|flows|lies|stands|offers|operates
  |owns|serves|runs|supports|uses|makes|sells|builds|belongs|refers|lives|works|plays|remains|becomes
  |begins|ends|leads|means|gets|lasts|weighs|lets|takes|gives|comes|allows|provides|requires|reaches|keeps
`.source;
/** What may follow a verb that ends in -ed, and not the adjective of a noun. */
const AFTER_PAST = freeSpacing('u')`
  [.,;:!]
  |$
  | (?:
    # Articles, pronouns and words of quantity
    (?:an?|the|his|her|its|their|one|two|three|four|five|six|seven|eight|nine|ten|some|all|both|many|several|most|it|him|them
    |and|or|but|that
    # Prepositions
    |to|of|in|on|at|by|for|from|with|as|into|onto|over|under|up|out|off|down|away|back|about|after|before
    |during|since|until|through|between|against|around|across|near|there
    |when|while|because
    |\p{Ll}+ly)\b|\p{Lu}|\p{N}
  )
`.source;
/** Marks that close, an aside between commas, a place or time, adverbs: what may stand before the verb. */
const BEFORE_VERB = freeSpacing('u')`
  ^[*_"'”’»)\]]*
  (?:,[^,.;:!?]{1,80},| (?:in|of|on|at|from|near) [^,.;:!?]{1,40}?)?
  (?: (?:also|later|then|first|now|still|often|never|always|once|\p{Ll}+ly))*
`.source;
/** A finite verb, where hardly anything else is written so. */
export const FINITE = String.raw`(?:(?:${AUXILIARY}|are|were|have|${PAST}|${PRESENT})(?:n['’]t)?\b|\p{Ll}{2,}s (?:an?|the|its|their)\b)`;
/** A finite verb, as far as a sentence shows one. */
export const VERB = String.raw`(?:${AUXILIARY}|${PAST}|${PRESENT})(?:n['’]t)?\b|\p{Ll}{2,}(?:ed|s)(?=${AFTER_PAST})`;
/** "Studies show that", "Some experts believe that": whoever says it is not meant by "it". */
export const SAY_THAT = freeSpacing()`
  (?:(?:Some|Many|Most|Several|Recent)[ ])?(?:\p{L}\p{Ll}{3,}s|[Rr]esearch|[Ee]vidence|Legend)(?:[ ]ha(?:s|ve))?(?:[ ]\p{Ll}+ly)?
  [ ](?:show|say|suggest|confirm|believe|estimate|warn|report|found|find|think|argue|claim|note|indicate|agree)(?:e?[ds]|n)?[ ]that[ ]
`.source;
const AUXILIARY_FOLLOWS = new RegExp(String.raw`${BEFORE_VERB} (?:${AUXILIARY})(?:n['’]t)?\b`, 'u');
const VERB_FOLLOWS = new RegExp(
  String.raw`${BEFORE_VERB} (?:(?:${AUXILIARY}|${PAST}|${PRESENT})(?:n['’]t)?\b|\p{Ll}+ed(?=${AFTER_PAST}))`,
  'u',
);
/** Verbs that only a singular goes with. */
const SINGULAR_FOLLOWS = new RegExp(
  String.raw`${BEFORE_VERB} (?:is|was|has|does|${PRESENT})(?:n['’]t)?\b`,
  'u',
);
const PLURAL = /[^sui]s$/;

/**
 * @param lead the words before the name, up to the sentence's beginning; `''` where it begins with the name.
 * @param name capitalized words.
 * @param rest what follows the name.
 * @returns whether the name is the subject, or the whole sentence.
 */
export function isSubject(lead: string, name: string, rest: string): boolean {
  if (rest.endsWith('?')) return false;
  if (!lead.split(' ').every((word) => word === '' || LEAD.test(word) || ADVERB.test(word))) return false;
  const article = /(?:^| )(?:The|An?) $/.test(lead);
  const words = name.split(' ');
  if (article) return VERB_FOLLOWS.test(rest) || (words.length > 1 && /^[.!]?$/.test(rest));
  const slot = lookUp(hashWord(words[0] as string));
  if (words.length > 1 || slot < 0) return VERB_FOLLOWS.test(rest);
  return !NEVER_NAMES.some((wordClass) => isOf(slot, wordClass)) && AUXILIARY_FOLLOWS.test(rest);
}

/** @returns whether a subject may be meant by "it". */
export function isSingular(name: string, rest: string): boolean {
  return SINGULAR_FOLLOWS.test(rest) || !PLURAL.test(name);
}

/** A request for, or a question about, one thing. */
const REQUEST = freeSpacing('iu')`
  ^(?:please,? |(?:can|could|would|will) you (?:please )?)?(?:
    tell (?:me|us)(?: (?:more|something|everything|all|a (?:bit|little)))? (?:about|of)
    |(?:describe|explain)(?: (?:to )?(?:me|us))?
    |write (?:something )?(?:about|on)
    |(?:what|how) about
    |talk (?:to (?:me|us) )?about
    |(?:what|which) is
    |where is
  ) (
    # What is asked for: "the old Tower of London".
    the (?:[\p{Ll}-]+ |\p{Lu}[\p{L}\p{N}’'-]* ){0,3}?[\p{L}\p{N}-]+
    (?: of (?:the )?\p{Lu}[\p{L}-]*(?: \p{Lu}[\p{L}-]*)*)?
  )(?: please)?[.!?]*$
`;
/** Words that make two things, or more than a thing, of what is asked for. */
const NO_THING = / (?:and|or|in|on|at|to|for|with|by|from|that|which|who|is|are|was|were|did)(?= |$)/u;

/** @returns the thing that a request names, such as "The tower"; `undefined` where it is not one alone. */
export function requestedThing(sentence: string): string | undefined {
  if (sentence.length > 120) return undefined;
  const thing = REQUEST.exec(sentence)?.[1];
  if (thing === undefined || NO_THING.test(thing)) return undefined;
  const head = thing.split(' of ', 1)[0] as string;
  return PLURAL.test(head) ? undefined : `The${thing.slice(3)}`;
}
