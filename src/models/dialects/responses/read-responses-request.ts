/** From a validated body of the Responses API to the gateway's own request, by way of chat completions. */

import type { WrittenRequest } from '../../../domain/chat.ts';
import { type FieldFault, GatewayError, ValidationError } from '../../../domain/errors.ts';
import { isObject, type JsonObject } from '../../../domain/json-object.ts';
import type { CallRules } from '../adapter.ts';
import { MAX_MESSAGES } from '../chat-completions/message-schema.ts';
import { findFaults, type ReadRequest, readChatRequest } from '../chat-completions/read-chat-request.ts';
import { missingFault, valueFault } from '../field-faults.ts';
import { itemFaults } from './check-items.ts';
import { type InChatWords, inChatWords } from './in-chat-words.ts';
import { faultInResponsesWords } from './in-responses-words.ts';
import { isReference } from './item-schema.ts';
import { type PlacedItem, placeItems } from './placed-item.ts';
import { readItems } from './read-items.ts';
import { ENCRYPTED } from './reasoning-items.ts';
import type { ResponsesBody } from './responses-schema.ts';
import { LOGPROBS } from './to-request.ts';
import { type CallForms, type FormedTools, formTools } from './tool-forms.ts';

/**
 * @param items of the whole conversation: those of earlier responses, and of the input in place of its references.
 * @param rulesOf what the model's provider asks of calls.
 * @param written what the caller wrote, its input the same items as they came; absent where that goes nowhere.
 * @throws ValidationError where calls and outputs do not belong together.
 * @throws GatewayError 400 for what the gateway does not do.
 */
export function readResponsesRequest(
  body: ResponsesBody & { readonly model: string },
  items: readonly PlacedItem[],
  rulesOf: (model: unknown) => CallRules = () => ({}),
  written?: Omit<WrittenRequest, 'sources'>,
): ReadRequest & { readonly forms: CallForms } {
  const faults = isWhole(body) ? [] : itemFaults(items, rulesOf(body.model));
  if (faults.length > 0) throw new ValidationError(faults);
  refuseOthers(body);
  const { functions, forms, others, nameOf } = formTools([...(body.tools ?? []), ...items.flatMap(toolsIn)]);
  const instructions = instructionsOf(body);
  const { messages, places, origins, unread, adjusted } = readItems([...instructions, ...items], nameOf);
  const tool_choice = asFunctionChoice(body.tool_choice, nameOf);
  const read = readChatRequest(
    {
      ...body,
      ...(inChatWords({ ...body, tools: functions, tool_choice }) as InChatWords),
      messages,
      max_tokens: body.max_output_tokens,
      reasoning_effort: body.reasoning?.effort,
      verbosity: body.text?.verbosity,
      logprobs: Boolean(body.top_logprobs) || body.include?.includes(LOGPROBS),
      // The gateway keeps responses itself: providers hear of it only where nobody shall keep anything.
      store: body.store === false ? false : undefined,
      metadata: undefined,
    },
    written && {
      request: written,
      sourceAt: (at) => sourceOf((origins[at] ?? 0) - instructions.length, written.body),
    },
    (at) => places[at] as string,
  );
  return {
    ...read,
    media: [...unread, ...read.media],
    request: {
      ...read.request,
      api: 'responses',
      ...(others.length === 0 ? {} : { otherTools: others.map((type) => ({ type, place: 'tools' })) }),
      ...(body.reasoning?.summary ? { showThoughts: true } : {}),
    },
    forms,
    adjusted: [
      ...adjusted,
      ...(body.truncation === 'auto' ? ['truncation=ignored'] : []),
      ...leftOutIncluded(body.include ?? []),
    ],
  };
}

/** What the gateway does for the models of every provider: what they need of their thoughts comes back with the calls. */
const INCLUDED = [LOGPROBS, ENCRYPTED];
const SHOWN_PATH = /^[a-z_]+(?:\.[a-z_]+){1,4}$/;

/** @returns values of `X-Claimgate-Adjusted`, each once. */
function leftOutIncluded(include: readonly string[]): string[] {
  const others = include.filter((path) => !INCLUDED.includes(path));
  return [...new Set(others.map((path) => `include=${SHOWN_PATH.test(path) ? path : 'another'}:ignored`))];
}

/** @returns the item that a message was read from; the body, of a text or of the instructions. */
function sourceOf(at: number, body: JsonObject): JsonObject {
  const { input } = body;
  return at >= 0 && Array.isArray(input) ? (input[at] as JsonObject) : body;
}

function instructionsOf({ instructions }: ResponsesBody): readonly PlacedItem[] {
  if (!instructions) return [];
  return [{ item: { type: 'message', role: 'system', content: instructions }, place: ['instructions'] }];
}

/** @throws GatewayError 400 for what the gateway does not do. */
function refuseOthers({ background, conversation }: ResponsesBody): void {
  const refused = Object.entries({ background: background || null, conversation });
  for (const [field, value] of refused)
    if (value != null) throw new GatewayError('unsupported', `${field} is not supported`, { param: field });
}

function toolsIn({ item }: PlacedItem): readonly unknown[] {
  return item.type === 'additional_tools' ? (item.tools as readonly unknown[]) : [];
}

/** @returns a choice without faults, of the functions that stand for the caller's tools. */
function asFunctionChoice(choice: unknown, nameOf: FormedTools['nameOf']): unknown {
  if (!isObject(choice) || choice.type === 'unread') return choice;
  if (Array.isArray(choice.tools)) {
    // Of a choice between tools, each must be one that a function stands for.
    const other = choice.tools.find((one) => isObject(one) && one.type === 'unread');
    if (other !== undefined) return other;
    return { ...choice, tools: choice.tools.map((one) => asFunctionChoice(one, nameOf)) };
  }
  const { name, namespace } = choice as { readonly name: string; readonly namespace?: string | null };
  return { type: 'function', name: nameOf(name, namespace) };
}

type Fields = Readonly<Record<string, unknown>>;

/**
 * The faults of a body that its schema does not find. They are looked for before the body is known to be valid, so
 * that every fault is listed; those between items only where no item stands elsewhere.
 *
 * @param rulesOf what the provider of the model, known or not, asks of calls.
 */
export function findResponsesFaults(
  body: unknown,
  rulesOf: (model: unknown) => CallRules = () => ({}),
): readonly FieldFault[] {
  if (!isObject(body)) return [];
  const { model, input } = body;
  const faults = findFaults({ model, ...inChatWords(body) }, rulesOf);
  return [
    ...inputFaults(body),
    ...faults.map(faultInResponsesWords),
    ...(isWhole(body) ? itemFaults(placeItems(input), rulesOf(model)) : []),
  ];
}

function inputFaults({ input, previous_response_id: previous }: Fields): FieldFault[] {
  if (previous) return [];
  if (input == null) return [missingFault(['input'])];
  const isEmpty = input === '' || (Array.isArray(input) && input.length === 0);
  return isEmpty ? [valueFault(['input'], 'must not be empty without previous_response_id')] : [];
}

/** Whether a body, valid or not, holds its conversation itself, and not too much of it to be looked at. */
function isWhole({ input, previous_response_id: previous }: Fields): boolean {
  return !previous && !(Array.isArray(input) && (input.length > MAX_MESSAGES || input.some(isReference)));
}
