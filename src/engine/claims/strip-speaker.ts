/** Who speaks, in transcripts, interviews and chats: "HOST: ", "**Anna:** ", "Q: ", "[00:12] Tom: ". No part of a claim. */
import { freeSpacing } from '../text/free-spacing.ts';
import type { SentenceKind } from '../text/read-line-start.ts';
import { isPersonNoun, mayBePerson, pronounOf } from './find-names.ts';
import { isAspect } from './read-title.ts';

/** Who speaks, and when, as a transcript or a chat says it at the beginning of a line, or in a line above. */
export interface SpeakerLabel {
  /** How many units the label takes: all of them where it is a line above what is said. */
  readonly length: number;
  readonly speaker?: string;
  /** As it stands there, without its brackets. */
  readonly time?: string;
}

/** The colon of a label stands within so many units. */
const LONGEST_LABEL = 90;
/** "00:12:31", "12/03/2024, 14:05", "2:05 PM". */
const STAMP = String.raw`(?:\d{1,4}[./-]\d{1,2}[./-]\d{2,4},? )?\d{1,2}:\d\d(?::\d\d)?(?:[.,]\d+)?(?: ?[AaPp]\.?[Mm]\b\.?)?`;
const LABEL = freeSpacing('u')`
  ^[*_]{0,3}
  (?:(?:\[(?<square>${STAMP})\]|\((?<round>${STAMP})\)|(?<bare>${STAMP}))(?: [-–])?[ ])?
  [*_]{0,3}[[(<]?
  (?<name>
    [\p{L}][\p{L}\d._’'-]{0,20}
    (?: [\p{Lu}\d][\p{L}\d.’'-]{0,20}| (?:member|de|van|von)){0,3}
  )
  (?:, (?<role>\p{Lu}[\p{Lu} .&/’'-]{2,50}))?
  [\])>]?(?: \((?<after>${STAMP})\)| \[(?<behind>${STAMP})\]| \([^()]{1,20}\))?
  (?::[*_]{1,3}|[*_]{0,3}:)
  [ ]+(?=\S)
`;
/**
 * A line of its own above what is said: "Anna Lee  0:15", "Speaker 1 (00:12):", "00:12 Anna Lee", as programs write that put
 * speech down.
 */
const HEADER = freeSpacing('u')`
  ^[*_]{0,3}
  (?:[[(]?(?<before>${STAMP})[\])]?(?: [-–])?\s+)?
  (?<name>\p{Lu}[\p{L}\d._’'-]{0,20}(?: (?:[\p{Lu}\d][\p{L}\d.’'-]{0,20}|de|van|von)){0,3})
  (?:,?(?<gap>\s+)(?<bracket>[[(]?)(?<behind>${STAMP})[\])]?)?
  (?<colon>:?)[*_]{0,3}:?$
`;
/** "[14:05] <tom> ", as chats of programmers are kept. */
const NICK = new RegExp(String.raw`^\[?(?<time>${STAMP})\]? <[ @+]?(?<name>[^<>\s]{1,30})> +(?=\S)`);
/** WebVTT's voice span. */
const VOICE = /^<v(?:\.[\w.]+)? (?<name>[^<>]{1,60})>\s*(?=\S)/;
/** A bracketed time, with nobody's name. */
const TIME = /^\[(?<time>\d{1,2}:\d\d(?::\d\d)?(?:\.\d+)?)\] +(?=\S)/;
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
    (?:fun )?facts?|breaking|note|update|warning|correction|myth|truth|reality|summary|source|fonte|fuente|quelle|alert|example|tip
    |reminder|conclusion|result|exclusive|just in|news|important|claims?|verdict|pros?|cons?|problem|solution|goal|decision
    |action|error|info|warn|debug|to-?do
  )\b
