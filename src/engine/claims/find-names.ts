/** The names of a sentence, and what their surroundings say they are names of. English. */
import { freeSpacing } from '../text/free-spacing.ts';
import { ADVERB } from './read-subject.ts';

export type Pronoun = 'He' | 'She' | 'It';

/** A name within a sentence. */
interface Mention {
  /** Without what a sentence begins with. */
  readonly name: string;
  /** Words of the match before `name`: what a sentence begins with. */
  readonly lead: string;
  /** The preposition before it. */
  readonly preposition: string | undefined;
  /** Where the match begins, the preposition included. */
  readonly start: number;
  /** Where the name begins and ends. */
  readonly at: number;
  readonly end: number;
}

const NAME_WORD = String.raw`\p{Lu}[\p{L}\p{N}.’'-]*`;
/** Capitalized words in a row, with the small words that stand within names. */
const NAMES = freeSpacing('gu')`
  (?:(\b(?:
    in|at|from|to|near|of|for|by|with|on|into|through|across|via|as|under|over|between|against|the
  )) (?:the )?)?
  (${NAME_WORD}(?: (?:(?:of|the|de|da|des|del|di|dos|von|van|der|du|al|bin|and the) )*${NAME_WORD})*)
`;
/** Capitalized at a sentence's beginning, or always, without being a name. */
const NO_NAME = freeSpacing('u')`
  ^(?:
    I|I['’]\p{L}+|The|A|An|This|That|These|Those|It|Its|He|She|They|We|You|His|Her|Their|Our|My|Your
    |In|On|At|By|For|From|To|As|And|But|Or|So|If|When|While|After|Before|During|Since|Although
    |Though|However|There|Here|What|Who|Why|How|Where|Which|Yes|No|Not|Sure|Well|Also|Then|Today
    |Yesterday|Tomorrow|Born|Raised|Both|Some|Many|Most|All|Each|Every|One|Two|Three|According|Because|With|Of
    |Under|Despite|Throughout|Following|Until|Unless|Mr|Mrs|Ms|Dr|January|February|March|April|May
    |June|July|August|September|October|November|December|Monday|Tuesday|Wednesday|Thursday|Friday
    |Saturday|Sunday|CEO|CFO|CTO|COO|of|the|Nobel Prizes?|World War(?: I+)?
  )$
`;
/** No names by themselves, but parts of names. */
const NO_NAME_ALONE = freeSpacing('u')`
  ^(?:
    English|American|British|German|French|Italian|Spanish|Russian|Chinese|Japanese|Indian|European
    |African|Asian
  )$
`;

/** @param bare a sentence without brackets and emphasis. */
export function findNames(bare: string): Mention[] {
  const mentions: Mention[] = [];
  NAMES.lastIndex = 0;
  for (let match = NAMES.exec(bare); match !== null; match = NAMES.exec(bare)) {
    const [all, preposition, words = ''] = match;
    const name = withoutLead(words);
    if (name === '') continue;
    const lead = words.slice(0, words.lastIndexOf(name));
    const at = match.index + all.length - words.length + lead.length;
    mentions.push({ name, lead, preposition, start: match.index, at, end: at + name.length });
  }
  return mentions;
}

/** A name without what a sentence begins with; `''` where nothing is left. */
function withoutLead(name: string): string {
  let rest = name.replace(/[.’'-]+$/u, '').replace(/['’]s$/u, '');
  for (;;) {
    if (NO_NAME.test(rest) || NO_NAME_ALONE.test(rest)) return '';
    const space = rest.indexOf(' ');
    if (space < 0 || !(NO_NAME.test(rest.slice(0, space)) || ADVERB.test(rest.slice(0, space)))) return rest;
    rest = rest.slice(space + 1);
  }
}

