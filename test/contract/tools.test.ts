/** Contract, section 2a: calls of functions as stock clients send and read them, at all five providers. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FakeProvider, type Received, startFakeProvider } from '../harness/fake-provider.ts';
import {
  envFor,
  isStreamed,
  PROVIDERS,
  type ProviderKey,
  providerOf,
  respond,
  startStream,
  WIRES,
} from '../harness/provider-wires.ts';
import { type ChunkBody, faultsOf, type MetadataBody, readJson, readStream } from '../harness/read-answer.ts';
import { type Gateway, startGateway } from '../harness/start-gateway.ts';

const ANY_PLAN = 'plans: { free: { models: all, per_hour: null, per_month: null } }\n';
const tool = (name: string, more: object = {}) => ({
  type: 'function',
  function: { name, parameters: { type: 'object', properties: { city: { type: 'string' } } }, ...more },
});
const user = (content: string) => ({ role: 'user', content });
const call = (id: string, name = 'f', args = '{}') => ({
  id,
  type: 'function',
  function: { name, arguments: args },
});
const calling = (...calls: object[]) => ({ role: 'assistant', content: null, tool_calls: calls });
const result = (id: string, content: unknown = 'ok') => ({ role: 'tool', tool_call_id: id, content });

interface Call {
  readonly id: string;
  readonly type: string;
  readonly function: { readonly name: string; readonly arguments: string };
  readonly extra_content?: object;
}
interface Answer {
  readonly choices: readonly {
    readonly message: { readonly content: string | null; readonly tool_calls: readonly Call[] };
    readonly finish_reason: string;
  }[];
  readonly fact_check_metadata: MetadataBody;
}
type Delta = Record<string, unknown> & {
  tool_calls?: { index: number; id?: string; function: { arguments: string } }[];
};
const isNoThought = (delta: object): boolean => !('reasoning_content' in delta);
const deltasOf = (chunks: readonly ChunkBody[]): Delta[] =>
  chunks.flatMap(({ choices }) => choices.map(({ delta }) => delta as Delta));

describe('a loop of an agent', () => {
  const CLAIM = 'The Eiffel Tower was completed in 1889.';
  const asked = {
    tools: [tool('get_weather'), tool('get_time')],
    messages: [user(`Use get_weather and get_time. ${CLAIM}`)],
    fact_check: { mode: 'detect' },
  };
  let gateway: Gateway;
  beforeAll(async () => {
    gateway = await startGateway({ yaml: ANY_PLAN });
  });
  afterAll(() => gateway.stop());
  const ask = (key: ProviderKey, fields: object) =>
    gateway.chat({ api_key: 'sandbox', model: WIRES[key].model, ...asked, ...fields });

  it.each(PROVIDERS)('whole: two calls, results in another order, and the answer (%s)', async (key) => {
    const { choices, fact_check_metadata: metadata } = await readJson<Answer>(await ask(key, {}));
    const { message, finish_reason } = choices[0]!;
    expect(finish_reason).toBe('tool_calls');
    expect(message).toMatchObject({ role: 'assistant', content: null });
    expect(message.tool_calls.map((one) => one.function.name)).toEqual(['get_weather', 'get_time']);
    expect(new Set(message.tool_calls.map(({ id }) => id)).size).toBe(2);
    // The arguments repeat the question: what stands in them is no claim of the answer's.
    expect(message.tool_calls[0]?.function.arguments).toContain(CLAIM);
    expect(metadata.claims_detected).toBe(1);
    expect(metadata.claims.map(({ role }) => role)).toEqual(['user']);

    const kept = message.tool_calls.map(({ extra_content: _, ...rest }) => rest);
    const [first, second] = kept.map(({ id }) => id);
    const results = [result(second!, [{ type: 'text', text: 'noon' }]), result(first!, '18 C')];
    for (const content of [null, '', undefined]) {
      const history = [...asked.messages, { ...calling(...kept), content }, ...results];
      const { choices } = await readJson<Answer>(await ask(key, { messages: history }));
      expect(choices[0]).toMatchObject({
        message: { content: 'get_weather returned: 18 C\nget_time returned: noon' },
        finish_reason: 'stop',
      });
    }
  });

  it.each(PROVIDERS)('streamed: each chunk has its form (%s)', async (key) => {
    const stream = await readStream(
      await ask(key, { stream: true, stream_options: { include_usage: true } }),
    );
    expect(stream.done).toBe(true);
    const [opening, ...rest] = deltasOf(stream.chunks);
    expect({ ...opening, reasoning_content: undefined }).toEqual({ role: 'assistant', content: null });
    expect(rest.pop()).toEqual({});
    const seen: string[] = [];
    for (const delta of rest.filter(isNoThought)) {
      expect(Object.keys(delta)).toEqual(['tool_calls']);
      const [piece] = delta.tool_calls!;
      if (seen[piece!.index] === undefined) {
        expect(piece).toEqual({
          index: seen.length,
          id: expect.stringMatching(/./),
          type: 'function',
          function: { name: ['get_weather', 'get_time'][seen.length], arguments: '' },
          ...('extra_content' in piece! ? { extra_content: expect.any(Object) } : {}),
        });
        seen.push('');
      } else {
        expect(piece).toEqual({ index: piece!.index, function: { arguments: expect.stringMatching(/./) } });
        seen[piece!.index] += piece!.function.arguments;
      }
    }
    expect(seen.map((text) => Object.keys(JSON.parse(text)))).toEqual([['city'], ['city']]);
    const [last, usage] = stream.chunks.slice(-2);
    expect(last?.choices[0]?.finish_reason).toBe('tool_calls');
    expect(last?.fact_check_metadata).toMatchObject({ claims_detected: 1, mode: 'detect' });
    expect(usage).toMatchObject({ choices: [], usage: { total_tokens: expect.any(Number) } });
  });

  it.each(PROVIDERS)('in the older form, both ways (%s)', async (key) => {
    const functions = asked.tools.map((one) => one.function);
    const messages = asked.messages;
    const older = { tools: undefined, functions, messages };
    const { choices } = await readJson<{ choices: { message: object; finish_reason: string }[] }>(
      await ask(key, older),
    );
    const { message } = choices[0]!;
    expect({ ...message, reasoning_content: undefined }).toEqual({
      role: 'assistant',
      content: null,
      function_call: { name: 'get_weather', arguments: expect.any(String) },
    });
    const gave = { role: 'function', name: 'get_weather', content: '18 C' };
    const stream = await readStream(
      await ask(key, {
        ...older,
        stream: true,
        function_call: 'none',
        messages: [...messages, message, gave],
      }),
    );
    expect(stream.text).toBe('get_weather returned: 18 C');
    const deltas = deltasOf((await readStream(await ask(key, { ...older, stream: true }))).chunks);
    expect({ ...deltas[0], reasoning_content: undefined }).toEqual({ role: 'assistant', content: null });
    const called = deltas.slice(1, -1).filter(isNoThought);
    expect(called[0]).toEqual({ function_call: { name: 'get_weather', arguments: '' } });
    expect(called.every((delta) => Object.keys(delta).join() === 'function_call')).toBe(true);
  });
});

describe('what a provider must be given back', () => {
  const thinking = [{ type: 'thinking', thinking: 'hm', signature: 'signed-1' }];
  const block = { type: 'tool_use', id: 'toolu_1', name: 'f', input: { city: 'Paris' } };
  const part = { functionCall: { name: 'f', args: { city: 'Paris' } }, thoughtSignature: 'signed-1' };
  const wholes = {
    anthropic: {
      ...(WIRES.anthropic.whole('') as object),
      content: [...thinking, block],
      stop_reason: 'tool_use',
    },
    google: { candidates: [{ content: { role: 'model', parts: [part] }, finishReason: 'STOP', index: 0 }] },
  };
  let fake: FakeProvider;
  const open = () => startGateway({ env: envFor(fake), yaml: `fact_check: { mode: off }\n${ANY_PLAN}` });
  let gateway: Gateway;
  beforeAll(async () => {
    fake = await startFakeProvider();
    gateway = await open();
  });
  afterAll(() => Promise.all([gateway.stop(), fake.stop()]));

  const wordsOf = (text: string): Record<string, unknown> => ({ tools: [tool('f')], messages: [user(text)] });
  /** Asks for a call, whose id alone is kept, and @returns what the provider is sent with its result. */
  async function sentBack(key: 'anthropic' | 'google', to: Gateway = gateway, as = 'sk-ann') {
    const model = WIRES[key].model;
    fake.answer(respond(200, wholes[key]));
    const first = await readJson<Answer>(await gateway.chat({ api_key: 'sk-ann', model, ...wordsOf('Go') }));
    const [made] = first.choices[0]!.message.tool_calls;
    expect(made?.extra_content).toBeDefined();
    fake.answer(respond(200, WIRES[key].whole('Done.')));
    const messages = [user('Go'), calling(call(made!.id, 'f', made!.function.arguments)), result(made!.id)];
    const response = await to.chat({ api_key: as, model, ...wordsOf('Go'), messages });
    expect(response.status).toBe(200);
    return { made: made!, response, body: fake.received.at(-1)!.body };
  }

  it('is found again by the id of the call, for its caller alone', async () => {
    const { made, body, response } = await sentBack('anthropic');
    expect(made.id).toBe('toolu_1');
    expect(body.messages).toMatchObject([{}, { content: [thinking[0], { type: 'tool_use' }] }, {}]);
    expect(response.headers.get('x-claimgate-adjusted')).toBeNull();
    const google = await sentBack('google');
    expect(google.made.id).toMatch(/^call_[\w-]{24}$/);
    expect(google.body.contents).toMatchObject([{}, { parts: [{ thoughtSignature: 'signed-1' }] }, {}]);

    const stranger = await sentBack('anthropic', gateway, 'sk-bob');
    expect(JSON.stringify(stranger.body)).not.toContain('signed-1');
    expect(JSON.stringify((await sentBack('google', gateway, 'sk-bob')).body)).not.toContain('signed-1');
  });

  it('is done without where it is lost, as the provider documents it', async () => {
    const restarted = await open();
    const { body, response } = await sentBack('anthropic', restarted);
    expect(body.messages).toMatchObject([{}, { content: [{ type: 'tool_use', id: 'toolu_1' }] }, {}]);
    expect(body.thinking).toEqual({ type: 'disabled' });
    expect(response.headers.get('x-claimgate-adjusted')).toBe('reasoning_effort=none');
    const google = await sentBack('google', restarted);
    expect(google.body.contents).toMatchObject([
      {},
      { parts: [{ thoughtSignature: 'skip_thought_signature_validator' }] },
      {},
    ]);
    await restarted.stop();
  });

  it('has an id that no other turn has, where the history repeats one', async () => {
    fake.answer(respond(200, WIRES.anthropic.whole('Done.')));
    const messages = [
      user('Go'),
      calling(call('call_0'), call('a b')),
      result('a b', '2'),
      result('call_0', '1'),
      calling(call('call_0')),
      result('call_0', '3'),
    ];
    await gateway.chat({ api_key: 'sk-ann', model: WIRES.anthropic.model, tools: [tool('f')], messages });
    const sent = fake.received.at(-1)!.body.messages as {
      content: { id?: string; tool_use_id?: string }[];
    }[];
    const ids = sent.slice(1).map(({ content }) => content.map((one) => one.id ?? one.tool_use_id));
    expect(ids[0]).toEqual(ids[1]);
    expect(ids[2]).toEqual(ids[3]);
    expect(new Set([...ids[0]!, ...ids[2]!]).size).toBe(3);
  });
});

