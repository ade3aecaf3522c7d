/**
 * Sentences that assert something, though nobody would call it a claim: rules, rights, terms, prices. Where an answer has to
 * be faithful to a text, all of them matter.
 */
import { freeSpacing } from '../text/free-spacing.ts';
import { claimsNothing, isOneWord, UNSPACED } from './dismiss-sentence.ts';
import { readPair } from './read-pair.ts';

/** What is said to the reader about the conversation, and asserts nothing else. */
const SMALL_TALK = freeSpacing('iu')`
  ^(?:
    (?:hello|hi|hey|dear|welcome|good (?:morning|afternoon|evening|day)|greetings)\b(?!.{60})
    |(?:thanks|thank you|you(?:['’]re| are) welcome|no problem|my pleasure|sorry|apologies|my apologies|i apologi[sz]e)\b
    |(?:sure|certainly|of course|absolutely|great|okay|ok|yes|no|got it|good question|great question)\b(?!.{40})
    |(?:i|we)(?:['’]m| am|['’]d| would|['’]re| are)? (?:be )?(?:happy|glad|delighted|pleased|sorry|here to)\b
    |(?:i|we) (?:hope|understand|apologi[sz]e|appreciate)\b
    |(?:i|we) (?:do not|don['’]t|cannot|can['’]t|could not|couldn['’]t) (?:know|find|see|have (?:any |enough )?information|tell|answer)\b
    |(?:please )?(?:let (?:me|us) know|feel free|do not hesitate|don['’]t hesitate|reach out|get in touch|note that you can ask)\b
    |(?:if|should) you (?:have|need|want|would like|['’]d like)\b.*\b(?:ask|know|help|contact|questions?|assist(?:ance)?|reach)\b
    |(?:here(?:['’]s| is| are)|below (?:is|are)|the following (?:is|are)|this is what)\b(?!.*\d)
    |as an ai\b
    |(?:is|are) there anything\b|(?:would|do|can|could|shall|may) (?:you|i|we)\b.*\?
    |(?:best|kind|warm) (?:regards|wishes)\b|sincerely\b|cheers\b
  )
`;
const QUESTION = /[?？؟][\p{Pe}\p{Pf}"'*_]*$/u;
/** What only leads to a list, or breaks off. */
const LEADS_ON = /[:：][\p{Pe}\p{Pf}"'*_]*$/u;
const LEAST_WORDS = 3;

/** @param sentence of prose, of a list or of a quotation. */
export function assertsSomething(sentence: string): boolean {
  const text = sentence.trim();
  if (QUESTION.test(text) || LEADS_ON.test(text) || SMALL_TALK.test(text)) return false;
  const isUnspaced = UNSPACED.test(text);
  if (isUnspaced ? isOneWord(text) : claimsNothing(text)) return false;
  if (isUnspaced || readPair(text) !== undefined) return true;
  return (text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).length >= LEAST_WORDS;
}
