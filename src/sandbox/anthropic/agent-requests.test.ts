/** What coding agents send beside messages: words of the system among them, tools that are found later, marks of the cache. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callerOf, detectDigits, jsonOf } from '../callers-in-tests.ts';
import { type Sandbox, startSandbox } from '../server.ts';

let sandbox: Sandbox;
beforeAll(async () => {
  const pace = { firstTokenMs: 0, perTokenMs: 0 };
  sandbox = await startSandbox({ token: 'aa', detect: detectDigits, pace });
});
afterAll(() => sandbox.close());

const ask = (more: Record<string, unknown>) =>
  callerOf('anthropic').ask(sandbox, { key: 'sandbox', more: { model: 'claude-opus-5-5', ...more } });
const called = async (more: Record<string, unknown>): Promise<string[]> =>
  (await jsonOf(await ask(more))).content.flatMap((block: { name?: string }) => block.name ?? []);

const user = { role: 'user', content: 'Please use read and edit.' };
const assistant = { role: 'assistant', content: 'Hello' };
const system = { role: 'system', content: [{ type: 'text', text: 'Be brief.' }] };
const mark = { cache_control: { type: 'ephemeral' } };
const tool = (name: string, more: object = {}) => ({ name, input_schema: { type: 'object' }, ...more });
const deferred = { defer_loading: true };
const search = { type: 'tool_use', id: 'toolu_1', name: 'search', input: {} };
const found = {
  type: 'tool_result',
  tool_use_id: 'toolu_1',
  content: [{ type: 'tool_reference', tool_name: 'edit' }],
};

describe('words of the system among the messages', () => {
  it.each([
    ['at the end', { messages: [user, system] }],
    ['before an answer', { messages: [user, system, assistant, user] }],
    ['of the first model that knows them', { model: 'claude-opus-4-8', messages: [user, system] }],
  ])('are taken %s', async (_, more) => {
    expect((await ask(more)).status).toBe(200);
  });

  it.each([
    ['in the beginning', { messages: [system, user] }, /^messages\.0: use the top-level 'system' parameter/],
    [
      'behind an answer',
      { messages: [user, assistant, system, user] },
      /^messages\.2: .* must follow a user/,
    ],
    [
      'before the user speaks again',
      { messages: [user, system, user] },
      /^messages\.1: .* precede an assistant/,
    ],
    [
      'of an older model',
      { model: 'claude-sonnet-4-6', messages: [user, system] },
      "role 'system' is not supported on this model",
    ],
    [
      'that are blank',
      { messages: [user, { role: 'system', content: ' ' }] },
      'messages: text content blocks must contain non-whitespace text',
    ],
  ])('are refused %s', async (_, more, message) => {
    const response = await ask(more);
    expect(response.status).toBe(400);
    expect((await jsonOf(response)).error.message).toMatch(message);
  });
});

describe('tools that are deferred', () => {
  const tools = [tool('read'), tool('search'), tool('edit', deferred)];

  it('are called once a search has found them', async () => {
    expect(await called({ tools, messages: [user] })).toEqual(['read']);
    const messages = [
      { role: 'user', content: 'Hi' },
      { role: 'assistant', content: [search] },
      { role: 'user', content: [found, { type: 'text', text: user.content }] },
    ];
    expect(await called({ tools, messages })).toEqual(['read', 'edit']);
  });

  it('are refused where there are no others', async () => {
    const response = await ask({ tools: [tool('edit', deferred)], messages: [user] });
    expect((await jsonOf(response)).error.message).toMatch(
      /^At least one tool must have defer_loading=false/,
    );
  });
});

it('four blocks are marked for the cache at most', async () => {
  const text = { type: 'text', text: 'Hi', ...mark };
  const marked = {
    tools: [tool('read', mark)],
    system: [text],
    messages: [{ role: 'user', content: [text, text] }],
  };
  expect((await ask(marked)).status).toBe(200);
  const response = await ask({ ...marked, system: [text, text] });
  expect((await jsonOf(response)).error.message).toBe(
    'A maximum of 4 blocks with cache_control may be provided. Found 5.',
  );
});
