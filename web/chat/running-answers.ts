/** The answers that are being written: several at once, each in its conversation, whichever is shown. */

import { factsOf } from '../api/failure.ts';
import { newId } from '../shell/new-id.ts';
import { getChoice, providerOf } from '../state/models.ts';
import { verifies } from '../state/modes.ts';
import { getSettings } from '../state/settings.ts';
import { type Attachments, pickAttachments } from './attachments.ts';
import {
  type ChosenModel,
  type Conversation,
  clearAnswer,
  editMessage,
  isRunning,
  isUnfinished,
  type Message,
  makeTitle,
  markStopped,
  newQuestion,
  putInstead,
  showVersion,
} from './conversation.ts';
import { followTabs, keepConversation, writeRow } from './conversation-shelf.ts';
import { changeDraft, getDraft, takeBackQueued } from './drafts.ts';
import { changeConversation, dropLive, freshId, getConversation, settleFresh } from './open-conversations.ts';
import { streamAnswer } from './stream-answer.ts';

/** By the conversation's id. */
const running = new Map<string, AbortController>();

/** How often an answer that grows is kept. */
const KEEP_MS = 3_000;

/** Says something. In the example of the first visit it begins a new conversation. */
export function say(
  id: string,
  text: string,
  model: ChosenModel,
  options: { readonly example?: boolean; readonly attached?: Attachments } = {},
): void {
  const shown = getConversation(id);
  const current = shown?.example === true ? getConversation(freshId()) : shown;
  if (current === undefined || isRunning(current)) return;
  begin(
    {
      ...current,
      title: current.title === '' ? makeTitle(text) : current.title,
      ...(options.example === true ? { example: true } : {}),
    },
    [...current.messages, newQuestion(text, options.attached)],
    model,
  );
}

/** Asks the last question again. The answer that is there stays as an earlier version. */
export function retry(id: string, model: ChosenModel): void {
  const conversation = getConversation(id);
  if (conversation === undefined || isRunning(conversation)) return;
  const { asked, put } = clearAnswer(conversation.messages);
  if (asked.length > 0) begin(conversation, asked, model, put);
}

/** Says something else in place of an earlier message. What was there stays as an earlier version. */
export function sayInstead(id: string, messageId: string, text: string, model: ChosenModel): void {
  const conversation = getConversation(id);
  if (conversation === undefined || isRunning(conversation)) return;
  const { example: _example, ...own } = conversation;
  const at = own.messages.findIndex((message) => message.id === messageId);
  const before = own.messages[at];
  if (before === undefined) return;
  begin(own, putInstead(conversation.messages, at, newQuestion(text, pickAttachments(before))), model);
}

/** Continues the last answer where it stopped, with the model that has begun it, where that is still there. */
export function continueAnswer(id: string, chosen: ChosenModel): void {
  const conversation = getConversation(id);
  const answer = conversation?.messages.at(-1);
  if (conversation === undefined || answer === undefined || !isUnfinished(answer)) return;
  const provider = providerOf(answer.model ?? '');
  const model = provider === undefined ? chosen : { provider, id: answer.model as string };
  const { failure: _failure, finish: _finish, ...begun } = answer;
  const verifying = verifies(getSettings().mode);
  const messages = conversation.messages.with(-1, { ...begun, status: 'waiting', verifying });
  start({ ...conversation, messages }, model);
}

/** Shows another version of a message; not while an answer is being written. */
export function chooseVersion(id: string, messageId: string, wanted: number): void {
  editConversation(id, (conversation) =>
    isRunning(conversation)
      ? conversation
      : { ...conversation, messages: showVersion(conversation.messages, messageId, wanted) },
  );
}

export function rename(id: string, title: string): void {
  const made = makeTitle(title);
  if (made !== '') editConversation(id, (conversation) => ({ ...conversation, title: made }));
}

