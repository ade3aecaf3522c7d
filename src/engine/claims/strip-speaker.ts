/** Who speaks, in transcripts, interviews and chats: "HOST: ", "**Anna:** ", "Q: ", "[00:12] Tom: ". No part of a claim. */
import { freeSpacing } from '../text/free-spacing.ts';
import { pronounOf } from './find-names.ts';
import { isAspect } from './read-title.ts';

/** The colon of a label stands within so many units. */
const LONGEST_LABEL = 48;
const LABEL = freeSpacing('u')`
  ^[*_]{0,3}
  (?<time>(?:\[\d{1,2}:\d\d(?::\d\d)?(?:\.\d+)?\]|\(\d{1,2}:\d\d(?::\d\d)?\)|\d{1,2}:\d\d(?::\d\d)?)(?: -)?[ ])?
  [*_]{0,3}[[(<]?
  (?<name>
    [\p{L}][\p{L}\d._’'-]{0,20}
    (?: [\p{Lu}\d][\p{L}\d.’'-]{0,20}| (?:member|de|van|von)){0,3}
  )
  [\])>]?(?: \([^()]{1,20}\))?
  (?::[*_]{1,3}|[*_]{0,3}:)
  [ ]+(?=\S)
`;
/** A bracketed time, with nobody's name. */
const TIME = /^\[\d{1,2}:\d\d(?::\d\d)?(?:\.\d+)?\] +(?=\S)/;
/** What somebody is in a conversation, and nowhere else. */
const ROLE = freeSpacing('iu')`
  ^(?:
    q|a|question|answer|(?:co-?)?host|guest|interview(?:er|ee)|moderator|presenter|anchor|announcer|narrator
    |speaker|caller|reporter|journalist|audience member|panel(?:l?ist)|respondent|user|assistant|human|bot|me
    # German, French, Spanish
    |frage|antwort|moderatorin|interviewerin|intervieweur|réponse|pregunta|respuesta|entrevistador
  )(?:[ _]?\d{1,2}| \p{L})?$
`;
const TITLED = /^(?:Mr|Mrs|Ms|Dr|Prof|Sen|Rep|Gov|Sir|Senator|Governor)\.? \p{Lu}/iu;
/** Short given names, beside those that say who is "he" and "she". */
const SHORT = freeSpacing('u')`
  ^(?:
    Tom|Tim|Ben|Bob|Joe|Sam|Max|Dave|Mike|Dan|Chris|Nick|Jim|Matt|Rob|Ron|Ken|Greg|Tony|Alex|Leo|Ali|Ahmed|Omar
    |Kate|Lucy|Sara|Amy|Ann|Sue|Beth|Jen|Liz|Meg|Nina|Eva|Lena|Ella|Mia|Zoe|Priya|Fatima|Bernd|Klaus|Jürgen|Jan
  )\b
`;
const QUOTATION = /["“„«]/;
/** They introduce what follows: nobody's names, in a transcript either. */
const INTRODUCES = freeSpacing('iu')`
  ^(?:
    (?:fun )?facts?|breaking|note|update|warning|correction|myth|truth|reality|summary|source|alert|example|tip
    |reminder|conclusion|result|exclusive|just in|news|important
  )\b
`;

/**
 * @param sentence not of a list.
 * @param transcript whether somebody was named as speaking before: then any name is a speaker's.
 * @returns how many units name the speaker; 0 where the words before the colon introduce what follows ("Fact: …",
 *   "Berlin: …"), or may: what holds the claim stays in it.
 */
export function speakerLength(sentence: string, transcript: boolean): number {
  const colon = sentence.indexOf(':');
  if (colon < 1 || colon > LONGEST_LABEL) return 0;
  const label = LABEL.exec(sentence);
  if (!label) return TIME.exec(sentence)?.[0].length ?? 0;
  const { time, name } = label.groups as { time?: string; name: string };
  const { length } = label[0];
  if (time !== undefined || ROLE.test(name)) return length;
  // Who is quoted is part of what is said of him.
  if (QUOTATION.test(sentence[length]!)) return 0;
  return isSpeaker(name, transcript) ? length : 0;
}

function isSpeaker(name: string, transcript: boolean): boolean {
  if (TITLED.test(name)) return true;
  if (!/^\p{Lu}/u.test(name)) return false;
  if (transcript) return !INTRODUCES.test(name) && !isAspect(name);
  // What stands behind a whole name may be said of its bearer: "Marie Curie: Discovered radium."
  const shouted = name === name.toUpperCase();
  if (name.includes(' ') && !shouted) return false;
  const given = shouted ? `${name[0]}${name.slice(1).split(' ')[0]?.toLowerCase()}` : name;
  return SHORT.test(given) || pronounOf(`${given} X`) !== undefined;
}
