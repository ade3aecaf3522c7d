/** Takes from a sentence the question for consent at its end: ", right?", ", oder?". It says nothing of its own. */
import { freeSpacing } from '../text/free-spacing.ts';

const TAG = freeSpacing('iu')`
  [,،，](?<!\b(?:left|is|was|said|says?|answered|voted),)[ ]?¿?(?:
    right|correct|true|no|yes|huh|eh|innit|ok(?:ay)?|is(?:n['’]t it| it not)
    # German, French, Spanish, Portuguese, Italian
    |oder(?: nicht)?|nicht(?: wahr)?|gell?|n['’]est-ce pas|non|hein|verdad|cierto|né|não é|vero
    # Dutch, Polish, Turkish, Arabic, Chinese, Hindi
    |toch|hè|prawda|nie|değil mi|أليس كذلك|صحيح|对吧|对吗|是吧|是不是|不是吗|है ना|सही है ना
  )[ ]?[.!?…؟？।]+["'”’)]*$
`;

/** A tag stands within so many units of the end. */
const LONGEST_TAG = 24;

/** @returns the sentence without its tag, with a full stop. */
export function stripTag(sentence: string): string {
  const from = Math.max(0, sentence.length - LONGEST_TAG);
  const tag = TAG.exec(sentence.slice(from));
  return tag ? `${sentence.slice(0, from + tag.index)}.` : sentence;
}
