/**
 * What a text is about while it is read: whom and what a pronoun or "the company" could mean. A sentence is
 * read only when something later asks, so that most are never read. English.
 */
import { freeSpacing } from '../text/free-spacing.ts';
import {
  findNames,
  isPersonNoun,
  mayBePerson,
  type Pronoun,
  pronounOf,
  pronounsFor,
  relativesOf,
} from './find-names.ts';
import { isSingular, isSubject, requestedThing } from './read-subject.ts';
import { isAspect } from './read-title.ts';

/** Somebody or something that a text speaks of. */
export interface Entity {
  readonly name: string;
  /** What it can be: a name in a title may be either. */
  readonly kind: 'person' | 'thing' | 'either';
  /** The pronoun that it has been referred to by. */
  pronoun: Pronoun | undefined;
  /** What it has been said to be, without its adjectives: "company". */
  readonly nouns: string[];
}

interface Unread {
  readonly text: string;
  /** Begins a paragraph or a list item. */
  readonly opens: boolean;
  /** Sentences before it were dropped. */
  gap: boolean;
}

export interface ListContext {
  /** Whom or what each item is said of. */
  readonly about: Entity | undefined;
  /** What the items are said under: a condition, or whose words they are. */
  readonly caveat: string | undefined;
}

/** What the sentences so far have been about. */
export interface Discourse {
  /** What the whole text or its section is about. */
  topic: Entity | undefined;
  /** A heading or a question names the topic; else it is what a paragraph began with. */
  announced: boolean;
  /** The text has been about several, so that the next paragraph may be about either. */
  severalTopics: boolean;
  /** Names in headings. */
  readonly titles: Set<string>;
  /** What the items of a list are about. */
  list: ListContext | undefined;
  person: Entity | undefined;
  thing: Entity | undefined;
  /** Pronouns that could mean another, too. */
  readonly rivals: Set<Pronoun>;
  place: string | undefined;
  /** A date that a sentence said is today's. */
  today: string | undefined;
  /** Names of the last sentence. */
  names: string[];
  /** Names that a place's preposition stood before: no persons. */
  readonly placeNames: Set<string>;
  /** Sentences whose names have not been looked for: most are never asked about. */
  readonly unread: Unread[];
}

export function openDiscourse(): Discourse {
  return {
    topic: undefined,
    announced: false,
    severalTopics: false,
    titles: new Set(),
    list: undefined,
    person: undefined,
    thing: undefined,
    rivals: new Set(),
    place: undefined,
    today: undefined,
    names: [],
    placeNames: new Set(),
    unread: [],
  };
}

