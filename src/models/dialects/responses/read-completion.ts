import type { Completion, FinishReason, Thought, TokenLogprob, ToolCall } from '../../../domain/chat.ts';
import { finishOf } from '../chat-completions/read-content.ts';
import { isErrorBody, readErrorBody } from '../chat-completions/read-error.ts';
import { readLogprobs } from '../chat-completions/read-logprobs.ts';
import { type FinishReasons, mapFinishReason } from '../finish-reason.ts';
import { malformedAnswer } from '../provider-error.ts';
import { isObject, type JsonObject, readText } from '../read-json.ts';
import { isSearch, readUsage } from './read-usage.ts';
import { extraOf, isEncrypted, shownIn } from './reasoning-items.ts';
import type { ResponsesSettings } from './settings.ts';
import { argumentsOf, functionName } from './tool-forms.ts';

/** What a call without arguments has: the JSON of none. */
const NO_ARGUMENTS = '{}';

/** Whether an item calls a tool of the caller's. */
export function isCall({ type }: JsonObject): boolean {
  return type === 'function_call' || type === 'custom_tool_call';
}

/** @returns what a tool is called with, as the arguments of a function. */
export function readArguments({ type, arguments: text, input }: JsonObject): string {
  if (type === 'custom_tool_call') return argumentsOf(typeof input === 'string' ? input : '');
  return typeof text === 'string' && text !== '' ? text : NO_ARGUMENTS;
}

const INCOMPLETE: FinishReasons = { max_output_tokens: 'length', content_filter: 'content_filter' };

/**
 * Why a response ended, whole or streamed.
 * @param calls how many functions are called.
 * @throws GatewayError where it failed, is unfinished, or ended for a reason that is unknown.
 */
export function readEnding(
  response: JsonObject,
  refused: boolean,
  calls: number,
  settings: ResponsesSettings,
): FinishReason {
  if (isErrorBody(response)) throw readErrorBody(response, settings);
  const { status, incomplete_details: details } = response;
  if (status === 'completed') return finishOf('stop', refused, calls);
  if (status !== 'incomplete') throw malformedAnswer('response is neither completed nor incomplete');
  return mapFinishReason(isObject(details) ? details.reason : undefined, INCOMPLETE);
}

/** @returns what an item of reasoning shows; `undefined` where that is nothing, and nothing has to go back. */
export function readThought(item: JsonObject, { key }: ResponsesSettings): Thought | undefined {
  const text = shownIn(item);
  if (isEncrypted(item)) return { text, signature: item.encrypted_content, takenBy: key };
  return text === '' ? undefined : { text, takenBy: key };
}

/**
 * Reads the beginning of a call.
 * @param reasoning the items before it that no other call has taken with it.
 */
export function readCall(
  { call_id: id, name, namespace }: JsonObject,
  reasoning: readonly JsonObject[],
  { key }: ResponsesSettings,
): Omit<ToolCall, 'arguments'> {
  if (typeof name !== 'string' || name === '') throw malformedAnswer('function call without a name');
  return {
    id: readText(id) ?? '',
    name: functionName(name, namespace),
    ...(reasoning.length === 0 ? {} : { extra: extraOf(key, reasoning) }),
  };
}

/** A part of a message: a text or a refusal; other parts are no answer. */
export function readPart(part: unknown): { readonly text: string; readonly refused: boolean } {
  if (!isObject(part)) throw malformedAnswer('content part is no object');
  if (part.type === 'refusal' && typeof part.refusal === 'string')
    return { text: part.refusal, refused: true };
  return { text: part.type === 'output_text' ? requireText(part.text) : '', refused: false };
}

export function requireText(text: unknown): string {
  if (typeof text !== 'string') throw malformedAnswer('text is none');
  return text;
}

/** What the items of an answer say. Items of types that are not known say nothing. */
function readItems(output: readonly unknown[], settings: ResponsesSettings) {
  let content = '';
  let refused = false;
  let reasoning: JsonObject[] = [];
  const thoughts: Thought[] = [];
  const toolCalls: ToolCall[] = [];
  const logprobs: TokenLogprob[] = [];
  for (const item of output) {
    if (!isObject(item)) throw malformedAnswer('output item is no object');
    if (item.type === 'message') {
      for (const part of partsOf(item)) {
        const read = readPart(part);
        content += read.text;
        refused ||= read.refused;
        logprobs.push(...(readLogprobs({ content: (part as JsonObject).logprobs }, read.text) ?? []));
      }
    } else if (item.type === 'reasoning') {
      const thought = readThought(item, settings);
      if (thought !== undefined) thoughts.push(thought);
      if (isEncrypted(item)) reasoning.push(item);
    } else if (isCall(item)) {
      toolCalls.push({ ...readCall(item, reasoning, settings), arguments: readArguments(item) });
      reasoning = [];
    }
  }
  return { content, refused, thoughts, toolCalls, logprobs };
}

export function partsOf({ content }: JsonObject): readonly unknown[] {
  return Array.isArray(content) ? content : [];
}

/** @throws GatewayError where the body is an error in disguise, or no whole answer. */
export function readCompletion(body: unknown, settings: ResponsesSettings): Completion {
  if (!isObject(body)) throw malformedAnswer('body is no object');
  if (isErrorBody(body)) throw readErrorBody(body, settings);
  if (!Array.isArray(body.output)) throw malformedAnswer('no output');
  const { content, refused, thoughts, toolCalls, logprobs } = readItems(body.output, settings);
  const usage = readUsage(body.usage, body.output.filter(isSearch).length);
  return {
    content,
    ...(thoughts.length === 0 ? {} : { thoughts }),
    ...(toolCalls.length === 0 ? {} : { toolCalls }),
    finishReason: readEnding(body, refused, toolCalls.length, settings),
    ...(logprobs.length === 0 ? {} : { logprobs }),
    ...(usage === undefined ? {} : { usage }),
  };
}
