import type { Chunk } from '../../../domain/chat.ts';
import type { StreamEvent, StreamReader } from '../adapter.ts';
import { readErrorBody } from '../chat-completions/read-error.ts';
import { readLogprobs } from '../chat-completions/read-logprobs.ts';
import { malformedAnswer } from '../provider-error.ts';
import { isObject, type JsonObject, parseJson } from '../read-json.ts';
import { type KnownMembers, unreadOf } from '../unread.ts';
import {
  isCall,
  partsOf,
  readArguments,
  readCall,
  readEnding,
  readPart,
  readThought,
  requireText,
} from './read-completion.ts';
import { isSearch, readUsage } from './read-usage.ts';
import { isEncrypted } from './reasoning-items.ts';
import type { ResponsesSettings } from './settings.ts';
import { ARGUMENTS_IN_PIECES } from './tool-forms.ts';

/** What the event of a piece says that is read, or is the gateway's to say. */
const KNOWN_DELTA: KnownMembers = {
  ...{ type: true, sequence_number: true, item_id: true, output_index: true, content_index: true },
  ...{ summary_index: true, delta: true, logprobs: true },
};

interface OpenCall {
  readonly index: number;
  /** As it began: what it is called with, where that comes in no pieces. */
  readonly item: JsonObject;
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
  #searches = 0;

  readonly #asWritten: boolean;

  /** @param asWritten whether each chunk is to have the event that it was read from, and the others come too. */
  constructor(settings: ResponsesSettings, asWritten = false) {
    this.#settings = settings;
    this.#asWritten = asWritten;
  }

  read(event: StreamEvent, out: Chunk[]): void {
    if (this.complete) return;
    const body = parseJson(event.data);
    if (!isObject(body)) {
      const data = event.data.trim();
      if (data === '' || data === '[DONE]') return;
      throw malformedAnswer('event is no object');
    }
    const before = out.length;
    this.#readBody(event, body, out);
    if (this.#asWritten) this.#giveBeside(body, before, out);
  }

  /** Gives what the event says beside the chunks that were read from it; all of an event that brings no piece. */
  #giveBeside(body: JsonObject, before: number, out: Chunk[]): void {
    const first = out[before];
    if (first === undefined || typeof body.delta !== 'string') {
      out.splice(before, 0, { type: 'other', beside: body });
      return;
    }
    const beside = unreadOf(body, KNOWN_DELTA);
    if (beside !== undefined) out[before] = { ...first, beside };
  }

  #readBody(event: StreamEvent, body: JsonObject, out: Chunk[]): void {
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
      case 'response.custom_tool_call_input.delta':
        this.#pushInput(requireText(body.delta), body, out);
        break;
      case 'response.output_item.added':
        if (isObject(body.item) && isCall(body.item)) this.#openCall(body, body.item, out);
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
    this.#calls.set(place, { index, item, hasPieces: false });
  }

  #pushPiece(text: string, { output_index: place }: JsonObject, out: Chunk[]): void {
    const call = this.#calls.get(place);
    if (call === undefined || text === '') return;
    call.hasPieces = true;
    out.push({ type: 'arguments', index: call.index, text });
  }

  /** A text is the one argument of the function that stands for a custom tool. */
  #pushInput(text: string, body: JsonObject, out: Chunk[]): void {
    const { open, within } = ARGUMENTS_IN_PIECES;
    const hasPieces = this.#calls.get(body.output_index)?.hasPieces === true;
    if (text !== '') this.#pushPiece((hasPieces ? '' : open) + within(text), body, out);
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
      case 'web_search_call':
        if (isSearch(item)) this.#searches++;
        break;
      case 'function_call':
      case 'custom_tool_call':
        this.#endCall(body, item, out);
    }
  }

  #endCall(body: JsonObject, item: JsonObject, out: Chunk[]): void {
    const place = body.output_index;
    if (!this.#calls.has(place)) this.#openCall(body, item, out);
    if (this.#calls.get(place)?.hasPieces !== true) this.#pushPiece(readArguments(item), body, out);
    else if (item.type === 'custom_tool_call') this.#pushPiece(ARGUMENTS_IN_PIECES.close, body, out);
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
    for (const { index, item, hasPieces } of this.#calls.values()) {
      if (!hasPieces) out.push({ type: 'arguments', index, text: readArguments(item) });
    }
    out.push({ type: 'finish', finishReason });
    const usage = readUsage(response.usage, this.#searches);
    if (usage !== undefined) out.push({ type: 'usage', usage });
    this.complete = true;
  }
}
