/** Takes from a text what social feeds put into it: addresses, emoji, the signs of hashtags and handles, cries for attention. */

const ADDRESS = /(?:https?:\/\/|www\.|pic\.twitter\.com\/|t\.co\/)\S*|<link>/giu;
const EMOJI =
  /(?:\p{Extended_Pictographic}|[\u{1f1e6}-\u{1f1ff}\u{1f3fb}-\u{1f3ff}\u20e3])(?:\u200d|\ufe0f)*/gu;
/** Not "#1", nor "C#". */
const HASHTAG = /(?<![\p{L}\p{N}])#((?=[\p{N}_]*\p{L})[\p{L}\p{M}\p{N}_]+)/gu;
/** Not "name@example.com". */
const MENTION = /(?<![\p{L}\p{N}.])@([\p{L}\p{N}_]+)/gu;
/** "… RT @name", and handles that a post ends with: whom it came from and whom it goes to. */
const PASSED_ON = /\s+RT\b(?=\s+(?:RT\b|@)|\s*$)|(?:\s+@[\p{L}\p{N}_]+)+\s*$/gu;
/** A sentence of its own at the end: "Share!!" */
const CALL =
  /(?<=[.!?…])\s+(?:(?:please|pls|plz|must) )*(?:share|rt|retweet|repost|pass (?:it|this) on|spread the word)(?: (?:this|it|now|widely|please))*\s*[.!]*\s*$/iu;
const LEADING_MENTIONS = /^(?:\s*(?:RT\s+)?@[\p{L}\p{N}_]+:?)+\s*/u;
/** Cries for attention before the news. */
const CRY =
  /^(?:\W*(?:breaking(?: news)?|just in|just now|watch|video|alert|update|must (?:read|watch)|read this|exclusive|urgent|attention|news ?flash|viral|urgente|última hora|ultima hora|atenção|atencion|atención|alerta|achtung|eilmeldung|flash|info|pilne|uwaga|heboh|عاجل|ด่วน)(?![\p{L}\p{M}])\s*[:!|–—-]+)+\s*/iu;

/** Without any of these there is nothing to strip: a look that costs little. */
const MARKED = /[#@:!\u00a9\u00ae\u203c-\uffff]|www\./;

/** @returns whether {@link stripFeedMarks} may change the text. */
export function hasFeedMarks(text: string): boolean {
  return MARKED.test(text);
}

/** Addresses and emoji alone, and the handles that a reply begins with: what belongs to no sentence in any script. */
export function stripForeignBodies(text: string): string {
  return collapse(
    text
      .replace(ADDRESS, ' ')
      .replace(LEADING_MENTIONS, '')
      .replace(EMOJI, ' ')
      .replace(CALL, '')
      .replace(PASSED_ON, ' '),
  );
}

/** @returns the text on one line, hashtags and handles within it written out as words. */
export function stripFeedMarks(text: string): string {
  const plain = stripForeignBodies(text)
    .replace(HASHTAG, (_, tag: string) => writtenOut(tag))
    .replace(MENTION, (_, handle: string) => writtenOut(handle));
  return collapse(plain.replace(/ ([.,;:!?])(?=\s|$)/g, '$1'))
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
