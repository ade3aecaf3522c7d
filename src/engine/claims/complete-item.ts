/**
 * List items stand for sentences whose subject stands in the heading or in the line before the list. An item
 * gets its subject where that is certain; what a list is said under a condition of, or by somebody, says so
 * in each item. English.
 */
import { freeSpacing } from '../text/free-spacing.ts';
import { IRREGULAR_PASTS } from '../text/verbs.ts';
import {
  announce,
  type Discourse,
  type Entity,
  entityOf,
  focusOn,
  type ListContext,
  returnToTopic,
} from './discourse.ts';
import { mayBePerson, type Pronoun } from './find-names.ts';
import { readUnread } from './follow-discourse.ts';
import { lowered, type Pair, readPair } from './read-pair.ts';
import { FINITE } from './read-subject.ts';
import { isAspect, readTitle } from './read-title.ts';
import { resolveReferences } from './resolve-reference.ts';
import { stripLeadIn } from './strip-lead-in.ts';

/** A list item's label and what it says under it. */
const LABEL = /^([^:.!?"“”]{1,60}): (?=\S)/;
/** Beside myths, what is said in earnest. */
const TRUE_LABEL = /^(?:fun |the )?(?:facts?|reality|truth|correct|true)$/i;
/** An item that begins with what is said of its subject. */
const PASSIVE = freeSpacing('u')`
  ^(?:
    (?<is>Located|Situated|Based|Headquartered|Known|Considered|Regarded|Surrounded|Bordered|Inhabited|Owned
      |Used|Made|Home)(?=[ ](?:by|in|on|at|for|as|with|from|to|near|of|one|the)\b)
    |(?<was>(?:
      Born|Founded|Established|Created|Designed|Developed|Built|Constructed|Completed|Launched|Named
      |Imprisoned|Arrested|Convicted|Sentenced|Elected|Appointed|Awarded|Nominated|Inducted|Knighted
      |Assassinated|Executed|Killed|Buried|Educated|Raised|Inspired|Written|Discovered|Invented
      |Introduced|Acquired|Directed|Produced|Held|Published|Released|Opened|Designated|Renamed|Destroyed
      |Incorporated|Inaugurated|Diagnosed|Recorded|Composed|Painted|Manufactured|Signed|Sold
    )(?=[ ](?:(?:by|in|on|at|for|as|with|from|to|near|of|into|during|after|before|between|around|under|over
      )\b|\p{N}))
      |(?:Named|Awarded|Elected|Appointed|Nominated|Inducted|Knighted|Crowned|Nicknamed|Ranked|Voted|Dubbed)
    )
  )[ ]
`;
const PAST = IRREGULAR_PASTS.map((past) => `${past[0]?.toUpperCase()}${past.slice(1)}`).join('|');
/** Of these, a past without an object may be a participle. */
const OBJECT =
  'an?|the|his|her|its|their|over|more|about|nearly|almost|one|two|three|four|five|six|seven|eight|nine|ten|several|many|both|all|most';
const ACTIVE = freeSpacing('u')`
  ^(?:
    (?:Has|Is|Was|Had|Can|Did|Does|Studied|Graduated|Moved|Retired|Served|Worked|Lived|Died|Turned|Emigrated
      |Returned|Joined|Competed|Appeared|Starred|Debuted|Participated|Became|Began|Rose|Grew|Fought|Ran
      |Stands|Lies|Consists|Belongs|Flows|Runs|Extends|Stretches|Rises|Weighs|Operates|Attended|Received
      |Earned|Starts|Ends|Costs|Lasts|Opens|Closes|Comes|Includes|Offers|Supports|Measures|Contains)
    |(?:${PAST}|\p{Lu}\p{Ll}+ed)(?= (?:(?:${OBJECT})\b|\p{Lu}|\p{N}))
    |\p{Lu}\p{Ll}{2,}s(?= (?:an?|the|its|over|more|about|nearly|almost)\b| \p{N})
  )\b
`;
/** Verbs of what changes, and when: no plurals of nouns behind a singular, and no nouns behind a plural. */
const CHANGES = 'opens|closes|reopens|rises|falls|drops|grows|moves|goes|pays|applies|expires|resumes|stays';
const CHANGE = 'open|close|reopen|rise|fall|drop|grow|move|go|pay|apply|expire|resume|stay|get|start|end';
const HAS_SUBJECT = freeSpacing('u')`
  [\p{L}\p{N})][ ](?:${FINITE})
  |^(?:There|This|These|Those|They|We|You|I)[ ]
  |\p{Ll}[ ]\p{Ll}{2,}ed[ ](?:an?|the|its|their|\p{N}\S*)\b
  |^(?:The|An?|Our|His|Her|Its|Their|Every|Each|No)[ ](?:[\p{L}-]+[ ]){1,4}?(?:${CHANGES})[ ](?!of\b)
  |^(?:[\p{L}-]+[ ]){0,4}?(?:[\p{L}-]+s|[Ss]taff|[Pp]eople)[ ](?:${CHANGE})[ ](?!of\b)
`;
const OWN_LABEL = /\p{Lu}/u;
/** Properties that name what the next ones are of: "Product: UltraPhone X". */
const NAMING = freeSpacing('iu')`
  ^(?:
    (?:(?:full|product|company)[ ])?name|product|company
    # German, French, Spanish, Portuguese, Italian, Dutch, Polish, Turkish
    |produkt(?:name)?|firma|unternehmen|nom|produit|entreprise|nombre|producto|empresa|nome|produto|prodotto|azienda
    |naam|bedrijf|nazwa|imię[ ]i[ ]nazwisko|ad[ıi]|ürün|şirket
    # Arabic, Hindi, Chinese
    |الاسم|المنتج|الشركة|नाम|उत्पाद|कंपनी|姓名|名称|产品|公司
  )$
`;
/** Units of a name that a property gives. */
const LONGEST_NAME = 60;
const MOST_TITLES = 20;

/** Takes in a heading, or a line that ends with a colon before a list. */
export function enterTitle(line: string, discourse: Discourse): void {
  const { name, aspect, caveat, label } = readTitle(line);
  const isLeadIn = /:[*_]*$/.test(line);
  readUnread(discourse);
  const { topic, titles } = discourse;
  let about: Entity | undefined;
  if (name !== undefined) {
    about = topic?.name === name ? topic : entityOf(name, 'either');
    announce(about, discourse);
    if (titles.size < MOST_TITLES) titles.add(name);
  } else if (aspect) {
    if (!isLeadIn && titles.size > 1) discourse.severalTopics = true;
    if (!discourse.severalTopics) about = topic;
  } else if (!isLeadIn && caveat === undefined) {
    // A heading that cannot be read may name another.
    discourse.topic = undefined;
    discourse.severalTopics = topic !== undefined;
    focusOn(undefined, discourse);
  }
  // "Largest exporters in 2023:" names what is below it; "These left the union:" says something of it.
  const isSaid = isLeadIn && (label === undefined || HAS_SUBJECT.test(label));
  discourse.list = { about, caveat, label: isSaid ? undefined : label };
}

/** @returns whether a line is a heading by its emphasis, or introduces what follows. */
export function isTitle(sentence: string): boolean {
  return (
    /^(?:\*\*|__)[^*_]{1,80}(?:\*\*|__):?$/.test(sentence) ||
    (sentence.length <= 160 && /:[*_]*$/.test(sentence))
  );
}

/**
 * @param item the first sentence of a list item, without marks.
 * @returns the item as a statement.
 */
export function completeItem(item: string, discourse: Discourse): string {
  const pair = readPair(item);
  if (pair && !TRUE_LABEL.test(pair.key) && !saysOfSubject(pair)) return completePair(pair, discourse);
  readUnread(discourse);
  // What a label is about holds for its own item alone.
  const scope = { ...discourse, rivals: new Set<Pronoun>() };
  returnToTopic(scope);
  if (scope.topic === undefined && scope.list?.about) focusOn(scope.list.about, scope);
  const found = LABEL.exec(item);
  const isTrue = found !== null && TRUE_LABEL.test(found[1] as string);
  const label = isTrue ? undefined : found?.[1];
  const body = stripLeadIn(found ? item.slice(found[0].length) : item);
  const { about, caveat, label: title } = listContext(scope);
  if (label !== undefined && !isAspect(label)) focusOnLabel(label, scope);
  let stated = resolveReferences(body, scope);
  if (stated !== body || hasSubject(body)) stated = label === undefined ? stated : `${label}: ${stated}`;
  else if (about !== undefined) stated = withSubject(about.name, label, body);
  else if (label !== undefined) stated = `${label}: ${body}`;
  else if (title !== undefined && !PASSIVE.test(body) && !ACTIVE.test(body)) stated = `${title}: ${body}`;
  return caveat === undefined || isTrue ? stated : `${caveat}: ${stated}`;
}

/**
 * @param pair a line of properties, or a row of a table.
 * @returns it with what has the property, where a heading names that: "Everest: height 8,849 m".
 */
export function completePair({ key, value }: Pair, discourse: Discourse): string {
  readUnread(discourse);
  const { about, caveat, label, naming } = listContext(discourse);
  const name = naming === key ? undefined : (about?.name ?? label);
  const stated =
    name === undefined ? `${key}: ${value}` : `${name}: ${isAspect(key) ? lowered(key) : key} ${value}`;
  return caveat === undefined ? stated : `${caveat}: ${stated}`;
}

/** Takes in a property that names what the next ones of its list are of. The first one does. */
export function enterPair({ key, value }: Pair, discourse: Discourse): void {
  if (value.length > LONGEST_NAME || !NAMING.test(key)) return;
  const { caveat, naming = key } = discourse.list ?? {};
  if (naming === key) discourse.list = { about: entityOf(value, 'either'), caveat, label: undefined, naming };
}

/** Without a title, a list is about what the text has been said to be about. */
function listContext({ list, topic, announced, severalTopics }: Discourse): ListContext {
  return (
    list ?? { about: announced && !severalTopics ? topic : undefined, caveat: undefined, label: undefined }
  );
}

/** "Roadster: It …" means the label, "Coast: It …" what the list is about: only a person's name shows which. */
function focusOnLabel(label: string, discourse: Discourse): void {
  if (!OWN_LABEL.test(label)) return;
  const { person } = discourse;
  const own = mayBePerson(label);
  focusOn(own && !person ? entityOf(label, 'person') : undefined, discourse);
  if (!own) discourse.person = person;
}

/** "1844: Born in Mühlburg": what it says has a verb, or happened then. */
function saysOfSubject({ key, value }: Pair): boolean {
  return PASSIVE.test(value) || ACTIVE.test(value) || !/\p{L}/u.test(key);
}

/** @returns whether an English item has a finite verb, or begins with a participle: "Built in 1889". */
export function saysSomething(item: string): boolean {
  return PASSIVE.test(item) || ACTIVE.test(item) || HAS_SUBJECT.test(item);
}

function hasSubject(body: string): boolean {
  return !PASSIVE.test(body) && !ACTIVE.test(body) && HAS_SUBJECT.test(body);
}

function withSubject(name: string, label: string | undefined, body: string): string {
  if (label !== undefined) return `${name}, ${label}: ${body}`;
  const passive = PASSIVE.exec(body)?.groups;
  const isPlural = /^The .*[^s]s$/.test(name);
  if (!isPlural && (passive || ACTIVE.test(body))) {
    const verb = `${body[0]?.toLowerCase()}${body.slice(1)}`;
    return `${name} ${passive ? (passive.was ? 'was ' : 'is ') : ''}${verb}`;
  }
  return `${name}: ${body}`;
}
