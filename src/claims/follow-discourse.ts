/**
 * What a text is about while it is read: whom and what a pronoun or "the company" could mean. A sentence is
 * read only when something later asks, so that most are never read. English.
 */
import { freeSpacing } from '../text/free-spacing.ts';
import { KIND, kindOf, nounsOf } from './classify-subject.ts';
import {
  announce,
  callsIt,
  type Discourse,
  type Entity,
  entityOf,
  focusOn,
  isNameOf,
  meantBy,
  meantByNoun,
  returnToTopic,
  type Unread,
} from './discourse.ts';
import {
  findNames,
  isPersonNoun,
  mayBePerson,
  type Pronoun,
  pronounsFor,
  relativesOf,
} from './find-names.ts';
import { isSingular, isSubject, requestedThing, SAY_THAT, VERB } from './read-subject.ts';
import { isAspect } from './read-title.ts';

const BACK = /\b(?:him|his|her)\b/;
/** "His brother Theo supported him": it is still about him. */
const RELATIVE_OF_SOMEBODY = /^(?:His|Her) [^.;]* (?:him|his|her)\b/u;
/** A sentence about how many: nothing in it takes a pronoun of the singular. */
const QUANTITY = freeSpacing('u')`
  ^(?:
    More than|Over|About|Around|Nearly|Almost|Up to|At least|Less than|Fewer than|Some|Many|Most|Several
    |Thousands|Millions|\p{N}
  )\b
`;
const GENDERED = freeSpacing('iu')`
  \b(?:(?<he>he|his|him|himself|actor|king|prince|businessman|\p{Ll}+sman)
  |(?<she>she|her|hers|herself|actress|queen|princess|businesswoman|\p{Ll}+swoman))\b
`;
const THE_ACTOR = /\bactor\b/;
/** Something new that the sentence does something to, and that "it" could mean in the next. */
const NEW_THING = freeSpacing('u')`
  ^(?:,[^,]{1,80},)?(?: (?:also|later|then|first|\p{Ll}+ly))*
  (?! (?:is|was|has|had|remains|became|lies|stands|serves|belongs)\b) \p{Ll}+ (?:up |out )?
  (?:an?|one|another|its|his|her|their|this) (?!(?:few|lot|number)\b)\p{L}
`;
const TITLE_LEAD =
  /^(?:(?:The|An?|This|That|It|My|Your|His|Her|What|Who|How|When|Where|One|Two|Three|All|No|If|I) )+$/;