/** Words of names of places, bodies and works. */
const NO_PERSON = freeSpacing('u')`
  ^(?:
    The|New|North|South|East|West|United|Los|San|Santa|Saint|St|Great|Lake|Mount|Hong|Cape|Rio|El|La
  )\b
  |[\p{N}&:]
  |\b(?:
    City|River|Universit\p{L}+|College|School|Academy|Company|Corporation|Corp|Inc|Party|States|Kingdom
    |Union|Bank|Group|Motors|Club|Museum|Institute|Army|Navy|Church|Council|Court|House|Congress
    |Parliament|Senate|Commission|Committee|Association|Society|Federation|Foundation|Organi[sz]ation
    |League|Cup|Championships?|Olympics?|Games|Series|Award|Awards|Prize|Medal|Order|Festival|Tour|War
    |Battle|Treaty|Revolution|Republic|Empire|Tower|Bridge|Palace|Castle|Cathedral|Park|Street|Island
    |Islands|Sea|Ocean|Mountains?|Valley|County|District|Region|Province|Station|Airport|Center|Centre
    |Hospital|Theat\p{L}+|Opera|Orchestra|Records|Pictures|Studios|Books|Press|Times|Post|Magazine|News
    |Bachelor|Master|Arts|Science|Sciences|Physics|Chemistry|Medicine|Law|Act|Project|Program|System
    |Systems|Technologies|Software|Network|Airlines|Airways|World|National|International|Royal
    |Department|Ministry|Office|Agency|Bureau|Force|Conference|Congressional|Grand|Best|First|Hall
  )\b
`;

/** @returns whether a name may be a person's: of two words or more, none of which belongs to other names. */
export function mayBePerson(name: string): boolean {
  return name.includes(' ') && !NO_PERSON.test(name);
}

const PERSON_NOUN = freeSpacing('u')`
  (?:
    (?<she>wife|mother|sisters?|daughters?|aunt|niece|girlfriend|actress|queen|princess|widow|goddess
      |stepmother|grandmother|granddaughter|businesswoman|\p{Ll}*woman)
    |(?<he>husband|father|brothers?|sons?|uncle|nephew|boyfriend|king|prince|grandfather|grandson|stepfather
      |businessman|\p{Ll}*[^o]man)
    |[\p{Ll}-]*(?:ist|ian|grapher|wright|actor|author|singer|writer|painter|leader|player|founder
      |director|producer|president|minister|chancellor|senator|governor|engineer|teacher|professor
      |manager|captain|architect|designer|chairman|chief|inventor|poet|emperor|general|partner|friend|colleague|rival|coach|lawyer|rapper|artists?)s?
  )
`.source;
const PERSON_NOUN_AT_END = new RegExp(`${PERSON_NOUN}$`, 'u');
const PERSON_NOUN_BEFORE = new RegExp(String.raw`\b${PERSON_NOUN}(?: and|,| (?:is|was))? $`, 'u');
/** Somebody who belongs to whom the sentence is about. */
const RELATIVE = new RegExp(
  String.raw`\b(?:[Hh]is|[Hh]er|[\p{L}]['’]s) (?:[\p{Ll}-]+ ){0,2}${PERSON_NOUN}\b(?!['’]s \p{Ll})`,
  'u',
);

/** @returns whether words such as "first president" say what a person is. */
export function isPersonNoun(words: string): boolean {
  return PERSON_NOUN_AT_END.test(words);
}

const ALL: readonly Pronoun[] = ['He', 'She'];
const NONE: readonly Pronoun[] = [];
const THING: readonly Pronoun[] = ['It'];

/** @returns by which pronouns a relative or companion that a sentence speaks of could be meant. */
export function relativesOf(bare: string): readonly Pronoun[] {
  return genderOf(RELATIVE.exec(bare)) ?? NONE;
}

function genderOf(match: RegExpExecArray | null): readonly Pronoun[] | undefined {
  if (!match) return undefined;
  return match.groups?.she ? ['She'] : match.groups?.he ? ['He'] : ALL;
}

