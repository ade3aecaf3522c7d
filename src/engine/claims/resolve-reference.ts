/**
 * Whom a pronoun means, and what "the company". A reference is resolved only where the sentences before leave
 * one candidate; a wrong name is worse than a pronoun. English.
 */
import { freeSpacing } from '../text/free-spacing.ts';
import { IRREGULAR_PASTS } from '../text/verbs.ts';
import { ANY_THING, type Discourse, type Entity, meantBy, meantByNoun, returnToTopic } from './discourse.ts';
import { findNames, mayBePerson, type Pronoun } from './find-names.ts';
import { readUnread } from './follow-discourse.ts';
import { SAY_THAT, VERB } from './read-subject.ts';

/** What is said of an "it" that means nothing, or what follows. */
export const IMPERSONAL: RegExp = freeSpacing('u')`
  ^(?:
    (?:['’]s| (?:is|was|has been|had been|became|remains?|remained|will be|would be|may be|might be|could be))
    (?: (?:also|now|still|often|generally|widely|commonly|not|very|so|too|only|\p{Ll}+ly))*(?:
      # "important that", "said that", "unclear whether", "a fact that"
      [ ](?:(?:the|an?) )?[\p{Ll}-]+(?: [\p{Ll}-]+)? (?:that|whether|how|why|what|if|when|who)\b
      |[ ](?!(?:\p{Ll}+(?:ed|wn|id)|home|native|similar|responsible|famous|available|equal|close|next) )[\p{Ll}-]+ (?:to|for)\b
      |[ ](?:an?|the) (?:\p{L}+ )?(?:
        fact|shame|pity|pleasure|question|matter|time|day|year|way|case|reason|good|bad|great|first time
      )\b
      |[ ](?:
        true|clear|obvious|time|late|early|dark|cold|hot|warm|raining|snowing|sunny|windy|easy|hard
        |difficult|important|possible|impossible|likely|unlikely|necessary|best|good|better|bad|fine|safe
        |worth|no|not|because|like|as|why|what|who|when|up|\p{Lu}\p{L}+ (?:who|that)
      )\b
      |[ ](?:in|on|at) [^,.]*? that\b
      # "their first defeat": what happened, to those who may have been the subject
      |[ ]their\b
      |[ ]\d+ (?:o['’]clock|am|pm|a\.m|p\.m|degrees)
    )
    |[ ](?:also )?(?:
      seem|appear|happen|turn|follow|rain|snow|take|took|make sense|makes sense|help|depend|matter|come|came
      |go|went|look|feel|felt|sound|(?:should|can|could|must|may|might|would|will) (?:also |not |be (?:\p{Ll}+ that|\p{Ll}+ to\b)|seem|appear|take|help|happen|rain|snow)|do |does |did |get|got|hurt
    )
  )
`;
/** What is said of a thing: a finite verb follows. */
const SAYS_OF_THING = new RegExp(
  String.raw`^(?:['’](?:s|d|ll)|(?: (?:also|now|currently|still|later|originally|first|then|once|\p{Ll}+ly))* (?:is|was|has|had|will|can|could|may|\p{Ll}{2,}(?:s|ed)|${IRREGULAR_PASTS.join('|')}))\b`,
  'u',
);
const ADVERBS = String.raw`(?: (?:also|now|currently|still|later|originally|first|then|once|\p{Ll}+ly))*`;

/** "She …", "Her …", "The company …". */
const SUBJECT = freeSpacing('u')`
  ^(?:
    (?<subject>He|She|It(?!(?:['’]s|[ ]is|[ ]was|[ ]has been)(?:[ ]\p{Ll}+ly)?[ ]\p{Ll}+ that[ ]))(?=[ ,]|['’](?:s|d|ll)[ ])
    |(?<they>They|Their)(?=[ ]\p{Ll})
    |(?<owner>His|Her|Its)(?=[ ](?:[\p{L}\p{N}]|["“]))
    |Th(?:e|is) (?<noun>\p{Ll}[\p{Ll}-]+)(?=['’]s[ ]|${ADVERBS}[ ](?:${VERB}))
  )
`;
/** A date, a time or a circumstance before the subject. */
const LATER_SUBJECT = freeSpacing('u')`
  ^(?<lead>
    (?:In|On|By|Since|From|During|Around|Until|After|Before|Between)
    (?: (?:about|early|late|mid-?|the|around))*
    (?: (?:\p{Lu}\p{Ll}{2,8}\.?|\d{1,2}(?:st|nd|rd|th)?,?|of|and|\d{4}s?))+,?[ ]
    |(?:Today|There|Later|Then|Eventually|Initially|Originally|Currently|Meanwhile|Soon|\p{Lu}\p{Ll}{3,}ly),?[ ]
    |It(?:['’]s|[ ]is|[ ]was|[ ]has been)(?:[ ]\p{Ll}+ly)?[ ]\p{Ll}+ that[ ]
    |${SAY_THAT}
    |(?<doing>(?:(?:By|After|Before|Since|While|When)[ ]\p{Ll}+ing|Born|Raised|Educated|Known|\p{Lu}\p{Ll}+(?:ing|ed))[ ][^.;:!?"“”]{1,90}?),[ ]
    |(?<phrase>(?:In|On|At|By|During|Since|From|Until|Throughout|For|With|Despite|Following|Upon|After|Before|Prior to|As
      |Under|According to|Along with|In addition to|Besides|Over)[ ][^,.;:!?"“”]{1,70}),[ ]
  )
  (?:(?<subject>he|she|it)(?=[ ])|th(?:e|is) (?<noun>\p{Ll}[\p{Ll}-]+)(?=['’]s[ ]|${ADVERBS}[ ](?:${VERB})))
`;
/** A clause with a subject of its own, which the main clause's may mean. */
const CLAUSE = new RegExp(` (?:${VERB})`, 'u');

