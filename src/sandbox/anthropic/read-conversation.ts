/** Reads and checks the messages of a Messages request as Anthropic's API does. */
import type { Attachment, Prompt, PromptTurn } from '../answers/prompt.ts';
import { asArray, asObject, isObject, type JsonObject } from '../json.ts';
import { refuse } from '../refuse.ts';
import type { ClaudeRules } from './claude-models.ts';
import { readAttachment } from './read-attachment.ts';
import { refuseOthers } from './refuse-others.ts';
import { checkSignature } from './sign-thought.ts';

/** What of a request decides on its messages. */
interface Circumstances {
  readonly rules: ClaudeRules;
  /** Whether the model will think. */
  readonly thinks: boolean;
  /** Whether thinking is dropped where something before it has changed. */
  readonly dropsThoughts: boolean;
}

type Call = { readonly id: string; readonly name: string };

const BLOCKS = {
  user: ['text', 'image', 'document', 'tool_result'],
  assistant: ['text', 'thinking', 'redacted_thinking', 'tool_use'],
};

export function readConversation(body: JsonObject, given: Circumstances): Prompt['turns'] {
  if (body.messages === undefined) return refuse('messages: Field required');
  const messages = asArray(body.messages);
  if (messages.length === 0) return refuse('messages: at least one message is required');
  const turns: PromptTurn[] = [];
  let calls: readonly Call[] = [];
  const known = new Set<string>();
  for (const [index, message] of messages.entries()) {
    const { role, content } = asObject(message);
    if (role === 'system') continue;
    if (role !== 'user' && role !== 'assistant') {
      return refuse(`messages.${index}.role: Input should be 'user' or 'assistant'`);
    }
    if (index === 0 && role === 'assistant') refuse('messages: first message must use the "user" role');
    // The API joins neighbours of one role today; its older models refused them, and so do some hosts of
    // its dialect. The gateway promises to join them itself, so it is held to that.
    if (turns.at(-1)?.role === role) {
      refuse(
        `messages: roles must alternate between "user" and "assistant", but found multiple "${role}" roles in a row`,
      );
    }
    const place = `messages.${index}`;
    const blocks = readBlocks(content, `${place}.content`, BLOCKS[role]);
    const text = readTexts(blocks, 'messages');
    if (role === 'user') {
      const results = readResults(blocks, calls, index);
      const attachments = blocks.flatMap((block, at): Attachment[] =>
        block.type === 'image' || block.type === 'document'
          ? [readAttachment(block, `${place}.content.${at}`)]
          : [],
      );
      calls = [];
      turns.push({
        role,
        text,
        ...(results.length === 0 ? {} : { results }),
        ...(attachments.length === 0 ? {} : { attachments }),
      });
    } else {
      calls = readCalls(blocks, place, known);
      checkThoughts(blocks, calls, { ...body, messages: messages.slice(0, index) }, place, given);
      turns.push({ role, text, ...(calls.length === 0 ? {} : { calls }) });
    }
  }
  checkEnd(turns, calls, given);
  if (given.thinks) checkLoop(messages.filter(isSaid), turns, given.rules);
  if (known.size > 0 && asArray(body.tools).length === 0) {
    refuse('Requests which have `tool_use` or `tool_result` blocks in the body must define tools');
  }
  return turns;
}

function isSaid(message: unknown): boolean {
  return asObject(message).role !== 'system';
}

/**
 * What the system says among the messages (docs: build-with-claude/mid-conversation-system-messages): behind what the
 * user said, and before what the assistant says, if anything.
 */
export function readSystemTurns(body: JsonObject, rules: ClaudeRules): readonly string[] {
  const messages = asArray(body.messages).map(asObject);
  return messages.flatMap(({ role, content }, index) => {
    if (role !== 'system') return [];
    if (!rules.systemTurns) return refuse("role 'system' is not supported on this model");
    if (index === 0) refuse("messages.0: use the top-level 'system' parameter for the initial system prompt");
    const place = `messages.${index}`;
    // Documented as refused; the wording is ours.
    if (messages[index - 1]?.role !== 'user') refuse(`${place}: a system message must follow a user message`);
    if ((messages[index + 1]?.role ?? 'assistant') !== 'assistant') {
      refuse(`${place}: a system message must end the conversation or precede an assistant message`);
    }
    return [readTexts(readBlocks(content, `${place}.content`, ['text']), 'messages')];
  });
}

/** A string counts as one block. */
function readBlocks(content: unknown, place: string, types: readonly string[]): readonly JsonObject[] {
  if (!Array.isArray(content)) return [{ type: 'text', text: content }];
  if (content.length === 0) refuse(`${place}: all messages must have non-empty content`);
  return content.map((given, index) => {
    const block = asObject(given);
    if (!types.includes(String(block.type))) {
      refuse(`${place}.${index}.type: Input should be ${types.map((type) => `'${type}'`).join(' or ')}`);
    }
    return block;
  });
}

/** Text is never blank. */
export function readTexts(blocks: readonly JsonObject[], field: 'messages' | 'system'): string {
  const texts = blocks.map(({ type, text }) => {
    if (type !== 'text') return '';
    if (typeof text !== 'string' || text === '')
      return refuse(`${field}: text content blocks must be non-empty`);
    if (text.trim() === '') return refuse(`${field}: text content blocks must contain non-whitespace text`);
    return text;
  });
  return texts.join('');
}

