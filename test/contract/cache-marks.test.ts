/** What callers say of the provider's cache, and what they are told of it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FakeProvider, type Handler, startFakeProvider } from '../harness/fake-provider.ts';
import { envFor, speak } from '../harness/provider-wires.ts';
import { type Gateway, startGateway } from '../harness/start-gateway.ts';

let provider: FakeProvider;
let gateway: Gateway;
beforeAll(async () => {
  provider = await startFakeProvider(speak());
  gateway = await startGateway({ env: envFor(provider), yaml: "fact_check: { mode: 'off' }\n" });
});
afterAll(async () => {
  await gateway.stop();
  await provider.stop();
});

const KEY = { authorization: 'Bearer sk-mine' };
const CLAUDE = 'claude-haiku-5-5';
const mark = { cache_control: { type: 'ephemeral' } };
const hour = { cache_control: { type: 'ephemeral', ttl: '1h' } };
const text = (said: string, more: object = {}) => ({ type: 'text', text: said, ...more });
const schema = { type: 'object', properties: {} };

/** @returns what the provider was sent, and what the caller is told. */
async function send(path: string, body: object) {
  const answer = await gateway.post(path, body, KEY);
  expect(answer.status, await answer.clone().text()).toBe(200);
  const adjusted = answer.headers.get('x-claimgate-adjusted')?.split(', ') ?? [];
  return { sent: provider.received.at(-1)!.body, adjusted, answer };
}

/** As Claude Code marks a step of its loop. */
const asked = {
  max_tokens: 100,
  system: [text('You are an agent.'), text('Be brief.', hour)],
  tools: [
    { name: 'read', input_schema: schema },
    { name: 'edit', input_schema: schema, ...mark },
  ],
  messages: [
    { role: 'user', content: [text('Read it.', mark), text('Now.')] },
    { role: 'assistant', content: [{ type: 'tool_use', id: 'toolu_1', name: 'read', input: {} }] },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content: '', ...mark }] },
  ],
};

