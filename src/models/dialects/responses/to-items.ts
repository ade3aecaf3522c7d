/** From the gateway's messages to the items of a conversation. Each message is written by itself, so that prompts only grow. */
import type { Model } from '../../../domain/catalogue.ts';
import {
  type AssistantMessage,
  type CacheMark,
  isText,
  type Message,
  textOf,
  type UserPart,
} from '../../../domain/chat.ts';
import { FILE_NAME, toMark } from '../chat-completions/to-messages.ts';
import { Base64, dataUrl } from '../write-json.ts';
import { reasoningOf } from './reasoning-items.ts';

/** @param provider key of the provider that is asked: reasoning of others stays away. */
export function toItems(messages: readonly Message[], model: Model, provider: string): object[] {
  return messages.flatMap((message): object[] => {
    switch (message.role) {
      case 'assistant':
        return toTurn(message, provider);
      case 'tool':
        return [
          {
            type: 'function_call_output',
            call_id: message.callId,
            output: toContent(message.content, 'input_text', message.cache),
          },
        ];
      case 'system':
        return [{ role: model.capabilities.systemRole, content: toContent(message.content, 'input_text') }];
      default:
        return [{ role: 'user', content: toContent(message.content, 'input_text') }];
    }
  });
}

/** What the model thought before its first call, it thought before it spoke. */
function toTurn({ content, toolCalls = [] }: AssistantMessage, provider: string): object[] {
  const said = { role: 'assistant', content: toContent(content, 'output_text') };
  const [first] = toolCalls;
  const calls = toolCalls.flatMap((call) => [
    ...(call === first ? [] : reasoningOf(call, provider)),
    {
      type: 'function_call',
      call_id: call.id,
      name: call.name,
      arguments: call.arguments.toWellFormed(),
    },
  ]);
  if (first === undefined) return [said];
  return [...reasoningOf(first, provider), ...(content.length === 0 ? [] : [said]), ...calls];
}

/** Texts are one, unless one of them is marked. */
function toContent(
  parts: readonly UserPart[],
  textType: 'input_text' | 'output_text',
  cache?: CacheMark,
): string | object[] {
  const isMarked = cache !== undefined || parts.some((part) => part.cache !== undefined);
  if (!isMarked && parts.every(isText)) return textOf({ content: parts }).toWellFormed();
  const written = parts.map((part) => ({ ...toPart(part, textType), ...toMark(part.cache) }));
  if (cache === undefined) return written;
  // A result that says nothing is marked all the same.
  const last = written.at(-1) ?? { type: textType, text: '' };
  return [...written.slice(0, -1), { ...last, ...toMark(cache) }];
}

function toPart(part: UserPart, textType: string): object {
  switch (part.type) {
    case 'text':
      return { type: textType, text: part.text.toWellFormed() };
    case 'image': {
      const { source, detail = 'auto' } = part;
      const url = source.kind === 'url' ? source.url : dataUrl(source.mediaType, source.data);
      return { type: 'input_image', image_url: url, detail };
    }
    case 'file': {
      const filename = part.filename?.toWellFormed() ?? FILE_NAME;
      return { type: 'input_file', filename, file_data: dataUrl(part.mediaType, part.data) };
    }
    case 'audio':
      return { type: 'input_audio', input_audio: { data: new Base64(part.data), format: part.format } };
  }
}
