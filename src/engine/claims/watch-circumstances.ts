/**
 * Who said what a text claims, and when, while the text is read: the labels of transcripts and chats, the times of subtitles,
 * attributions, the day that the text is dated, and whether anything has been named that a pronoun could mean.
 */
import type { DetectedClaim } from '../../domain/claim.ts';
import { guessLanguage } from '../text/guess-language.ts';
import type { Sentence } from '../text/scan-sentences.ts';
import { type Discourse, meantBy } from './discourse.ts';
import { type Attribution, findAttribution } from './find-attribution.ts';
import { mayBePerson } from './find-names.ts';
import { readUnread } from './follow-discourse.ts';
import type { Judgement } from './judge-sentence.ts';
import { type Day, findDay, readDay } from './read-date.ts';
import { readDateline } from './read-dateline.ts';
import { type RelativeDate, resolveDate } from './resolve-date.ts';
import { dangles, namesSomething } from './stands-alone.ts';
import type { SpeakerLabel } from './strip-speaker.ts';

/** What is known of a claim's circumstances is added to it. */
export type Described = { -readonly [field in keyof DetectedClaim]: DetectedClaim[field] };

type Said = Pick<DetectedClaim, 'speaker' | 'time'>;

/** Lines at the beginning of a text that may say when it was written. */
const MOST_LINES = 12;
/** Of so many sentences one has named something. */
const MOST_UNNAMED = 6;
/** "00:00:01,000 --> 00:00:04,000". */
const CUE = /^((?:\d{1,3}:)?\d\d:\d\d[.,]\d{3}) --> (?:\d{1,3}:)?\d\d:\d\d[.,]\d{3}/;
const QUOTED = /^["“„«].*["”»“][.!?…]?$/;
const NOTHING: Said = {};

/** Reads along with a text. */
export class CircumstanceWatch {
  readonly #given: Day | undefined;
  /** The day that the text says it is of. */
  #dated: Day | undefined;
  #named: boolean;
  /** Sentences of which it has not been asked whether they name anything: most never are. */
  readonly #unread: string[] = [];
  /** In force in its paragraph. */
  #label: SpeakerLabel | undefined;
  #labelDay: Day | undefined;
  #cue: string | undefined;
  /** Whose quotation ended with the sentence before, so that another one here is most likely theirs too. */
  #quoted: string | undefined;
  /** The same after the sentence that was described last. */
  #next: string | undefined;
  /** The last line was nothing but a label: it is in force in the next paragraph too. */
  #announced = false;
  #paragraph = -1;
  #line = -1;

  constructor(date: string | undefined, continues: boolean) {
    this.#given = date === undefined ? undefined : readDay(date);
    this.#named = continues;
  }

  /**
   * Takes a sentence in, before it is judged.
   * @param text without its label.
   * @returns whether it is a mark of subtitles, and says nothing.
   */
  enter({ line, paragraph }: Sentence, text: string, label: SpeakerLabel): boolean {
    const begins = line !== this.#line;
    this.#line = line;
    if (paragraph !== this.#paragraph) this.#beginParagraph(paragraph);
    // In a chat, what one writes at a time may take several lines; elsewhere a line without a label may be anything.
    else if (begins && this.#label?.time === undefined) this.#label = undefined;
    this.#next = this.#quoted !== undefined && QUOTED.test(text) ? this.#quoted : undefined;
    if (label.length > 0) {
      this.#label = label;
      this.#labelDay = label.time && findDay(label.time.replaceAll('/', '.'), 'en')?.day;
    }
    this.#announced = text === '';
    if (!begins) return false;
    if (text.charCodeAt(2) === 0x3a && text.includes(' --> ')) {
      this.#cue = CUE.exec(text)?.[1];
      return this.#cue !== undefined;
    }
    if (this.#dated === undefined && line <= MOST_LINES) this.#dated = readDateline(text);
    return false;
  }

  #beginParagraph(paragraph: number): void {
    this.#paragraph = paragraph;
    if (!this.#announced) {
      this.#label = undefined;
      this.#labelDay = undefined;
    }
    this.#cue = undefined;
    this.#quoted = undefined;
  }

  /**
   * Adds to a claim what is known of its circumstances: of most nothing is.
   * @param text its sentence as written.
   */
  describe(claim: Described, text: string, judged: Judgement, discourse: Discourse): void {
    const said = this.#label?.speaker === undefined ? this.#saidIn(text, judged, discourse) : NOTHING;
    const speaker = this.#label?.speaker ?? said.speaker;
    const time = this.#label?.time ?? this.#cue ?? said.time;
    const relative = judged.signs.mayDate ? this.#dateOf(text, judged.language, said.time) : undefined;
    if (speaker !== undefined) claim.speaker = speaker;
    if (time !== undefined) claim.time = time;
    if (typeof relative === 'object') claim.date = relative.date;
    const alone =
      relative !== 'open' && (this.#named || !dangles(claim.text, judged.language) || this.#isNamed());
    if (!alone) claim.stands_alone = false;
  }

  /** Takes the sentence in, after it was described. */
  pass(text: string): void {
    this.#quoted = this.#next;
    if (this.#named) return;
    if (this.#unread.length < MOST_UNNAMED) this.#unread.push(text);
    else this.#named = true;
  }

  #saidIn(text: string, { language, signs }: Judgement, discourse: Discourse): Said {
    const said =
      signs.maySay || text.startsWith('As ') ? findAttributionIn(text, language, discourse) : undefined;
    if (said === undefined) return this.#next === undefined ? NOTHING : { speaker: this.#next };
    const speaker = nameOf(said.speaker, discourse);
    this.#next = said.quoted ? speaker : undefined;
    return { speaker, time: said.time };
  }

  /** @param time of its attribution: to understand what was said, nobody needs to know when. */
  #dateOf(text: string, language: string, time: string | undefined): RelativeDate {
    const day = this.#labelDay ?? this.#given ?? this.#dated;
    const relative = resolveDate(text, language, day);
    return relative === 'open' && time !== undefined
      ? resolveDate(text.replace(time, ''), language, day)
      : relative;
  }

  #isNamed(): boolean {
    for (const text of this.#unread.splice(0)) this.#named ||= namesSomething(text, guessLanguage(text));
    return this.#named;
  }
}

function findAttributionIn(text: string, language: string, discourse: Discourse): Attribution | undefined {
  return findAttribution(text, language, (name) => {
    readUnread(discourse);
    return discourse.person?.name.endsWith(` ${name}`) === true || discourse.names.includes(name);
  });
}

function nameOf(speaker: string, discourse: Discourse): string | undefined {
  if (speaker !== 'he' && speaker !== 'she') return speaker;
  readUnread(discourse);
  const entity = meantBy(speaker === 'he' ? 'He' : 'She', discourse);
  return entity !== undefined && mayBePerson(entity.name) ? entity.name : undefined;
}
