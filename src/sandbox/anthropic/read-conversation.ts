/** Reads `messages` of a Messages request as Anthropic's API does. */
import type { Prompt } from '../answers/prompt.ts';
import { isObject } from '../json.ts';
import type { ClaudeRules } from './claude-models.ts';

type Refuse = (message: string) => never;

/** @throws whatever `refuse` throws. */
export function readConversation(messages: unknown, rules: ClaudeRules, refuse: Refuse): Prompt['turns'] {
  if (messages === undefined) return refuse('messages: Field required');
  if (!Array.isArray(messages)) return refuse('messages: Input should be a valid list');
  if (messages.length === 0) return refuse('messages: at least one message is required');
  const turns: { role: 'user' | 'assistant'; text: string }[] = [];
  for (const [index, message] of messages.entries()) {
    const place = `messages.${index}`;
    if (!isObject(message)) return refuse(`${place}: Input should be an object`);
    const { role, content } = message;
    if (role === 'system') {
      return refuse(
        'messages: Unexpected role "system". The Messages API accepts a top-level `system` parameter, not "system" as an input message role.',
      );
    }
    if (role !== 'user' && role !== 'assistant') {
      return refuse(`${place}.role: Input should be 'user' or 'assistant'`);
    }
    if (index === 0 && role === 'assistant') {
      return refuse('messages: first message must use the "user" role');
    }
    // The API joins neighbours of one role today; its older models refused them, and so do some hosts of
    // its dialect. The gateway promises to join them itself, so it is held to that.
    if (turns.at(-1)?.role === role) {
      return refuse(
        `messages: roles must alternate between "user" and "assistant", but found multiple "${role}" roles in a row`,
      );
    }
    turns.push({ role, text: readText(content, `${place}.content`, refuse) });
  }
  checkEnd(turns, rules, refuse);
  return turns;
}

function checkEnd(turns: Prompt['turns'], rules: ClaudeRules, refuse: Refuse): void {
  const last = turns.at(-1);
  if (last?.role !== 'assistant') return;
  if (!rules.prefill) {
    refuse(
      'This model does not support assistant message prefill. The conversation must end with a user message.',
    );
  }
  if (last.text !== last.text.trimEnd()) {
    refuse('messages: final assistant content cannot end with trailing whitespace');
  }
}

/** A string, or text blocks; neither may be blank. */
export function readText(content: unknown, place: string, refuse: Refuse): string {
  if (content === undefined) return refuse(`${place}: Field required`);
  const blocks: readonly unknown[] = Array.isArray(content) ? content : [{ type: 'text', text: content }];
  if (blocks.length === 0) {
    return refuse(
      `${place}: all messages must have non-empty content except for the optional final assistant message`,
    );
  }
  const field = place.split('.')[0];
  const texts = blocks.map((block, index) => {
    if (!isObject(block) || block.type !== 'text') {
      return refuse(`${place}.${index}: the sandbox simulates text blocks only`);
    }
    const { text } = block;
    if (typeof text !== 'string') return refuse(`${place}.${index}.text: Input should be a valid string`);
    if (text === '') return refuse(`${field}: text content blocks must be non-empty`);
    if (text.trim() === '') return refuse(`${field}: text content blocks must contain non-whitespace text`);
    return text;
  });
  return texts.join('');
}