describe('marks of POST /v1/messages', () => {
  it('stand where the caller put them, at Anthropic', async () => {
    const { sent, adjusted } = await send('/v1/messages', { ...asked, model: CLAUDE });
    expect(sent.system).toEqual([text('You are an agent.'), text('Be brief.', hour)]);
    expect(sent.tools).toEqual([
      { name: 'read', input_schema: schema },
      { name: 'edit', input_schema: schema, ...mark },
    ]);
    expect(sent.messages).toMatchObject([
      { role: 'user', content: [text('Read it.', mark), text('Now.')] },
      { role: 'assistant', content: [{ type: 'tool_use', id: 'toolu_1' }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_1', ...mark }] },
    ]);
    expect(adjusted.join()).not.toContain('cache');
  });

  it('of the request as a whole is that', async () => {
    const { sent } = await send('/v1/messages', {
      model: CLAUDE,
      max_tokens: 100,
      ...hour,
      messages: [{ role: 'user', content: 'Hello' }],
    });
    expect(sent).toMatchObject({ ...hour, messages: [{ role: 'user', content: 'Hello' }] });
  });

  it('are breakpoints at OpenAI, but for those of tools', async () => {
    const { sent, adjusted } = await send('/v1/messages', { ...asked, model: 'gpt-6-luna' });
    const breakpoint = { prompt_cache_breakpoint: { mode: 'explicit' } };
    const part = (said: string, more: object = {}) => ({ type: 'input_text', text: said, ...more });
    const long = { prompt_cache_breakpoint: { mode: 'explicit', ttl: '12h' } };
    expect(sent.input).toMatchObject([
      { role: 'developer', content: [part('You are an agent.Be brief.', long)] },
      { role: 'user', content: [part('Read it.', breakpoint), part('Now.')] },
      { type: 'function_call' },
      { type: 'function_call_output', output: [part('', breakpoint)] },
    ]);
    expect(JSON.stringify(sent.tools)).not.toContain('cache');
    expect(adjusted).toContain('tools.cache_control=ignored');
  });

  it.each(['gemini-3.8-flash', 'grok-4.3', 'zai-org/GLM-5.3-Flash'])(
    'are left out and named at %s, and the prompt is the same without',
    async (model) => {
      const { sent, adjusted } = await send('/v1/messages', { ...asked, model });
      expect(adjusted.filter((word) => word.includes('cache'))).toEqual(['cache_control=ignored']);
      const bare = JSON.parse(JSON.stringify(asked), (name, value) =>
        name === 'cache_control' ? undefined : value,
      );
      expect(sent).toEqual((await send('/v1/messages', { ...bare, model })).sent);
    },
  );
});

describe('marks of chat completions', () => {
  it.each([
    ['cache_control', { type: 'ephemeral' }],
    ['prompt_cache_breakpoint', { mode: 'explicit' }],
  ])('reach Anthropic, written as %s', async (name, value) => {
    const { sent, adjusted } = await send('/v1/chat/completions', {
      model: CLAUDE,
      messages: [
        { role: 'system', content: [text('Be brief.', { [name]: value })] },
        { role: 'user', content: [text('Hello', { [name]: value })] },
      ],
      prompt_cache_options: { ttl: '30m' },
    });
    expect(sent).toMatchObject({
      ...hour,
      system: [text('Be brief.', mark)],
      messages: [{ content: [text('Hello', mark)] }],
    });
    expect(adjusted).toEqual([]);
  });

  it('are the last ones where there are more than Anthropic takes', async () => {
    const { sent, adjusted } = await send('/v1/chat/completions', {
      model: CLAUDE,
      messages: [{ role: 'user', content: ['1', '2', '3', '4', '5'].map((said) => text(said, mark)) }],
    });
    expect(sent.messages).toEqual([
      { role: 'user', content: [text('12', mark), text('3', mark), text('4', mark), text('5', mark)] },
    ]);
    expect(adjusted).toEqual(['prompt_cache_breakpoint=4']);
  });

  it('reach OpenAI as they are', async () => {
    const options = { mode: 'explicit', ttl: '30m' };
    const content = [text('Hello', { prompt_cache_breakpoint: { mode: 'explicit', ttl: '12h' } })];
    const { sent, adjusted } = await send('/v1/chat/completions', {
      model: 'gpt-6-luna',
      messages: [{ role: 'user', content }],
      prompt_cache_options: options,
    });
    expect(sent).toMatchObject({ messages: [{ content }], prompt_cache_options: options });
    expect(adjusted).toEqual([]);
  });

  it('are no more than a form: a lifetime that is none is refused', async () => {
    const content = [text('Hello', { cache_control: { type: 'ephemeral', ttl: 'long' } })];
    const body = { model: CLAUDE, messages: [{ role: 'user', content }] };
    expect((await gateway.post('/v1/chat/completions', body, KEY)).status).toBe(422);
  });
});

it('marks of the Responses API reach Anthropic', async () => {
  const { sent } = await send('/v1/responses', {
    model: CLAUDE,
    store: false,
    input: [
      {
        role: 'user',
        content: [{ type: 'input_text', text: 'Hello', prompt_cache_breakpoint: { mode: 'explicit' } }],
      },
    ],
  });
  expect(sent.messages).toEqual([{ role: 'user', content: [text('Hello', mark)] }]);
});

describe('what was read from a cache and written to it', () => {
  const usage = {
    input_tokens: 7,
    cache_read_input_tokens: 2_000,
    cache_creation_input_tokens: 300,
    output_tokens: 5,
  };
  const whole: Handler = (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(
      JSON.stringify({
        id: 'msg_1',
        type: 'message',
        role: 'assistant',
        model: CLAUDE,
        content: [text('Hi')],
        stop_reason: 'end_turn',
        stop_sequence: null,
        usage,
      }),
    );
  };
  const cases: [string, object, object][] = [
    ['/v1/messages', { max_tokens: 9, messages: [{ role: 'user', content: 'Hi' }] }, usage],
    [
      '/v1/chat/completions',
      { messages: [{ role: 'user', content: 'Hi' }] },
      {
        prompt_tokens: 2_307,
        completion_tokens: 5,
        total_tokens: 2_312,
        prompt_tokens_details: { cached_tokens: 2_000, cache_write_tokens: 300 },
      },
    ],
    [
      '/v1/responses',
      { input: 'Hi', store: false },
      {
        input_tokens: 2_307,
        input_tokens_details: { cached_tokens: 2_000, cache_write_tokens: 300 },
        output_tokens: 5,
      },
    ],
  ];
  it.each(cases)('is in the usage of %s', async (path, body, expected) => {
    provider.answer(whole);
    const { answer } = await send(path, { ...body, model: CLAUDE });
    expect(((await answer.json()) as { usage: object }).usage).toMatchObject(expected);
  });
});
