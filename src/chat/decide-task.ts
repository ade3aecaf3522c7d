import { type ChatRequest, textOf } from '../domain/chat.ts';
import type { Task } from './prompts.ts';
import { asksForFrontEnd } from './recognize-helper.ts';

const NORMALIZE = [
  /\bnormali[sz]e\b.{0,60}\b(claims?|posts?|tweets?|statements?|text|this|following)\b/i,
  /\b(extract|identify|find|list|pull out|give me|what (is|are|'s))\b.{0,40}\bclaims?\b/i,
  /\bclaim normali[sz]ation\b/i,
];

const FACT_CHECK = [
  /\bfact[- ]?check/i,
  /\b(is|are|was|were) (it|this|that|these|the following)( \w+){0,3} (true|correct|accurate|false|a (myth|hoax|lie))\b/i,
  /\b(true or false|verify|debunk)\b/i,
  /\bcheck (whether|if|that|this|these|the following|the claims?)\b/i,
  /\bhow (true|accurate) (is|are)\b/i,
];

/** How far into a message its request is looked for: what follows is the text it is about. */
const REACH = 300;

/**
 * Decides what `task: "auto"` means: from the words of the last user message, at its beginning and its
 * end; a caller who asks for another format than text, or offers tools, wants a plain chat. What a front-end asks beside the
 * conversation is `helper`.
 */
export function decideTask(request: Pick<ChatRequest, 'messages' | 'responseFormat' | 'tools'>): Task {
  if (asksForFrontEnd(request.messages)) return 'helper';
  if (request.responseFormat !== undefined || request.tools !== undefined) return 'chat';
  const last = request.messages.findLast((message) => message.role === 'user');
  if (last === undefined) return 'chat';
  const text = textOf(last);
  const words = text.length <= 2 * REACH ? text : `${text.slice(0, REACH)}\n\n${text.slice(-REACH)}`;
  if (NORMALIZE.some((pattern) => pattern.test(words))) return 'normalize';
  if (FACT_CHECK.some((pattern) => pattern.test(words))) return 'fact_check';
  return 'chat';
}
