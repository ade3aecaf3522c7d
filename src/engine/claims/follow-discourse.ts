/**
 * What a text is about while it is read: whom and what a pronoun or "the company" could mean. A sentence is
 * read only when something later asks, so that most are never read. English. What one sentence changes hangs together,
 * so it stands in one file.
 */
import { KIND, kindOf, nounsOf } from './classify-subject.ts';
import {
  announce,
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
  DATE,
  GENDERED,
  MOST_NOUNS,
  MOST_PLACES,
  NAMED_LAST,
  NEW_THING,
  PLACE_PREPOSITION,
  PLURAL,
  PRONOUN,
  QUANTITY,
  THE_ACTOR,
  THE_FIRST,
  TITLE_FIRST,
  TITLE_LEAD,
  WORKS,
} from './discourse-patterns.ts';
import {
  findNames,
  isPersonNoun,
  mayBePerson,
  type Pronoun,
  pronounsFor,
  relativesOf,
} from './find-names.ts';
import { isSingular, isSubject, requestedThing } from './read-subject.ts';

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
  const bare = bareOf(text);
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
  const [, the, noun] = THE_FIRST.exec(bare) ?? [];
  return noun !== undefined && meantByNoun(noun, discourse, the === 'is') !== undefined;
}

function readNames(
  bare: string,
  goesOn: boolean,
  opens: boolean,
  discourse: Discourse,
  continues: boolean,
): void {
  const about = discourse.person ?? discourse.thing;
  const title = TITLE_FIRST.exec(bare)?.[0];
  let subject = title;
  let rest = subject === undefined ? '' : bare.slice(subject.length);
  let named = goesOn;
  const rivals = new Set<Pronoun>(relativesOf(bare));
  const lowered = `${bare.slice(0, 1).toLowerCase()}${bare.slice(1)}`;
  const counts = QUANTITY.test(bare);
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
    const isFirst = !/[\p{L}\p{N}]/u.test(before);
    // "Born in London, she …", "More than nine …": no names.
    if (isFirst && !name.includes(' ') && (continues || counts)) {
      if (/\b(?:In|At|From|Near) $/.test(lead)) places.push(name);
      continue;
    }
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
      for (const one of meant) rivals.add(one);
    }
  }
  discourse.names = names;
  const same = subject !== undefined && isNameOf(subject.replace(/^The /, ''), about);
  if (!goesOn && !same && !named && !(names.length === 0 && counts)) focusOn(undefined, discourse);
  else if (same) discourse.rivals.clear();
  if (subject !== undefined && !same) focusOnSubject(subject, rest, opens, discourse);
  const { person } = discourse;
  if (!goesOn && !same && subject === undefined && named) rivals.add('It');
  if (places.length === 1) discourse.place = places[0];
  else if (places.length > 1) discourse.place = undefined;
  if (person) {
    noteGender(person, bare, rivals);
    if (person.pronoun) {
      const other = person.pronoun === 'He' ? 'She' : 'He';
      if (!rivals.has(person.pronoun)) rivals.delete(other);
    }
  }
  if (subject === undefined && !goesOn && focusOnNamedLast(bare, discourse)) rivals.clear();
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