/** Given names that are hardly ever given to others. */
const GIVEN = freeSpacing('u')`
  ^(?:
    (?<he>John|James|Robert|Michael|William|David|Richard|Joseph|Thomas|Charles|Daniel|Matthew|Anthony|Mark
      |Paul|Steven|Stephen|Steve|Andrew|Kevin|Brian|George|Edward|Timothy|Jeffrey|Jeff|Frank|Eric|Benjamin
      |Samuel|Gregory|Henry|Peter|Patrick|Jack|Arthur|Albert|Louis|Philip|Walter|Harold|Carl|Karl|Hans|Otto
      |Pierre|Bill|Isaac|Adam|Alan|Alexander|Antonio|Carlos|Juan|José|Luis|Pedro|Ivan|Vladimir|Muhammad)
    |(?<she>Mary|Patricia|Jennifer|Linda|Elizabeth|Barbara|Susan|Jessica|Sarah|Karen|Lisa|Nancy|Margaret
      |Sandra|Emily|Michelle|Carol|Amanda|Melissa|Rebecca|Laura|Helen|Anna|Anne|Catherine|Katherine
      |Christine|Marie|Maria|María|Julia|Emma|Olivia|Sophia|Charlotte|Alice|Jane|Diana|Eleanor|Irene|Irène
      |Ada|Frida|Rosa|Elena|Ingrid)
  )[ ]\p{Lu}
`;

/** @returns the pronoun that a person's given name goes with. */
export function pronounOf(name: string): Pronoun | undefined {
  const { he, she } = GIVEN.exec(name)?.groups ?? {};
  return he ? 'He' : she ? 'She' : undefined;
}

/** Behind these, with up to three words between, stand places and times, or what belongs to a thing. */
const ASIDE = freeSpacing('u')`
  \b(?:
    in|at|from|to|near|into|through|across|of|on|via|as|under|over|for|around|throughout|outside
  ) (?:[\p{Ll}\p{N}'’-]+ |\p{Lu}\p{L}*['’]s ){0,3}$
`;
/** Behind these stand works, bodies and prizes. */
const MAKES = freeSpacing('u')`
  \b(?:
    wrote|authored|directed|composed|painted|recorded|released|published|founded|created|invented
    |discovered|developed|joined|won|attended|translated|launched|acquired|received|called|represented
    |studied|left|led|winning|joining|sign(?:ed|ing) (?:with|for)|(?:was|been) (?:appointed|elected|named)
  ) $
`;
/** "the journal, …", "a …", "…titled …": what is named is of a kind. */
const OF_KIND = freeSpacing('u')`
  (?:
    \b(?:titled|called|named) ["“'‘]?
    |\b(?:an?|the|his|her|its|their|this|that) (?:[\p{Ll}\p{N}-]+,? ){0,5}
    |\b(?:
      series|film|movie|drama|album|single|song|show|book|novel|play|opera|game|magazine|journal
      |newspaper|band|team|side|club|company|firm|studio|label|brand|franchise|city|town|village|program
    )s?[ ]
    |["“'‘]
  )$
`;

/**
 * @param name that is not the subject.
 * @param before what stands before it in its sentence.
 * @param after what stands behind it.
 * @returns the pronouns that could mean it, beside the sentence's subject.
 */
export function pronounsFor(name: string, before: string, after: string): readonly Pronoun[] {
  const gender = genderOf(PERSON_NOUN_BEFORE.exec(before));
  if (gender) return gender;
  if (ASIDE.test(before) || before.endsWith('& ')) return NONE;
  // "Grammy nominations"
  if (/^ \p{Ll}{3,}s\b/u.test(after) && !mayBePerson(name)) return THING;
  if (/^,? who\b/u.test(after)) return ALL;
  if (/^,? (?:where|when)\b/u.test(after)) return NONE;
  const by = before.endsWith('by ');
  const own = mayBePerson(name) ? pronounOf(name) : undefined;
  if (OF_KIND.test(before) && !own) return /^ \p{Ll}/u.test(after) ? NONE : THING;
  if (/^(?:\p{Lu}+|\p{Lu}{2,}s)$/u.test(name)) return name.length > 1 ? THING : NONE;
  if (MAKES.test(before) && !own) return THING;
  if (name.includes(' ') && !mayBePerson(name)) return by ? NONE : THING;
  if (own) return [own];
  return by ? ALL : [...ALL, 'It'];
}
