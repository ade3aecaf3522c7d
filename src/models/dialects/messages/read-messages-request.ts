/** From a validated body of Anthropic's Messages API to the gateway's own request, by way of chat completions. */
import type { WrittenRequest } from '../../../domain/chat.ts';
import { GatewayError, ValidationError } from '../../../domain/errors.ts';
import type { JsonObject } from '../../../domain/json-object.ts';
import type { CallRules } from '../adapter.ts';
import type { ChatCompletionsBody } from '../chat-completions/chat-schema.ts';
import {
  FORMAT_NAME,
  findFaults,
  type ReadRequest,
  readChatRequest,
} from '../chat-completions/read-chat-request.ts';
import { effortOfThinking } from '../thinking-effort.ts';
import { faultInMessagesWords } from './in-messages-words.ts';
import type { MessagesBody } from './messages-schema.ts';
import { markOf, type Place } from './read-blocks.ts';
import { readTurns } from './read-turns.ts';

/** A body of that API; one whose prompt is counted alone has no `max_tokens`. */
type AskedMessages = Omit<MessagesBody, 'max_tokens'> & Partial<Pick<MessagesBody, 'max_tokens'>>;

/**
 * @param rules what the model's provider asks of calls.
 * @param written what the caller wrote; absent where that goes nowhere as it came.
 * @throws ValidationError for what the schema does not find: calls and results that do not belong together.
 * @throws GatewayError 400 for what the gateway does not do; 404 for a thread, of which it keeps none.
 */
export function readMessagesRequest(
  body: AskedMessages,
  rules: CallRules = {},
  written?: Omit<WrittenRequest, 'sources'>,
): ReadRequest {
  refuseThread(body);
  const { messages, places, leftOut } = readTurns(body);
  const chat = { ...fieldsOf(body), messages } as unknown as ChatCompletionsBody;
  const faults = findFaults(chat, () => rules).map((fault) => faultInMessagesWords(fault, places));
  if (faults.length > 0) throw new ValidationError(faults);
  const read = readChatRequest(
    chat,
    written && { request: written, sourceAt: (at) => sourceOf(places[at]?.message, written.body) },
    (at) => places[at]?.message.join('.') ?? '',
  );
  const { thinking } = body;
  const isShown = thinking != null && thinking.type !== 'disabled' && thinking.display !== 'omitted';
  return {
    ...read,
    request: isShown ? { ...read.request, showThoughts: true } : read.request,
    adjusted: [...leftOut, ...ignoredFields(body)],
  };
}

/** @throws GatewayError 404: the gateway keeps none. */
function refuseThread({ thread }: AskedMessages): void {
  if (thread == null || thread.type === 'create') return;
  throw new GatewayError('thread_not_found', undefined, { param: 'thread' });
}

/** @returns the turn that stands at a place; the body where it is a field of that. */
function sourceOf(place: Place | undefined, body: JsonObject): JsonObject | undefined {
  const [field, at] = place ?? [];
  return field === 'messages' ? (body.messages as readonly JsonObject[])[at as number] : body;
}

/** The fields beside the conversation, as chat completions has them. */
function fieldsOf(body: AskedMessages): Omit<ChatCompletionsBody, 'messages'> {
  const { thinking, output_config: output, tool_choice: choice } = body;
  const format = output?.format ?? body.output_format;
  return {
    stream: body.stream,
    max_tokens: body.max_tokens,
    temperature: body.temperature,
    top_p: body.top_p,
    stop: body.stop_sequences,
    tools: body.tools?.map(toTool),
    tool_choice: choice == null ? undefined : toChoice(choice),
    parallel_tool_calls: isOneCall(choice) ? false : undefined,
    reasoning_effort: thinking?.type === 'disabled' ? 'none' : (output?.effort ?? effortOfThinking(thinking)),
    response_format: format && {
      type: 'json_schema',
      json_schema: { name: FORMAT_NAME, schema: format.schema, strict: true },
    },
    prompt_cache_options: body.cache_control && { mode: 'implicit', ttl: body.cache_control.ttl },
    user: body.metadata?.user_id,
    service_tier: body.service_tier === 'standard_only' ? 'default' : body.service_tier,
  };
}

type Tool = NonNullable<MessagesBody['tools']>[number];
type Choice = NonNullable<MessagesBody['tool_choice']>;

function toTool(tool: Tool): NonNullable<ChatCompletionsBody['tools']>[number] {
  if (tool.type === 'unread') return tool;
  const { name, description, input_schema: parameters, strict } = tool;
  return { type: 'function', function: { name, description, parameters, strict }, ...markOf(tool) };
}

function toChoice(choice: Choice): ChatCompletionsBody['tool_choice'] {
  if (choice.type === 'tool') return { type: 'function', function: { name: choice.name } };
  return choice.type === 'any' ? 'required' : choice.type;
}

function isOneCall(choice: MessagesBody['tool_choice']): boolean {
  return choice != null && 'disable_parallel_tool_use' in choice && choice.disable_parallel_tool_use === true;
}

/** Fields that no provider is told of, for `X-Claimgate-Adjusted`. */
function ignoredFields({ thinking, output_config: output }: AskedMessages): string[] {
  if (thinking == null || thinking.type === 'disabled') return [];
  const effort = output?.effort ?? effortOfThinking(thinking);
  if (thinking.type === 'enabled' && thinking.budget_tokens != null)
    return [`thinking.budget_tokens=${effort}`];
  // How a model thinks that is asked for no effort is up to its provider.
  return effort === undefined ? ['thinking.type=ignored'] : [];
}
