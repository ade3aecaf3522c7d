/** Takes from a text what social feeds put into it: addresses, emoji, the signs of hashtags and handles, cries for attention. */
import { JOINING } from '../text/abbreviations.ts';
import { freeSpacing } from '../text/free-spacing.ts';

const ADDRESS = /(?:https?:\/\/|www\.|pic\.twitter\.com\/|t\.co\/)\S*|<link>/giu;
/** "(see https://…)": the bracket goes with it. */
const BRACKETED = / ?\((?:[^()\s]{1,12} )?(?:https?:\/\/|www\.)[^\s()]*\)/giu;
const EMOJI =
  /(?:\p{Extended_Pictographic}|[\u{1f1e6}-\u{1f1ff}\u{1f3fb}-\u{1f3ff}\u20e3])(?:\u200d|\ufe0f)*/gu;
/** Not "#1", nor "C#". */
const HASHTAG = /(?<![\p{L}\p{N}])#((?=[\p{N}_]*\p{L})[\p{L}\p{M}\p{N}_]+)/gu;
const HASHTAGS_ALONE = /^(?:#[\p{L}\p{M}\p{N}_]+\s*)+$/u;
/** Not "name@example.com". */
const MENTION = /(?<![\p{L}\p{N}.])@([\p{L}\p{N}_]+)/gu;
/** "… RT @name": whom it came from. Of text without runs of blanks, as the two behind it. */
const PASSED_ON = / RT(?= (?:RT\b|@)|$)/g;
/** A handle that a post ends with: whom it goes to. */
const LAST_MENTION = /^@[\p{L}\p{N}_]+$/u;
/** A sentence of its own at the end: "Share!!" */
const CALL = freeSpacing('iu')`
  (?<=[.!?…]) (?:(?:please|pls|plz|must) )*(?:
    share|rt|retweet|repost|pass (?:it|this) on|spread the word
  )(?: (?:this|it|now|widely|please))* ?[.!]* ?$
`;
const LEADING_MENTIONS = /^(?:\s*(?:RT\s+)?@[\p{L}\p{N}_]+:?)+\s*/u;
/** Cries for attention before the news. */
const CRY = freeSpacing('iu')`
  ^(?:\W*(?:
    breaking(?: news)?|just in|just now|watch|video|alert|update|must (?:read|watch)|read this
    |exclusive|urgent|attention|news ?flash|viral
    # Spanish, Portuguese
    |urgente|última hora|ultima hora|atenção|atencion|atención|alerta
    # German, Dutch and French, Polish, Indonesian, Arabic, Thai
    |achtung|eilmeldung|flash|info|pilne|uwaga|heboh|عاجل|ด่วน
  )(?![\p{L}\p{M}])\s*[:!|–—-]+)+\s*
`;

/** A post's place in a thread: "2/ …", "(2/7) …", "… (2/7)". Not "1/3 of …". */
const THREAD_PLACE = /^(?:\d{1,2}\/|\(\d{1,2}\/(?:\d{1,2}|n)?\)) (?=\S)| \(\d{1,2}\/(?:\d{1,2}|n)\)$/giu;

/** Without any of these there is nothing to strip: a look that costs little. */
const MARKED = /[#@:!/\u2013\u2014\u00a9\u00ae\u203c-\uffff]|www\.| - /;

/** @returns whether {@link stripFeedMarks} may change the text. */
export function hasFeedMarks(text: string): boolean {
  return MARKED.test(text);
}

/** @returns whether a sentence is hashtags and nothing else: it states nothing. */
export function isHashtags(sentence: string): boolean {
  return sentence.charCodeAt(0) === 0x23 && HASHTAGS_ALONE.test(sentence);
}

/** Addresses and emoji alone, and the handles that a reply begins with: what belongs to no sentence in any script. */
export function stripForeignBodies(text: string): string {
  const bare = text
    .replace(BRACKETED, '')
    .replace(ADDRESS, ' ')
    .replace(LEADING_MENTIONS, '')
    .replace(EMOJI, ' ');
  // Blanks are collapsed first: a pattern that may begin anywhere in a run of them would read it again each time.
  return withoutLastMentions(collapse(bare).replace(CALL, '')).replace(PASSED_ON, '').trim();
}

/** From the end, word by word: a pattern would read a row of handles once for each of them. */
function withoutLastMentions(text: string): string {
  let end = text.length;
  for (;;) {
    const space = text.lastIndexOf(' ', end - 1);
    if (space < 0 || !LAST_MENTION.test(text.slice(space + 1, end))) return text.slice(0, end);
    end = space;
  }
}

const LAST_TAG = /^#[\p{L}\p{M}\p{N}_]+[.!?]*$/u;
const LAST_ADDRESS = /^(?:https?:\/\/|www\.|pic\.twitter\.com\/|t\.co\/)/i;
/** A sentence has ended, or is whole: "… in 1963". */
const WHOLE = /(?:[.!?…:]["'”’)]*|\b\d{4}|\p{Extended_Pictographic}\ufe0f?)$/u;

/** @returns the text without the hashtags behind it. One alone may be its last word: it goes where the text is whole without. */
function withoutLastHashtags(text: string): string {
  if (!text.includes('#')) return text;
  let end = text.length;
  let first = '';
  let tags = 0;
  for (;;) {
    const space = text.lastIndexOf(' ', end - 1);
    if (space <= 0) return text;
    const word = text.slice(space + 1, end);
    if (LAST_TAG.test(word)) {
      tags++;
      first = word;
    } else if (word !== '' && !LAST_ADDRESS.test(word)) {
      const named = /^\p{Lu}/u.test(word) && /^#\p{Ll}/u.test(first);
      const whole = tags > 1 ? !JOINING.has(word.toLowerCase()) : named || WHOLE.test(word);
      return tags > 0 && whole ? text.slice(0, end) : text;
    }
    end = space;
  }
}

/** @returns the text on one line, hashtags and handles within it written out as words. */
export function stripFeedMarks(text: string): string {
  const plain = stripForeignBodies(withoutLastHashtags(text))
    .replace(HASHTAG, (_, tag: string) => writtenOut(tag))
    .replace(MENTION, (_, handle: string) => writtenOut(handle));
  return collapse(plain.replace(/ ([.,;:!?])(?=\s|$)/g, '$1'))
    .replace(THREAD_PLACE, '')
    .replace(CRY, '')
    .trim();
}

function collapse(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** "ClimateChange" → "Climate Change", "covid19" → "covid 19", "stop_it" → "stop it". */
function writtenOut(tag: string): string {
  return tag
    .replace(/_+/g, ' ')
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .replace(/(\p{L})(\d)/gu, '$1 $2')
    .trim();
}
