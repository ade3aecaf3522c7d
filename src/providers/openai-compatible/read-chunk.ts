import type { Chunk, FinishReason } from '../../domain/chat.ts';
import type { StreamEvent, StreamReader } from '../adapter.ts';
import { graverFinish, mapFinishReason } from '../finish-reason.ts';
import { malformedAnswer } from '../provider-error.ts';
import { isObject, parseJson } from '../read-json.ts';
import { RepeatedFrame } from '../repeated-frame.ts';
import { isFirst, isRefusal, readContent, withRefusal } from './read-content.ts';
import { isErrorBody, readErrorBody } from './read-error.ts';
import { readUsage } from './read-usage.ts';
import type { DialectSettings } from './settings.ts';

const END_MARK = '[DONE]';

/**
 * Reads a stream of chat completion chunks. The finish reason and the usage are held back until `[DONE]`:
 * a stream that breaks before it is cut off, whatever it said already.
 */
export class ChunkReader implements StreamReader {
  complete = false;
  readonly #settings: DialectSettings;
  #reason: FinishReason | undefined;
  #usage: unknown;
  #refused = false;
  readonly #frame = new RepeatedFrame('content');

  constructor(settings: DialectSettings) {
    this.#settings = settings;
  }

  read(event: StreamEvent, out: Chunk[]): void {
    if (this.complete) return;
    this.#frame.read(event, out, this.#readWhole, this.#isPlain);
  }

  readonly #isPlain = (): boolean =>
    this.#reason === undefined && this.#usage === undefined && !this.#refused;

  readonly #readWhole = (event: StreamEvent, out: Chunk[]): void => {
    if (event.data === END_MARK) {
      this.#end(out);
      return;
    }
    const body = parseJson(event.data);
    if (isObject(body)) {
      if (event.event === 'error' || isErrorBody(body)) throw readErrorBody(body, this.#settings);
      this.#readChunk(body.choices, out);
      // Some servers repeat the growing usage on every chunk: the last one holds.
      if (isObject(body.usage)) this.#usage = body.usage;
      return;
    }
    const data = event.data.trim();
    if (data === END_MARK) this.#end(out);
    else if (event.event === 'error') throw readErrorBody({ error: data }, this.#settings);
    else if (data !== '') throw malformedAnswer('event is neither a chunk nor the end mark');
  };

  #readChunk(choices: unknown, out: Chunk[]): void {
    if (!Array.isArray(choices)) return;
    for (const choice of choices) {
      if (!isObject(choice)) throw malformedAnswer('choice is no object');
      if (!isFirst(choice)) continue;
      if (isObject(choice.delta)) {
        const text = readContent(choice.delta);
        if (text !== '') out.push({ type: 'text', text });
        if (!this.#refused && isRefusal(choice.delta)) this.#refused = true;
      }
      const reason = choice.finish_reason;
      // Proxies have been seen to write "" for null.
      if (reason !== null && reason !== undefined && reason !== '') {
        this.#reason = graverFinish(this.#reason, mapFinishReason(reason, this.#settings.finishReasons));
      }
    }
  }

  /** Without a reason the end mark proves nothing: the stream counts as cut off. */
  #end(out: Chunk[]): void {
    if (this.#reason === undefined) return;
    out.push({ type: 'finish', finishReason: withRefusal(this.#reason, this.#refused) });
    const usage = readUsage(this.#usage, this.#settings);
    if (usage !== undefined) out.push({ type: 'usage', usage });
    this.complete = true;
  }
}
