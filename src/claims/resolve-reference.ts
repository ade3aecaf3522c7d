/**
 * Whom a pronoun means. A reference is resolved only where the sentences before leave one candidate; a wrong
 * name is worse than a pronoun. English.
 */

import { freeSpacing } from '../text/free-spacing.ts';
import { ADVERB, isSingular, isSubject, requestedThing } from './read-subject.ts';

/** What the sentences so far have been about. */
export interface Discourse {
  person: string | undefined;
  /** The pronoun that the person has been referred to by. */
  pronoun: string | undefined;
  thing: string | undefined;
  place: string | undefined;
  /** A date that a sentence said is today's. */
  today: string | undefined;
  /** Sentences whose names have not been looked for: most are never asked about. */
  readonly unread: string[];
}

export function openDiscourse(): Discourse {
  return {
    person: undefined,
    pronoun: undefined,
    thing: undefined,
    place: undefined,
    today: undefined,
    unread: [],
  };
}

const NAME_WORD = String.raw`\p{Lu}[\p{L}\p{N}.’'-]*`;
/** Capitalized words in a row, with the small words that stand within names. */
const NAMES = freeSpacing('gu')`
  (?:(?<preposition>\b(?:in|at|from|to|near|of|for|by|with|on|into|through|across|the|via)) (?:the )?)?
  (?<name>${NAME_WORD}(?: (?:(?:of|the|de|da|von|van|der|du|al|bin|and the) )*${NAME_WORD})*)
`;
const PLACE_PREPOSITION = new Set(['in', 'at', 'from', 'to', 'near', 'into', 'through', 'across']);
/** Capitalized at a sentence's beginning, or always, without being a name. */
const NO_NAME = freeSpacing('u')`
  ^(?:
    I|I['’]\p{L}+|The|A|An|This|That|These|Those|It|Its|He|She|They|We|You|His|Her|Their|Our|My|Your
    |In|On|At|By|For|From|To|As|And|But|Or|So|If|When|While|After|Before|During|Since|Although
    |Though|However|There|Here|What|Who|Why|How|Where|Which|Yes|No|Not|Sure|Well|Also|Then|Today
    |Yesterday|Tomorrow|Both|Some|Many|Most|All|Each|Every|One|Two|Three|According|Because|With|Of
    |Mr|Mrs|Ms|Dr|January|February|March|April|May|June|July|August|September|October|November
    |December|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|Nobel Prizes?
    |World War(?: I+)?
  )$
`;
/** No names by themselves, but parts of names. */
const NO_NAME_ALONE = freeSpacing('u')`
  ^(?:
    English|American|British|German|French|Italian|Spanish|Russian|Chinese|Japanese|Indian|European
    |African|Asian
  )$
`;
/** What is said of persons, rarely of anything else. */
const PERSONAL_PREDICATE = freeSpacing('u')`
  ^(?:,? (?:[^.;]*?) )?(?:
    was born|grew up|married|divorced|died|studied|graduated|taught|wrote|said|told|thought|believed
    |worked as|served as|attended|retired|resigned
    |(?:is|was|became) (?:an?|the)(?: [\p{Ll}-]+| \p{Lu}\p{Ll}+){0,4} (?:
      \p{Ll}+(?:ist|ician|ologist|grapher|wright)|actor|actress|singer|writer|author|poet|painter
      |composer|musician|player|footballer|politician|president|minister|senator|governor|king|queen
      |emperor|general|lawyer|judge|doctor|nurse|engineer|teacher|professor|researcher|inventor
      |explorer|philosopher|mathematician|director|producer|founder|businessman|businesswoman
      |entrepreneur|astronaut|activist|priest|pope|saint|soldier|boxer|swimmer|runner|coach|model
      |dancer|chef|pilot|spy
    )
  )\b
`;
/** What is said of persons and of bodies alike: a name of two words that is none of a place's is then a person's, if a person is spoken of. */
const ACTIVE_PREDICATE = freeSpacing('u')`
  ^(?:(?:first|later|then|also|famously) )?(?:
    moved to|joined|lived|worked|won|received|earned|became|began|met|helped|led|ran for|played
    |directed|founded|invented|discovered|developed|published|painted|composed|starred|returned
    |emigrated|fled|travell?ed|has (?:won|received|written|worked|played|directed|been)
  )\b
`;
const PLACE_NAME = freeSpacing('u')`
  ^(?:
    New|North|South|East|West|United|Los|San|Santa|Saint|St|Great|Lake|Mount|Hong|Cape|Rio|El|La
  )\b
  |\b(?:
    City|River|University|College|Company|Corporation|Inc|Party|States|Kingdom|Union|Bank|Group
    |Motors|Club|Museum|Institute|Army|Church|Council
  )$
`;
/** What is said of things with names, and not of an impersonal "it". */
const THING_PREDICATE = freeSpacing('u')`
  ^It(?: (?:also|now|currently|still|later|originally|first))? (?:
    has|had|employs|contains|consists|comprises|covers|produces|produced|includes|included|sold|won
    |borders|flows|lies|stands|offers|offered|operates|operated|opened|owns|owned|serves|runs
    |supports|uses
    |(?:is|was) (?:also |now |currently |originally |first )?(?:
      (?:in|on|near|at) (?:the )?\p{Lu}\p{L}*|an?|the|one|home|part|located|situated|based
      |headquartered|founded|built|named|known|released|published|created|developed|designed|written
      |directed|produced|owned|used|made|composed|surrounded|considered|ranked|listed|divided
      |governed|ruled|established|introduced|launched|discovered|completed|opened|destroyed|acquired
      |bought|sold
    )
  )\b
`;
const IMPERSONAL = freeSpacing('u')`
  ^It (?:is|was) (?:the|an?) (?:\p{L}+ )?(?:
    fact|shame|pity|pleasure|question|matter|time|day|year|way|case|reason|good|bad|great|first time
  )\b
`;
const DATE = freeSpacing('iu')`
  \btoday(?:['’]s date)? is (?:\p{Lu}\p{Ll}+day,? )?(
    (?:the )?\d{1,2}(?:st|nd|rd|th)?(?: of)? \p{Lu}\p{Ll}+,? \d{4}
    |\p{Lu}\p{Ll}+ \d{1,2}(?:st|nd|rd|th)?,? \d{4}
  )
`;

