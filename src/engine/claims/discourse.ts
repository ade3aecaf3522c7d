/** What a text is about so far, and what a pronoun or "the company" can mean by it. */
import { freeSpacing } from '../text/free-spacing.ts';
import { type Pronoun, pronounOf } from './find-names.ts';

/** Somebody or something that a text speaks of. */
export interface Entity {
  readonly name: string;
  /** What it can be: a name in a title may be either. */
  kind: 'person' | 'thing' | 'either';
  /** The pronoun that it has been referred to by. */
  pronoun: Pronoun | undefined;
  /** What it has been said to be, without its adjectives: "company". */
  readonly nouns: string[];
}

/** A sentence that has not been read. */
export interface Unread {
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
  /** The heading itself, where it names no one and nothing: properties below it are its. */
  readonly label: string | undefined;
  /** The property that named whom or what: where it comes again, another record begins. */
  readonly naming?: string;
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
  /** What "they" means: "Penguins". */
  plural: string | undefined;
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
    plural: undefined,
    rivals: new Set(),
    place: undefined,
    today: undefined,
    names: [],
    placeNames: new Set(),
    unread: [],
  };
}

/** What a thing with a name is called, whatever it is. */
export const ANY_THING = freeSpacing('u')`
  ^(?:
    company|firm|country|nation|city|town|state|island|mountain|river|lake|region|tower|bridge|building
    |structure|monument|museum|park|organi[sz]ation|institution|university|school|film|movie|book|novel
    |series|album|song|band|team|club|ship|aircraft|game|language|platform|brand|airline|reef|festival
  )$
`;
/** What a place has: below "# Oberwald", "the bridge" is not Oberwald. */
const OF_A_PLACE = freeSpacing('u')`
  ^(?:
    mountain|river|lake|tower|bridge|building|structure|monument|museum|park|university|school|team|club|reef|festival
  )$
`;
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
  discourse.plural = undefined;
  discourse.rivals.clear();
  discourse.place = undefined;
}

/** A paragraph or a list item begins: it is about what the text is about, until it says otherwise. */
export function returnToTopic(discourse: Discourse): void {
  if (discourse.topic && !discourse.severalTopics) focusOn(discourse.topic, discourse);
}

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

/**
 * @param shown "this company", and not "the company".
 * @returns the thing that it means, where it is the only one.
 */
export function meantByNoun(
  noun: string,
  { thing, rivals, topic, announced, severalTopics }: Discourse,
  shown = false,
): Entity | undefined {
  // What the text is about keeps its name for it after a sentence about something else.
  const lost = topic && !severalTopics && topic.kind !== 'person' && (!thing || !callsIt(noun, thing));
  if (lost && callsIt(noun, topic)) return topic;
  if (!thing || rivals.has('It')) return undefined;
  // What a heading names is the only one that "the country" can mean, if nothing says what it is.
  const isAnnounced =
    announced && !severalTopics && thing === topic && !OF_A_PLACE.test(noun) && !pronounOf(thing.name);
  const alone = thing.nouns.length === 0 && (shown || isAnnounced);
  return callsIt(noun, thing) || (alone && ANY_THING.test(noun)) ? thing : undefined;
}

/** @returns whether "the company" may mean the entity. */
export function callsIt(noun: string, { name, nouns }: Entity): boolean {
  const called = name.toLowerCase();
  return (
    nouns.some((one) => one === noun || (noun.length > 3 && one.endsWith(noun))) ||
    called.split(' of ', 1)[0]?.endsWith(` ${noun}`) ||
    (noun === 'mountain' && called.startsWith('mount '))
  );
}

/** @returns an entity of which nothing is known but its name. */
export function entityOf(name: string, kind: Entity['kind']): Entity {
  return { name, kind, pronoun: kind === 'person' ? pronounOf(name) : undefined, nouns: [] };
}

/** @returns whether a name is the entity's, or a part of it: "Curie" of "Marie Curie". */
export function isNameOf(name: string, entity: Entity | undefined): boolean {
  if (!entity) return false;
  const whole = entity.name.replace(/^The /, '');
  return (
    whole === name ||
    whole.endsWith(` ${name}`) ||
    (entity.kind !== 'thing' && whole.includes(` ${name} `)) ||
    (whole.startsWith(name) && !/[\p{L}\p{N}]/u.test(whole[name.length] as string))
  );
}
