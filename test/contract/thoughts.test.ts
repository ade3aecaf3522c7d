/** What a provider shows of a model's thinking, on the three APIs: beside the answer, never in it, and no claims are looked for in it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FakeProvider, type Handler, startFakeProvider } from '../harness/fake-provider.ts';
import { envFor, isStreamed, providerOf, startStream, WIRES } from '../harness/provider-wires.ts';
import { type Gateway, startGateway } from '../harness/start-gateway.ts';

type Fields = Record<string, unknown>;
interface MessageEvent {
  readonly type: string;
  readonly index: number;
  readonly content_block: Fields;
  readonly delta: Fields;
}
/** Thought and answer in pieces. */
const THOUGHT = ['The Moon was ', 'reached in 1969, ', 'I think.'];
const ANSWER = ['It was ', 'in 1969.'];
const SHOWN = THOUGHT.join('');
const SAID = ANSWER.join('');
const SIGNATURE = 'c2lnbmF0dXJl';

const sse = (data: unknown, event?: string): string =>
  `${event === undefined ? '' : `event: ${event}\n`}data: ${JSON.stringify(data)}\n\n`;
const block = (index: number, opening: object, ...deltas: object[]): string =>
  [
    { type: 'content_block_start', index, content_block: opening },
    ...deltas.map((delta) => ({ type: 'content_block_delta', index, delta })),
    { type: 'content_block_stop', index },
  ]
    .map((event) => sse(event, event.type))
    .join('');
const delta = (fields: object): string =>
  sse({ choices: [{ index: 0, delta: fields, finish_reason: null }] });
const frame = (...parts: object[]): string =>
  sse({ candidates: [{ index: 0, content: { role: 'model', parts } }] });

/** How each provider thinks before it answers: whole, and in a stream. */
const THINKERS: Readonly<Record<string, { readonly whole: Fields; readonly stream: string }>> = {
  anthropic: {
    whole: {
      content: [
        { type: 'thinking', thinking: SHOWN, signature: SIGNATURE },
        { type: 'text', text: SAID },
      ],
    },
    stream:
      sse({ type: 'message_start', message: { usage: { input_tokens: 7 } } }, 'message_start') +
      block(
        0,
        { type: 'thinking', thinking: '', signature: '' },
        ...THOUGHT.map((thinking) => ({ type: 'thinking_delta', thinking })),
        { type: 'signature_delta', signature: SIGNATURE },
      ) +
      block(1, { type: 'text', text: '' }, ...ANSWER.map((text) => ({ type: 'text_delta', text }))) +
      sse(
        { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 5 } },
        'message_delta',
      ) +
      sse({ type: 'message_stop' }, 'message_stop'),
  },
  google: {
    whole: {
      candidates: [
        {
          index: 0,
          finishReason: 'STOP',
          content: { role: 'model', parts: [{ text: SHOWN, thought: true }, { text: SAID }] },
        },
      ],
    },
    stream:
      THOUGHT.map((text) => frame({ text, thought: true })).join('') +
      ANSWER.map((text) => frame({ text })).join('') +
      sse({ candidates: [{ index: 0, finishReason: 'STOP' }] }),
  },
  xai: {
    whole: {
      choices: [{ index: 0, message: { content: SAID, reasoning_content: SHOWN }, finish_reason: 'stop' }],
    },
    stream: [
      ...THOUGHT.map((reasoning_content) => delta({ reasoning_content })),
      ...ANSWER.map((content) => delta({ content })),
      WIRES.xai.end,
    ].join(''),
  },
  together: {
    whole: {
      choices: [
        { index: 0, message: { content: `<think>\n${SHOWN}\n</think>\n\n${SAID}` }, finish_reason: 'stop' },
      ],
    },
    stream: [
      ...['<think>', ...THOUGHT, '</th', 'ink>\n\n', ...ANSWER].map((content) => delta({ content })),
      WIRES.together.end,
    ].join(''),
  },
};

