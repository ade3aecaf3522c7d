/** Reads `messages` of a chat request as OpenAI's API does. */
import type { Prompt } from '../answers/prompt.ts';
import { isObject, type JsonObject } from '../json.ts';
import { nameType, quoteAll, type Refuse } from './chat-fields.ts';

/**
 * @param roles the roles that this provider knows.
 * @throws whatever `refuse` throws.
 */
export function readMessages(
  body: JsonObject,
  roles: readonly string[],
  refuse: Refuse,
): Pick<Prompt, 'system' | 'turns'> {
  const { messages } = body;
  if (messages === undefined || messages === null) {
    return refuse({
      message: "Missing required parameter: 'messages'.",
      param: 'messages',
      code: 'missing_required_parameter',
    });
  }
  if (!Array.isArray(messages)) {
    return refuse({
      message: `Invalid type for 'messages': expected an array of objects, but got ${nameType(messages)} instead.`,
      param: 'messages',
      code: 'invalid_type',
    });
  }
  if (messages.length === 0) {
    refuse({
      message:
        "Invalid 'messages': empty array. Expected an array with minimum length 1, but got an empty array instead.",
      param: 'messages',
      code: 'empty_array',
    });
  }
  const system: string[] = [];
  const turns: { role: 'user' | 'assistant'; text: string }[] = [];
  for (const [index, message] of messages.entries()) {
    const place = `messages[${index}]`;
    if (!isObject(message)) {
      return refuse({
        message: `Invalid type for '${place}': expected an object, but got ${nameType(message)} instead.`,
        param: place,
        code: 'invalid_type',
      });
    }
    const { role } = message;
    if (typeof role !== 'string' || !roles.includes(role)) {
      return refuse({
        message: `Invalid value: '${String(role)}'. Supported values are: ${quoteAll(roles)}.`,
        param: `${place}.role`,
        code: 'invalid_value',
      });
    }
    const text = readContent(message.content, `${place}.content`, refuse);
    if (role === 'user' || role === 'assistant') turns.push({ role, text });
    else system.push(text);
  }
  return { system, turns };
}

function readContent(content: unknown, place: string, refuse: Refuse): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) {
    return refuse({
      message: `Invalid type for '${place}': expected one of a string or array of objects, but got ${nameType(content)} instead.`,
      param: place,
      code: 'invalid_type',
    });
  }
  if (content.length === 0) {
    refuse({
      message: `Invalid '${place}': empty array. Expected an array with minimum length 1, but got an empty array instead.`,
      param: place,
      code: 'empty_array',
    });
  }
  const texts = content.map((part: unknown, index) => {
    if (isObject(part) && part.type === 'text' && typeof part.text === 'string') return part.text;
    return refuse({
      message: `Invalid '${place}[${index}]': the sandbox simulates text parts only.`,
      param: `${place}[${index}]`,
      code: 'invalid_value',
    });
  });
  return texts.join('');
}