const DATE = freeSpacing('iu')`
  \btoday(?:['’]s date)? is (?:\p{Lu}\p{Ll}+day,? )?(
    (?:the )?\d{1,2}(?:st|nd|rd|th)?(?: of)? \p{Lu}\p{Ll}+,? \d{4}
    |\p{Lu}\p{Ll}+ \d{1,2}(?:st|nd|rd|th)?,? \d{4}
  )
`;
/** A sentence that goes on about what was spoken of: "She …", "In 1903, she …", "The company …". */
const PRONOUN = freeSpacing('u')`
  ^(?:
    (?<first>He|She|It|They|His|Her|Its|Their)
    |(?:In|On|By|At|After|Before|During|Since|From|Until|Throughout|For|With|Despite|Following|Upon|Later
      |Then|There|Today|According to|Along|Under|While|When|Prior to|As|Born|Raised|Educated|Known
      |\p{Lu}\p{Ll}+(?:ly|ing|ed))\b[^.;:!?]{0,80}?,? (?<later>he|she|it)
    |\p{Lu}\p{Ll}+ of (?<of>his|her|its)
    |${SAY_THAT}(?<said>he|she|it)
  )(?=['’ ])
`;
/** What may stand before a sentence's subject. */
const CIRCUMSTANCE =
  /^(?:In|On|By|At|After|During|Since|Following|Under|Before|Until|From) [^,.;:"“”]{1,60}, $/u;
const THE_FIRST = /^Th(e|is) (\p{Ll}[\p{Ll}-]+)/u;
const THE_NOUN = /\b[Tt]h(?:e|is) (\p{Ll}[\p{Ll}-]+)/gu;
/** "The capital of Australia is Canberra.", "The best known paper is “…”." */
const NAMED_LAST = freeSpacing('u')`
  ^The (?<kind>(?:[\p{L}\p{N}’'-]+ ){1,6}?)(?:(?:of|in) (?:the )?\p{Lu}[\p{L} .’'-]{1,40}? )?(?:is|was)
  [ ](?:called |named )?
  (?:(?<title>["“][^"“”]{2,80}["”])|(?<name>\p{Lu}[\p{L}’'-]*(?: \p{Lu}[\p{L}’'-]*)*)(?=[,.]))
`;
/** What is quoted names one thing, if anything. */
const QUOTED = /["“][^"“”]{2,80}["”]/gu;
/** A work that a sentence begins with. */
const TITLE_FIRST = new RegExp(String.raw`^["“]\p{Lu}[^"“”.!?]{1,80}["”](?= (?:${VERB}))`, 'u');
/** "The human heart pumps about …", and not "The fox hunts the hare": "it" could mean the hare. */
const THE_ONE = new RegExp(
  String.raw`^The (?:\p{Ll}[\p{Ll}-]+ ){1,3}?\p{Ll}+(?= (?:is|was|(?:${VERB}) (?:about|around|over|more|up|to|in|on|at|from|by|for|with|as|\p{Ll}+ly)\b|(?:${VERB}) \p{N}))`,
  'u',
);
/** "Emperor penguins are birds", and not "Cars are made by workers", "Wolves are enemies of sheep". */
const PLURAL = freeSpacing('u')`
  ^(?!(?:His|Her|Its|Their|These|Those|Many|Some|Most|Other|Such|All|Both|More|Several|Few|What|My|Our|Your|Two|Three)\b)
  (?<those>(?:\p{L}[\p{L}’'-]* ){0,3}\p{L}+(?![su])\p{Ll}s)[ ](?:are|were)\b(?!.*[ ]by\b|(?: \p{Ll}+){1,3} (?:of|for|to)\b)
`;
const PLACE_PREPOSITION = new Set(['in', 'at', 'from', 'to', 'near', 'into', 'through', 'across']);
/** What a title that stands in quotation marks may be called. */
const WORKS = [
  'book',
  'novel',
  'poem',
  'play',
  'story',
  'film',
  'movie',
  'series',
  'show',
  'song',
  'single',
  'album',
  'painting',
];
/** So many words for one thing are kept. */
const MOST_NOUNS = 20;
const MOST_PLACES = 50;
/** So many sentences wait unread at most. */
const MOST_UNREAD = 4;

/**
 * Takes a sentence in.
 * @param opens whether it begins a paragraph or a list item.
 */
export function remember(sentence: string, discourse: Discourse, opens = false): void {
  const date = sentence.length < 120 && sentence.includes('oday') ? DATE.exec(sentence) : null;
  if (date) discourse.today = date[1];
  const { unread } = discourse;
  if (unread.length === MOST_UNREAD) {
    const at = unread.findIndex((entry, index) => index > 0 && !entry.opens);
    if (at < 0) readUnread(discourse);
    else {
      unread.splice(at, 1);
      const next = unread[at];
      if (next) next.gap = true;
    }
  }
  unread.push({ text: sentence, opens, gap: false });
}

/** Reads the sentences that have been taken in. */
export function readUnread(discourse: Discourse): void {
  for (const entry of discourse.unread) read(entry, discourse);
  discourse.unread.length = 0;
}

const LABEL = /^([^:.!?"“”]{1,60}): (?=(?:He|She|It|His|Her|Its|The)\b)/;
const bareOf = (sentence: string): string =>
  sentence.replace(/[*_`]{1,3}/g, '').replace(/ ?\([^()]*\)|, (?:Inc|Ltd|LLC|Corp|Co|PLC)\b\.?,?/g, '');

function read({ text, opens, gap }: Unread, discourse: Discourse): void {
  if (gap) focusOn(undefined, discourse);
  if (opens) returnToTopic(discourse);
  const requested = requestedThing(text);
  if (requested !== undefined) {
    announce(entityOf(requested, 'thing'), discourse);
    return;
  }
  let bare = bareOf(text);
  const label = LABEL.exec(bare);
  if (label) {
    // "Roadster: It …" goes on about the Roadster, "Size: It …" about what the list is about.
    if (!isAspect(label[1] as string)) focusOn(undefined, discourse);
    bare = bare.slice(label[0].length);
  }
  const { first, later, of, said } = PRONOUN.exec(bare)?.groups ?? {};
  const pronoun = first ?? later ?? of ?? said;
  const plural =
    PLURAL.exec(bare)?.groups?.those ?? (/^The/.test(first ?? '') ? discourse.plural : undefined);
  const goesOn = pronoun !== undefined ? readPronoun(pronoun, discourse) : saysNoun(bare, discourse);
  readNames(bare, goesOn, opens, discourse, (later ?? of ?? said) !== undefined);
  discourse.plural = plural;
}

/** @returns whether the one who is spoken of may be meant. */
function readPronoun(pronoun: string, discourse: Discourse): boolean {
  const meant = PRONOUNS[pronoun.toLowerCase()];
  if (meant === undefined) return true;
  const entity = meantBy(meant, discourse);
  if (entity) entity.pronoun = meant;
  else if (meant !== 'It' && discourse.person?.pronoun && discourse.person.pronoun !== meant) {
    // The other who has been named is meant, unless nobody has, or several may be.
    const { person, rivals } = discourse;
    if (!rivals.has(meant) || rivals.has(person.pronoun as Pronoun)) focusOn(undefined, discourse);
  }
  return true;
}

const PRONOUNS: Readonly<Record<string, Pronoun | undefined>> = {
  he: 'He',
  his: 'He',
  she: 'She',
  her: 'She',
  it: 'It',
  its: 'It',
};

function saysNoun(bare: string, discourse: Discourse): boolean {
  const { thing } = discourse;
  if (!thing) return false;
  const [, the, first] = THE_FIRST.exec(bare) ?? [];
  if (first !== undefined && meantByNoun(first, discourse, the === 'is')) return true;
  for (const [, noun] of bare.matchAll(THE_NOUN)) if (callsIt(noun as string, thing)) return true;
  return false;
}

function readNames(
  sentence: string,
  goesOn: boolean,
  opens: boolean,
  discourse: Discourse,
  continues: boolean,
): void {
  const about = discourse.person ?? discourse.thing;
  const bare = sentence.replace(
    QUOTED,
    (words) => words.slice(0, 2) + words.slice(2).replace(/\p{Lu}/gu, 'x'),
  );
  const spokenOf = discourse.rivals.has('He') || discourse.rivals.has('She') ? undefined : discourse.person;
  const title = TITLE_FIRST.exec(sentence)?.[0];
  let subject = title;
  let rest = subject === undefined ? '' : sentence.slice(subject.length);
  let named = goesOn;
  const rivals = new Set<Pronoun>(relativesOf(bare));
  const lowered = `${bare.slice(0, 1).toLowerCase()}${bare.slice(1)}`;
  const counts = QUANTITY.test(bare);
  const agents: string[] = [];
  const places: string[] = [];
  const names: string[] = [];
  let placeEnd = -1;
  let lastEnd = -1;
  let meant: readonly Pronoun[] = [];
  for (const mention of findNames(bare)) {
    const { name, lead, preposition, start, at, end } = mention;
    if (title !== undefined && end < title.length) continue;
    const before = bare.slice(0, start);
    const after = bare.slice(end);
    const isFirst =
      !/[\p{L}\p{N}]/u.test(before) || (rivals.size === 0 && !named && CIRCUMSTANCE.test(before));
    // "Born in London, she …", "More than nine …": no names.
    if (isFirst && !name.includes(' ') && (continues || counts)) continue;
    names.push(name);
    if (isFirst && subject === undefined && !preposition && isSubject(lead, name, after)) {
      subject = /(?:^| )(?:The|An?) $/.test(lead) ? `The ${name}` : name;
      rest = after;
      continue;
    }
    // "The Amazon rainforest covers": the last word says what it is.
    const noun = isFirst && lead === 'The ' ? /^ (\p{Ll}[\p{Ll}-]+)(?= )/u.exec(after) : null;
    if (noun && subject === undefined && isSubject(lead, name, after.slice(noun[0].length))) {
      subject = `The ${name}${noun[0]}`;
      rest = after.slice(noun[0].length);
      continue;
    }
    if (isNameOf(name, discourse.person) || isNameOf(name, discourse.thing)) {
      named = true;
      if (isFirst) discourse.rivals.clear();
      continue;
    }
    if (subject !== undefined && isNameOf(name, entityOf(subject, 'either'))) continue;
    // "in Ulm, Germany", "in Bonn and Ulm": what follows a place is one, too.
    const locates = placeEnd >= 0 && /^(?:, |,? and )$/.test(bare.slice(placeEnd, start));
    if (locates) placeEnd = end;
    else if (preposition && PLACE_PREPOSITION.has(preposition)) {
      places.push(name);
      placeEnd = end;
      if (discourse.placeNames.size < MOST_PLACES) discourse.placeNames.add(name);
    } else if (!discourse.placeNames.has(name)) {
      // What a list of names is of, its first shows. "The", "What" or "One" within a sentence begin a title.
      if (!/^(?:: | \p{N}+ |,? (?:and |or )?)$/u.test(bare.slice(lastEnd, start)))
        meant =
          start > 0 && TITLE_LEAD.test(lead)
            ? ['It']
            : pronounsFor(name, lowered.slice(Math.max(0, at - 300), at), after);
      lastEnd = end;
      if (preposition === 'by' && mayBePerson(name)) agents.push(name);
      for (const one of meant) rivals.add(one);
    }
  }
  discourse.names = names;
  if (subject === undefined && !goesOn && discourse.topic === undefined && !NAMED_LAST.test(sentence)) {
    subject = THE_ONE.exec(bare)?.[0];
    if (subject !== undefined) rest = bare.slice(subject.length);
  }
  const same = subject !== undefined && isNameOf(subject.replace(/^The /, ''), about);
  if (!goesOn && !same && !named && !(names.length === 0 && counts)) focusOn(undefined, discourse);
  else if (same) discourse.rivals.clear();
  if (subject !== undefined && !same) {
    focusOnSubject(subject, rest, opens, discourse);
    // "The Turing Award is named after him": he is still spoken of.
    if (discourse.person === undefined && BACK.test(bare)) discourse.person = spokenOf;
  }
  const { person, thing } = discourse;
  if (!goesOn && !same && subject === undefined && named) rivals.add('It');
  if (places.length === 1) discourse.place = places[0];
  else if (places.length > 1) discourse.place = undefined;
  if (person) {
    noteGender(person, bare, rivals);
    if (person.pronoun) {
      const other = person.pronoun === 'He' ? 'She' : 'He';
      if (!rivals.has(person.pronoun)) rivals.delete(other);
    }
  } else if (agents.length === 1 && (subject !== undefined || goesOn) && thing) {
    discourse.person = entityOf(agents[0] as string, 'person');
    rivals.delete('He');
    rivals.delete('She');
  }
  if (subject === undefined && !goesOn && focusOnNamedLast(sentence, discourse)) rivals.clear();
  const predicate = subject !== undefined ? rest : (/^(?:He|She|It)( .*)/s.exec(bare)?.[1] ?? '');
  // What somebody or something is takes no pronoun away from it.
  const kind = KIND.exec(predicate)?.[1];
  if (kind !== undefined) {
    rivals.clear();
    const { thing: it } = discourse;
    if (it && (subject === undefined || same) && it.nouns.length < MOST_NOUNS)
      it.nouns.push(...nounsOf(kind.trim()));
    if (same && person?.kind === 'either') person.kind = kindOf(person.name, rest);
  }
  if (NEW_THING.test(predicate)) rivals.add('It');
  if (RELATIVE_OF_SOMEBODY.test(bare) && discourse.person !== undefined) {
    rivals.delete('He');
    rivals.delete('She');
  }
  for (const one of rivals) discourse.rivals.add(one);
}

function focusOnNamedLast(bare: string, discourse: Discourse): boolean {
  const { kind, title, name = '' } = NAMED_LAST.exec(bare)?.groups ?? {};
  if (kind === undefined) return false;
  const noun = kind.trim();
  const entity = entityOf(
    title ?? name,
    isPersonNoun(noun) ? 'person' : mayBePerson(name) ? 'either' : 'thing',
  );
  entity.nouns.push(...nounsOf(noun));
  focusOn(entity, discourse);
  discourse.topic ??= entity;
  return true;
}

function focusOnSubject(subject: string, rest: string, opens: boolean, discourse: Discourse): void {
  if (/^['’]s\b|^,? and \p{Lu}|^ and /u.test(rest)) {
    focusOn(undefined, discourse);
    return;
  }
  const kind = KIND.exec(rest)?.[1]?.trim();
  const entity = entityOf(subject, kindOf(subject, rest));
  if (kind !== undefined) entity.nouns.push(...nounsOf(kind));
  else if (/^["“]/.test(subject)) entity.nouns.push(...WORKS.filter((noun) => !rest.includes(noun)));
  if (entity.kind !== 'person' && !isSingular(subject, rest)) {
    focusOn(undefined, discourse);
    return;
  }
  focusOn(entity, discourse);
  const { topic } = discourse;
  if (topic === undefined) discourse.topic = entity;
  else if (opens && topic.name !== entity.name && mayBeMixed(topic, entity)) {
    discourse.severalTopics = true;
    if (!discourse.announced) discourse.topic = entity;
  }
}

function mayBeMixed(one: Entity, other: Entity): boolean {
  const kind = one.pronoun === 'He' || one.pronoun === 'She' ? 'person' : one.kind;
  return kind === 'either' || other.kind === 'either' || kind === other.kind;
}

function noteGender(person: Entity, bare: string, rivals: ReadonlySet<Pronoun>): void {
  if (person.pronoun !== undefined || rivals.size > 0) return;
  const gender = GENDERED.exec(bare)?.groups;
  if (gender?.she) person.pronoun = 'She';
  else if (gender?.he && !THE_ACTOR.test(gender.he)) person.pronoun = 'He';
}
