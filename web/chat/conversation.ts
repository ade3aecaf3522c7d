/** What a conversation is, and what becomes of it when it is changed; nothing here is kept, asked or drawn. */
import type { FailureFacts } from '../api/failure.ts';
import type { Claim, FactCheckMetadata, Usage } from '../api/types.ts';
import { newId } from '../shell/new-id.ts';
import { texts } from '../texts.ts';
import type { Attachments } from './attachments.ts';

export type Status = 'waiting' | 'writing' | 'done' | 'stopped' | 'failed';

export interface Message extends Attachments {
  readonly id: string;
  readonly role: 'user' | 'assistant';
  readonly text: string;
  readonly claims: readonly Claim[];
  /** Whether its claims are being verified: those of the last question and its answer, while that is running. */
  readonly verifying: boolean;
  readonly status: Status;
  readonly model?: string;
  readonly finish?: string;
  readonly metadata?: FactCheckMetadata | undefined;
  readonly usage?: Usage;
  readonly failure?: FailureFacts;
  readonly versions?: Versions;
  /** What a provider showed of the model's thinking. */
  readonly thoughts?: string;
}

/** What else has stood in a message's place: an answer that was tried again, a question that was edited. */
export interface Versions {
  /** Which version is shown, counted from 0. */
  readonly at: number;
  /** The versions that are not shown, oldest first, each with all that came after it. */
  readonly others: readonly (readonly Message[])[];
}

export interface Conversation {
  readonly id: string;
  readonly title: string;
  /** Unix milliseconds. */
  readonly updated: number;
  readonly messages: readonly Message[];
  /** The example of the first visit: what is written next begins a conversation of its own. */
  readonly example?: boolean;
}

export interface ChosenModel {
  readonly provider: string;
  readonly id: string;
}

export function emptyConversation(): Conversation {
  return { id: newId(), title: '', updated: Date.now(), messages: [] };
}

export function newQuestion(text: string, attached: Attachments = {}): Message {
  return { id: newId(), role: 'user', text, claims: [], verifying: false, status: 'done', ...attached };
}

const TITLE_LENGTH = 80;

/** @returns one line, of a length that a list has room for. */
export function makeTitle(text: string): string {
  return text.replace(/\s+/g, ' ').trim().slice(0, TITLE_LENGTH);
}

export function titleOf({ title }: Pick<Conversation, 'title'>): string {
  return title === '' ? texts.chat.untitled : title;
}

export function isOpen({ status }: Message): boolean {
  return status === 'waiting' || status === 'writing';
}

/** Whether its last question is being answered. */
export function isRunning({ messages }: Conversation): boolean {
  const last = messages.at(-1);
  return last !== undefined && isOpen(last);
}

/** Whether there is something to continue: an answer that has begun, and has not come to its own end. */
export function isUnfinished({ role, text, status, finish }: Message): boolean {
  if (role !== 'assistant' || text === '') return false;
  return status === 'stopped' || status === 'failed' || finish === 'length';
}

/** Marks an answer that is being written as stopped. */
export function markStopped(messages: readonly Message[]): readonly Message[] {
  return messages.map((message) => {
    if (isOpen(message)) return { ...message, status: 'stopped', verifying: false };
    return message.verifying ? { ...message, verifying: false } : message;
  });
}

export function editMessage(
  conversation: Conversation,
  id: string,
  edit: (message: Message) => Message,
): Conversation {
  const at = conversation.messages.findIndex((message) => message.id === id);
  if (at === -1) return conversation;
  return {
    ...conversation,
    messages: conversation.messages.with(at, edit(conversation.messages[at] as Message)),
  };
}

/** Puts a message in the place of another. What stood there, and after it, stays as an earlier version. */
export function putInstead(messages: readonly Message[], at: number, message: Message): readonly Message[] {
  const others = listVersions(messages, at);
  return [...messages.slice(0, at), { ...message, versions: { at: others.length, others } }];
}

/** Shows another version of a message, with what came after that one. */
export function showVersion(messages: readonly Message[], id: string, wanted: number): readonly Message[] {
  const at = messages.findIndex((message) => message.id === id);
  if (at === -1) return messages;
  const all = listVersions(messages, at);
  const [first, ...rest] = all[wanted] ?? [];
  if (first === undefined) return messages;
  const versions = { at: wanted, others: all.toSpliced(wanted, 1) };
  return [...messages.slice(0, at), { ...first, versions }, ...rest];
}

/** All versions of what begins at a message, the one that is shown among them. */
function listVersions(messages: readonly Message[], at: number): readonly (readonly Message[])[] {
  const [first, ...rest] = messages.slice(at);
  if (first === undefined) return [];
  const { versions, ...shown } = first;
  const others = versions?.others ?? [];
  return others.toSpliced(versions?.at ?? 0, 0, [shown, ...rest]);
}

/**
 * What the last question's next answer takes the place of.
 * @returns the messages up to the question, and from the answer that is there what stays of it: nothing of an
 * answer without a word.
 */
export function clearAnswer(messages: readonly Message[]): {
  readonly asked: readonly Message[];
  readonly put: (answer: Message) => readonly Message[];
} {
  const at = messages.findLastIndex(({ role }) => role === 'user') + 1;
  const asked = messages.slice(0, at);
  const before = messages[at];
  if (before === undefined) return { asked, put: (answer) => [...asked, answer] };
  if (before.text !== '') return { asked, put: (answer) => putInstead(messages, at, answer) };
  const { versions } = before;
  return { asked, put: (answer) => [...asked, versions === undefined ? answer : { ...answer, versions }] };
}