/** Changes what is kept of a conversation, whether or not it is being answered. */
export function editConversation(id: string, change: (conversation: Conversation) => Conversation): void {
  const after = changeConversation(id, change);
  if (after === undefined) return;
  void keepConversation(after);
  if (!running.has(id) && after.example !== true) dropLive(id);
}

/** @param put what the answer is put into; where it is left out, at the end. */
function begin(
  conversation: Conversation,
  asked: readonly Message[],
  model: ChosenModel,
  put: (answer: Message) => readonly Message[] = (answer) => [...asked, answer],
): void {
  const verifying = verifies(getSettings().mode);
  const answer: Message = {
    id: newId(),
    role: 'assistant',
    text: '',
    claims: [],
    verifying,
    status: 'waiting',
    model: model.id,
  };
  const messages = put(answer).with(asked.length - 1, { ...(asked.at(-1) as Message), verifying });
  start({ ...conversation, messages, updated: Date.now() }, model);
}

function start(conversation: Conversation, model: ChosenModel): void {
  const { id } = conversation;
  const isFresh = id === freshId();
  changeConversation(id, () => conversation);
  void keepConversation(conversation);
  if (isFresh) settleFresh(id, { kept: conversation.example !== true });
  const controller = new AbortController();
  running.set(id, controller);
  void run(conversation, model, controller.signal);
}

async function run({ id, messages }: Conversation, model: ChosenModel, signal: AbortSignal): Promise<void> {
  const answerId = messages.at(-1)?.id ?? '';
  const change = (messageId: string, edited: (message: Message) => Message): void => {
    if (!signal.aborted) changeConversation(id, (now) => editMessage(now, messageId, edited));
  };
  const keeping = setInterval(() => keepGrowing(id), KEEP_MS);
  try {
    await streamAnswer(messages, model, signal, change);
    change(answerId, (message) => ({ ...message, status: 'done' }));
  } catch (error) {
    // A page that is being left breaks its requests off: that is no failure of theirs.
    if (!leaving) change(answerId, (message) => ({ ...message, status: 'failed', failure: factsOf(error) }));
  }
  clearInterval(keeping);
  if (signal.aborted) return;
  finish(id);
  // After a failure, what waits is not sent unasked.
  if (getConversation(id)?.messages.at(-1)?.status === 'done') sendQueued(id);
  else takeBackQueued(id);
}

/** Keeps a conversation whose answer has ended, however it did. */
function finish(id: string): void {
  running.delete(id);
  editConversation(id, (conversation) => ({ ...conversation, messages: markStopped(conversation.messages) }));
}

/** Stops the answer of a conversation. What was to be sent after it goes back into the box. */
export function stop(id: string): void {
  halt(id);
  takeBackQueued(id);
}

/** Stops the answer that is being written, and sends what waits for its end. */
export function sendQueuedNow(id: string): void {
  halt(id);
  sendQueued(id);
}

function halt(id: string): void {
  running.get(id)?.abort();
  finish(id);
}

function sendQueued(id: string): void {
  const { queued } = getDraft(id);
  const choice = getChoice();
  if (queued === undefined || choice === undefined) takeBackQueued(id);
  else {
    changeDraft(id, { queued: undefined });
    say(id, queued, { provider: choice.provider, id: choice.model.model_id });
  }
}

function keepGrowing(id: string): void {
  const conversation = getConversation(id);
  if (conversation !== undefined) void writeRow(conversation);
}

// What has come of an answer is there after the page was closed or loaded again.
globalThis.addEventListener?.('pagehide', () => {
  for (const id of running.keys()) keepGrowing(id);
});

// What waits for the end of an answer that another tab writes is in the box again once that has come.
followTabs((id) => {
  const conversation = getConversation(id);
  if (conversation !== undefined && !running.has(id) && !isRunning(conversation)) takeBackQueued(id);
});

let leaving = false;
// Browsers break requests off before `pagehide`. Some links lead nowhere, as those to a file do: then the page stays.
globalThis.addEventListener?.('beforeunload', () => {
  leaving = true;
  setTimeout(() => {
    leaving = false;
  }, 1_000);
});
