/**
 * Formats a streamed answer as `chat.completion.chunk` events. Pure: events in, text out. What all
 * chunks of a stream have in common is written once.
 */
import type { ChatEvent, ChatStream } from '../../../domain/chat-answer.ts';
import type { JsonObject } from '../../../domain/json-object.ts';
import { judgingComment, progressComment } from '../stream-form.ts';
import { withBeside } from '../unread.ts';
import { formatUsage } from './format-completion.ts';

interface ChunkForm {
  readonly includeUsage: boolean;
  /** Calls stand in `function_call`, as callers of the older `functions` read them. */
  readonly asFunctionCall?: boolean;
}

/** What one chunk says. */
interface ChunkFields {
  readonly choice?: number | undefined;
  readonly delta: object;
  readonly logprobs?: object | undefined;
  /** What the provider sent with it. */
  readonly beside?: JsonObject | undefined;
}

/** @returns a function that formats the events of one stream, in order; `''` where they hold nothing for the caller. */
export function chunkFormat(
  stream: Pick<ChatStream, 'id' | 'created' | 'model'>,
  { includeUsage, asFunctionCall = false }: ChunkForm,
): (events: readonly ChatEvent[]) => string {
  const { id, created, model } = stream;
  const head = { id, object: 'chat.completion.chunk', created, model };
  const opening = `data: ${JSON.stringify(head).slice(0, -1)}`;
  const begun = new Set<number>();

  /** What came with the last chunk, and how a chunk with it begins; most chunks of a stream have the same. */
  let lastBeside: JsonObject | undefined;
  let lastOpening = opening;
  /** @returns the beginning of a chunk, up to what it says; `undefined` where what came beside stands further in. */
  const openWith = (beside: JsonObject | undefined): string | undefined => {
    if (beside === undefined) return opening;
    if (beside === lastBeside) return lastOpening;
    if (beside.choices !== undefined || beside.usage !== undefined) return undefined;
    lastBeside = beside;
    lastOpening = `data: ${JSON.stringify(withBeside(head, beside)).slice(0, -1)}`;
    return lastOpening;
  };

  /** @param beside is put in, wherever it stands. */
  const write = (fields: object, beside: JsonObject | undefined): string => {
    const start = openWith(beside);
    if (start === undefined) return `data: ${JSON.stringify(withBeside({ ...head, ...fields }, beside))}\n\n`;
    return `${start},${JSON.stringify(fields).slice(1)}\n\n`;
  };

  const writeChunk = ({ choice: index = 0, delta, logprobs, beside }: ChunkFields): string =>
    write({ choices: [{ index, delta, logprobs, finish_reason: null }] }, beside);

  /** Role and content, which only the first chunk of a choice has together. */
  const begin = (choice = 0, content: string | null): string => {
    if (begun.has(choice)) return '';
    begun.add(choice);
    return writeChunk({ choice, delta: { role: 'assistant', content } });
  };

  let hasBegun = false;

  const formatText = ({ choice, text, logprobs, beside }: Extract<ChatEvent, { type: 'text' }>): string => {
    // What nearly all chunks are: text of the first choice, behind its beginning.
    const start = hasBegun && choice === undefined && logprobs === undefined ? openWith(beside) : undefined;
    if (start !== undefined) return start + TEXT + JSON.stringify(text) + CLOSE;
    const role = begun.has(choice ?? 0) ? {} : { role: 'assistant' };
    begun.add(choice ?? 0);
    hasBegun ||= choice === undefined;
    return writeChunk({
      ...{ choice, beside, delta: { ...role, content: text } },
      ...(logprobs === undefined ? {} : { logprobs: { content: logprobs, refusal: null } }),
    });
  };

  const formatThought = ({ choice, text, beside }: Extract<ChatEvent, { type: 'thought' }>): string => {
    if (text === '' && beside === undefined) return '';
    const role = begun.has(choice ?? 0) ? {} : { role: 'assistant', content: null };
    begun.add(choice ?? 0);
    return writeChunk({
      choice,
      beside,
      delta: { ...role, reasoning_content: text === '' ? undefined : text },
    });
  };

  const formatCall = (event: Extract<ChatEvent, { type: 'tool_call' }>): string => {
    const { choice, index, id: callId, name, extra, beside } = event;
    const call = { name, arguments: '' };
    if (asFunctionCall && index > 0) return '';
    const delta = asFunctionCall
      ? { function_call: call }
      : { tool_calls: [{ index, id: callId, type: 'function', function: call, extra_content: extra }] };
    return begin(choice, null) + writeChunk({ choice, delta, beside: asFunctionCall ? undefined : beside });
  };

  const formatArguments = (event: Extract<ChatEvent, { type: 'arguments' }>): string => {
    const { choice, index, text, beside } = event;
    if (asFunctionCall && index > 0) return '';
    const piece = { arguments: text };
    const delta = asFunctionCall ? { function_call: piece } : { tool_calls: [{ index, function: piece }] };
    return writeChunk({ choice, delta, beside: asFunctionCall ? undefined : beside });
  };

  const formatFinish = (event: Extract<ChatEvent, { type: 'finish' }>): string => {
    const { choice = 0, finishReason, metadata, evaluation, beside } = event;
    // An answer without text still opens as OpenAI's do.
    const opening = begin(choice, '');
    const choices = [{ index: choice, delta: {}, finish_reason: finishReason }];
    return opening + write({ choices, fact_check_metadata: metadata, evaluation }, beside);
  };

  const formatOne = (event: ChatEvent): string => {
    switch (event.type) {
      case 'text':
        return formatText(event);
      case 'thought':
        return formatThought(event);
      case 'tool_call':
        return formatCall(event);
      case 'arguments':
        return formatArguments(event);
      case 'other':
        return asFunctionCall ? '' : write({ choices: [] }, event.beside);
      case 'claim': {
        const type = event.claim.verdict === undefined ? 'claim' : 'verdict';
        return write({ choices: [], claim_event: { type, claim: event.claim } }, undefined);
      }
      case 'judging':
        return judgingComment(event.ids);
      case 'progress':
        return progressComment(event);
      case 'finish':
        return formatFinish(event);
      case 'usage': {
        if (!includeUsage) return '';
        const usage = formatUsage(event.usage, event.beside?.usage);
        return write({ choices: [], usage }, event.beside);
      }
    }
  };

  return (events) => {
    let text = '';
    for (let i = 0; i < events.length; i++) text += formatOne(events[i] as ChatEvent);
    return text;
  };
}

/** What stands around the text of a chunk in the middle of an answer. */
const TEXT = ',"choices":[{"index":0,"delta":{"content":';
const CLOSE = '},"finish_reason":null}]}\n\n';
