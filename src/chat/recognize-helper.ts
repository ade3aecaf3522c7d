/**
 * Recognizes what chat front-ends ask a model beside the conversation: a title, tags, follow-up questions, search
 * queries. Their answers go to the front-end, and evidence or a system prompt of the service's would only disturb
 * them. Each rule rests on what the prompts of that front-end have kept over their versions.
 */
import { type Message, textOf } from '../domain/chat.ts';

/** How far from either end of a message its request is looked for. */
const REACH = 400;

/** Open WebUI: a task with the chat as material. Its prompt for answers from documents has no chat history in it. */
const TASK_ON_CHAT = /^\s*#{2,4} *Task:[\s\S]*<chat_history>/;

/** LibreChat, LobeChat, NextChat, Chatbox, chat-ui, templates of the AI SDK: a conversation is to be named, … */
const NAMES_CHAT = [
  /\b(?:generate|provide|write|create|produce|suggest|return|give)\b[^.]{0,60}\btitle\b[^.]{0,100}\b(?:conversation|chat|message)\b/i,
  /\bgive this conversation a name\b/i,
  /\bname the conversation based on\b/i,
  /\bthis conversation and provide:.{0,150}\btitle\b/is,
];
/** … in few words. */
const SHORT = /\b(?:short|concise|brief|characters|words?)\b/i;

/** @returns whether the last message, or the only system message before it, is such a request. */
export function asksForFrontEnd(messages: readonly Message[]): boolean {
  const last = messages.at(-1);
  if (last === undefined || (last.role !== 'user' && last.role !== 'system')) return false;
  const text = textOf(last);
  if (TASK_ON_CHAT.test(text)) return true;
  if (namesChat(text.slice(0, REACH)) || namesChat(text.slice(REACH).slice(-REACH))) return true;
  const [first] = messages;
  return messages.length === 2 && first?.role === 'system' && namesChat(textOf(first).slice(0, REACH));
}

function namesChat(text: string): boolean {
  return SHORT.test(text) && NAMES_CHAT.some((pattern) => pattern.test(text));
}
