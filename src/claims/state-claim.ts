/** States a detected claim so that it stands alone: without marks, lead-ins and unresolved references where they can be resolved. */
import { freeSpacing } from '../text/free-spacing.ts';
import { completeItem } from './complete-item.ts';
import type { Discourse } from './follow-discourse.ts';
import { resolveReferences } from './resolve-reference.ts';
import { hasFeedMarks, stripFeedMarks } from './strip-feed-marks.ts';

const MARKDOWN = /[*_`[\]]/;
const LINK = /!?\[([^[\]]*)\]\([^()\s]*\)/g;
const FOOTNOTE = /\[\d{1,3}\]/g;
const EMPHASIS =
  /(\*{1,3}|`|(?<![\p{L}\p{N}_])_{1,3}(?!_))(?=\S)(.{1,300}?)(?<=\S)\1(?!(?<=_)[\p{L}\p{N}])/gu;

export type Beginning = 'item' | 'paragraph' | undefined;

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
    |fun fact:|fact:|breaking:|consider this:|remember this:
    |and(?! (?:yet|if)\b)|but(?! (?:for|not|only|if)\b)
    |so,|so(?= (?:the|an?|in|it|it['’]s|he|she|they|this|these|there|his|her|its|their|we|you|i)\b)
  ) `;

/**
 * @param sentence the claim as written.
 * @param discourse what the sentences before were about.
 * @param begins what begins with it.
 * @returns the claim as one line.
 */
export function stateClaim(sentence: string, discourse: Discourse, begins?: Beginning): string {
  let text = sentence.trim();
  if (MARKDOWN.test(text)) text = withoutMarkdown(text);
  if (hasFeedMarks(text)) text = stripFeedMarks(text) || text;
  if (/\s\s|[\n\r\t]/.test(text)) text = text.replace(/\s+/g, ' ');
  for (let i = 0; i < 2; i++) {
    const lead = LEAD_IN.exec(text);
    if (!lead || text.length - lead[0].length < 12) break;
    text = capitalized(text.slice(lead[0].length));
  }
  return begins === 'item'
    ? completeItem(text, discourse)
    : resolveReferences(text, discourse, begins !== undefined);
}

export function capitalized(text: string): string {
  const first = text.codePointAt(0);
  if (first === undefined) return text;
  const char = String.fromCodePoint(first);
  return char.toUpperCase() + text.slice(char.length);
}

function withoutMarkdown(text: string): string {
  let plain = text.replace(LINK, '$1').replace(FOOTNOTE, '');
  for (let i = 0; i < 2; i++) plain = plain.replace(EMPHASIS, '$2');
  return plain.replace(/^\*+\s*|\s*\*+$/g, '').trim();
}
