import type { Chunk, FinishReason } from '../../domain/chat.ts';
import type { StreamEvent, StreamReader } from '../adapter.ts';
import { graverFinish, mapFinishReason } from '../finish-reason.ts';
import { malformedAnswer } from '../provider-error.ts';
import { isObject, type JsonObject, parseJson } from '../read-json.ts';
import { RepeatedFrame } from '../repeated-frame.ts';
import { STOP_REASONS } from './read-completion.ts';
import { readErrorBody } from './read-error.ts';
import { mergeUsage, readUsage } from './read-usage.ts';

/**
 * Reads a stream of message events (https://platform.claude.com/docs/en/build-with-claude/streaming). The stop
 * reason and the usage are held back until `message_stop`, the end mark: a stream that breaks before it is cut
 * off, whatever it said already.
 */
export class EventReader implements StreamReader {
  complete = false;
  #reason: FinishReason | undefined;
  #usage: JsonObject | undefined;
  readonly #frame = new RepeatedFrame('text');

  read(event: StreamEvent, out: Chunk[]): void {
    if (this.complete) return;
    // No event that gives a text says anything beside it.
    this.#frame.read(event, out, this.#readWhole, () => true);
  }

  readonly #readWhole = (event: StreamEvent, out: Chunk[]): void => {
    const body = parseJson(event.data);
    if (!isObject(body)) {
      if (event.data.trim() === '') return;
      throw malformedAnswer('event is no object');
    }
    switch (body.type) {
      case 'content_block_delta':
        if (isObject(body.delta) && body.delta.type === 'text_delta') pushText(body.delta.text, out);
        break;
      case 'content_block_start':
        if (isObject(body.content_block) && body.content_block.type === 'text') {
          pushText(body.content_block.text, out);
        }
        break;
      case 'message_start':
        if (isObject(body.message) && isObject(body.message.usage)) this.#usage = body.message.usage;
        break;
      case 'message_delta':
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

  #readMessageDelta(body: JsonObject): void {
    const reason = isObject(body.delta) ? body.delta.stop_reason : undefined;
    if (reason !== null && reason !== undefined) {
      this.#reason = graverFinish(this.#reason, mapFinishReason(reason, STOP_REASONS));
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
