/** States a detected claim so that it stands alone: without marks, lead-ins and unresolved references where they can be resolved. */
import { completeItem } from './complete-item.ts';
import type { Discourse } from './discourse.ts';
import { readPair } from './read-pair.ts';
import { resolveReferences } from './resolve-reference.ts';
import { hasFeedMarks, stripFeedMarks } from './strip-feed-marks.ts';
import { stripLeadIn } from './strip-lead-in.ts';
import { stripTag } from './strip-tag.ts';

const MARKDOWN = /[*_`[\]]/;
const LINK = /!?\[([^[\]]*)\]\([^()\s]*\)/g;
/** With its bracket, if it stands in one: "(see [4])". */
const FOOTNOTE = / ?\((?:[^()[\]\s]{1,12} )?\[(?:\d{1,3}|\^[\w-]{1,20})\]\)| ?\[(?:\d{1,3}|\^[\w-]{1,20})\]/g;
const EMPHASIS =
  /(\*{1,3}|`|(?<![\p{L}\p{N}_])_{1,3}(?!_))(?=\S)(.{1,300}?)(?<=\S)\1(?!(?<=_)[\p{L}\p{N}])/gu;

/** What is left around something that was taken out: "(see )", "rocket .". */
const HOLE = / ?\((?:[^()\s]{1,12}\s+)?\s*\)| +(?=[.,](?:\s|$))/gu;

export type Beginning = 'item' | 'paragraph' | undefined;

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
  if (/ [.,)]|\(\)/.test(text)) text = text.replace(HOLE, '').trim() || text;
  text = stripTag(text);
  return begins === 'item' || readPair(text) !== undefined
    ? completeItem(text, discourse)
    : resolveReferences(stripLeadIn(text), discourse, begins !== undefined);
}

function withoutMarkdown(text: string): string {
  let plain = text.replace(LINK, '$1').replace(FOOTNOTE, '');
  for (let i = 0; i < 2; i++) plain = plain.replace(EMPHASIS, '$2');
  return plain.replace(/^\*+\s*|\s*\*+$/g, '').trim();
}
