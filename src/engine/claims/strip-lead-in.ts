/** Takes from a sentence the words that tie it to the one before. English. */
import { freeSpacing } from '../text/free-spacing.ts';

/**
 * Words that tie a sentence to the one before, and say nothing of their own. Not what a claim holds under, nor
 * whose it is: "so far", "but for", "I heard that" are part of it.
 */
const LEAD_IN = freeSpacing('i')`
  ^(?:
    (?:
      however|additionally|furthermore|moreover|in addition|besides|also|therefore|thus|hence
      |consequently|as a result|for example|for instance|in fact|in other words|that said|similarly
      |likewise|overall|in conclusion|in summary|to summarize|actually|interestingly|notably
      |of course|indeed|first|second|third|firstly|secondly|thirdly|finally|lastly|next|yes|no|sure
      |well|certainly|absolutely|okay|ok|right|great question
    )[,!:](?! because\b)
    |(?:
      i (?:learned|learnt|know)|did you know|fun fact:|note|please note|keep in mind|remember
      |it (?:is|['’]s) (?:true|a fact|well known)
    ) that
    |(?:short |quick )?answer:(?: (?:yes|no)[,.])?|tl;?dr[:,]|in short[:,]|long story short[:,]|bottom line:
    |fun fact:|fact:|breaking:|consider this:|remember this:
    |and(?! (?:yet|if)\b)|but(?! (?:for|not|only|if)\b)
    |so,|so(?= (?:the|an?|in|it|it['’]s|he|she|they|this|these|there|his|her|its|their|we|you|i)\b)
  ) `;

/** @returns the sentence from its first word of substance on, capitalized. */
export function stripLeadIn(sentence: string): string {
  let text = sentence;
  for (let i = 0; i < 2; i++) {
    const lead = LEAD_IN.exec(text);
    if (!lead) break;
    text = capitalized(text.slice(lead[0].length));
  }
  return text;
}

/** @returns the text with a capital at its beginning. */
export function capitalized(text: string): string {
  const first = text.codePointAt(0);
  if (first === undefined) return text;
  const char = String.fromCodePoint(first);
  return char.toUpperCase() + text.slice(char.length);
}
