import type { Chunk } from '../../../domain/chat.ts';
import type { StreamEvent, StreamReader } from '../adapter.ts';
import { readErrorBody } from '../chat-completions/read-error.ts';
import { readLogprobs } from '../chat-completions/read-logprobs.ts';
import { malformedAnswer } from '../provider-error.ts';
import { isObject, type JsonObject, parseJson } from '../read-json.ts';
import {
  NO_ARGUMENTS,
  partsOf,
  readCall,
  readEnding,
  readPart,
  readThought,
  requireText,
} from './read-completion.ts';
import { readUsage } from './read-usage.ts';
import { isEncrypted } from './reasoning-items.ts';
import type { ResponsesSettings } from './settings.ts';

interface OpenCall {
  readonly index: number;
  hasPieces: boolean;
}

/**
 * Reads a stream of the Responses API's events (https://platform.openai.com/docs/api-reference/responses-streaming).
 * The whole response at its end says why it ended: a stream without it is cut off.
 */
export class EventReader implements StreamReader {
  complete = false;
  readonly #settings: ResponsesSettings;
  /** By the places of their items in the output. */
  readonly #calls = new Map<unknown, OpenCall>();
  /** The items of which a piece came. */
  readonly #begun = new Set<unknown>();
  /** Reasoning that no call has taken with it yet. */
  #reasoning: JsonObject[] = [];
  #refused = false;

  constructor(settings: ResponsesSettings) {
    this.#settings = settings;
  }

  read(event: StreamEvent, out: Chunk[]): void {
    if (this.complete) return;
    const body = parseJson(event.data);
    if (!isObject(body)) {
      const data = event.data.trim();
      if (data === '' || data === '[DONE]') return;
      throw malformedAnswer('event is no object');
    }
    switch (body.type) {
      case 'response.output_text.delta':
        this.#pushText(body, out);
        break;
      case 'response.refusal.delta':
        this.#refused = true;
        this.#pushText(body, out);
        break;
      case 'response.reasoning_summary_text.delta':
      case 'response.reasoning_text.delta':
        this.#pushThought(requireText(body.delta), body, out);
        break;
      case 'response.reasoning_summary_part.added':
        // A summary of several parts is several paragraphs.
        if (this.#begun.has(body.output_index)) this.#pushThought('\n\n', body, out);
        break;
      case 'response.function_call_arguments.delta':
        this.#pushPiece(requireText(body.delta), body, out);
        break;
      case 'response.output_item.added':
        if (isObject(body.item) && body.item.type === 'function_call') this.#openCall(body, body.item, out);
        break;
      case 'response.output_item.done':
        if (isObject(body.item)) this.#endItem(body, body.item, out);
        break;
      case 'response.completed':
      case 'response.incomplete':
      case 'response.failed':
        if (isObject(body.response)) this.#end(body.response, out);
        break;
      case 'error':
        throw readErrorBody(isObject(body.error) ? body : { error: body }, this.#settings);
      default:
        // Many events repeat what others say; but an error stays one, however it is wrapped.
        if (event.event === 'error' || isObject(body.error)) throw readErrorBody(body, this.#settings);
    }
  }

  #pushText(body: JsonObject, out: Chunk[]): void {
    const text = requireText(body.delta);
    this.#begun.add(body.output_index);
    if (text === '') return;
    const logprobs = readLogprobs({ content: body.logprobs }, text);
    out.push({ type: 'text', text, ...(logprobs === undefined ? {} : { logprobs }) });
  }

  #pushThought(text: string, { output_index: place }: JsonObject, out: Chunk[]): void {
    this.#begun.add(place);
    if (text !== '') out.push({ type: 'thought', text, takenBy: this.#settings.key });
  }

  #openCall({ output_index: place }: JsonObject, item: JsonObject, out: Chunk[]): void {
    const index = this.#calls.size;
    out.push({ type: 'tool_call', index, ...readCall(item, this.#reasoning, this.#settings) });
    this.#reasoning = [];
    this.#calls.set(place, { index, hasPieces: false });
  }

  #pushPiece(text: string, { output_index: place }: JsonObject, out: Chunk[]): void {
    const call = this.#calls.get(place);
    if (call === undefined || text === '') return;
    call.hasPieces = true;
    out.push({ type: 'arguments', index: call.index, text });
  }

  /** What an item says that came in no pieces, it says at its end. */
  #endItem(body: JsonObject, item: JsonObject, out: Chunk[]): void {
    const { output_index: place } = body;
    switch (item.type) {
      case 'message':
        if (!this.#begun.has(place)) for (const part of partsOf(item)) this.#pushPart(part, out);
        break;
      case 'reasoning':
        this.#endThought(place, item, out);
        break;
      case 'function_call': {
        if (!this.#calls.has(place)) this.#openCall(body, item, out);
        if (this.#calls.get(place)?.hasPieces === true) break;
        const text = typeof item.arguments === 'string' ? item.arguments : '';
        this.#pushPiece(text || NO_ARGUMENTS, body, out);
      }
    }
  }

  #pushPart(part: unknown, out: Chunk[]): void {
    const { text, refused } = readPart(part);
    this.#refused ||= refused;
    if (text !== '') out.push({ type: 'text', text });
  }

  #endThought(place: unknown, item: JsonObject, out: Chunk[]): void {
    if (isEncrypted(item)) this.#reasoning.push(item);
    const thought = readThought(item, this.#settings);
    if (thought === undefined) return;
    const rest = this.#begun.has(place) ? { ...thought, text: '' } : thought;
    if (rest.text !== '' || rest.signature !== undefined) out.push({ type: 'thought', ...rest });
  }

  /** Without a status the end mark proves nothing: the stream counts as cut off. */
  #end(response: JsonObject, out: Chunk[]): void {
    if ((response.status ?? null) === null && (response.error ?? null) === null) return;
    const finishReason = readEnding(response, this.#refused, this.#calls.size, this.#settings);
    for (const { index, hasPieces } of this.#calls.values()) {
      if (!hasPieces) out.push({ type: 'arguments', index, text: NO_ARGUMENTS });
    }
    out.push({ type: 'finish', finishReason });
    const usage = readUsage(response.usage);
    if (usage !== undefined) out.push({ type: 'usage', usage });
    this.complete = true;
  }
}
