import type { Chunk, FinishReason } from '../../../domain/chat.ts';
import type { StreamEvent, StreamReader } from '../adapter.ts';
import { graverFinish, mapFinishReason } from '../finish-reason.ts';
import { malformedAnswer } from '../provider-error.ts';
import { isObject, type JsonObject, parseJson } from '../read-json.ts';
import { RepeatedFrame } from '../repeated-frame.ts';
import { finishOf, indexOf, isRefusal, readContent, readThought } from './read-content.ts';
import { isErrorBody, readErrorBody } from './read-error.ts';
import { readLogprobs } from './read-logprobs.ts';
import { ToolCallReader } from './read-tool-calls.ts';
import { readUsage } from './read-usage.ts';
import type { DialectSettings } from './settings.ts';
import { ThoughtSkipper } from './skip-thought.ts';

const END_MARK = '[DONE]';

/** What is known of one answer. */
class OpenChoice {
  /** What each chunk of it has. */
  readonly place: { readonly choice?: number };
  readonly calls: ToolCallReader;
  readonly thought = new ThoughtSkipper();
  reason: FinishReason | undefined;
  refused = false;

  constructor(index: number) {
    this.place = index === 0 ? {} : { choice: index };
    this.calls = new ToolCallReader(this.place);
  }
}

/**
 * Reads a stream of chat completion chunks. The finish reasons and the usage are held back until `[DONE]`:
 * a stream that breaks before it is cut off, whatever it said already.
 */
export class ChunkReader implements StreamReader {
  complete = false;
  readonly #settings: DialectSettings;
  readonly #choices = new Map<number, OpenChoice>();
  #usage: unknown;
  /** Whether the event just read held more than must be read each time. */
  #plain = true;
  readonly #texts = new RepeatedFrame('content', 'text');
  /** Whether a call has begun. */
  #isCalling = false;
  #arguments = new RepeatedFrame('arguments', 'arguments');

  constructor(settings: DialectSettings) {
    this.#settings = settings;
  }

  read(event: StreamEvent, out: Chunk[]): void {
    if (this.complete) return;
    if (this.#isCalling) this.#arguments.read(event, out, this.#readText, this.#isPlain);
    else this.#texts.read(event, out, this.#readWhole, this.#isPlain);
  }

  readonly #readText = (event: StreamEvent, out: Chunk[]): void =>
    this.#texts.read(event, out, this.#readWhole, this.#isPlain);

  readonly #isPlain = (): boolean => this.#plain;

  readonly #readWhole = (event: StreamEvent, out: Chunk[]): void => {
    this.#plain = true;
    if (event.data === END_MARK) {
      this.#end(out);
      return;
    }
    const body = parseJson(event.data);
    if (isObject(body)) {
      if (event.event === 'error' || isErrorBody(body)) throw readErrorBody(body, this.#settings);
      if (Array.isArray(body.choices)) for (const choice of body.choices) this.#readChoice(choice, out);
      // Some servers repeat the growing usage on every chunk: the last one holds.
      if (isObject(body.usage)) {
        this.#usage = body.usage;
        this.#plain = false;
      }
      return;
    }
    const data = event.data.trim();
    if (data === END_MARK) this.#end(out);
    else if (event.event === 'error') throw readErrorBody({ error: data }, this.#settings);
    else if (data !== '') throw malformedAnswer('event is neither a chunk nor the end mark');
  };

  #readChoice(wire: unknown, out: Chunk[]): void {
    if (!isObject(wire)) throw malformedAnswer('choice is no object');
    const index = indexOf(wire);
    if (index === undefined) return;
    let choice = this.#choices.get(index);
    if (choice === undefined) {
      choice = new OpenChoice(index);
      this.#choices.set(index, choice);
    }
    if (isObject(wire.delta)) this.#readDelta(wire.delta, wire.logprobs, choice, out);
    const reason = wire.finish_reason;
    // Proxies have been seen to write "" for null.
    if (reason !== null && reason !== undefined && reason !== '') {
      choice.reason = graverFinish(choice.reason, mapFinishReason(reason, this.#settings.finishReasons));
      this.#plain = false;
    }
  }

  #readDelta(delta: JsonObject, probable: unknown, choice: OpenChoice, out: Chunk[]): void {
    const text = this.#skipThought(readContent(delta), choice, out);
    const shown = readThought(delta);
    if (shown !== '') {
      this.#plain = false;
      out.push({ type: 'thought', text: shown, ...choice.place });
    }
    if (text !== '') {
      const logprobs = readLogprobs(probable, text);
      out.push({
        type: 'text',
        text,
        ...choice.place,
        ...(logprobs === undefined ? {} : { logprobs }),
      });
    }
    if (!choice.refused && isRefusal(delta)) choice.refused = true;
    if (choice.refused) this.#plain = false;
    const before = choice.calls.count;
    choice.calls.read(delta, out);
    // Where calls have no number, the pieces of this one may look like those of the one before.
    if (choice.calls.count > before) {
      this.#isCalling = true;
      this.#arguments = new RepeatedFrame('arguments', 'arguments');
    }
  }

  #skipThought(text: string, { thought, place }: OpenChoice, out: Chunk[]): string {
    if (!this.#settings.thoughtsInText || thought.isOver) return text;
    this.#plain = false;
    const answer = thought.read(text);
    const thinks = thought.takeThought();
    if (thinks !== '') out.push({ type: 'thought', text: thinks, ...place });
    return answer;
  }

  /** Without a reason the end mark proves nothing: the stream counts as cut off. */
  #end(out: Chunk[]): void {
    if (this.#choices.get(0)?.reason === undefined) return;
    // Whether the others were asked for is not known here.
    for (const { place, calls, thought, reason, refused } of this.#choices.values()) {
      if (reason === undefined) continue;
      const text = thought.end();
      if (text !== '') out.push({ type: 'text', text, ...place });
      calls.end(out);
      out.push({ type: 'finish', finishReason: finishOf(reason, refused, calls.count), ...place });
    }
    const usage = readUsage(this.#usage, this.#settings);
    if (usage !== undefined) out.push({ type: 'usage', usage });
    this.complete = true;
  }
}
