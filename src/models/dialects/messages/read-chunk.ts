import type { Chunk, FinishReason } from '../../../domain/chat.ts';
import type { StreamEvent, StreamReader } from '../adapter.ts';
import { graverFinish } from '../finish-reason.ts';
import { malformedAnswer } from '../provider-error.ts';
import { isObject, type JsonObject, parseJson } from '../read-json.ts';
import { RepeatedFrame } from '../repeated-frame.ts';
import { type KnownMembers, unreadOf } from '../unread.ts';
import { JSON_ANSWER } from './json-answer.ts';
import { readCall, readStopReason, writeInput } from './read-completion.ts';
import { readErrorBody } from './read-error.ts';
import { mergeUsage, readUsage } from './read-usage.ts';
import { isThought } from './thoughts.ts';

/** What of each event is read, or is the gateway's to say. */
const KNOWN: Readonly<Record<string, KnownMembers>> = {
  message_start: {
    type: true,
    message: {
      ...{ id: true, type: true, role: true, model: true },
      ...{ content: true, stop_reason: true, stop_sequence: true },
    },
  },
  content_block_start: {
    ...{ type: true, index: true },
    content_block: { type: true, id: true, name: true, input: true },
  },
  content_block_delta: {
    ...{ type: true, index: true },
    delta: { type: true, text: true, thinking: true, signature: true, partial_json: true },
  },
  content_block_stop: { type: true, index: true },
  message_delta: { type: true, usage: true },
  message_stop: { type: true },
  ping: { type: true },
};
const KNOWN_USAGE: KnownMembers = {
  ...{ input_tokens: true, output_tokens: true },
  ...{ cache_creation_input_tokens: true, cache_read_input_tokens: true },
};
/** Pieces of what the gateway reads; those of other types go on as they come. */
const READ_DELTAS: ReadonlySet<unknown> = new Set([
  ...['text_delta', 'input_json_delta', 'thinking_delta', 'signature_delta'],
]);

/** A `tool_use` block that has begun. */
interface OpenCall {
  /** Of the call; absent where the block is the answer in JSON. */
  readonly index?: number;
  /** As the block began: the input of one that comes in no pieces. */
  readonly input: unknown;
  hasPieces: boolean;
}

/**
 * Reads a stream of message events (https://platform.claude.com/docs/en/build-with-claude/streaming), whose
 * blocks come one after the other. The stop reason and the usage are held back until `message_stop`, the end
 * mark: a stream that breaks before it is cut off, whatever it said already.
 */
export class EventReader implements StreamReader {
  complete = false;
  #reason: FinishReason | undefined;
  #usage: JsonObject | undefined;
  #calls = 0;
  #answeredJson = false;
  #open: OpenCall | undefined;
  /** Thinking that no call has taken with it yet. */
  #thoughts: Record<string, unknown>[] = [];
  readonly #texts = new RepeatedFrame('text');
  #pieces = new RepeatedFrame('partial_json');
  readonly #asWritten: boolean;
  /** Whether the block that is open is of a type that is not read. */
  #isUnreadBlock = false;
  /** What came with the stop reason. */
  #beside: JsonObject | undefined;

  /** @param asWritten whether chunks are to have what came beside them. */
  constructor(asWritten = false) {
    this.#asWritten = asWritten;
  }

