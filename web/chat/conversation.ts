/** The conversation on the page: what is said, what is being said, and how it is checked. */
import { type FailureFacts, factsOf } from '../api/failure.ts';
import { type ChatEvent, streamChat } from '../api/gateway.ts';
import type { ChatMessage, Claim, FactCheckMetadata, Usage } from '../api/types.ts';
import { markChecking } from '../claims/claim-state.ts';
import { createStore, useStore } from '../state/create-store.ts';
import { keyFor } from '../state/keys.ts';
import { getSettings } from '../state/settings.ts';
import { texts } from '../texts.ts';
import { forgetConversation, keepConversation } from './conversation-shelf.ts';

export type Status = 'waiting' | 'writing' | 'done' | 'stopped' | 'failed';

export interface Message {
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

const newId = (): string =>
  Array.from(crypto.getRandomValues(new Uint32Array(3)), (part) => part.toString(36)).join('');

export function emptyConversation(): Conversation {
  return { id: newId(), title: '', updated: Date.now(), messages: [] };
}

const store = createStore<Conversation>(emptyConversation());
let running: AbortController | undefined;

export function useConversation(): Conversation {
  return useStore(store, (conversation) => conversation);
}

/** Of the conversation that is open: unlike all of it, this does not change while an answer grows. */
export function useConversationId(): string {
  return useStore(store, ({ id }) => id);
}

export function getConversation(id: string): Conversation | undefined {
  const conversation = store.get();
  return conversation.id === id ? conversation : undefined;
}

/** @returns what has become of it; `undefined` where it is not open. */
export function changeConversation(
  id: string,
  change: (conversation: Conversation) => Conversation,
): Conversation | undefined {
  store.set((conversation) => (conversation.id === id ? change(conversation) : conversation));
  return getConversation(id);
}

export function openConversation(conversation: Conversation): void {
  stop();
  store.set(() => conversation);
}

function isOpen({ status }: Message): boolean {
  return status === 'waiting' || status === 'writing';
}

export function isRunning({ messages }: Conversation): boolean {
  const last = messages.at(-1);
  return last !== undefined && isOpen(last);
}

export function stop(): void {
  running?.abort();
  running = undefined;
  store.set((conversation) => {
    if (!isRunning(conversation)) return conversation;
    const messages = conversation.messages.map(
      (message): Message =>
        isOpen(message)
          ? { ...message, status: 'stopped', verifying: false }
          : { ...message, verifying: false },
    );
    const next = { ...conversation, messages };
    void keepConversation(next);
    return next;
  });
}

export function deleteConversation(id: string): void {
  if (store.get().id === id) openConversation(emptyConversation());
  void forgetConversation(id);
}

/** Says something. In the example of the first visit it begins a new conversation. */
export function say(text: string, model: ChosenModel, options: { readonly example?: boolean } = {}): void {
  const current = store.get();
  if (current.example === true && options.example !== true) openConversation(emptyConversation());
  else if (isRunning(current)) stop();
  const { messages, title, id } = store.get();
  begin(
    {
      id,
      title: title === '' ? text.replace(/\s+/g, ' ').trim().slice(0, 80) : title,
      updated: Date.now(),
      messages: [
        ...messages,
        { id: newId(), role: 'user', text, claims: [], verifying: false, status: 'done' },
      ],
      ...(options.example === true ? { example: true } : {}),
    },
    model,
  );
}

/** Asks the last question again. */
export function retry(model: ChosenModel): void {
  stop();
  const conversation = store.get();
  const at = conversation.messages.findLastIndex(({ role }) => role === 'user');
  if (at === -1) return;
  begin({ ...conversation, messages: conversation.messages.slice(0, at + 1) }, model);
}

/** Says something else in place of an earlier message; what came after it goes. */
export function sayInstead(messageId: string, text: string, model: ChosenModel): void {
  stop();
  const { example: _example, ...conversation } = store.get();
  const at = conversation.messages.findIndex(({ id }) => id === messageId);
  const message = conversation.messages[at];
  if (message === undefined) return;
  const messages = [...conversation.messages.slice(0, at), { ...message, id: newId(), text, claims: [] }];
  begin({ ...conversation, messages, updated: Date.now() }, model);
}

function begin(conversation: Conversation, model: ChosenModel): void {
  const { mode } = getSettings();
  const answer: Message = {
    id: newId(),
    role: 'assistant',
    text: '',
    claims: [],
    verifying: mode === 'verify',
    status: 'waiting',
    model: model.id,
  };
  const question = conversation.messages.at(-1) as Message;
  const asked = { ...question, claims: [], verifying: mode === 'verify' };
  const next = { ...conversation, messages: [...conversation.messages.slice(0, -1), asked, answer] };
  store.set(() => next);
  void keepConversation(next);
  running = new AbortController();
  void run(next, answer.id, model, running.signal);
}

async function run(
  conversation: Conversation,
  answerId: string,
  model: ChosenModel,
  signal: AbortSignal,
): Promise<void> {
  const { mode, system, temperature, topP, maxTokens } = getSettings();
  const sent = conversation.messages.filter(({ id, text }) => id !== answerId && text !== '');
  const messages: ChatMessage[] = sent.map(({ role, text }) => ({ role, content: text }));
  if (system.trim() !== '') messages.unshift({ role: 'system', content: system });
  const offset = messages.length - sent.length;
  const placeOf = (claim: Claim): string | undefined =>
    claim.role === 'assistant' && claim.message_index >= messages.length
      ? answerId
      : sent[claim.message_index - offset]?.id;

  const change = (id: string, edit: (message: Message) => Message): void => {
    if (signal.aborted) return;
    store.set((current) =>
      current.id === conversation.id
        ? {
            ...current,
            messages: current.messages.map((message) => (message.id === id ? edit(message) : message)),
          }
        : current,
    );
  };
  /** The question and its answer: the messages whose claims are verified. */
  const verified = conversation.messages.slice(-2).map(({ id }) => id);
  const frames = gatherByFrame((events) => {
    for (const event of events) apply(event, change, answerId, verified, placeOf);
  });
  try {
    // An answer that was stopped, or given without checking, has left claims unfound: they come with this one.
    const unread = conversation.messages
      .slice(0, -1)
      .some(({ role, metadata }) => role === 'assistant' && metadata === undefined);
    const claims = unread ? ('all' as const) : ('new' as const);
    const request = { model: model.id, messages, mode, claims, temperature, topP, maxTokens };
    for await (const event of streamChat(request, keyFor(model.provider), signal)) frames.push(event);
    frames.flush();
    change(answerId, (message) => ({ ...message, status: 'done' }));
  } catch (error) {
    frames.flush();
    change(answerId, (message) => ({ ...message, status: 'failed', failure: factsOf(error) }));
  }
  if (signal.aborted) return;
  store.set((current) => ({
    ...current,
    messages: current.messages.map((message) =>
      message.verifying ? { ...message, verifying: false } : message,
    ),
  }));
  if (store.get().id === conversation.id) void keepConversation(store.get());
}

type Change = (id: string, edit: (message: Message) => Message) => void;

function apply(
  event: ChatEvent,
  change: Change,
  answerId: string,
  verified: readonly string[],
  placeOf: (claim: Claim) => string | undefined,
): void {
  switch (event.type) {
    case 'text':
      change(answerId, (message) => ({ ...message, status: 'writing', text: message.text + event.text }));
      break;
    case 'claim':
    case 'verdict': {
      const id = placeOf(event.claim);
      if (id !== undefined)
        change(id, (message) => ({ ...message, claims: putClaim(message.claims, event.claim) }));
      break;
    }
    case 'usage':
      change(answerId, (message) => ({ ...message, usage: event.usage }));
      break;
    case 'finish': {
      change(answerId, (message) => ({ ...message, finish: event.reason, metadata: event.metadata }));
      const byMessage = Map.groupBy(event.metadata?.claims ?? [], placeOf);
      for (const [id, claims] of byMessage) {
        if (id !== undefined)
          change(id, (message) => ({ ...message, claims: claims.reduce(putClaim, message.claims) }));
      }
      break;
    }
    case 'checking':
      for (const id of verified)
        change(id, (message) => ({ ...message, claims: markChecking(message.claims, event.ids) }));
      break;
  }
}

function putClaim(claims: readonly Claim[], claim: Claim): readonly Claim[] {
  const at = claims.findIndex(({ start, end }) => start === claim.start && end === claim.end);
  if (at === -1) return [...claims, claim];
  const known = claims[at] as Claim;
  // Sent again with the finish, mostly as it was: then nothing of it is drawn anew.
  const merged = { ...known, ...claim };
  return JSON.stringify(merged) === JSON.stringify(known) ? claims : claims.with(at, merged);
}

/** Hands over what came within a frame in one go: at 200 tokens a second, React draws 60 times. */
function gatherByFrame(hand: (events: readonly ChatEvent[]) => void) {
  let events: ChatEvent[] = [];
  let planned = false;
  const flush = (): void => {
    planned = false;
    const ready = joinTexts(events);
    events = [];
    if (ready.length > 0) hand(ready);
  };
  return {
    push(event: ChatEvent): void {
      events.push(event);
      if (planned) return;
      planned = true;
      // A hidden tab has no frames.
      if (document.hidden) setTimeout(flush, 100);
      else requestAnimationFrame(flush);
    },
    flush,
  };
}

function joinTexts(events: readonly ChatEvent[]): ChatEvent[] {
  const joined: ChatEvent[] = [];
  for (const event of events) {
    const last = joined.at(-1);
    if (event.type === 'text' && last?.type === 'text')
      joined[joined.length - 1] = { type: 'text', text: last.text + event.text };
    else joined.push(event);
  }
  return joined;
}

export function titleOf({ title }: Conversation): string {
  return title === '' ? texts.chat.untitled : title;
}
