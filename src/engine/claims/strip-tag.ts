/** Takes from a sentence the question for consent at its end: ", right?", ", oder?". It says nothing of its own. */
import { freeSpacing } from '../text/free-spacing.ts';

const TAG = freeSpacing('iu')`
  (?:[,،，](?<!\b(?:left|is|was|said|says?|answered|voted),)|[ ][–—-](?=[^?？؟]+[?？؟]))[ ]?¿?(?:
    right|correct|true|no|yes|huh|eh|innit|ok(?:ay)?|is(?:n['’]t it| it not)
    # German, French
    |oder(?: nicht)?|nicht(?: wahr)?|gell?|richtig|korrekt|stimmt(?:['’]?s)?|wusste(?:t ihr|st du|n sie) das
    |n['’]est-ce pas|non|hein|pas vrai|c['’]est vrai|vrai ou faux
    # Spanish, Portuguese, Italian
    |(?:no es )?(?:verdad|cierto)|verdadero o falso|né|(?:não é )?(?:verdade|certo)|não é|(?:non è )?vero|giusto|vero o falso
    # Dutch, Polish, Russian, Turkish
    |toch|hè|klopt(?: dat)?|prawda|nie|nieprawdaż|не так ли|правда|верно|değil mi|doğru mu
    # Arabic, Chinese, Hindi
    |أليس كذلك|صحيح|هل هذا صحيح|对吧|对吗|是吧|是不是|不是吗|这?是真的吗|真的吗|है ना|सही है ना|क्या यह सच है
  )[ ]?[.!?…؟？।]+["'”’)]*$
`;

/** A tag stands within so many units of the end. */
const LONGEST_TAG = 28;

/** @returns the sentence without its tag, with a full stop of its script. */
export function stripTag(sentence: string): string {
  const from = Math.max(0, sentence.length - LONGEST_TAG);
  const tag = TAG.exec(sentence.slice(from));
  return tag ? endSentence(sentence.slice(0, from + tag.index)) : sentence;
}

/** @returns the words with the full stop of the script that they end in. */
export function endSentence(words: string): string {
  if (/\p{Script=Han}$/u.test(words)) return `${words}。`;
  return /\p{Script=Devanagari}$/u.test(words) ? `${words}।` : `${words}.`;
}
