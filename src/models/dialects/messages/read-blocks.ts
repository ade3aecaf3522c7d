/** From what a user shows and a tool returns, in Anthropic's blocks, to the parts of chat completions. */
import type { MessageBody } from '../chat-completions/message-schema.ts';
import { shownType } from '../check-parts.ts';
import type { Unread } from '../schema-parts.ts';
import type { MessagesBody } from './messages-schema.ts';

export type Place = readonly (string | number)[];

type Turn = MessagesBody['messages'][number];
export type TurnOf<R extends Turn['role']> = Extract<Turn, { role: R }>;
export type Known<B> = Extract<Exclude<B, string>, readonly unknown[]>[number];
export type UserBlock = Known<TurnOf<'user'>['content']>;
type ShownBlock = Exclude<UserBlock, { type: 'tool_result' }>;
type BlockOf<T> = Extract<UserBlock, { type: T }>;
type ResultBlock = Known<NonNullable<BlockOf<'tool_result'>['content']>>;
type TextBlock = BlockOf<'text'>;

export type PartsOf<R extends MessageBody['role']> = Exclude<
  NonNullable<Extract<MessageBody, { role: R }>['content']>,
  string
>;
export type UserPart = PartsOf<'user'>[number];
type TextPart = Extract<UserPart, { type: 'text' }>;

/** @param next block: texts beside each other are read as one, but a document stands by itself. */
export function toPart(
  block: ShownBlock | ResultBlock,
  place: Place,
  next: UserBlock | ResultBlock | undefined,
): UserPart {
  if (block.type === 'unread') return unreadBlock(block, place);
  const part = { ...toOwnPart(block, place), ...markOf(block) };
  const isApart = standsApart(block) || (next !== undefined && standsApart(next));
  return part.type === 'text' && next !== undefined && isApart ? { ...part, text: `${part.text}\n\n` } : part;
}

/** @returns what the result of a call shows; its pictures and files among its texts. */
export function toResult({ content }: BlockOf<'tool_result'>, place: Place): UserPart[] {
  if (content == null || typeof content === 'string') return [toText({ text: content ?? '' })];
  return content.map((block, at) => toPart(block, [...place, 'content', at], content[at + 1]));
}

/** @param where they stand, for the refusal of a block that is no text. */
export function toTexts(
  content: string | readonly (Unread | TextBlock)[],
  place: Place,
  where: string,
): (TextPart | Unread)[] {
  if (typeof content === 'string') return [toText({ text: content })];
  return content.map((block, at) =>
    block.type === 'text' ? toText(block) : unreadBlock(block, [...place, 'content', at], where),
  );
}

export function toText({ text, ...mark }: { readonly text: string } & Marked): TextPart {
  return { type: 'text', text, ...markOf(mark) };
}

interface Marked {
  readonly cache_control?: TextPart['cache_control'];
}

/** What a block, a call or a tool is marked with, as chat completions has it. */
export function markOf({ cache_control: mark }: Marked): Marked {
  return mark == null ? {} : { cache_control: mark };
}

export function isText(part: UserPart): part is TextPart {
  return part.type === 'text';
}

/** @returns the same, with its place for whoever cannot take it. */
export function unreadBlock({ type, kind }: Unread, place: Place, where?: string): Unread {
  const what = where === undefined ? `a block of type ${shownType(kind)}` : `${shownType(kind)} in ${where}`;
  return { type, kind, written: { place: `${place.join('.')}.type`, what } };
}

function standsApart({ type }: { readonly type: string }): boolean {
  return type === 'document' || type === 'search_result' || type === 'tool_reference';
}

function toOwnPart(block: Exclude<ShownBlock | ResultBlock, Unread>, place: Place): UserPart {
  switch (block.type) {
    case 'text':
      return toText(block);
    case 'image': {
      const { source } = block;
      if (source.type === 'unread') return unreadBlock(source, [...place, 'source'], 'a picture');
      if (source.type === 'url') return { type: 'image_url', image_url: { url: source.url } };
      const { media_type: mediaType, data } = source;
      return { type: 'image_url', image_url: { url: `data:${mediaType};base64,${data}` } };
    }
    case 'document':
      return toDocument(block, [...place, 'source']);
    // All tools are on offer, found or not.
    case 'tool_reference':
      return toText({ text: `The tool ${block.tool_name} was found.` });
    case 'search_result':
      return paragraphs(block.title, block.source, ...block.content.map(({ text }) => text));
  }
}

function toDocument({ source, title, context }: BlockOf<'document'>, place: Place): UserPart {
  if (source.type === 'unread') return unreadBlock(source, place, 'a document');
  if (source.type === 'content') {
    const texts = toTexts(source.content, place, 'a document');
    const unread = texts.find((part) => part.type === 'unread');
    return unread ?? paragraphs(title, context, ...texts.filter(isText).map(({ text }) => text));
  }
  if (source.type === 'text') return paragraphs(title, context, source.data);
  const data = `data:${source.media_type};base64,${source.data}`;
  return { type: 'file', file: { file_data: data, filename: title } };
}

function paragraphs(...texts: readonly (string | null | undefined)[]): TextPart {
  return toText({ text: texts.filter((text) => text != null && text !== '').join('\n\n') });
}
