/**
 * Recognizes what chat front-ends ask a model beside the conversation: a title, tags, follow-up questions, search
 * queries. Their answers go to the front-end, and evidence or a system prompt of the service's would only disturb
 * them. Each rule rests on what the prompts of that front-end have kept over their versions.
 */
import { type Message, textOf } from '../../domain/chat.ts';

/** How far from either end of a message its request is looked for. */
const REACH = 400;
/** The same of instructions, which may hold a list of tools. */
const LONG_REACH = 2_000;

/** Open WebUI: a task with the chat as material. Its prompt for answers from documents has no chat history in it. */
const TASK_ON_CHAT = /^\s*#{2,4} *Task:[\s\S]*<chat_history>/;

/** What is to be named: the conversation at hand, in the words of a prompt. `The Conversation` is a film. */
const THIS_CHAT =
  "(?:(?:the|this|our|following|given|provided|above)(?: user's)? (?:conversation|dialogue|discussion|chat(?: history)?)|(?:the|a) (?:user's )?(?:first|opening) (?:user )?message|the user's message)(?=[^\\w -]|$| (?:in|with|so|and|or|a|using|based|above|below|between|from|into)\\b)";
const MAKE =
  '(?<!["“«\'`])\\b(?:[Gg]enerate|[Pp]rovide|[Ww]rite|[Cc]reate|[Pp]roduce|[Ss]uggest|[Rr]eturn|[Gg]ive)\\b';

/** LibreChat, LobeChat, NextChat, Chatbox, chat-ui, Cherry Studio, templates of the AI SDK: it is to be named, … */
const NAMES_CHAT = [
  new RegExp(`${MAKE}[^.]{0,60}\\btitles?\\b[^.]{0,100}\\b${THIS_CHAT}`),
  new RegExp(`${MAKE}[^.]{0,60}\\b(?:chat|conversation) titles?\\b`),
  /\bsummarize (?:the|this)(?: user's)? (?:conversation|session) (?:in)?to a\b[^.]{0,40}\btitle\b/i,
  /\bgive this conversation a name\b/i,
  /\bname the conversation based on\b/i,
  /\bthis conversation and provide:.{0,150}\btitle\b/is,
];
/** … in few words. */
const SHORT = /\b(?:short|concise|brief|characters|words?)\b/i;

/** Open WebUI: a face for a message. */
const FACE = /^[^.]{0,40}\bspeaker's\b[^.]{0,40}\bfacial expression\b/;
/** Instructions of Open WebUI (a choice among tools) and LobeChat (replies to click on, a summary of older turns). */
const INSTRUCTIONS =
  /\breturn the correct tool\(s\) from\b|\bsuggestions from the last assistant message\b|\bsummariz\w+ [^<]{0,200}<chat_history>/;

/** @returns whether the last message, or the only system message before it, is such a request. */
export function asksForFrontEnd(messages: readonly Message[]): boolean {
  const last = messages.at(-1);
  if (last === undefined || (last.role !== 'user' && last.role !== 'system')) return false;
  const text = textOf(last);
  if (TASK_ON_CHAT.test(text)) return true;
  if (FACE.test(text) || namesChat(text.slice(0, REACH)) || namesChat(text.slice(REACH).slice(-REACH)))
    return true;
  const [first] = messages;
  if (messages.length !== 2 || first?.role !== 'system') return false;
  const instructions = textOf(first);
  return (
    namesChat(instructions.slice(0, REACH)) ||
    INSTRUCTIONS.test(instructions.slice(0, LONG_REACH)) ||
    INSTRUCTIONS.test(instructions.slice(LONG_REACH).slice(-LONG_REACH))
  );
}

function namesChat(text: string): boolean {
  return SHORT.test(text) && NAMES_CHAT.some((pattern) => pattern.test(text));
}
