/**
 * Whether a claim must be read in its context before it is looked up: where it leaves open whom or what it means, or
 * makes several statements. Rules of English; of a text in another language only claims that begin with one of its
 * pronouns are read. Simple claims are not: reading them costs a call, and splitting them loses what they say.
 */
import type { Claim } from '../../../domain/claim.ts';
import { freeSpacing } from '../../text/free-spacing.ts';
import { guessLanguage, languageOf } from '../../text/guess-language.ts';
import { statementWords } from '../../text/statement-words.ts';
import { IRREGULAR_PASTS } from '../../text/verbs.ts';

type Written = Pick<Claim, 'text' | 'original_text'>;

/** UTF-16 units of a claim that are looked at, and of the text before it. */
const LONGEST = 1_000;
const BEFORE = 600;

const AUXILIARY = 'is|are|was|were|has|have|had|does|do|did|can|could|will|would|may|might|must|shall|should';
const ADVERBS = String.raw`(?: (?:also|later|then|first|now|still|often|never|always|once|not|originally|initially|currently|\p{Ll}+ly))*`;
const VERB = String.raw`(?:${AUXILIARY}|${IRREGULAR_PASTS.join('|')}|\p{Ll}{2,}ed|\p{Ll}{2,}(?<!s)s)`;

/** Points at something outside, as a sentence's subject. "It is said that" does not. */
const OPENS = freeSpacing('u')`
  ^(?:(?:In|On|At|By|After|Before|Since|During|Until|From|When|While|As) [^,]{1,80}, |(?:In|Since|By) \d{4},? |(?:And|But|So|Then|Later|Also),? )?
  (?:
    [Hh]e|[Ss]he|[Tt]hey|[Hh]is|[Hh]er|[Tt]heir|[Ii]ts
    |[Ii]t(?!(?:['’]s| is| was| has been)(?: \p{Ll}+){0,2} (?:that|to|when|who)\b| (?:seems|appears|takes|rains)\b)
    |[Tt]his(?! \p{Lu})|[Tt]hese|[Tt]hose(?! who| of| in| with| that)|[Tt]hat(?= (?:is|was|same|year|day|time|\p{Ll}+ (?:is|was|were|has|had)))
    |[Bb]oth(?= (?:of (?:them|these|those)|were|are|have|had|is))|[Tt]he (?:two|former|latter|same|following|other)
    |[Ss]uch(?! as)|[Oo]ne of (?:them|these|those|its|his|her|their)
    |[Ss]ome of (?:them|these|those)|[Mm]ost of (?:them|these|those)
  )(?!\p{L})
`;
/** The same within a sentence. */
const POINTS = freeSpacing('iu')`
  \b(?:
    (?:in|at|on|by|since|during|of|for|after|before|from|until|under|with|to) (?:this|that|these|those|such an?) \p{Ll}+
    |that (?:same )?(?:year|day|month|decade|century|time)
    |the (?:former|latter)
    |(?:the )?(?:following|previous|next|preceding) (?:year|day|month|decade|century|season)
    |(?:\p{L}+|\d+) (?:years?|days?|months?|weeks?|decades?) (?:later|earlier|before|after)(?=[.,;]|$)
  )\b
  |(?<!\b(?:is|are|was|were|be|and|but|that)) there(?=[.,;]|$)
`;
/** Things that a text speaks of by their kind, once they have been named. */
const KINDS =
  'company|firm|film|movie|show|series|book|novel|album|song|band|group|team|club|city|town|village|country|state|region|river|island|mountain|building|bridge|tower|church|museum|castle|school|university|college|institute|law|act|bill|treaty|agreement|war|battle|game|match|festival|event|ship|aircraft|plane|car|vehicle|species|animal|plant|disease|virus|drug|vaccine|study|paper|report|article|author|actor|actress|singer|writer|artist|player|president|minister|king|queen|couple|organization|organisation|agency|party|movement|project|program|programme|system|software|game|device|product|award|prize|fellowship|position|office|title|answer|appointment|process|method|technique|theory|result|results|album|magazine|newspaper|court|case|election|attack|incident|accident|storm|hurricane|earthquake|fire';