  read(event: StreamEvent, out: Chunk[]): void {
    if (this.complete) return;
    // No event that gives a text says anything beside it.
    const frame = this.#open === undefined ? this.#texts : this.#pieces;
    frame.read(event, out, this.#readWhole, () => true);
  }

  readonly #readWhole = (event: StreamEvent, out: Chunk[]): void => {
    const body = parseJson(event.data);
    if (!isObject(body)) {
      if (event.data.trim() === '') return;
      throw malformedAnswer('event is no object');
    }
    const before = out.length;
    this.#readBody(event, body, out);
    if (this.#asWritten) this.#giveBeside(body, before, out);
  };

  /** Gives what the event says beside the chunks that were read from it. */
  #giveBeside(body: JsonObject, before: number, out: Chunk[]): void {
    const { type, content_block: block, delta } = body;
    if (type === 'content_block_start' && isObject(block)) {
      this.#isUnreadBlock = block.type !== 'text' && block.type !== 'tool_use' && !isThought(block);
      // Where a block begins is said of every block, so that those beside each other stay apart.
      if (block.type !== 'tool_use') {
        out.splice(before, 0, { type: 'other', beside: withoutText(body, block) });
        return;
      }
    }
    const isUnread =
      type === 'content_block_delta' &&
      (this.#isUnreadBlock || (isObject(delta) && !READ_DELTAS.has(delta.type)));
    const known = isUnread ? undefined : KNOWN[type as string];
    const unread = known === undefined ? body : unreadOf(body, known);
    if (unread === undefined) return;
    const beside = { type, ...unread };
    if (type === 'message_delta') this.#beside = beside;
    else if (type === 'message_stop' || out[before] === undefined) {
      out.splice(before, 0, { type: 'other', beside });
    } else out[before] = { ...(out[before] as Chunk), beside };
  }

  #readBody(event: StreamEvent, body: JsonObject, out: Chunk[]): void {
    switch (body.type) {
      case 'content_block_delta':
        if (isObject(body.delta)) this.#readDelta(body.delta, out);
        break;
      case 'content_block_start':
        this.#close(out);
        if (isObject(body.content_block)) this.#readStart(body.content_block, out);
        break;
      case 'content_block_stop':
        this.#close(out);
        break;
      case 'message_start':
        // Another message within a call is no whole call.
        if (this.#open !== undefined) throw malformedAnswer('a message begins in a call');
        if (isObject(body.message) && isObject(body.message.usage)) this.#usage = body.message.usage;
        break;
      case 'message_delta':
        this.#close(out);
        this.#readMessageDelta(body);
        break;
      case 'message_stop':
        this.#end(out);
        break;
      case 'error':
        throw readErrorBody(body);
      default:
        // `ping`, and what a later version adds; but an error stays one, however it is wrapped.
        if (event.event === 'error' || isObject(body.error)) throw readErrorBody(body);
    }
  }

  #readStart(block: JsonObject, out: Chunk[]): void {
    if (block.type === 'text') pushText(block.text, out);
    else if (isThought(block)) {
      this.#thoughts.push({ ...block });
      if (typeof block.thinking === 'string' && block.thinking !== '') {
        out.push({ type: 'thought', text: block.thinking });
      }
    } else if (block.type === 'tool_use') {
      const { input } = block;
      this.#pieces = new RepeatedFrame('partial_json');
      if (block.name === JSON_ANSWER) {
        this.#answeredJson = true;
        this.#open = { input, hasPieces: false };
        return;
      }
      const index = this.#calls++;
      out.push({ type: 'tool_call', index, ...readCall(block, this.#thoughts) });
      this.#thoughts = [];
      this.#open = { index, input, hasPieces: false };
    }
  }

  #readDelta(delta: JsonObject, out: Chunk[]): void {
    const thought = this.#thoughts.at(-1);
    switch (delta.type) {
      case 'text_delta':
        pushText(delta.text, out);
        break;
      case 'input_json_delta':
        if (this.#open !== undefined) pushPiece(delta.partial_json, this.#open, out);
        break;
      case 'thinking_delta':
        if (thought !== undefined && typeof delta.thinking === 'string') {
          thought.thinking = `${thought.thinking ?? ''}${delta.thinking}`;
          if (delta.thinking !== '') out.push({ type: 'thought', text: delta.thinking });
        }
        break;
      case 'signature_delta':
        if (thought !== undefined) thought.signature = delta.signature;
        if (typeof delta.signature === 'string' && delta.signature !== '') {
          out.push({ type: 'thought', text: '', signature: delta.signature });
        }
        break;
    }
  }

  #besideUsage(): { readonly beside?: JsonObject } {
    const usage =
      this.#asWritten && this.#usage !== undefined ? unreadOf(this.#usage, KNOWN_USAGE) : undefined;
    return usage === undefined ? {} : { beside: { usage } };
  }

  /** A call without pieces has all its input in its beginning, `{}` as a rule. */
  #close(out: Chunk[]): void {
    const open = this.#open;
    if (open === undefined) return;
    if (!open.hasPieces) pushPiece(writeInput(open.input), open, out);
    this.#open = undefined;
  }

  #readMessageDelta(body: JsonObject): void {
    const reason = isObject(body.delta) ? body.delta.stop_reason : undefined;
    if (reason !== null && reason !== undefined) {
      const called = this.#calls > 0 ? 'caller' : this.#answeredJson ? 'json' : 'none';
      this.#reason = graverFinish(this.#reason, readStopReason(reason, called));
    }
    if (isObject(body.usage)) this.#usage = mergeUsage(this.#usage, body.usage);
  }

  /** Without a reason the end mark proves nothing: the stream counts as cut off. */
  #end(out: Chunk[]): void {
    if (this.#reason === undefined) return;
    const beside = this.#beside === undefined ? {} : { beside: this.#beside };
    out.push({ type: 'finish', finishReason: this.#reason, ...beside });
    const usage = readUsage(this.#usage);
    if (usage !== undefined) out.push({ type: 'usage', usage, ...this.#besideUsage() });
    this.complete = true;
  }
}

/** A block's beginning; the text that it has is a chunk of its own. */
function withoutText(body: JsonObject, block: JsonObject): JsonObject {
  if (block.type === 'text') return { ...body, content_block: { ...block, text: '' } };
  return isThought(block) && block.type === 'thinking'
    ? { ...body, content_block: { ...block, thinking: '' } }
    : body;
}

function pushText(text: unknown, out: Chunk[]): void {
  if (typeof text !== 'string') throw malformedAnswer('text delta without text');
  if (text !== '') out.push({ type: 'text', text });
}

function pushPiece(text: unknown, open: OpenCall, out: Chunk[]): void {
  if (typeof text !== 'string') throw malformedAnswer('input delta without text');
  if (text === '') return;
  open.hasPieces = true;
  out.push(
    open.index === undefined ? { type: 'text', text } : { type: 'arguments', index: open.index, text },
  );
}
