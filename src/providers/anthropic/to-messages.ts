import { isText, type ToolCall, textOf } from '../../domain/chat.ts';
import { unsupported } from '../fields.ts';
import { isObject, type JsonObject, parseJson } from '../read-json.ts';
import type { Block, Turn } from '../to-turns.ts';
import { Base64 } from '../write-json.ts';
import { thoughtsOf } from './thoughts.ts';
import { NAME } from './to-tools.ts';

const ID = /^[A-Za-z0-9_-]+$/;

/**
 * https://platform.claude.com/docs/en/api/messages
 * @param withThoughts whether thinking goes back with its calls.
 * @throws GatewayError `unsupported` for what no block can hold.
 */
export function toMessages(turns: readonly Turn[], withThoughts: boolean): object[] {
  const idOf = renameIds(turns);
  return turns.map(({ role, content }) => {
    if (content.every(isText)) return { role, content: textOf({ content }) };
    const blocks: object[] = [];
    for (const block of content) {
      // The first thinking of a turn stands before all else in it.
      if (withThoughts && block.type === 'tool_call') {
        const first = !blocks.some((one) => 'input' in one);
        blocks.splice(first ? 0 : blocks.length, 0, ...thoughtsOf(block));
      }
      blocks.push(toBlock(block, idOf));
    }
    return { role, content: blocks };
  });
}

function toBlock(block: Block, idOf: (id: string) => string): object {
  switch (block.type) {
    case 'text':
      return { type: 'text', text: block.text };
    case 'image': {
      const { source } = block;
      return source.kind === 'url'
        ? { type: 'image', source: { type: 'url', url: source.url } }
        : { type: 'image', source: toBase64(source.mediaType, source.data) };
    }
    case 'file':
      return { type: 'document', source: toBase64(block.mediaType, block.data), title: block.filename };
    case 'audio':
      throw unsupported('messages', 'Anthropic', 'input_audio');
    case 'tool_call':
      if (!NAME.test(block.name)) throw unsupported('messages', 'Anthropic', 'The name of a called function');
      return { type: 'tool_use', id: idOf(block.id), name: block.name, input: toInput(block) };
    case 'tool_result':
      return {
        type: 'tool_result',
        tool_use_id: idOf(block.call.id),
        content: block.text === '' ? undefined : block.text,
      };
  }
}

function toBase64(mediaType: string, data: string): object {
  return { type: 'base64', media_type: mediaType, data: new Base64(data) };
}

function toInput({ arguments: text }: ToolCall): JsonObject {
  const input = text.trim() === '' ? {} : parseJson(text);
  if (!isObject(input))
    throw unsupported('messages', 'Anthropic', 'A call whose arguments are no JSON object');
  return input;
}

/** Ids of other providers may have characters that Anthropic refuses; each gets one of its own. */
function renameIds(turns: readonly Turn[]): (id: string) => string {
  const ids = turns.flatMap(({ content }) =>
    content.flatMap((block) => (block.type === 'tool_call' ? [block.id] : [])),
  );
  const taken = new Set(ids.filter((id) => ID.test(id)));
  const renamed = new Map<string, string>();
  for (const id of ids) {
    if (ID.test(id) || renamed.has(id)) continue;
    const plain = id.replace(/[^A-Za-z0-9_-]/g, '_') || 'call';
    let name = plain;
    for (let count = 2; taken.has(name); count++) name = `${plain}_${count}`;
    taken.add(name);
    renamed.set(id, name);
  }
  return (id) => renamed.get(id) ?? id;
}
