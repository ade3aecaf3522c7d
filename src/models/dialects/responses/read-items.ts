/** From the items of a conversation to the messages of chat completions. */
import type { ExtraContent } from '../../../domain/chat.ts';
import type { MessageBody } from '../chat-completions/message-schema.ts';
import type { MediaPlace } from '../chat-completions/read-messages.ts';
import { shownType } from '../check-parts.ts';
import type { Unread } from '../schema-parts.ts';
import { takerOf } from './item-ids.ts';
import { isKnownItem, type KnownItem } from './item-schema.ts';
import type { PlacedItem } from './placed-item.ts';
import { ANY_PROVIDER, asWritten, extraOf, isEncrypted } from './reasoning-items.ts';
import { argumentsOf, type FormedTools } from './tool-forms.ts';

interface ReadItems {
  readonly messages: MessageBody[];
  /** Where the caller wrote each message. */
  readonly places: readonly string[];
  /** What was left out, for `X-Claimgate-Adjusted`. */
  readonly adjusted: readonly string[];
  /** Of each message, the number of the item that it was read from, the first of several. */
  readonly origins: readonly number[];
  /** Items that only a provider of this dialect takes. */
  readonly unread: readonly MediaPlace[];
}

type BodyOf<R extends MessageBody['role']> = Extract<MessageBody, { role: R }>;
type ItemOf<T extends KnownItem['type']> = Extract<KnownItem, { type: T }>;
type MessageItem<R extends ItemOf<'message'>['role']> = Extract<ItemOf<'message'>, { role: R }>;
type PartsOf<B extends { readonly content?: unknown }> = Exclude<NonNullable<B['content']>, string>;

/** A message, with the results of its calls behind it wherever they stand in the conversation. */
interface Turn {
  readonly message: MessageBody;
  readonly place: string;
  /** Of its first item. */
  readonly at: number;
  readonly results: BodyOf<'tool'>[];
  /** What the results show beside text. */
  readonly shown: UserPart[];
}

/** What the model said and called before anybody else spoke: several items, and one message. */
interface ModelTurn extends Turn {
  readonly message: { readonly role: 'assistant' };
  readonly texts: PartsOf<BodyOf<'assistant'>>;
  readonly calls: NonNullable<BodyOf<'assistant'>['tool_calls']>;
}

/**
 * @param items without references.
 * @param nameOf the function that stands for a tool of the caller's.
 */
export function readItems(items: readonly PlacedItem[], nameOf: FormedTools['nameOf']): ReadItems {
  const turns: Turn[] = [];
  /** The turns of calls, by the calls' ids. */
  const calling = new Map<string, Turn>();
  /** The model's turn that may go on. */
  let open: ModelTurn | undefined;
  const adjusted = new Set<string>();
  const unread: MediaPlace[] = [];
  /** Reasoning that belongs to the next call. */
  let reasoning: ItemOf<'reasoning'>[] = [];
  const begin = (place: string, at: number): ModelTurn => {
    const texts: ModelTurn['texts'] = [];
    const calls: ModelTurn['calls'] = [];
    const message = { role: 'assistant', content: texts, tool_calls: calls } as const;
    const turn = { message, place, at, results: [], shown: [], texts, calls };
    turns.push(turn);
    return turn;
  };
  const close = (): void => {
    open = undefined;
    if (reasoning.length > 0) adjusted.add('reasoning=ignored');
    reasoning = [];
  };
  for (const [at, { item, place: path }] of items.entries()) {
    const place = path.join('.');
    if (!isKnownItem(item)) {
      const type = shownType(item.type);
      // A call, or what came of one, cannot be left out of a conversation.
      if (item.call_id === undefined) adjusted.add(`input=${type.replaceAll("'", '')}:ignored`);
      else unread.push({ kind: 'unread', what: `an item of type ${type}`, place: `${place}.type` });
      continue;
    }
    switch (item.type) {
      case 'reasoning':
        if (isEncrypted(item)) reasoning.push(item);
        else adjusted.add('reasoning=ignored');
        break;
      case 'function_call':
      case 'custom_tool_call': {
        const { call_id: id, namespace } = item;
        const name = nameOf(item.name, namespace);
        const text = item.type === 'function_call' ? item.arguments : argumentsOf(item.input);
        const extra_content =
          reasoning.length === 0 ? item.extra_content : { ...item.extra_content, ...extraOfItems(reasoning) };
        reasoning = [];
        open ??= begin(place, at);
        open.calls.push({ id, type: 'function', function: { name, arguments: text }, extra_content });
        calling.set(id, open);
        break;
      }
      case 'function_call_output':
      case 'custom_tool_call_output': {
        const { call_id: id } = item;
        const turn = calling.get(id);
        const { content, shown } = readOutput(item, place);
        turn?.results.push({ role: 'tool', tool_call_id: id, content });
        turn?.shown.push(...shown);
        close();
        break;
      }
      case 'additional_tools':
        break;
      case 'message':
        if (item.role === 'assistant') {
          // What is said behind calls belongs to the message with the calls.
          if (open === undefined || open.calls.length === 0) open = begin(place, at);
          open.texts.push(...readSaid(item));
          break;
        }
        close();
        turns.push({ message: readMessage(item, place), place, at, results: [], shown: [] });
    }
  }
  close();
  const messages: MessageBody[] = [];
  const places: string[] = [];
  const origins: number[] = [];
  for (const { message, place, at, results, shown } of turns) {
    const all = [message, ...results];
    if (shown.length > 0) all.push({ role: 'user', content: shown });
    messages.push(...all);
    places.push(...all.map(() => place));
    origins.push(...all.map(() => at));
  }
  return { messages, places, origins, unread, adjusted: [...adjusted] };
}

