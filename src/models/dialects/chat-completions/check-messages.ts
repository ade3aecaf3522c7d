/** The faults of a conversation that its schema does not find: calls and results that do not belong together. */

import { parseBoundedJson } from '../../../domain/bounded-json.ts';
import type { FieldFault } from '../../../domain/errors.ts';
import { isObject } from '../../../domain/json-object.ts';
import type { CallRules } from '../adapter.ts';
import { missingFault, valueFault } from '../field-faults.ts';
import { isToolName } from '../schema-parts.ts';
import { MAX_MESSAGES } from './message-schema.ts';

type Place = readonly (string | number)[];
type Fields = Readonly<Record<string, unknown>>;

/** A call that waits for its result. */
interface Waiting {
  /** What its result names it by. */
  readonly by: unknown;
  readonly place: Place;
}

/**
 * @param messages as the caller wrote them, valid or not.
 * @param field of the body that holds them.
 * @param rulesOf what the model's provider asks of calls; asked where there are some.
 * @param more whether the conversation goes on behind them.
 */
export function conversationFaults(
  messages: unknown,
  field: string,
  rulesOf: () => CallRules,
  more = false,
): FieldFault[] {
  if (!Array.isArray(messages) || messages.length > MAX_MESSAGES) return [];
  const faults: FieldFault[] = [];
  let waiting: Waiting[] = [];
  const nothingMore = (): void => {
    for (const { place } of waiting) faults.push(valueFault(place, 'the call has no result'));
    waiting = [];
  };
  for (let at = 0; at < messages.length; at++) {
    const message: unknown = messages[at];
    if (!isObject(message)) continue;
    const { role } = message;
    const result = role === 'tool' ? 'tool_call_id' : role === 'function' ? 'name' : undefined;
    if (result === undefined && saysText(message)) {
      if (waiting.length > 0) nothingMore();
      continue;
    }
    const place = [field, at];
    if (result !== undefined) {
      const found = waiting.findIndex(({ by }) => by === message[result]);
      if (found !== -1) waiting.splice(found, 1);
      else if (typeof message[result] === 'string')
        faults.push(valueFault([...place, result], 'the message before has no such call without a result'));
      continue;
    }
    nothingMore();
    if (role === 'user') faults.push(...fileFaults(message.content, place));
    if (role !== 'assistant') continue;
    const calls = listCalls(message, place);
    faults.push(...contentFaults(message, place));
    if (calls.length > 0) {
      const rules = rulesOf();
      faults.push(...calls.flatMap((call) => callFaults(call, rules)), ...doubles(calls));
    }
    waiting = calls.map(({ by, place }) => ({ by, place }));
  }
  const last = messages.at(-1);
  if (more || (isObject(last) && last.role !== 'assistant')) nothingMore();
  return faults;
}

/** Whether a message is a text alone, as most are: there is nothing to look at. */
function saysText({ content, tool_calls: calls, function_call: call }: Fields): boolean {
  return typeof content === 'string' && calls == null && call == null;
}

interface Call extends Waiting {
  /** Where its name and arguments stand. */
  readonly inside: Place;
  readonly called: Fields;
}

function listCalls(message: Fields, place: Place): Call[] {
  const calls: Call[] = [];
  for (const [at, call] of Array.isArray(message.tool_calls) ? message.tool_calls.entries() : []) {
    if (!isObject(call) || !isObject(call.function)) continue;
    const own = [...place, 'tool_calls', at];
    calls.push({ by: call.id, place: own, inside: [...own, 'function'], called: call.function });
  }
  const { function_call: called } = message;
  if (!isObject(called)) return calls;
  const own = [...place, 'function_call'];
  return [...calls, { by: called.name, place: own, inside: own, called }];
}

/** An assistant's message says something or calls something. */
function contentFaults(message: Fields, place: Place): FieldFault[] {
  const { content, refusal, tool_calls: calls, function_call: call } = message;
  const hasCalls = Array.isArray(calls) && calls.length > 0;
  if (hasCalls && call != null)
    return [valueFault([...place, 'function_call'], 'tool_calls and function_call are both given')];
  if (content != null || refusal != null || hasCalls || call != null) return [];
  return [missingFault([...place, 'content'])];
}

/** @param inside where its name and arguments stand. */
export function callFaults(
  { called, inside }: Pick<Call, 'called' | 'inside'>,
  rules: CallRules,
): FieldFault[] {
  const { name, arguments: text } = called;
  const faults = nameFaults(name, inside, rules);
  if (rules.anyArguments || typeof text !== 'string' || text.trim() === '' || isObjectText(text))
    return faults;
  return [...faults, valueFault([...inside, 'arguments'], 'must be a JSON object')];
}

/** A function's name that the provider does not allow. One that no provider allows is the schema's matter. */
export function nameFaults(name: unknown, place: Place, { names }: CallRules): FieldFault[] {
  if (names === undefined || typeof name !== 'string' || !isToolName(name) || names.test(name)) return [];
  return [valueFault([...place, 'name'], "the model's provider does not allow this name")];
}

function isObjectText(text: string): boolean {
  try {
    return isObject(parseBoundedJson(text));
  } catch {
    return false;
  }
}

function doubles(calls: readonly Call[]): FieldFault[] {
  const seen = new Set<unknown>();
  return calls.flatMap(({ by, place }) => {
    if (seen.has(by)) return [valueFault([...place, 'id'], 'another call of the message has this id')];
    seen.add(by);
    return [];
  });
}

/** A file holds its data; one that is only named is refused later. */
function fileFaults(content: unknown, place: Place): FieldFault[] {
  if (!Array.isArray(content)) return [];
  return content.flatMap((part: unknown, at) => {
    if (!isObject(part) || part.type !== 'file' || !isObject(part.file)) return [];
    const { file_data: data, file_id: id } = part.file;
    return data == null && id == null ? [missingFault([...place, 'content', at, 'file', 'file_data'])] : [];
  });
}