/** The same in xAI's Responses API: an item of reasoning, and one that says something. */
const item = (type: string, fields: Fields): Fields => ({ type, id: `${type}_1`, ...fields });
const REASONING = item('reasoning', { summary: [{ type: 'summary_text', text: SHOWN }] });
const MESSAGE = item('message', { role: 'assistant', content: [{ type: 'output_text', text: SAID }] });
const RESPONSE = { status: 'completed', error: null, output: [REASONING, MESSAGE] };
const BY_RESPONSES = {
  whole: RESPONSE,
  stream: [
    { type: 'response.output_item.added', output_index: 0, item: { ...REASONING, summary: [] } },
    ...THOUGHT.map((piece) => ({
      ...{ type: 'response.reasoning_summary_text.delta', output_index: 0 },
      delta: piece,
    })),
    { type: 'response.output_item.done', output_index: 0, item: REASONING },
    { type: 'response.output_item.added', output_index: 1, item: { ...MESSAGE, content: [] } },
    ...ANSWER.map((piece) => ({ type: 'response.output_text.delta', output_index: 1, delta: piece })),
    { type: 'response.output_item.done', output_index: 1, item: MESSAGE },
    { type: 'response.completed', response: RESPONSE },
  ]
    .map((event) => sse(event, event.type))
    .join(''),
};

const think: Handler = (request, response) => {
  const { whole, stream } = request.url.endsWith('/responses')
    ? BY_RESPONSES
    : THINKERS[providerOf(request)]!;
  if (isStreamed(request)) {
    startStream(response);
    response.end(stream);
    return;
  }
  const known = WIRES[providerOf(request)].whole(SAID) as Fields;
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ ...known, ...whole }));
};

let fake: FakeProvider;
let gateway: Gateway;
beforeAll(async () => {
  fake = await startFakeProvider(think);
  gateway = await startGateway({
    env: envFor(fake),
    yaml: 'plans: { free: { models: all, per_hour: null, per_month: null } }',
  });
});
afterAll(() => Promise.all([gateway.stop(), fake.stop()]));