const DEFINITE = new RegExp(
  String.raw`^(?:(?:In|On|At|After|Before|During) [^,]{1,60}, )?[Tt]he (?:\p{Ll}+ )?(?:${KINDS})(?:['’]s? \p{L}+)?${ADVERBS} ${VERB}\b`,
  'u',
);
/** Two clauses with a subject and a verb of its own each. */
const CLAUSES = freeSpacing('u')`
  (?:[,;] (?:and|but|although|though)|;) (?:(?:it|he|she|they|this|these|the|its|his|her|their|an?)\b|\p{Lu})[^,;]{0,60}? ${VERB}\b
  |[,;] (?:while|whereas) [^,;]{1,60}? ${VERB}\b
  |^(?:While|Whereas|Although|Though) [^,;]{1,120}, [^,;]{1,60} ${VERB}\b
`;
const PREDICATES = new RegExp(
  String.raw`(?<!\b(?:both|between)\b[^,;]{0,60}) (?:and|but)${ADVERBS} (?:${AUXILIARY}|${IRREGULAR_PASTS.join('|')}|\p{Ll}{2,}ed (?:an?|the|his|her|its|their|in|on|at|by|for|to|from|with|as|several|many|two|numerous|over|\p{Lu}))\b`,
  'u',
);
const ASIDE = freeSpacing('u')`
  , (?:which|who|whose|where|whom)\b[^,;]{8,}
  |, (?:an?|the) [^,;]{3,60}, ${VERB}
  |, (?:leading|causing|resulting|forming|meaning|winning|killing)\b
`;
const YEARS = /\b(?:1[0-9]|20)\d\d\b/g;
const NAMES_IN_PLACE = /\b(?:in|at|near) \p{Lu}/u;
const WITHOUT_STOP = /[\p{L}\p{N})%]$/u;
const PARTICIPLE =
  /^(?:\p{Lu}\p{Ll}+(?:ed|ing)|Born|Built|Won|Made|Known|Led|Held|Sold|Written)\b(?! (?:is|are|was|were)\b)/u;
const LABEL = /^[^:.]{1,80}: /;
/** Shorter sentences are simple. */
const MANY = 12;

/** @param before what stands before the claim in its text. */
export function needsReading(claim: Written, before: string): boolean {
  return leavesOpen(claim, before) || saysSeveral(claim.text);
}

/** @returns whether the claim by itself leaves open whom or what it is about. */
export function leavesOpen(claim: Written, before: string): boolean {
  const text = claim.text.slice(0, LONGEST);
  if (!isEnglish(text)) return beginsWithReference(text, before);
  if (OPENS.test(text) || (POINTS.test(text) && text.match(YEARS) === null)) return true;
  return (
    before.trim() !== '' && !LABEL.test(text) && (DEFINITE.test(text) || isItem(text, before.slice(-BEFORE)))
  );
}

/** @returns whether an English sentence makes several statements, of which some may be true and others not. */
function saysSeveral(claim: string): boolean {
  const text = claim.slice(0, LONGEST);
  if (!isEnglish(text) || text.endsWith('?') || text.split(' ', MANY).length < MANY) return false;
  if (CLAUSES.test(text) || PREDICATES.test(text) || ASIDE.test(text)) return true;
  const years = text.match(YEARS)?.length ?? 0;
  return years > 2 || (years > 0 && /\bborn\b/.test(text) && NAMES_IN_PLACE.test(text));
}

function isEnglish(text: string): boolean {
  return languageOf(text) !== 'foreign';
}

/** An item of a list that has no subject of its own. */
function isItem(text: string, before: string): boolean {
  if (!/(?:^|\n)[ \t]*(?:[-*•+–]|\d{1,3}[.)])[ \t]*(?:\*\*|__)?$/.test(before)) return false;
  return PARTICIPLE.test(text) || /^\p{Ll}/u.test(text) || WITHOUT_STOP.test(text);
}

function beginsWithReference(text: string, before: string): boolean {
  if (before.trim() === '') return false;
  const first = /^\p{L}+/u.exec(text)?.[0].toLowerCase() ?? '';
  return statementWords(guessLanguage(text))?.references.has(first) === true && !IMPERSONAL.test(text);
}

const IMPERSONAL =
  /^(?:Es|Il (?:y|faut|existe|s['’]agit|(?:est|était) (?:vrai|faux|possible|probable|clair|connu|important)))(?!\p{L})/u;