/** What is said of persons, rarely of anything else. */
const PERSONAL_PREDICATE = freeSpacing('u')`
  ^(?:,? (?:[^.;]*?) )?(?:
    was born|grew up|married|divorced|died|studied|graduated|taught|wrote|said|told|thought|believed
    |worked as|served as|attended|retired|resigned
    |(?:is|was|became) (?:an?|the)(?: [\p{Ll}-]+| \p{Lu}\p{Ll}+){0,4} (?:
      \p{Ll}+(?:ist|ician|ologist|grapher|wright|sman|swoman)|actor|actress|singer|writer|author|poet
      |painter|composer|musician|player|footballer|politician|president|minister|senator|governor|king
      |queen|emperor|general|lawyer|judge|doctor|nurse|engineer|teacher|professor|researcher|inventor
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
/** "is an American energy company based in": what the subject is. Its last word is what it is called later. */
const KIND = freeSpacing('u')`
  ^(?:,[^,]{1,80},)? (?:is|was|are|were|became|remains) (?:also |now )?(?:an?|the|one of the)
  ((?: (?!(?:in|of|on|at|for|from|to|that|which|who|with|by|and|or|located|based|situated|founded|known|built|designed)\b)[\p{L}\p{N}’'-]+){1,7})
`;
const PLACE_OR_BODY = freeSpacing('u')`
  (?:
    city|town|village|capital|country|state|province|region|island|river|mountain|lake|company|firm
    |corporation|university|school|team|club|band|group|organi[sz]ation|party|bank|airline
  )$
`;
/** What a thing with a name is called, whatever it is. */
export const ANY_THING = freeSpacing('u')`
  ^(?:
    company|firm|country|nation|city|town|state|island|mountain|river|lake|region|tower|bridge|building
    |structure|monument|museum|park|organi[sz]ation|institution|university|school|film|movie|book|novel
    |series|album|song|band|team|club|ship|aircraft|game|language|platform|brand|airline|reef|festival
  )$
`;
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
      |Then|There|Today|According to|Along|Under|While|When|Born|Raised|Educated|Known
      |\p{Lu}\p{Ll}+(?:ly|ing|ed))\b[^.;:!?"“”]{0,80}?,? (?<later>he|she|it)
  )(?=['’ ])
`;
/** What may stand before a sentence's subject. */
const CIRCUMSTANCE =
  /^(?:In|On|By|At|After|During|Since|Following|Under|Before|Until|From) [^,.;:"“”]{1,60}, $/u;
const THE_NOUN = /\b[Tt]he (\p{Ll}[\p{Ll}-]+)/gu;
/** "The capital of Australia is Canberra.", "The best known paper is “…”." */
const NAMED_LAST = freeSpacing('u')`
  ^The (?<kind>(?:[\p{L}\p{N}’'-]+ ){1,6}?)(?:(?:of|in) (?:the )?\p{Lu}[\p{L} .’'-]{1,40}? )?(?:is|was)
  [ ](?:called |named )?
  (?:(?<title>["“][^"“”]{2,80}["”])|(?<name>\p{Lu}[\p{L}’'-]*(?: \p{Lu}[\p{L}’'-]*)*)(?=[,.]))
`;
const PLACE_PREPOSITION = new Set(['in', 'at', 'from', 'to', 'near', 'into', 'through', 'across']);
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

/** From here on the text, or its section, is about this, as a heading or a question says. */
export function announce(topic: Entity, discourse: Discourse): void {
  discourse.topic = topic;
  discourse.announced = true;
  discourse.severalTopics = false;
  focusOn(topic, discourse);
}

/** What is spoken of from here on. */
export function focusOn(entity: Entity | undefined, discourse: Discourse): void {
  discourse.person = entity?.kind === 'thing' ? undefined : entity;
  discourse.thing = entity?.kind === 'person' ? undefined : entity;
  discourse.rivals.clear();
  discourse.place = undefined;
}

/** A paragraph or a list item begins: it is about what the text is about, until it says otherwise. */
export function returnToTopic(discourse: Discourse): void {
  if (discourse.topic && !discourse.severalTopics) focusOn(discourse.topic, discourse);
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
  const { first, later } = PRONOUN.exec(bare)?.groups ?? {};
  const pronoun = first ?? later;
  const goesOn = pronoun !== undefined ? readPronoun(pronoun, discourse) : saysNoun(bare, discourse);
  readNames(bare, goesOn, opens, discourse, later !== undefined);
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

/**
 * @param also the sentence adds to what was said of somebody: "She also …".
 * @returns the one that a pronoun means, where no other can be meant.
 */
export function meantBy(
  pronoun: Pronoun,
  { person, thing, rivals }: Discourse,
  also = false,
): Entity | undefined {
  const entity = pronoun === 'It' ? thing : person;
  if (rivals.has(pronoun) && !(also && entity?.pronoun === pronoun)) return undefined;
  return entity?.pronoun === undefined || entity.pronoun === pronoun ? entity : undefined;
}

/** @returns the thing that "the company" means, where it is the only one. */
export function meantByNoun(
  noun: string,
  { thing, rivals, topic, announced, severalTopics }: Discourse,
): Entity | undefined {
  // What the text is about keeps its name for it after a sentence about something else.
  const lost = topic && !severalTopics && topic.kind !== 'person' && (!thing || !callsIt(noun, thing));
  if (lost && callsIt(noun, topic)) return topic;
  if (!thing || rivals.has('It')) return undefined;
  // What a heading names is the only one that "the country" can mean, if nothing says what it is.
  const alone = announced && !severalTopics && thing === topic && thing.nouns.length === 0;
  return callsIt(noun, thing) || (alone && ANY_THING.test(noun)) ? thing : undefined;
}

function callsIt(noun: string, { name, nouns }: Entity): boolean {
  const called = name.toLowerCase();
  return (
    nouns.some((one) => one === noun || (noun.length > 3 && one.endsWith(noun))) ||
    called.split(' of ', 1)[0]?.endsWith(` ${noun}`) ||
    (noun === 'mountain' && called.startsWith('mount '))
  );
}

function saysNoun(bare: string, { thing }: Discourse): boolean {
  if (!thing) return false;
  for (const [, noun] of bare.matchAll(THE_NOUN)) if (callsIt(noun as string, thing)) return true;
  return false;
}

export function entityOf(name: string, kind: Entity['kind']): Entity {
  return { name, kind, pronoun: kind === 'person' ? pronounOf(name) : undefined, nouns: [] };
}

/** @returns whether a name is the entity's, or a part of it: "Curie" of "Marie Curie". */
function isNameOf(name: string, entity: Entity | undefined): boolean {
  if (!entity) return false;
  const whole = entity.name.replace(/^The /, '');
  return (
    whole === name ||
    whole.endsWith(` ${name}`) ||
    // "BPE" of "Byte Pair Encoding".
    (/^\p{Lu}{2,}$/u.test(name) && whole.replace(/[^\p{Lu}]/gu, '') === name) ||
    (whole.startsWith(name) && !/[\p{L}\p{N}]/u.test(whole[name.length] as string))
  );
}

function readNames(
  bare: string,
  goesOn: boolean,
  opens: boolean,
  discourse: Discourse,
  continues: boolean,
): void {
  const about = discourse.person ?? discourse.thing;
  const spokenOf = discourse.rivals.has('He') || discourse.rivals.has('She') ? undefined : discourse.person;
  let subject: string | undefined;
  let rest = '';
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
    // "in Ulm, Germany": what follows a place says where that is.
    const locates = placeEnd >= 0 && bare.slice(placeEnd, start) === ', ';
    if (locates) placeEnd = end;
    else if (preposition && PLACE_PREPOSITION.has(preposition)) {
      places.push(name);
      placeEnd = end;
      if (discourse.placeNames.size < MOST_PLACES) discourse.placeNames.add(name);
    } else if (!discourse.placeNames.has(name)) {
      // What a list of names is of, its first shows.
      if (!/^,? (?:and |or )?$|^, $/.test(bare.slice(lastEnd, start)))
        meant = pronounsFor(name, lowered.slice(Math.max(0, at - 300), at), after);
      lastEnd = end;
      if (preposition === 'by' && mayBePerson(name)) agents.push(name);
      for (const one of meant) rivals.add(one);
    }
  }
  discourse.names = names;
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
  } else if (agents.length === 1 && subject !== undefined && thing) {
    discourse.person = entityOf(agents[0] as string, 'person');
    rivals.delete('He');
    rivals.delete('She');
  }
  if (subject === undefined && !goesOn && focusOnNamedLast(bare, discourse)) rivals.clear();
  const predicate = subject !== undefined ? rest : (/^(?:He|She|It)( .*)/s.exec(bare)?.[1] ?? '');
  // What somebody or something is takes no pronoun away from it.
  const kind = KIND.exec(predicate)?.[1];
  if (kind !== undefined) {
    rivals.clear();
    if (subject === undefined) discourse.thing?.nouns.push(...nounsOf(kind.trim()));
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

function nounsOf(kind: string): string[] {
  const words = kind.replace(/(?: \p{Ll}+ed)+$/u, '');
  const noun = words.slice(words.lastIndexOf(' ') + 1);
  const nouns = [noun];
  if (/(?:maker|manufacturer|corporation|firm|airline|retailer|conglomerate|startup)$/.test(noun))
    nouns.push('company');
  if (/^(?:liner|vessel|ferry|warship|battleship)$/.test(noun)) nouns.push('ship');
  if (/^(?:capital|town|metropolis)$/.test(noun)) nouns.push('city');
  return nouns;
}

function noteGender(person: Entity, bare: string, rivals: ReadonlySet<Pronoun>): void {
  if (person.pronoun !== undefined || rivals.size > 0) return;
  const gender = GENDERED.exec(bare)?.groups;
  if (gender?.she) person.pronoun = 'She';
  else if (gender?.he && !THE_ACTOR.test(gender.he)) person.pronoun = 'He';
}

function kindOf(name: string, rest: string): Entity['kind'] {
  if (name.startsWith('The ')) return 'thing';
  const predicate = rest.trimStart();
  if (PERSONAL_PREDICATE.test(predicate)) return 'person';
  if (!mayBePerson(name)) return 'thing';
  if (ACTIVE_PREDICATE.test(predicate)) return 'person';
  const noun = KIND.exec(rest)?.[1];
  return noun !== undefined && !PLACE_OR_BODY.test(noun) ? 'either' : 'thing';
}