`;

/** Of no dictionary of names, as minutes and broadcasters write who speaks: "OKAFOR: ". */
const SHOUTED = /^[*_]{0,3}(\p{Lu}[\p{Lu}.’'-]{2,20}(?: \p{Lu}[\p{Lu}.’'-]{0,20}){0,2}):[*_]{0,3} +\S/u;

/** A line that says what the text is. */
const TRANSCRIPT =
  /^(?:full |edited )?(?:interview|transcript|transkript|entretien|entrevista|intervista)\b/i;

const UNLABELLED: SpeakerLabel = { length: 0 };

/** Reads the labels of a text, sentence by sentence: once somebody was named as speaking, any name is a speaker's. */
export class SpeakerReader {
  #isTranscript = false;
  readonly #shouted = new Set<string>();
  #last = '';

  /** @param mayAnnounce whether the sentence may say that the text is a transcript, as a line does at its beginning. */
  read(kind: SentenceKind, sentence: string, mayAnnounce: boolean): SpeakerLabel {
    if (isSpoken(kind)) this.#hear(sentence);
    const label = this.look(kind, sentence);
    this.#isTranscript ||= label.length > 0 || (mayAnnounce && TRANSCRIPT.test(sentence));
    return label;
  }

  /** The same, and nothing is remembered. */
  look(kind: SentenceKind, sentence: string): SpeakerLabel {
    return isSpoken(kind) ? readLabel(sentence, this.#isTranscript) : UNLABELLED;
  }

  /** Words in capitals may introduce anything; where the same come again, and others stood between, people take turns. */
  #hear(sentence: string): void {
    const name = SHOUTED.exec(sentence)?.[1];
    if (name === undefined || !isSpeaker(name, true)) return;
    if (this.#last !== name && this.#shouted.has(name)) this.#isTranscript = true;
    this.#shouted.add(name);
    this.#last = name;
  }
}

function isSpoken(kind: SentenceKind): boolean {
  return kind === 'prose' || kind === 'quote';
}

/**
 * @param sentence not of a list.
 * @param transcript whether somebody was named as speaking before: then any name is a speaker's.
 * @returns the label that it begins with, of length 0 where the words before the colon introduce what follows
 *   ("Fact: …", "Berlin: …"), or may: what holds the claim stays in it.
 */
export function readLabel(sentence: string, transcript: boolean): SpeakerLabel {
  if (sentence.charCodeAt(0) === 0x3c) return labelOf(VOICE.exec(sentence));
  const colon = sentence.indexOf(':');
  if (colon < 1 || colon > LONGEST_LABEL) return UNLABELLED;
  const label = LABEL.exec(sentence);
  if (!label) {
    const nick = NICK.exec(sentence);
    if (nick) return labelOf(nick);
    const header = readHeader(sentence, transcript);
    return header === UNLABELLED ? labelOf(TIME.exec(sentence)) : header;
  }
  const {
    square,
    round,
    bare,
    after,
    behind,
    role,
    name = '',
  } = label.groups as Record<string, string | undefined>;
  const time = square ?? round ?? bare ?? after ?? behind;
  const { length } = label[0];
  if (time !== undefined) return { length, speaker: name, time };
  if (ROLE.test(name) || (role !== undefined && isPresented(name, role))) return { length, speaker: name };
  // Who is quoted is part of what is said of him.
  if (QUOTATION.test(sentence[length]!)) return UNLABELLED;
  return role === undefined && isSpeaker(name, transcript) ? { length, speaker: name } : UNLABELLED;
}

/** An agenda has such lines too ("Lunch 12:30"): what is nobody's name for certain needs more than a time. */
function readHeader(sentence: string, transcript: boolean): SpeakerLabel {
  const header = HEADER.exec(sentence);
  if (!header) return UNLABELLED;
  const {
    before,
    name = '',
    gap = '',
    bracket,
    behind,
    colon,
  } = header.groups as Record<string, string | undefined>;
  const time = before ?? behind;
  if (time === undefined) return UNLABELLED;
  const isApart = bracket !== '' && colon !== '' && behind !== undefined;
  const isSpread = gap.length > 1 && name.includes(' ');
  const isKnown = ROLE.test(name) || TITLED.test(name) || isGiven(name.split(' ')[0]!);
  return isApart || isSpread || isKnown || transcript
    ? { length: sentence.length, speaker: name, time }
    : UNLABELLED;
}

function labelOf(match: RegExpExecArray | null): SpeakerLabel {
  if (!match) return UNLABELLED;
  const { name, time } = match.groups as Record<string, string | undefined>;
  return {
    length: match[0].length,
    ...(name === undefined ? {} : { speaker: name }),
    ...(time === undefined ? {} : { time }),
  };
}

/** "ANDERSON COOPER, CNN HOST", and not "SAN JOSE, CALIFORNIA". */
function isPresented(name: string, role: string): boolean {
  const person = name.replace(/\p{L}+/gu, (word) => word[0] + word.slice(1).toLowerCase());
  const isRole = role.includes(' ') || ROLE.test(role) || isPersonNoun(role.toLowerCase());
  return name === name.toUpperCase() && mayBePerson(person) && isRole;
}

function isSpeaker(name: string, transcript: boolean): boolean {
  if (TITLED.test(name)) return true;
  if (!/^\p{Lu}/u.test(name)) return false;
  if (transcript) return !INTRODUCES.test(name) && !isAspect(name);
  // What stands behind a whole name may be said of its bearer: "Marie Curie: Discovered radium."
  const shouted = name === name.toUpperCase();
  if (name.includes(' ') && !shouted) return false;
  const given = shouted ? `${name[0]}${name.slice(1).split(' ')[0]?.toLowerCase()}` : name;
  return isGiven(given);
}

function isGiven(name: string): boolean {
  return SHORT.test(name) || pronounOf(`${name} X`) !== undefined;
}