function readSaid({ content }: MessageItem<'assistant'>): PartsOf<BodyOf<'assistant'>> {
  if (typeof content === 'string') return [{ type: 'text', text: content }];
  return content.map((part) => (part.type === 'output_text' ? toText(part) : part));
}

function readMessage(item: MessageItem<'user' | 'system' | 'developer'>, place: string): MessageBody {
  if (typeof item.content === 'string') return { role: item.role, content: item.content };
  if (item.role === 'user')
    return {
      role: 'user',
      content: item.content.map((part, at) => readPart(part, `${place}.content.${at}`)),
    };
  return {
    role: item.role,
    content: item.content.map((part) => (part.type === 'unread' ? part : toText(part))),
  };
}

/** The items that one call takes with it are one answer's. */
function extraOfItems(items: readonly ItemOf<'reasoning'>[]): ExtraContent {
  return extraOf(takerOf(items[0]?.id ?? '') ?? ANY_PROVIDER, items.map(asWritten));
}

type UserPart = PartsOf<BodyOf<'user'>>[number];

function readPart(part: PartsOf<MessageItem<'user'>>[number], place: string): UserPart {
  switch (part.type) {
    case 'input_text':
      return toText(part);
    case 'input_image':
      if (part.image_url == null) return unreadPart(part, place, 'an image with a file_id');
      return {
        type: 'image_url',
        image_url: { url: part.image_url, detail: part.detail },
        ...marksOf(part),
      };
    case 'input_file': {
      const { file_data, filename } = part;
      if (file_data == null) return unreadPart(part, place, 'a file without file_data');
      return { type: 'file', file: { file_data, filename }, ...marksOf(part) };
    }
    case 'input_audio':
    case 'unread':
      return part;
  }
}

function unreadPart({ type: kind }: { readonly type: string }, place: string, what: string): Unread {
  return { type: 'unread', kind, written: { place, what } };
}

type Output = ItemOf<'function_call_output' | 'custom_tool_call_output'>;

/** A result is text in chat completions: what else it shows stands behind it. */
function readOutput(
  { output }: Output,
  place: string,
): { readonly content: BodyOf<'tool'>['content']; readonly shown: readonly UserPart[] } {
  if (typeof output === 'string') return { content: output, shown: [] };
  const parts = output.map((part, at) => readPart(part, `${place}.output.${at}`));
  return {
    content: parts.filter((part) => part.type === 'text'),
    shown: parts.filter((part) => part.type !== 'text'),
  };
}

type Marks = Pick<
  Extract<PartsOf<BodyOf<'assistant'>>[number], { type: 'text' }>,
  'cache_control' | 'prompt_cache_breakpoint'
>;

function toText({ text, ...part }: { readonly text: string } & Marks) {
  return { type: 'text' as const, text, ...marksOf(part) };
}

function marksOf({ cache_control, prompt_cache_breakpoint }: Marks): Marks {
  return cache_control == null && prompt_cache_breakpoint == null
    ? {}
    : { cache_control, prompt_cache_breakpoint };
}
