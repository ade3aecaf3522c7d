import type { Model } from '../../../domain/catalogue.ts';
import { isText, type MediaPart, type Message, textOf, type UserPart } from '../../../domain/chat.ts';
import { Base64, dataUrl } from '../write-json.ts';

/** What a file is called whose name the caller left out: the dialect wants one. */
const FILE_NAME = 'document.pdf';

/** @param named whether the provider takes the names of those who speak. */
export function toMessages(messages: readonly Message[], model: Model, named: boolean): object[] {
  return messages.map((message) => {
    const role = message.role === 'system' ? model.capabilities.systemRole : message.role;
    if (message.role === 'tool') return { role, tool_call_id: message.callId, content: plainText(message) };
    // `undefined` is left out by JSON.stringify.
    const shared = { role, name: named ? message.name?.toWellFormed() : undefined };
    if (message.role === 'user' && !message.content.every(isText)) {
      return { ...shared, content: message.content.map(toPart) };
    }
    const content = plainText(message);
    if (message.role !== 'assistant' || message.toolCalls === undefined) return { ...shared, content };
    return {
      ...shared,
      content: content === '' ? null : content,
      tool_calls: message.toolCalls.map((call) => ({
        id: call.id,
        type: 'function',
        function: { name: call.name, arguments: call.arguments.toWellFormed() },
      })),
    };
  });
}

function plainText(message: Message): string {
  return textOf(message).toWellFormed();
}

function toPart(part: UserPart): object {
  return isText(part) ? { type: 'text', text: part.text.toWellFormed() } : toMediaPart(part);
}

function toMediaPart(part: MediaPart): object {
  switch (part.type) {
    case 'image': {
      const { source, detail } = part;
      const url = source.kind === 'url' ? source.url : dataUrl(source.mediaType, source.data);
      return { type: 'image_url', image_url: { url, detail } };
    }
    case 'file': {
      const filename = part.filename?.toWellFormed() ?? FILE_NAME;
      return { type: 'file', file: { filename, file_data: dataUrl(part.mediaType, part.data) } };
    }
    case 'audio':
      return { type: 'input_audio', input_audio: { data: new Base64(part.data), format: part.format } };
  }
}
