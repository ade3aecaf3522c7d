import { isText, type TextPart, type ToolCall, textOf } from '../../../domain/chat.ts';
import { unsupported } from '../fields.ts';
import { isObject, type JsonObject, parseJson } from '../read-json.ts';
import type { Block, Turn } from '../to-turns.ts';
import { Base64 } from '../write-json.ts';
import { toMark } from './cache-control.ts';
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
  return turns.map(({ role, content }, turn) => {
    const texts = content.filter(isText);
    if (texts.length === content.length) return { role, content: toTexts(texts) };
    const blocks: object[] = [];
    for (const block of content) {
      // The first thinking of a turn stands before all else in it.
      if (withThoughts && block.type === 'tool_call') {
        const first = !blocks.some((one) => 'input' in one);
        blocks.splice(first ? 0 : blocks.length, 0, ...thoughtsOf(block));
      }
      blocks.push(toBlock(block, (call) => idOf(call, turn)));
    }
    return { role, content: blocks };
  });
}

/** A text, or where one is marked, blocks. */
export function toTexts(texts: readonly TextPart[]): string | object[] {
  if (texts.every(({ cache }) => cache === undefined)) return textOf({ content: texts });
  return texts.map(({ type, text, cache }) => ({ type, text, ...toMark(cache) }));
}

function toBlock(block: Block, idOf: (call: ToolCall) => string): object {
  return { ...toBareBlock(block, idOf), ...toMark(block.cache) };
}

function toBareBlock(block: Block, idOf: (call: ToolCall) => string): object {
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
      return { type: 'tool_use', id: idOf(block), name: block.name, input: toInput(block) };
    case 'tool_result':
      return {
        type: 'tool_result',
        tool_use_id: idOf(block.call),
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

/**
 * Ids of other providers may have characters that Anthropic refuses, or come again in a later turn: such a call gets
 * one of its own. A call of a turn and its result have the same.
 */
function renameIds(turns: readonly Turn[]): (call: Pick<ToolCall, 'id'>, turn: number) => string {
  const ids = turns.map(({ content }) =>
    content.flatMap((block) => (block.type === 'tool_call' ? [block.id] : [])),
  );
  /** Ids that their own calls keep. */
  const plain = new Set(ids.flat().filter((id) => ID.test(id)));
  const taken = new Set<string>();
  /** By what a name begins with: how many were looked at. */
  const counts = new Map<string, number>();
  const nameFor = (id: string): string => {
    if (ID.test(id) && !taken.has(id)) return id;
    const base = id.replace(/[^A-Za-z0-9_-]/g, '_') || 'call';
    let name = base;
    let count = counts.get(base) ?? 1;
    while (plain.has(name) || taken.has(name)) name = `${base}_${++count}`;
    counts.set(base, count);
    return name;
  };
  let names = new Map<string, string>();
  const namesByTurn = ids.map((own) => {
    if (own.length > 0) names = new Map();
    for (const id of own) {
      names.set(id, nameFor(id));
      taken.add(names.get(id) as string);
    }
    return names;
  });
  return ({ id }, turn) => namesByTurn[turn]?.get(id) ?? id;
}