/** All results of the turn before, before all else. */
function readResults(blocks: readonly JsonObject[], calls: readonly Call[], index: number) {
  const texts = new Map<string, string>();
  let leading = true;
  for (const [at, block] of blocks.entries()) {
    if (block.type !== 'tool_result') {
      leading = false;
      continue;
    }
    const place = `messages.${index}.content.${at}`;
    refuseOthers(
      block,
      ['type', 'tool_use_id', 'content', 'is_error', 'cache_control'],
      `${place}.tool_result.`,
    );
    const id = String(block.tool_use_id);
    if (!calls.some((call) => call.id === id)) {
      refuse(
        `${place}: unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${id}. Each \`tool_result\` block must have a corresponding \`tool_use\` block in the previous message.`,
      );
    }
    if (texts.has(id))
      refuse(
        `${place}: each tool_use must have a single result. Found multiple \`tool_result\` blocks with id: ${id}`,
      );
    const { content = '' } = block;
    const parts = Array.isArray(content) ? content.map((part) => asObject(part).text ?? '') : [content];
    if (!parts.every((part) => typeof part === 'string')) {
      refuse(`${place}.tool_result.content: Input should be a valid string`);
    }
    if (leading) texts.set(id, parts.join(''));
  }
  refuseMissing(
    calls.filter(({ id }) => !texts.has(id)),
    index - 1,
  );
  return calls.map(({ id, name }) => ({ name, text: texts.get(id) ?? '' }));
}

function refuseMissing(calls: readonly Call[], index: number): void {
  if (calls.length === 0) return;
  const ids = calls.map(({ id }) => id).join(', ');
  refuse(
    `messages.${index}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${ids}. Each \`tool_use\` block must have a corresponding \`tool_result\` block in the next message.`,
  );
}

function readCalls(blocks: readonly JsonObject[], place: string, known: Set<string>): readonly Call[] {
  return blocks.flatMap((block, at) => {
    if (block.type !== 'tool_use') return [];
    const here = `${place}.content.${at}.tool_use`;
    const { id, name, input } = block;
    refuseOthers(block, ['type', 'id', 'name', 'input', 'cache_control', 'caller'], `${here}.`);
    if (typeof id !== 'string' || !/^[a-zA-Z0-9_-]+$/.test(id)) {
      return refuse(`${here}.id: String should match pattern '^[a-zA-Z0-9_-]+$'`);
    }
    if (known.has(id)) refuse('messages: `tool_use` ids must be unique');
    known.add(id);
    if (typeof name !== 'string' || !/^[a-zA-Z0-9_-]{1,200}$/.test(name)) {
      return refuse(`${here}.name: String should match pattern '^[a-zA-Z0-9_-]{1,200}$'`);
    }
    if (!isObject(input)) refuse(`${here}.input: Input should be a valid dictionary`);
    return [{ id, name }];
  });
}

function checkThoughts(
  blocks: readonly JsonObject[],
  calls: readonly Call[],
  before: JsonObject,
  place: string,
  { rules, dropsThoughts }: Circumstances,
): void {
  for (const [at, block] of blocks.entries()) {
    if (block.type !== 'thinking') continue;
    const ids = calls.map(({ id }) => id);
    const problem = `${place}.content.${at}: Invalid \`signature\` in \`thinking\` block`;
    const signed = checkSignature(block.signature, before, ids);
    if (signed === 'forged') refuse(problem);
    if (signed === 'moved' && rules.bindsThinking && !dropsThoughts) {
      refuse(
        `${problem}. The block is bound to a different conversation. Remove the block, or set \`thinking.block_binding.prefix_mismatch_behavior\` to "drop_block".`,
      );
    }
  }
}

/** The calls behind the last question begin with their thinking, where the model might not have thought. */
function checkLoop(messages: readonly unknown[], turns: Prompt['turns'], rules: ClaudeRules): void {
  if (!rules.thinkingTypes.some((type) => type !== 'adaptive')) return;
  const asked = turns.findLastIndex(({ role, results }) => role === 'user' && results === undefined);
  for (const [index, { calls }] of turns.entries()) {
    if (index <= asked || calls === undefined) continue;
    const found = asObject(asArray(asObject(messages[index]).content)[0]).type;
    if (found === 'thinking' || found === 'redacted_thinking') continue;
    refuse(
      `messages.${index}.content.0.type: Expected \`thinking\` or \`redacted_thinking\`, but found \`${found}\`. When \`thinking\` is enabled, a final \`assistant\` message must start with a thinking block (preceeding the lastmost set of \`tool_use\` and \`tool_result\` blocks).`,
    );
  }
}

function checkEnd(turns: Prompt['turns'], calls: readonly Call[], { rules }: Circumstances): void {
  const last = turns.at(-1);
  if (last?.role !== 'assistant') return;
  refuseMissing(calls, turns.length - 1);
  if (!rules.prefill) {
    refuse(
      'This model does not support assistant message prefill. The conversation must end with a user message.',
    );
  }
  if (last.text !== last.text.trimEnd()) {
    refuse('messages: final assistant content cannot end with trailing whitespace');
  }
}
