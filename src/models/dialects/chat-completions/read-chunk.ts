import type { Chunk, FinishReason } from '../../../domain/chat.ts';
import type { StreamEvent, StreamReader } from '../adapter.ts';
import { graverFinish, mapFinishReason } from '../finish-reason.ts';
import { malformedAnswer } from '../provider-error.ts';
import { isObject, type JsonObject, parseJson } from '../read-json.ts';
import { RepeatedFrame } from '../repeated-frame.ts';
import { type KnownMembers, unreadOf, withBeside } from '../unread.ts';
import { finishOf, indexOf, isRefusal, readContent, readThought } from './read-content.ts';
import { isErrorBody, readErrorBody } from './read-error.ts';
import { readLogprobs } from './read-logprobs.ts';
import { ToolCallReader } from './read-tool-calls.ts';
import { readUsage } from './read-usage.ts';
import type { DialectSettings } from './settings.ts';
import { ThoughtSkipper } from './skip-thought.ts';

const END_MARK = '[DONE]';

const TOKEN: KnownMembers = { token: true, logprob: true, bytes: true };

/** What of a chunk is read, or is the gateway's to say. */
const KNOWN: KnownMembers = {
  ...{ id: true, object: true, created: true, model: true, usage: true },
  choices: [
    {
      ...{ index: true, finish_reason: true },
      logprobs: {
        ...{ refusal: true, tokens: true, token_logprobs: true, top_logprobs: true },
        content: [{ ...TOKEN, top_logprobs: [TOKEN] }],
      },
      delta: {
        ...{ role: true, content: true, refusal: true, reasoning_content: true, reasoning: true },
        function_call: true,
        tool_calls: [{ index: true, id: true, type: true, function: { name: true, arguments: true } }],
      },
    },
  ],
};
const KNOWN_USAGE: KnownMembers = {
  ...{ prompt_tokens: true, completion_tokens: true, total_tokens: true },
  prompt_tokens_details: { cached_tokens: true, cache_write_tokens: true },
  completion_tokens_details: { reasoning_tokens: true },
};

function hasDelta({ choices }: JsonObject): boolean {
  return Array.isArray(choices) && choices.some((choice) => isObject(choice) && choice.delta !== undefined);
}

/** What is known of one answer. */
class OpenChoice {
  /** What each chunk of it has. */
  readonly place: { readonly choice?: number };
  readonly calls: ToolCallReader;
  readonly thought = new ThoughtSkipper();
  reason: FinishReason | undefined;
  /** What came with the reason. */
  beside: JsonObject | undefined;
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
  readonly #asWritten: boolean;
  /** What the last event said beside its choices, which most events say alike. */
  #head: JsonObject | undefined;
  /** What an event said that gave no chunk: it comes with the next. */
  #held: JsonObject | undefined;
  #hasBegun = false;

  /** @param asWritten whether chunks are to have what came beside them. */
  constructor(settings: DialectSettings, asWritten = false) {
    this.#settings = settings;
    this.#asWritten = asWritten;
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
      const before = out.length;
      if (Array.isArray(body.choices)) for (const choice of body.choices) this.#readChoice(choice, out);
      if (this.#asWritten) this.#giveBeside(body, before, out);
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

  /** Gives what the event says beside the chunks that were read from it. */
  #giveBeside(body: JsonObject, before: number, out: Chunk[]): void {
    const first = out[before];
    this.#hasBegun ||= first !== undefined;
    const own = unreadOf(body, KNOWN);
    if (own === undefined && this.#held === undefined) return;
    // Another event of the same form says nothing of what was held.
    if (this.#held !== undefined) this.#plain = false;
    const unread: JsonObject = withBeside(own ?? {}, this.#held);
    this.#held = undefined;
    const hasChoices = unread.choices !== undefined;
    const isSame = !hasChoices && JSON.stringify(unread) === JSON.stringify(this.#head);
    const beside = isSame ? (this.#head as JsonObject) : unread;
    if (!hasChoices) this.#head = beside;
    const ended = this.#endedBy(body);
    if (first !== undefined) out[before] = { ...first, beside };
    // The chunk that ends a choice has an empty delta.
    else if (ended !== undefined && !hasDelta(beside)) ended.beside = beside;
    // The chunk that opens an answer has its role.
    else if (hasChoices && this.#hasBegun) out.push({ type: 'other', beside });
    else this.#held = beside;
  }

  /** The choice whose end an event says, which is given later. */
  #endedBy({ choices }: JsonObject): OpenChoice | undefined {
    const ending = (choices as readonly unknown[] | undefined)?.find(
      (choice) => isObject(choice) && choice.finish_reason != null,
    );
    return isObject(ending) ? this.#choices.get(indexOf(ending) ?? 0) : undefined;
  }

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

  #besideUsage(): { readonly beside?: JsonObject } {
    if (!this.#asWritten || !isObject(this.#usage)) return {};
    const usage = unreadOf(this.#usage, KNOWN_USAGE);
    const head = this.#held ?? this.#head;
    const beside = usage === undefined ? head : { ...head, usage };
    return beside === undefined ? {} : { beside };
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
    for (const { place, calls, thought, reason, refused, beside } of this.#choices.values()) {
      if (reason === undefined) continue;
      const text = thought.end();
      const thinks = thought.takeThought();
      if (thinks !== '') out.push({ type: 'thought', text: thinks, ...place });
      if (text !== '') out.push({ type: 'text', text, ...place });
      calls.end(out);
      out.push({
        ...{ type: 'finish', finishReason: finishOf(reason, refused, calls.count), ...place },
        ...(beside === undefined ? {} : { beside }),
      });
    }
    const usage = readUsage(this.#usage, this.#settings);
    if (usage !== undefined) out.push({ type: 'usage', usage, ...this.#besideUsage() });
    this.complete = true;
  }
}
