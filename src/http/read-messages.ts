/** From validated messages to the gateway's own. */
import type { AssistantMessage, Message, TextPart, ToolCall, UserPart } from '../domain/chat.ts';
import { GatewayError } from '../errors.ts';
import type { InputKind } from '../providers/catalogue.ts';
import type { MessageBody } from './message-schema.ts';
import { readImage, readPdf } from './read-media.ts';

/** A part beside text, and where the caller wrote it. */
export interface MediaPlace {
  readonly kind: InputKind;
  /** Such as `messages.2.content.1`. */
  readonly place: string;
}

export interface Conversation {
  readonly messages: readonly Message[];
  readonly media: readonly MediaPlace[];
}

/**
 * @param field of the body that holds them.
 * @throws GatewayError 400 for what the gateway does not take, naming its place.
 */
export function readMessages(bodies: readonly MessageBody[], field: string): Conversation {
  const media: MediaPlace[] = [];
  /** Id of the last call in the older form, which has none of its own. */
  let madeId = '';
  const read = (body: MessageBody, at: number): Message => {
    const place = `${field}.${at}`;
    switch (body.role) {
      case 'user':
        return { role: 'user', content: readParts(body.content, place, media), ...nameOf(body) };
      case 'assistant':
        if (body.function_call != null) madeId = `call_function_${at}`;
        return readAssistant(body, place, madeId);
      case 'tool':
        return { role: 'tool', content: readTexts(body.content), callId: body.tool_call_id };
      case 'function':
        return { role: 'tool', content: readTexts(body.content ?? ''), callId: madeId };
      default:
        return { role: 'system', content: readTexts(body.content), ...nameOf(body) };
    }
  };
  return { messages: bodies.map(read), media };
}

type BodyOf<R extends MessageBody['role']> = Extract<MessageBody, { role: R }>;
type Part<R extends 'user' | 'assistant'> = Exclude<NonNullable<BodyOf<R>['content']>, string>[number];

function readAssistant(body: BodyOf<'assistant'>, place: string, madeId: string): AssistantMessage {
  if (body.audio != null) throw notTaken(`${place}.audio`, 'audio');
  const { content, refusal, tool_calls: calls, function_call: call } = body;
  const toolCalls = (calls ?? []).map(readCall);
  if (call != null) toolCalls.push({ id: madeId, ...readFunction(call) });
  return {
    role: 'assistant',
    content: readTexts([
      ...partsOf(content ?? ''),
      ...(refusal == null ? [] : [{ type: 'refusal', refusal } as const]),
    ]),
    ...nameOf(body),
    ...(toolCalls.length === 0 ? {} : { toolCalls }),
  };
}

function readCall(call: NonNullable<BodyOf<'assistant'>['tool_calls']>[number]): ToolCall {
  const extra = call.extra_content;
  return { id: call.id, ...readFunction(call.function), ...(extra == null ? {} : { extra }) };
}

/** A call without arguments may have no text at all. */
function readFunction({ name, arguments: text }: { readonly name: string; readonly arguments: string }) {
  return { name, arguments: text.trim() === '' ? '{}' : text.toWellFormed() };
}

function nameOf({ name }: { readonly name?: string | null | undefined }): { readonly name?: string } {
  return name == null || name === '' ? {} : { name: name.toWellFormed() };
}

function partsOf<P>(content: string | readonly P[]): readonly (P | TextPart)[] {
  return typeof content === 'string' ? [{ type: 'text', text: content }] : content;
}

/** Texts joined without a separator. */
function readTexts(content: string | readonly Part<'assistant'>[]): readonly TextPart[] {
  const texts = partsOf(content).map((part) => (part.type === 'text' ? part.text : part.refusal));
  const text = texts.join('').toWellFormed();
  return text === '' ? [] : [{ type: 'text', text }];
}

/** Neighbouring texts are one, their lone surrogates, which UTF-8 cannot carry, replaced unit by unit. */
function readParts(
  content: string | readonly Part<'user'>[],
  place: string,
  media: MediaPlace[],
): UserPart[] {
  const read: UserPart[] = [];
  let text = '';
  const endText = (): void => {
    if (text !== '') read.push({ type: 'text', text: text.toWellFormed() });
    text = '';
  };
  for (const [at, part] of partsOf(content).entries()) {
    if (part.type === 'text') {
      text += part.text;
      continue;
    }
    endText();
    const own = `${place}.content.${at}`;
    const [kind, taken] = readMedia(part, own);
    media.push({ kind, place: own });
    read.push(taken);
  }
  endText();
  return read;
}

function readMedia(part: Exclude<Part<'user'>, { type: 'text' }>, place: string): [InputKind, UserPart] {
  switch (part.type) {
    case 'image_url': {
      const { url, detail } = part.image_url;
      const source = readImage(url);
      const image = { type: 'image', source, ...(detail == null ? {} : { detail }) } as const;
      return [source.kind === 'data' ? 'image' : 'image_url', image];
    }
    case 'file': {
      const { file_data: data, filename } = part.file;
      if (data == null) throw notTaken(place, 'file with a file_id');
      return ['pdf', { type: 'file', ...readPdf(data), ...(filename == null ? {} : { filename }) }];
    }
    case 'input_audio':
      return ['audio', { type: 'audio', ...part.input_audio }];
  }
}

function notTaken(place: string, what: string): GatewayError {
  return new GatewayError('unsupported', `${place}: ${what} is not supported`, { param: place });
}
