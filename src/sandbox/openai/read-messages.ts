/** Reads and checks the messages of a request as OpenAI's API does: roles, parts, calls and their results. */
import type { Attachment, Prompt, PromptTurn } from '../answers/prompt.ts';
import { asArray, asObject, type JsonObject } from '../json.ts';
import { checkFields, checkValue, checkWord, type Refuse } from './chat-fields.ts';
import { readPart, type TakePart } from './read-parts.ts';

export type { TakePart } from './read-parts.ts';

interface MessageRules {
  readonly roles: readonly string[];
  readonly takePart: TakePart;
}

/** A call whose result is awaited. */
interface OpenCall {
  readonly id: string;
  readonly name: string;
}

/** @throws Refused, through `refuse`. */
export function readMessages(
  messages: readonly unknown[],
  model: string,
  { roles, takePart }: MessageRules,
  refuse: Refuse,
): Pick<Prompt, 'system' | 'turns'> {
  const system: string[] = [];
  const turns: PromptTurn[] = [];
  let open: readonly OpenCall[] = [];
  /** By the id of the call. */
  const results = new Map<string, string>();
  for (const [index, given] of messages.entries()) {
    const place = `messages[${index}]`;
    checkValue(given, { type: 'an object' }, place, refuse);
    const message = asObject(given);
    const { role, content } = message;
    checkWord(role ?? '', roles, [`${place}.role`, 'invalid_value'], refuse);
    checkFields(message, { name: { type: 'a string' } }, `${place}.`, refuse);
    if (role === 'tool') {
      const id = readCallId(message, index, open, refuse);
      results.set(id, readText(content, `${place}.content`, ['text'], refuse));
      if (results.size === open.length) {
        turns.push({
          role: 'user',
          text: '',
          results: open.map((call) => ({ name: call.name, text: results.get(call.id) as string })),
        });
      }
      continue;
    }
    checkAnswered(open, results, index, refuse);
    open = [];
    results.clear();
    if (role === 'user') {
      turns.push({ role, ...readUser(content, place, (kind, type) => takePart(kind, type, model), refuse) });
    } else if (role === 'assistant') {
      open = readCalls(message, place, refuse);
      const mayBeSilent = open.length > 0 || typeof message.refusal === 'string';
      const text =
        mayBeSilent && (content ?? null) === null
          ? ''
          : readText(content, `${place}.content`, ['text', 'refusal'], refuse);
      turns.push({ role, text, ...(open.length === 0 ? {} : { calls: open }) });
    } else {
      system.push(readText(content, `${place}.content`, ['text'], refuse));
    }
  }
  checkAnswered(open, results, messages.length, refuse);
  return { system, turns };
}

function checkAnswered(
  open: readonly OpenCall[],
  results: ReadonlyMap<string, string>,
  index: number,
  refuse: Refuse,
): void {
  const missing = open.filter(({ id }) => !results.has(id));
  if (missing.length === 0) return;
  const ids = missing.map(({ id }) => id).join(', ');
  refuse({
    message: `An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: ${ids}`,
    param: `messages.[${index}].role`,
    code: null,
  });
}

function readCallId(message: JsonObject, index: number, open: readonly OpenCall[], refuse: Refuse): string {
  if (open.length === 0) {
    const message =
      "Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'.";
    refuse({ message, param: `messages.[${index}].role`, code: null });
  }
  checkFields(message, { tool_call_id: { type: 'a string', required: true } }, `messages[${index}].`, refuse);
  const id = message.tool_call_id as string;
  if (open.some((call) => call.id === id)) return id;
  return refuse({
    message: `Invalid parameter: 'tool_call_id' of '${id}' not found in 'tool_calls' of previous message.`,
    param: `messages.[${index}].tool_call_id`,
    code: null,
  });
}

function readCalls({ tool_calls: calls }: JsonObject, place: string, refuse: Refuse): OpenCall[] {
  if (calls === undefined || calls === null) return [];
  checkValue(calls, { type: 'an array', min: 1, max: 128 }, `${place}.tool_calls`, refuse);
  return asArray(calls).map((given, index) => {
    const at = `${place}.tool_calls[${index}]`;
    checkValue(given, { type: 'an object' }, at, refuse);
    const call = asObject(given);
    checkWord(call.type ?? '', ['function'], [`${at}.type`, 'invalid_value'], refuse);
    const required = { required: true } as const;
    const fields = {
      id: { type: 'a string', ...required },
      function: { type: 'an object', ...required },
    } as const;
    checkFields(call, fields, `${at}.`, refuse);
    const called = asObject(call.function);
    const texts = {
      name: { type: 'a string', ...required },
      arguments: { type: 'a string', ...required },
    } as const;
    checkFields(called, texts, `${at}.function.`, refuse);
    return { id: call.id as string, name: called.name as string };
  });
}

/** The parts as one text. @param types of the parts that may stand here. */
function readText(content: unknown, place: string, types: readonly string[], refuse: Refuse): string {
  checkValue(content, { type: 'one of a string or array', min: 1 }, place, refuse);
  if (typeof content === 'string') return content;
  const texts = asArray(content).map((given, index) => {
    const part = asObject(given);
    const type = checkWord(part.type ?? '', types, [`${place}[${index}].type`, 'invalid_value'], refuse)!;
    checkFields(part, { [type]: { type: 'a string', required: true } }, `${place}[${index}].`, refuse);
    return part[type] as string;
  });
  return texts.join('');
}

function readUser(
  content: unknown,
  place: string,
  takes: (kind: string, mediaType: string) => string | undefined,
  refuse: Refuse,
): Pick<PromptTurn, 'text' | 'attachments'> {
  checkValue(content, { type: 'one of a string or array', min: 1 }, `${place}.content`, refuse);
  if (typeof content === 'string') return { text: content };
  const attachments: Attachment[] = [];
  let text = '';
  for (const [index, part] of asArray(content).entries()) {
    const read = readPart(asObject(part), `${place}.content[${index}]`, takes, refuse);
    if (typeof read === 'string') text += read;
    else attachments.push(read);
  }
  return { text, ...(attachments.length === 0 ? {} : { attachments }) };
}
