/** One answer as it streams in: what is asked, and what each event makes of the messages. */

import { type ChatEvent, streamChat } from '../api/gateway.ts';
import type { ChatMessage, Claim } from '../api/types.ts';
import { markChecking } from '../claims/claim-state.ts';
import { gatherByFrame } from '../shell/gather-by-frame.ts';
import { readCheckOptions } from '../sources/check-options.ts';
import { keyFor } from '../state/keys.ts';
import { grounds } from '../state/modes.ts';
import { getSettings } from '../state/settings.ts';
import type { AttachedDocument } from './attachments.ts';
import { checkWhole } from './check-whole.ts';
import type { ChosenModel, Message } from './conversation.ts';
import { growAnswer, putClaim } from './grow-answer.ts';
import { joinTexts } from './join-texts.ts';

/** Changes one message, if it is still there. */
type Change = (id: string, edit: (message: Message) => Message) => void;

/** The request of the chat. */
async function* ask(
  messages: readonly ChatMessage[],
  documents: readonly AttachedDocument[],
  claims: 'new' | 'all',
  model: ChosenModel,
  signal: AbortSignal,
): AsyncGenerator<ChatEvent> {
  const { mode, temperature, topP, maxTokens } = getSettings();
  const options = grounds(mode) ? await readCheckOptions(model, 'chat') : {};
  const request = {
    model: model.id,
    messages,
    documents,
    mode,
    claims,
    temperature,
    topP,
    maxTokens,
    ...options,
  };
  yield* streamChat(request, keyFor(model.provider), signal);
}

/**
 * Streams an answer into the last message, or more of it where it has begun.
 * @param messages the last one is the answer, the one before it the question.
 * @throws ApiFailure, also in mid-stream.
 */
export async function streamAnswer(
  messages: readonly Message[],
  model: ChosenModel,
  signal: AbortSignal,
  change: Change,
): Promise<void> {
  const [question, answer] = messages.slice(-2) as [Message, Message];
  const before = messages.slice(0, -1);
  const growth = growAnswer(answer);
  const sent = before.filter(({ text }) => text !== '');
  const isHeld = grounds(getSettings().mode);
  const documents = isHeld ? sent.flatMap((message) => message.documents ?? []) : [];
  const { system } = getSettings();
  const opening: ChatMessage[] = system.trim() === '' ? [] : [{ role: 'system', content: system }];
  const asked = [
    ...opening,
    ...sent.map((message): ChatMessage => ({ role: message.role, content: contentOf(message, isHeld) })),
    ...growth.asked,
  ];
  const isOfAnswer = (claim: Claim): boolean =>
    claim.role === 'assistant' && claim.message_index >= asked.length;
  const earlier = (claim: Claim): string | undefined => sent[claim.message_index - opening.length]?.id;

  const apply = (event: ChatEvent): void => {
    if (event.type === 'claim' || event.type === 'verdict') {
      if (isOfAnswer(event.claim)) change(answer.id, (message) => growth.take(message, event));
      else putEarlier([event.claim]);
      return;
    }
    change(answer.id, (message) => growth.take(message, event));
    if (event.type === 'checking') {
      change(question.id, (message) => ({ ...message, claims: markChecking(message.claims, event.ids) }));
    }
    if (event.type !== 'finish') return;
    const [own = [], others = []] = partition(event.metadata?.claims ?? [], isOfAnswer);
    change(answer.id, (message) => ({
      ...message,
      claims: own.map(growth.place).reduce(putClaim, message.claims),
    }));
    putEarlier(others);
  };
  const putEarlier = (claims: readonly Claim[]): void => {
    for (const [id, list] of Map.groupBy(claims, earlier)) {
      if (id !== undefined)
        change(id, (message) => ({ ...message, claims: list.reduce(putClaim, message.claims) }));
    }
  };

  const frames = gatherByFrame<ChatEvent>((events) => {
    if (!signal.aborted) for (const event of joinTexts(events)) apply(event);
  });
  // An answer that was stopped, or given without checking, has left claims unfound: they come with this one.
  const unread = before.some(({ role, metadata }) => role === 'assistant' && metadata === undefined);
  try {
    for await (const event of ask(asked, documents, unread ? 'all' : 'new', model, signal))
      frames.push(event);
  } finally {
    frames.flush();
  }
  const whole = growth.text();
  if (growth.asked.length > 0 && whole !== undefined) {
    await checkWhole(whole, model, signal, (edit) => change(answer.id, edit));
  }
}

/** @param isHeld whether the gateway gives the model what documents say to its question; else they are said in full. */
function contentOf(
  { text, pictures = [], documents = [] }: Message,
  isHeld: boolean,
): ChatMessage['content'] {
  const said = isHeld ? [] : documents.map(({ title, text: whole }) => `${title}\n\n${whole}`);
  if (pictures.length + said.length === 0) return text;
  return [
    ...pictures.map(({ url }) => ({ type: 'image_url', image_url: { url } }) as const),
    { type: 'text', text: [...said, text].join('\n\n') },
  ];
}

function partition<T>(items: readonly T[], belongs: (item: T) => boolean): [T[], T[]] {
  return [items.filter(belongs), items.filter((item) => !belongs(item))];
}