/**
 * @param opens whether a paragraph begins with it.
 * @returns the statement with its references resolved as far as they are certain.
 */
export function resolveReferences(statement: string, discourse: Discourse, opens = false): string {
  let text = statement;
  const match = SUBJECT.exec(text) ?? LATER_SUBJECT.exec(text);
  if (
    match &&
    mayBeNamed(match.groups?.noun, discourse) &&
    (!match.groups?.they || mayBeSeveral(discourse))
  ) {
    readUnread(discourse);
    if (opens) returnToTopic(discourse);
    text = withSubject(text, match, discourse);
  }
  if (discourse.today) text = text.replace(/\b[Tt]oday\b(?!['’])/, `on ${discourse.today}`);
  return text;
}

/** A look that costs little: a thing is called by a word that has been read, or waits to be. */
function mayBeNamed(noun: string | undefined, { thing, names, unread }: Discourse): boolean {
  if (noun === undefined || ANY_THING.test(noun)) return true;
  const says = (text: string): boolean => text.toLowerCase().includes(noun);
  return (
    (thing && (thing.nouns.includes(noun) || says(thing.name))) ||
    names.some(says) ||
    unread.some(({ text }) => says(text))
  );
}

/** The same for "they". */
function mayBeSeveral({ plural, unread }: Discourse): boolean {
  return plural !== undefined || unread.some(({ text }) => /s[*_]* (?:are|were) /.test(text));
}

const PRONOUNS: Readonly<Record<string, Pronoun>> = { His: 'He', Her: 'She', Its: 'It' };

function withSubject(text: string, match: RegExpExecArray, discourse: Discourse): string {
  const {
    subject,
    owner,
    they,
    noun,
    lead = '',
    phrase,
  } = match.groups as Record<string, string | undefined>;
  const rest = text.slice(match[0].length);
  if (noun !== undefined) {
    const named = thingCalled(noun, discourse, /\bthis \p{Ll}+$/iu.test(match[0]));
    return named === undefined ? text : `${lead}${within(lead, named)}${rest}`;
  }
  if (they !== undefined) {
    const { plural } = discourse;
    return plural === undefined ? text : `${plural}${they === 'Their' ? "'" : ''}${rest}`;
  }
  const word = (owner ?? subject) as string;
  const pronoun = PRONOUNS[word] ?? (((word[0] as string).toUpperCase() + word.slice(1)) as Pronoun);
  if (phrase !== undefined && !isAside(phrase, pronoun)) return text;
  if (subject !== undefined && pronoun === 'It' && !(SAYS_OF_THING.test(rest) && !IMPERSONAL.test(rest)))
    return text;
  const also = /^ (?:(?:is|was|has|had) )?also\b/.test(rest);
  const entity = meantBy(pronoun, discourse, also);
  if (!entity || !fits(entity, pronoun)) return text;
  const name = within(lead, entity.name);
  const whole = owner === undefined ? `${lead}${name}${rest}` : `${name}'s${rest}`;
  return pronoun === 'It' || !discourse.place || owner !== undefined
    ? whole
    : withPlace(whole, discourse.place);
}

/** A title's name is a person's only if it is built like one. */
function fits({ kind, name }: Entity, pronoun: Pronoun): boolean {
  return kind !== 'either' || (pronoun === 'It' ? true : mayBePerson(name));
}

/** Whether what stands before a pronoun names nobody that it could mean. */
function isAside(phrase: string, pronoun: Pronoun): boolean {
  if (pronoun === 'It') return /\bits\b/.test(phrase);
  return !CLAUSE.test(phrase) && !findNames(phrase).some(({ name }) => mayBePerson(name));
}

function within(lead: string, name: string): string {
  return lead === '' ? name : name.replace(/^The /, 'the ');
}

function thingCalled(noun: string, discourse: Discourse, shown: boolean): string | undefined {
  const thing = meantByNoun(noun, discourse, shown);
  if (thing) return thing.name;
  const named = new Set(discourse.names.filter((name) => name.toLowerCase().endsWith(` ${noun}`)));
  const [name] = named;
  return named.size === 1 ? `The ${name}` : undefined;
}

function withPlace(text: string, place: string): string {
  return text.replace(
    /(?<= (?:born|raised|educated|buried|lived|lives|died|studied|worked|married|moved)) there\b/,
    ` in ${place}`,
  );
}
