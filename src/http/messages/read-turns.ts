/** From the turns of Anthropic's form to the messages of chat completions. */
import type { MessageBody } from '../message-schema.ts';
import { notTaken } from '../read-messages.ts';
import type { MessagesBody } from './messages-schema.ts';

export type Place = readonly (string | number)[];

export interface ReadTurns {
  readonly messages: readonly MessageBody[];
  /** Where the caller wrote each message, and its calls. */
  readonly places: readonly { readonly message: Place; readonly calls?: readonly Place[] }[];
  /** What was left out, for `X-Claimgate-Adjusted`. */
  readonly leftOut: ReadonlySet<string>;
}

type Turn = MessagesBody['messages'][number];
type TurnOf<R extends Turn['role']> = Extract<Turn, { role: R }>;
type Known<B> = Extract<Exclude<B, string>, readonly unknown[]>[number];
/** Blocks of the types that the gateway reads. */
type UserBlock = Extract<
  Known<TurnOf<'user'>['content']>,
  { type: 'text' | 'image' | 'document' | 'tool_result' }
>;
type AssistantBlock = Extract<
  Known<TurnOf<'assistant'>['content']>,
  { type: 'text' | 'tool_use' | 'thinking' | 'redacted_thinking' }
>;
type BlockOf<B, T> = Extract<B, { type: T }>;
type PartsOf<R extends MessageBody['role']> = Exclude<
  NonNullable<Extract<MessageBody, { role: R }>['content']>,
  string
>;
type UserPart = PartsOf<'user'>[number];
type Calls = NonNullable<Extract<MessageBody, { role: 'assistant' }>['tool_calls']>;

/** @throws GatewayError 400 for a block that the gateway does not take, naming its place. */
export function readTurns({ system, messages: turns }: Pick<MessagesBody, 'system' | 'messages'>): ReadTurns {
  const messages: MessageBody[] = [];
  const places: { message: Place; calls?: readonly Place[] }[] = [];
  const leftOut = new Set<string>();
  const noteCache = ({ cache_control: control }: { readonly cache_control?: unknown }): void => {
    if (control != null) leftOut.add('cache_control=ignored');
  };

  if (system != null && system.length > 0) {
    if (typeof system !== 'string') system.forEach(noteCache);
    messages.push({ role: 'system', content: typeof system === 'string' ? system : system.map(toText) });
    places.push({ message: ['system'] });
  }

  /** The results come first: they belong to the calls of the message before. */
  const addUser = (content: readonly UserBlock[], place: Place): void => {
    const parts: UserPart[] = [];
    for (const [at, block] of content.entries()) {
      noteCache(block);
      const own = [...place, 'content', at];
      if (block.type !== 'tool_result') {
        parts.push(toPart(block, own));
        continue;
      }
      if (block.is_error === true) leftOut.add('is_error=ignored');
      messages.push({ role: 'tool', tool_call_id: block.tool_use_id, content: resultOf(block, own) });
      places.push({ message: own });
    }
    // A turn of results alone says nothing else.
    if (parts.length === 0 && content.length > 0) return;
    messages.push({ role: 'user', content: parts });
    places.push({ message: place });
  };

  const addAssistant = (content: readonly AssistantBlock[], place: Place): void => {
    const texts: PartsOf<'assistant'> = [];
    const calls: Calls = [];
    const callPlaces: Place[] = [];
    for (const [at, block] of content.entries()) {
      const own = [...place, 'content', at];
      switch (block.type) {
        case 'text':
          noteCache(block);
          texts.push(toText(block));
          break;
        case 'tool_use': {
          noteCache(block);
          const { id, name, input, extra_content } = block;
          calls.push({
            id,
            type: 'function',
            function: { name, arguments: JSON.stringify(input) },
            extra_content,
          });
          callPlaces.push(own);
          break;
        }
        case 'thinking':
        case 'redacted_thinking':
          leftOut.add('thinking=ignored');
          break;
        default:
          throw unknownBlock(block, own);
      }
    }
    messages.push({ role: 'assistant', content: texts, ...(calls.length > 0 && { tool_calls: calls }) });
    places.push({ message: place, calls: callPlaces });
  };

  for (const [at, { role, content }] of turns.entries()) {
    const place = ['messages', at];
    if (typeof content === 'string') {
      messages.push({ role, content });
      places.push({ message: place });
    } else if (role === 'user') addUser(content as readonly UserBlock[], place);
    else addAssistant(content as readonly AssistantBlock[], place);
  }
  return { messages, places, leftOut };
}

function toText({ text }: { readonly text: string }): { type: 'text'; text: string } {
  return { type: 'text', text };
}

function toPart(block: Exclude<UserBlock, { type: 'tool_result' }>, place: Place): UserPart {
  switch (block.type) {
    case 'text':
      return toText(block);
    case 'image': {
      const { source } = block;
      if ('url' in source) return { type: 'image_url', image_url: { url: source.url } };
      if (!('data' in source)) throw unknownBlock(source, [...place, 'source'], 'a picture');
      const { media_type: mediaType, data } = source;
      return { type: 'image_url', image_url: { url: `data:${mediaType};base64,${data}` } };
    }
    case 'document':
      return toDocument(block, place);
    default:
      throw unknownBlock(block, place);
  }
}

function toDocument(block: BlockOf<UserBlock, 'document'>, place: Place): UserPart {
  const { source, title, context } = block;
  if (!('data' in source)) throw unknownBlock(source, [...place, 'source'], 'a document');
  if (source.type === 'base64') {
    const data = `data:${source.media_type};base64,${source.data}`;
    return { type: 'file', file: { file_data: data, filename: title } };
  }
  const lines = [title, context, source.data].filter((text) => text != null && text !== '');
  return { type: 'text', text: lines.join('\n\n') };
}

function resultOf(
  { content }: BlockOf<UserBlock, 'tool_result'>,
  place: Place,
): string | { type: 'text'; text: string }[] {
  if (content == null || typeof content === 'string') return content ?? '';
  return content.map((block, at) => {
    if ('text' in block) return toText(block);
    throw unknownBlock(block, [...place, 'content', at], 'the result of a call');
  });
}

function unknownBlock({ type }: { readonly type: string }, place: Place, where?: string): Error {
  const what = where === undefined ? `a block of type '${type}'` : `'${type}' in ${where}`;
  return notTaken(`${place.join('.')}.type`, what);
}
