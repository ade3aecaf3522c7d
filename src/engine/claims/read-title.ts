/** What a heading, or a line before a list, says that follows. English. */
import { freeSpacing } from '../text/free-spacing.ts';

export interface Title {
  /** The name that what follows is about. */
  readonly name?: string;
  /** It names a part of what the text is about: "Early life", "Key facts". */
  readonly aspect: boolean;
  /** What follows holds only under this, or only for somebody: "Common myths", "If it freezes", "Critics say that". */
  readonly caveat?: string;
  /** The title without its marks, where it is short and neither names anything nor is an aspect. */
  readonly label?: string;
}

const MARKS = /[*_`#~]+|^(?:\p{Extended_Pictographic}|\ufe0f|\s)+|^\(?(?:\d{1,2}|[a-zA-Z])[.)] /gu;
const CAVEAT = freeSpacing('iu')`
  \b(?:
    if|unless|when|whenever|assuming|provided|suppose|supposing|imagine|would|could|might|without|until
    |myths?|misconceptions?|misbeliefs?|fallac(?:y|ies)|false|fiction|fictional|hoax(?:es)?|rumou?rs?
    |conspirac\p{L}+|lies|untrue|incorrect|wrong|not|never|hypothe\p{L}+|scenarios?|allegations?|alleged(?:ly)?
    |according to|critics?|opponents?|proponents?|supporters?|skeptics?|believers?|accus\p{L}+|predictions?
    |claim(?:s|ed)?|argu(?:e|es|ed)|believe[sd]?|says?|said|suggest(?:s|ed)?|report(?:s|ed)|think|thought
    |insist(?:s|ed)?|predict(?:s|ed)?|den(?:y|ies|ied)
  )\b
`;
/** Words of titles that name no one and nothing by themselves. */
const ASPECT = freeSpacing('iu')`
  \b(?:
    early|later?|personal|private|public|family|childhood|youth|li(?:fe|ves)|careers?|education|background
    |biograph\p{L}+|bio|profile|overview|introduction|intro|summary|conclusion|history|origins?|beginnings?
    |facts?|figures|data|details?|information|info|highlights?|timeline|milestones?|achievements?
    |accomplishments?|awards?|honou?rs?|recognition|legacy|impact|influences?|death|marriage|works?
    |writings?|publications?|films?|filmography|discography|albums?|research|discover(?:y|ies)
    |contributions?|inventions?|politic\p{L}+|geograph\p{L}+|location|climate|weather|demograph\p{L}+
    |populations?|econom\p{L}+|culture|cuisine|tourism|attractions?|landmarks?|transport\p{L}*
    |government|sports?|religions?|languages?|architecture|design|construction|structure|dimensions?
    |height|length|area|size|capacity|features?|specifications?|products?|services?|brands?|business
    |leadership|management|headquarters|founded|founders?|founding|establish\p{L}+|financ\p{L}+|revenue
    |market|operations?|controvers\p{L}+|criticisms?|reception|plot|cast|production|release|development
    |significance|importance|purpose|uses?|usage|symptoms?|causes?|treatments?|prevention|diagnosis
    |benefits?|risks?|effects?|advantages?|disadvantages?|pros|cons|types?|examples?|threats?
    |conservation|wildlife|habitat|diet|behaviou?r|appearance|reproduction|lifespan|notes?|references?
    |sources?|philosophy|ideas?|styles?|statistics|stats|numbers|glance|status|current|recent|today
    |major|notable|key|main|important|other|additional|final|quick|fun|interesting|rise|fall|end|years?
    |presidency|reign|nationality|occupation|profession|birth|born|died|full name|known for|capital
    |currency|industry|employees|ceo|visitors?|users|subscribers|customers|opened|completed|website|genre|label|members?|spouse
    |children|parents?|nicknames?|age|date|place|position|team|teams|championships|titles|records?
  )\b
`;
const NAME = String.raw`\p{Ll}?\p{Lu}[\p{L}\p{N}.’'&-]*(?:,? (?:(?:of|the|de|da|von|van|der|du|al|bin|and the) )*[\p{Lu}\p{N}][\p{L}\p{N}.’'&-]*)*`;
const NAME_ALONE = new RegExp(`^(?:[Tt]he )?${NAME}$`, 'u');
/** "Key facts about the Eiffel Tower", "The life of Marie Curie": the name stands last. */
const ABOUT = new RegExp(
  String.raw`\b(?:about|of|on|regarding|for) ((?:the )?${NAME})(?:, [^,]{3,80})?$`,
  'u',
);
/** "Marie Curie's early life", "Tesla: An overview", "Marie Curie (1867–1934)". */
const BEFORE = new RegExp(String.raw`^((?:[Tt]he )?${NAME}?)(?:['’]s? | \(|: | [–—|-] )(.*)$`, 'u');
/** @returns whether a label names a part of what a list is about: "Location", "Early life". */
export function isAspect(label: string): boolean {
  const { name, aspect } = readTitle(label);
  return aspect && name === undefined;
}

const REQUEST = new RegExp(
  freeSpacing()`
    ^(?:[Pp]lease,? |(?:[Cc]an|[Cc]ould) you (?:please )?)?(?:
      (?<who>[Ww]ho(?: is| was|['’]s)|.{0,60}?\b[Bb]io(?:graphy)? of)|(?<what>(?:[Ww]hat|[Ww]here)(?: is| was|['’]s))
      |[Tt]ell (?:me|us) .{0,40}?\b(?:about|of)|[Dd]escribe|[Ss]ummari[sz]e|[Ww]hat do you know about
      |(?:.{0,60} )?(?:[Bb]iography|[Bb]io|[Ll]ife|[Hh]istory|[Ss]ummary|[Oo]verview|[Pp]rofile|[Ff]acts) (?:of|about|on)
    ) ((?:the )?${NAME})(?: please)?[?.!]*$
  `.source,
  'u',
);
/** "Week 2", "March 2024": the number is no part of a name, as it is in "Apollo 11". */
const NUMBERED = freeSpacing('u')`
  ^(?:
    Day|Week|Month|Year|Quarter|Phase|Stage|Round|Level|Grade|Class|Group|Unit|Lesson|Module|Course|Session|Lecture
    |Question|Q|Problem|Exercise|Task|Example|Case|Scenario|Option|Choice|Method|Rule|Tip|Reason|Point|Idea
    |Act|Scene|Season|Episode|Volume|Book|Article|Appendix|Table|Figure|Page|Slide|Note|Item|Number|No\.?
    |Version|Release|Update|Room|Floor|Team|Player|Patient|Person|Test|Trial|Study|Experiment
  )[ ].*\d$
  |\b(?:1[5-9]|20)\d\d$
`.source;
const NO_NAME = new RegExp(
  freeSpacing('u')`
    ^(?:Here|Some|Many|These|This|What|Who|How|Why|Where|When|There|Step|Part|Chapter|Section)\b|${NUMBERED}
    |^\p{Lu}\p{Ll}+ing\b
    |[^s’']s$(?<! (?:Williams|Jobs|Adams|James|Davis|Harris|Lewis|Evans|Hughes|Edwards|Roberts|Phillips|Rogers|Stevens|Collins|Hawkins|Hopkins|Woods|Brooks|Parks|Gates|Banks|Hayes|Jones|Thomas|Douglas))
  `.source,
  'u',
);

/** A longer title is no name for what has the properties below it. */
const LONGEST_LABEL = 60;
const LABEL_WORDS = 7;

/** @param line a heading, or a line that ends with a colon. */
export function readTitle(line: string): Title {
  if (line.length > 160) return { aspect: false };
  const plain = line
    .replace(MARKS, '')
    .replace(/\s*[:?!]*\s*$/u, '')
    .trim();
  if (CAVEAT.test(plain)) return { aspect: false, caveat: plain };
  const aspect = ASPECT.test(plain);
  const before = BEFORE.exec(plain);
  const own = before?.[1]?.replace(/['’]$/, '');
  if (
    own &&
    !ASPECT.test(own) &&
    (ASPECT.test(before?.[2] ?? '') || /^\p{N}[^a-z]*\)$/u.test(before?.[2] ?? ''))
  ) {
    return { aspect, name: titled(own) };
  }
  if (aspect) {
    const name = ABOUT.exec(plain)?.[1];
    return name !== undefined && !ASPECT.test(name) ? { aspect, name: titled(name) } : { aspect };
  }
  const about = plain.replace(/^(?:about|(?:who|what) (?:is|was)) /iu, '');
  if (NAME_ALONE.test(about) && !NO_NAME.test(about)) return { aspect, name: titled(about) };
  const isShort = plain !== '' && plain.length <= LONGEST_LABEL && plain.split(' ').length <= LABEL_WORDS;
  return isShort && !/[.!?:;]/.test(plain) ? { aspect, label: plain } : { aspect };
}

/**
 * @param question what somebody asks.
 * @returns the one name that an answer will be about.
 */
export function readQuestion(
  question: string,
): { readonly name: string; readonly kind: 'person' | 'thing' | 'either' } | undefined {
  const line = question.slice(question.lastIndexOf('\n') + 1).trim();
  const match = line.length > 160 ? null : REQUEST.exec(line);
  const name = match?.at(-1)?.replace(/(?<!\b(?:Inc|Ltd|Jr|Sr|Co|\p{Lu}))\.$/u, '');
  if (!match || name === undefined || NO_NAME.test(name)) return undefined;
  return { name: titled(name), kind: match.groups?.who ? 'person' : match.groups?.what ? 'thing' : 'either' };
}

const titled = (name: string): string => name.replace(/^the /, 'The ');