async function post(path: string, body: Fields, provider: keyof typeof WIRES): Promise<Response> {
  const key = { authorization: 'Bearer sk-thoughts' };
  const response = await gateway.post(path, { model: WIRES[provider].model, ...body }, key);
  expect([response.status, response.status === 200 ? '' : await response.text()]).toEqual([200, '']);
  return response;
}
const whole = async (...asked: Parameters<typeof post>) => (await (await post(...asked)).json()) as Fields;
const streamed = async (...asked: Parameters<typeof post>): Promise<Fields[]> =>
  [...(await (await post(...asked)).text()).matchAll(/^data: (\{.*)$/gm)].map(([, data]) =>
    JSON.parse(data!),
  );

const messages = [{ role: 'user', content: 'When was it?' }];
const checks = (metadata: unknown): unknown => (metadata as Fields).claims_detected;

describe.each(['anthropic', 'google', 'xai', 'together'] as const)('%s', (provider) => {
  it('in Chat Completions: reasoning_content', async () => {
    const answer = await whole('/v1/chat/completions', { messages }, provider);
    const [choice] = answer.choices as Fields[];
    expect(choice?.message).toEqual({ role: 'assistant', content: SAID, reasoning_content: SHOWN });
    expect(checks(answer.fact_check_metadata)).toBe(1);

    const chunks = await streamed('/v1/chat/completions', { messages, stream: true }, provider);
    const deltas = chunks.flatMap(({ choices }) => (choices as Fields[]).map(({ delta }) => delta as Fields));
    const join = (name: string): string => deltas.map((delta) => delta[name] ?? '').join('');
    expect([join('reasoning_content').trim(), join('content')]).toEqual([SHOWN, SAID]);
    expect(deltas.filter(({ role }) => role !== undefined)).toHaveLength(1);
    expect(checks(chunks.find((chunk) => chunk.fact_check_metadata)?.fact_check_metadata)).toBe(1);
  });

  it('in Messages: a block of thinking before the text', async () => {
    const signature = provider === 'anthropic' ? SIGNATURE : '';
    const answer = await whole('/v1/messages', { messages, max_tokens: 100 }, provider);
    expect(answer.content).toEqual([
      { type: 'thinking', thinking: SHOWN, signature },
      { type: 'text', text: SAID },
    ]);

    const events = await streamed('/v1/messages', { messages, max_tokens: 100, stream: true }, provider);
    const blocks: Fields[] = [];
    for (const { type, index, content_block, delta } of events as unknown as MessageEvent[]) {
      if (type === 'content_block_start') blocks[index] = { ...content_block, open: true };
      if (type === 'content_block_stop') blocks[index]!.open = false;
      if (type !== 'content_block_delta') continue;
      const [name, piece] = Object.entries(delta).find(([key]) => key !== 'type')!;
      const old = blocks[index]!;
      expect([old.open, blocks.slice(0, index).some(({ open }) => open)]).toEqual([true, false]);
      old[name] = `${old[name]}${piece}`;
    }
    expect(blocks).toEqual([
      { type: 'thinking', thinking: expect.stringContaining(SHOWN), signature, open: false },
      { type: 'text', text: SAID, open: false },
    ]);
  });

  it('in Responses: an item of reasoning before the message', async () => {
    const answer = await whole('/v1/responses', { input: 'When was it?' }, provider);
    const output = answer.output as Fields[];
    expect(output.map(({ type }) => type)).toEqual(['reasoning', 'message']);
    expect(output[0]).toMatchObject({ summary: [{ type: 'summary_text', text: SHOWN }] });

    const events = await streamed('/v1/responses', { input: 'When was it?', stream: true }, provider);
    expect(events.map(({ sequence_number }) => sequence_number)).toEqual(events.map((_event, at) => at));
    const pieces = events.filter(({ type }) => type === 'response.reasoning_summary_text.delta');
    expect(
      pieces
        .map(({ delta }) => delta)
        .join('')
        .trim(),
    ).toBe(SHOWN);
    const last = events.at(-1)?.response as Fields;
    expect((last.output as Fields[]).map(({ type }) => type)).toEqual(['reasoning', 'message']);
    expect((last.output as Fields[])[1]).toMatchObject({ content: [{ type: 'output_text', text: SAID }] });
  });
});

it('go back to a provider that showed them in the caller’s own words, and to no other', async () => {
  fake.received.length = 0;
  const before = { role: 'assistant', content: SAID, reasoning_content: SHOWN };
  await whole('/v1/chat/completions', { messages: [...messages, before, ...messages] }, 'xai');
  expect(fake.received[0]?.body).toMatchObject({ messages: [{}, {}, before, {}] });
  fake.received.length = 0;
  const thinking = { type: 'thinking', thinking: SHOWN, signature: SIGNATURE };
  const said = { role: 'assistant', content: [thinking, { type: 'text', text: SAID }] };
  await whole('/v1/messages', { messages: [...messages, said, ...messages], max_tokens: 99 }, 'xai');
  const item = { type: 'reasoning', id: 'rs_1', summary: [{ type: 'summary_text', text: SHOWN }] };
  await whole('/v1/responses', { input: [...messages, item, ...messages] }, 'xai');
  expect(fake.received).toHaveLength(2);
  expect(JSON.stringify(fake.received.map(({ body }) => body))).not.toContain('I think.');
});

it('are asked for at Google, which shows none unasked, where the caller wants to see them', async () => {
  const asked = async (path: string, fields: Record<string, unknown>) => {
    fake.received.length = 0;
    await whole(path, fields, 'google');
    const { generationConfig } = fake.received[0]!.body as { generationConfig?: { thinkingConfig?: object } };
    return generationConfig?.thinkingConfig;
  };
  const thinking = { type: 'enabled', budget_tokens: 1_024 };
  expect(await asked('/v1/messages', { messages, max_tokens: 99, thinking })).toEqual({
    ...{ thinkingLevel: expect.anything(), includeThoughts: true },
  });
  expect(await asked('/v1/messages', { messages, max_tokens: 99, thinking: { type: 'adaptive' } })).toEqual({
    includeThoughts: true,
  });
  expect(await asked('/v1/messages', { messages, max_tokens: 99 })).toBeUndefined();
  expect(await asked('/v1/responses', { input: messages, reasoning: { summary: 'auto' } })).toEqual({
    includeThoughts: true,
  });
});
