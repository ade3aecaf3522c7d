import type { Chunk, FinishReason } from '../../../domain/chat.ts';
import type { StreamEvent, StreamReader } from '../adapter.ts';
import { graverFinish } from '../finish-reason.ts';
import { malformedAnswer } from '../provider-error.ts';
import { isObject, type JsonObject, parseJson } from '../read-json.ts';
import { RepeatedFrame } from '../repeated-frame.ts';
import { JSON_ANSWER } from './json-answer.ts';
import { readCall, readStopReason, writeInput } from './read-completion.ts';
import { readErrorBody } from './read-error.ts';
import { mergeUsage, readUsage } from './read-usage.ts';
import { isThought } from './thoughts.ts';

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
  };

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
    out.push({ type: 'finish', finishReason: this.#reason });
    const usage = readUsage(this.#usage);
    if (usage !== undefined) out.push({ type: 'usage', usage });
    this.complete = true;
  }
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
