/** Reads and checks the messages of a request as OpenAI's API does: roles, parts, calls and their results. */
import type { Attachment, Prompt, PromptTurn } from '../answers/prompt.ts';
import { asArray, asObject, type JsonObject } from '../json.ts';
import { refuse } from '../refuse.ts';
import { checkFields, checkValue, checkWord } from './chat-fields.ts';
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

export function readMessages(
  messages: readonly unknown[],
  model: string,
  { roles, takePart }: MessageRules,
): Pick<Prompt, 'system' | 'turns'> {
  const system: string[] = [];
  const turns: PromptTurn[] = [];
  let open: readonly OpenCall[] = [];
  /** By the id of the call. */
  const results = new Map<string, string>();
  for (const [index, given] of messages.entries()) {
    const place = `messages[${index}]`;
    checkValue(given, { type: 'an object' }, place);
    const message = asObject(given);
    const { role, content } = message;
    checkWord(role ?? '', roles, `${place}.role`);
    checkFields(message, { name: { type: 'a string' } }, `${place}.`);
    if (role === 'tool') {
      const id = readCallId(message, index, open);
      results.set(id, readText(content, `${place}.content`, ['text']));
      if (results.size === open.length) {
        turns.push({
          role: 'user',
          text: '',
          results: open.map((call) => ({ name: call.name, text: results.get(call.id) as string })),
        });
      }
      continue;
    }
    checkAnswered(open, results, index);
    open = [];
    results.clear();
    if (role === 'user') {
      turns.push({ role, ...readUser(content, place, (kind, type) => takePart(kind, type, model)) });
    } else if (role === 'assistant') {
      open = readCalls(message, place);
      const mayBeSilent = open.length > 0 || typeof message.refusal === 'string';
      const text =
        mayBeSilent && (content ?? null) === null
          ? ''
          : readText(content, `${place}.content`, ['text', 'refusal']);
      turns.push({ role, text, ...(open.length === 0 ? {} : { calls: open }) });
    } else {
      system.push(readText(content, `${place}.content`, ['text']));
    }
  }
  checkAnswered(open, results, messages.length);
  return { system, turns };
}

function checkAnswered(open: readonly OpenCall[], results: ReadonlyMap<string, string>, index: number): void {
  const missing = open.filter(({ id }) => !results.has(id));
  if (missing.length === 0) return;
  const ids = missing.map(({ id }) => id).join(', ');
  refuse(
    `An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: ${ids}`,
    { param: `messages.[${index}].role` },
  );
}

function readCallId(message: JsonObject, index: number, open: readonly OpenCall[]): string {
  if (open.length === 0) {
    const message =
      "Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'.";
    refuse(message, { param: `messages.[${index}].role` });
  }
  checkFields(message, { tool_call_id: { type: 'a string', required: true } }, `messages[${index}].`);
  const id = message.tool_call_id as string;
  if (open.some((call) => call.id === id)) return id;
  return refuse(
    `Invalid parameter: 'tool_call_id' of '${id}' not found in 'tool_calls' of previous message.`,
    { param: `messages.[${index}].tool_call_id` },
  );
}

function readCalls({ tool_calls: calls }: JsonObject, place: string): OpenCall[] {
  if (calls === undefined || calls === null) return [];
  checkValue(calls, { type: 'an array', min: 1, max: 128 }, `${place}.tool_calls`);
  return asArray(calls).map((given, index) => {
    const at = `${place}.tool_calls[${index}]`;
    checkValue(given, { type: 'an object' }, at);
    const call = asObject(given);
    checkWord(call.type ?? '', ['function'], `${at}.type`);
    const required = { required: true } as const;
    const fields = {
      id: { type: 'a string', ...required },
      function: { type: 'an object', ...required },
    } as const;
    checkFields(call, fields, `${at}.`);
    const called = asObject(call.function);
    const texts = {
      name: { type: 'a string', ...required },
      arguments: { type: 'a string', ...required },
    } as const;
    checkFields(called, texts, `${at}.function.`);
    return { id: call.id as string, name: called.name as string };
  });
}

/** The parts as one text. @param types of the parts that may stand here. */
function readText(content: unknown, place: string, types: readonly string[]): string {
  checkValue(content, { type: 'one of a string or array', min: 1 }, place);
  if (typeof content === 'string') return content;
  const texts = asArray(content).map((given, index) => {
    const part = asObject(given);
    const type = checkWord(part.type ?? '', types, `${place}[${index}].type`)!;
    checkFields(part, { [type]: { type: 'a string', required: true } }, `${place}[${index}].`);
    return part[type] as string;
  });
  return texts.join('');
}

function readUser(
  content: unknown,
  place: string,
  takes: (kind: string, mediaType: string) => string | undefined,
): Pick<PromptTurn, 'text' | 'attachments'> {
  checkValue(content, { type: 'one of a string or array', min: 1 }, `${place}.content`);
  if (typeof content === 'string') return { text: content };
  const attachments: Attachment[] = [];
  let text = '';
  for (const [index, part] of asArray(content).entries()) {
    const read = readPart(asObject(part), `${place}.content[${index}]`, takes);
    if (typeof read === 'string') text += read;
    else attachments.push(read);
  }
  return { text, ...(attachments.length === 0 ? {} : { attachments }) };
}
