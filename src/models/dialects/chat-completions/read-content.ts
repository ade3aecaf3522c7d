import type { FinishReason } from '../../../domain/chat.ts';
import { malformedAnswer } from '../provider-error.ts';
import { isObject, type JsonObject } from '../read-json.ts';

/** Some servers of the dialect send content as parts; only texts and refusals are the answer's. */
function joinParts(parts: readonly unknown[]): string {
  let text = '';
  for (const part of parts) {
    if (!isObject(part)) throw malformedAnswer('content part is no object');
    if (part.type === 'text' && typeof part.text === 'string') text += part.text;
    else if (part.type === 'refusal' && typeof part.refusal === 'string') text += part.refusal;
  }
  return text;
}

/**
 * The text of a message or a delta: its content and, behind it, its refusal. Reasoning is not content.
 * @throws GatewayError where the content is of no kind that the dialect knows.
 */
export function readContent(message: JsonObject): string {
  const content = message.content;
  let text: string;
  if (typeof content === 'string') text = content;
  else if (content === null || content === undefined) text = '';
  else if (Array.isArray(content)) text = joinParts(content);
  else throw malformedAnswer('content is neither text nor parts');
  return typeof message.refusal === 'string' ? text + message.refusal : text;
}

/** @returns what a message or a delta shows of the model's thinking: servers call it by either name, or by both. */
export function readThought({ reasoning_content: content, reasoning }: JsonObject): string {
  if (typeof content === 'string' && content !== '') return content;
  return typeof reasoning === 'string' ? reasoning : '';
}

/** Whether a message or delta carries (a piece of) a refusal. */
export function isRefusal(message: JsonObject): boolean {
  if (typeof message.refusal === 'string') return message.refusal !== '';
  return (
    Array.isArray(message.content) &&
    message.content.some((part) => isObject(part) && part.type === 'refusal')
  );
}

/**
 * Providers call a refusal `stop`; a caller has to know it from an answer, so it counts as `content_filter`. Some
 * say `stop` of calls too.
 * @param calls how many functions are called.
 * @throws GatewayError where calls were announced and none came.
 */
export function finishOf(reason: FinishReason, refused: boolean, calls: number): FinishReason {
  if (reason === 'tool_calls' && calls === 0) throw malformedAnswer('tool calls announced, and none came');
  if (reason !== 'stop') return reason;
  if (refused) return 'content_filter';
  return calls > 0 ? 'tool_calls' : reason;
}

/** More answers than any provider gives to one request. */
const TOO_MANY = 128;

/** The number of an answer; servers that give one alone may leave it out. `undefined`: no answer. */
export function indexOf({ index }: JsonObject): number | undefined {
  if (index === undefined || index === null) return 0;
  const isNumber = typeof index === 'number' && Number.isInteger(index) && index >= 0 && index < TOO_MANY;
  return isNumber ? index : undefined;
}