/** @returns the statement with its references resolved as far as they are certain. */
export function resolveReferences(statement: string, discourse: Discourse): string {
  let text = statement;
  const subject = /^(He|She|It)(?=[ ,]|['’](?:s|d|ll) )/.exec(text)?.[1];
  if (subject) readUnread(discourse);
  const name = subject ? referent(subject, text, discourse) : undefined;
  if (subject && name) {
    text = `${name}${text.slice(subject.length)}`;
    if (subject !== 'It') {
      const place = discourse.place;
      if (place)
        text = text.replace(
          /(?<= (?:born|raised|educated|buried|lived|lives|died|studied|worked|married|moved)) there\b/,
          ` in ${place}`,
        );
    }
  }
  if (discourse.today) text = text.replace(/\b[Tt]oday\b(?!['’])/, `on ${discourse.today}`);
  return text;
}

function referent(pronoun: string, text: string, discourse: Discourse): string | undefined {
  if (pronoun === 'It') {
    return THING_PREDICATE.test(text) && !IMPERSONAL.test(text) ? discourse.thing : undefined;
  }
  if (discourse.pronoun && discourse.pronoun !== pronoun) return undefined;
  return discourse.person;
}

/** A sentence that goes on about what was spoken of; any other begins anew. */
const GOES_ON = /^(?:He|She|It|His|Her|Its)\b/;
/** So many sentences wait unread at most. */
const MOST_UNREAD = 8;

/** Takes a sentence in: who and what it is about, if that is one alone. */
export function remember(sentence: string, discourse: Discourse): void {
  const date = sentence.length < 120 && sentence.includes('oday') ? DATE.exec(sentence) : null;
  if (date) discourse.today = date[1];
  const { unread } = discourse;
  if (!GOES_ON.test(sentence)) unread.length = 0;
  else if (unread.length === MOST_UNREAD) readUnread(discourse);
  unread.push(sentence);
}

function readUnread(discourse: Discourse): void {
  for (const sentence of discourse.unread) readNames(sentence, discourse);
  discourse.unread.length = 0;
}

function readNames(sentence: string, discourse: Discourse): void {
  const pronoun = /^(He|She)\b/.exec(sentence)?.[1];
  if (!GOES_ON.test(sentence)) forget(discourse);
  const requested = requestedThing(sentence);
  if (requested !== undefined) {
    discourse.thing = requested;
    return;
  }
  if (pronoun && discourse.pronoun && discourse.pronoun !== pronoun) forget(discourse);
  else if (pronoun && discourse.person) discourse.pronoun = pronoun;

  let subject: string | undefined;
  let rest = '';
  const others: string[] = [];
  const places: string[] = [];
  const bare = sentence.includes('(') ? sentence.replace(/ ?\([^()]*\)/g, '') : sentence;
  let placeEnd = -1;
  for (const match of bare.matchAll(NAMES)) {
    const { preposition, name } = match.groups as { preposition?: string; name: string };
    const clean = withoutLead(name);
    if (clean === '') continue;
    const nameEnd = match.index + match[0].length;
    // "in Ulm, Germany": what follows a place says where that is.
    const locates = placeEnd >= 0 && bare.slice(placeEnd, match.index) === ', ';
    if (locates) placeEnd = nameEnd;
    else if (preposition && PLACE_PREPOSITION.has(preposition.toLowerCase())) {
      places.push(clean);
      placeEnd = nameEnd;
    } else if (!subject && /^[^\p{L}\p{N}]*$/u.test(bare.slice(0, match.index))) {
      rest = bare.slice(nameEnd);
      const lead = name.slice(0, name.lastIndexOf(clean));
      if (isSubject(lead, clean, rest)) subject = /(?:^| )(?:The|An?) $/.test(lead) ? `The ${clean}` : clean;
    } else if (preposition !== 'of') others.push(clean);
  }
  if (places.length === 1) discourse.place = places[0];
  else if (places.length > 1) discourse.place = undefined;
  if (others.length > 0 && (discourse.person || subject)) {
    // A second name: from here on a pronoun could mean either.
    const another = others.some((name) => name !== subject && !discourse.person?.includes(name));
    if (another) {
      discourse.person = undefined;
      discourse.thing = undefined;
      return;
    }
  }
  if (!subject) return;
  if (/^['’]s\b|^,? and \p{Lu}|^ and /u.test(rest)) return;
  if (isPerson(subject, rest)) discourse.person = subject;
  else if (isSingular(subject, rest)) discourse.thing = subject;
}

function forget(discourse: Discourse): void {
  discourse.person = undefined;
  discourse.pronoun = undefined;
  discourse.thing = undefined;
  discourse.place = undefined;
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

function isPerson(name: string, rest: string): boolean {
  if (name.startsWith('The ')) return false;
  const predicate = rest.trimStart();
  if (PERSONAL_PREDICATE.test(predicate)) return true;
  return name.includes(' ') && !PLACE_NAME.test(name) && ACTIVE_PREDICATE.test(predicate);
}
