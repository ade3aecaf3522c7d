/** A body of the Messages API as its caller wrote it, with what the gateway adds to the conversation. */
import { type ChatRequest, textOf, type WrittenRequest } from '../../../domain/chat.ts';
import { isObject, type JsonObject } from '../../../domain/json-object.ts';
import { withPieces } from '../write-json.ts';
import { withTextBehind, writtenFields } from '../written-fields.ts';
import { messagesFields } from './messages-schema.ts';

/** Of a body, those that Anthropic is sent: a thread is the gateway's matter. */
const SENT: ReadonlySet<string> = new Set(Object.keys(messagesFields).filter((name) => name !== 'thread'));

interface WrittenAgain extends JsonObject {
  readonly system?: unknown;
  readonly messages: readonly JsonObject[];
}

/** @returns the fields that the caller wrote for the provider. */
export function writeAgain({ messages }: ChatRequest, written: WrittenRequest): WrittenAgain {
  const { body, sources } = written;
  let system = body.system;
  const turns: JsonObject[] = [];
  let last: JsonObject | undefined;
  for (const message of messages) {
    const source = sources.get(message);
    if (source === body) continue;
    // One turn of the caller's may have been read as several messages.
    if (source === undefined) {
      const text = textOf(message).toWellFormed();
      if (message.role === 'system' && message.inPlace !== true) system = putBefore(text, system);
      else if (message.role === 'assistant') turns.push({ role: 'assistant', content: text });
      else putBehind(turns, text);
    } else if (source !== last) turns.push({ ...source, content: bareBlocks(source.content) });
    last = source ?? last;
  }
  return { ...writtenFields(written, SENT), ...(system == null ? {} : { system }), messages: turns };
}

/** What the gateway put beside a call is not Anthropic's. */
function bareBlocks(content: unknown): unknown {
  if (!Array.isArray(content)) return content;
  return content.map((block: unknown) => {
    if (!isObject(block)) return block;
    const { extra_content: _extra, ...bare } = block;
    return withPieces(bare);
  });
}

function putBefore(text: string, system: unknown): unknown {
  if (Array.isArray(system)) return [{ type: 'text', text }, ...system];
  return typeof system === 'string' && system !== '' ? `${text}\n\n${system}` : text;
}

/** What belongs to a question stands at the end of its turn; behind an answer it is a turn of its own. */
function putBehind(turns: JsonObject[], text: string): void {
  const turn = turns.at(-1);
  if (!isObject(turn) || turn.role !== 'user') {
    turns.push({ role: 'user', content: text });
    return;
  }
  turns[turns.length - 1] = { ...turn, content: withTextBehind(turn.content, text) };
}