describe('a stream with a call', () => {
  const frame = (data: unknown) => `data: ${JSON.stringify(data)}\n\n`;
  const chunk = (delta: object) => frame({ id: 'x', model: 'm', choices: [{ index: 0, delta }] });
  let fake: FakeProvider;
  let gateway: Gateway;
  beforeAll(async () => {
    fake = await startFakeProvider();
    gateway = await startGateway({ env: envFor(fake), yaml: `fact_check: { mode: off }\n${ANY_PLAN}` });
  });
  afterAll(() => Promise.all([gateway.stop(), fake.stop()]));
  const begun =
    chunk({ role: 'assistant', content: 'Let me see.' }) +
    chunk({
      tool_calls: [{ index: 0, id: 'call_1', type: 'function', function: { name: 'f', arguments: '{"a' } }],
    });
  const body = { api_key: 'sk-ann', model: 'gpt-6-luna', stream: true, tools: [tool('f')] };

  it('has the text before it, as it comes', async () => {
    fake.answer((request, response) => {
      expect(isStreamed(request)).toBe(true);
      startStream(response);
      response.end(
        `${begun}${chunk({ tool_calls: [{ index: 0, function: { arguments: '":1}' } }] })}` +
          `${frame({ id: 'x', choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] })}data: [DONE]\n\n`,
      );
    });
    const { chunks } = await readStream(await gateway.chat({ ...body, messages: [user('Go')] }));
    expect(deltasOf(chunks)).toEqual([
      { role: 'assistant', content: 'Let me see.' },
      { tool_calls: [{ index: 0, id: 'call_1', type: 'function', function: { name: 'f', arguments: '' } }] },
      { tool_calls: [{ index: 0, function: { arguments: '{"a' } }] },
      { tool_calls: [{ index: 0, function: { arguments: '":1}' } }] },
      {},
    ]);
    expect(chunks.at(-1)?.choices[0]?.finish_reason).toBe('tool_calls');
  });

  it('ends at the provider when the caller goes away in the middle of it', async () => {
    let reached: (request: Received) => void;
    const provider = new Promise<Received>((resolve) => {
      reached = resolve;
    });
    fake.answer((request, response) => {
      reached(request);
      startStream(response);
      response.write(begun);
    });
    const caller = new AbortController();
    const response = await fetch(`${gateway.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...body, messages: [user('Go')] }),
      signal: caller.signal,
    });
    let read = '';
    for await (const piece of response.body!.pipeThrough(new TextDecoderStream())) {
      read += piece;
      if (read.includes('tool_calls')) break;
    }
    caller.abort();
    await (await provider).closed;
    expect(providerOf(await provider)).toBe('openai');
  });
});

describe('what a provider does not take of calls', () => {
  let gateway: Gateway;
  beforeAll(async () => {
    gateway = await startGateway({ yaml: ANY_PLAN });
  });
  afterAll(() => gateway.stop());

  const ARGUMENTS = 'body.messages.1.tool_calls.0.function.arguments value_error';
  const NAME = 'body.messages.1.tool_calls.0.function.name value_error';
  const OFFERED = 'body.tools.0.function.name value_error';
  const history = (one: object) => ({ messages: [user('Go'), calling(one), result('a')] });
  const offers = (name: string) => ({ messages: [user('Hi')], tools: [tool(name)] });

  it.each<[string, object, string, readonly ProviderKey[]]>([
    ['arguments that are no JSON', history(call('a', 'f', '{"city')), ARGUMENTS, ['anthropic', 'google']],
    ['arguments that are no object', history(call('a', 'f', '[1]')), ARGUMENTS, ['anthropic', 'google']],
    ['a called name with a dot', history(call('a', 'a.b')), NAME, ['openai', 'anthropic']],
    ['a called name that is long', history(call('a', 'x'.repeat(65))), NAME, ['openai', 'google']],
    ['an offered name with a dot', offers('a.b'), OFFERED, ['openai', 'anthropic']],
    ['an offered name with a digit first', offers('1a'), OFFERED, ['google']],
    [
      'an offered name in the older form',
      { messages: [user('Hi')], functions: [{ name: '1a' }] },
      'body.functions.0.name value_error',
      ['google'],
    ],
  ])('%s is a 422 that names it, and passed on elsewhere', async (_what, fields, fault, refusedBy) => {
    for (const key of PROVIDERS) {
      const response = await gateway.chat({ api_key: 'sandbox', model: WIRES[key].model, ...fields });
      if (refusedBy.includes(key))
        expect({ key, faults: await faultsOf(response) }).toEqual({ key, faults: [fault] });
      else expect({ key, status: response.status === 422 }).toEqual({ key, status: false });
    }
  });

  it('is refused before a key is', async () => {
    const model = WIRES.google.model;
    const response = await gateway.chat({ api_key: '', model, ...history(call('a', 'f', '{')) });
    expect(await faultsOf(response)).toEqual([ARGUMENTS]);
  });
});
