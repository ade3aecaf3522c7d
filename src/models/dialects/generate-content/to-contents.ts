import type { Model } from '../../../domain/catalogue.ts';
import type { MediaPart, ToolCall } from '../../../domain/chat.ts';
import { GatewayError } from '../../../domain/errors.ts';
import { versionAfter } from '../dialect.ts';
import { isObject, type JsonObject, parseJson, readText } from '../read-json.ts';
import type { Block, ToolCallBlock, ToolResultBlock, Turn } from '../to-turns.ts';
import { Base64 } from '../write-json.ts';
import { isFunctionName } from './to-tools.ts';

/**
 * Stands for a thought signature that is not known: of a call that another model wrote, or that was lost.
 * https://ai.google.dev/gemini-api/docs/thought-signatures
 */
export const NO_SIGNATURE = 'skip_thought_signature_validator';

/** Google's own are shorter, such as `call_345658`. */
const FOREIGN_ID = /^call_[\w-]{24,}$/;

/**
 * Turns as `contents`. Calls get their thought signatures back. Where the model needs them, it needs them in the
 * current turn, which begins with the last words of the user's: on the first of parallel calls.
 *
 * @throws GatewayError `invalid_body` for a call that cannot be sent.
 */
export function toContents(turns: readonly Turn[], model: Model): object[] {
  const asked = turns.findLastIndex(
    ({ role, content }) => role === 'user' && content.some(({ type }) => type !== 'tool_result'),
  );
  return turns.map(({ role, content }, at) => {
    const unsigned = at > asked && needsSignatures(model) ? NO_SIGNATURE : undefined;
    const first = content.find(({ type }) => type === 'tool_call');
    const parts = (content as readonly Block[]).map((block) =>
      toPart(block, block === first ? unsigned : undefined),
    );
    return { role: role === 'assistant' ? 'model' : role, parts };
  });
}

/** Gemini 3 and later refuse calls of the current turn that have none. */
export function needsSignatures({ wireId }: Model): boolean {
  return wireId.includes('gemini') && !(versionAfter(/gemini-/, wireId) < 3);
}

function toPart(block: Block, unsigned: string | undefined): object {
  switch (block.type) {
    case 'text':
      return { text: block.text };
    case 'tool_call':
      return toCallPart(block, unsigned);
    case 'tool_result':
      return toResponsePart(block);
    default:
      return toMediaPart(block);
  }
}

function toCallPart(call: ToolCallBlock, unsigned: string | undefined): object {
  const { google } = call.extra ?? {};
  const known = isObject(google) ? readText(google.thought_signature) : undefined;
  return {
    functionCall: { ...idOf(call), name: call.name, args: readArguments(call) },
    thoughtSignature: known ?? unsigned,
  };
}

/** A result is text: as an object, keys such as `error` and `$ref` in it would mean something to Google. */
function toResponsePart({ call, text }: ToolResultBlock): object {
  return { functionResponse: { ...idOf(call), name: call.name, response: { result: text } } };
}

/** Ids are optional there. Those of the gateway's own, and OpenAI's, are none of Google's. */
function idOf({ id }: ToolCall): { id?: string } {
  return FOREIGN_ID.test(id) ? {} : { id };
}

function readArguments({ name, arguments: text }: ToolCall): JsonObject {
  const args = text.trim() === '' ? {} : parseJson(text);
  const problem = !isFunctionName(name)
    ? 'has a name that Google does not allow'
    : isObject(args)
      ? undefined
      : 'has arguments that are not a JSON object';
  if (problem === undefined) return args as JsonObject;
  throw new GatewayError('invalid_body', `messages: a call of '${name}' ${problem}`, { param: 'messages' });
}

function toMediaPart(part: MediaPart): object {
  if (part.type === 'audio') return toInline(`audio/${part.format}`, part.data);
  if (part.type === 'file') return toInline(part.mediaType, part.data);
  const { source } = part;
  if (source.kind === 'url') return { fileData: { fileUri: source.url } };
  return toInline(source.mediaType, source.data);
}

function toInline(mimeType: string, data: string): object {
  return { inlineData: { mimeType, data: new Base64(data) } };
}
