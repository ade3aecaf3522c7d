import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ChatRequest, textMessage } from '../../../domain/chat.ts';
import { joinPieces } from '../join-pieces-in-tests.ts';
import { ANTHROPIC, bodyOf, END, key, model, modelOf, read, stop, text } from './adapter-in-tests.ts';

describe('a request to Anthropic', () => {
  it('always says how long the answer may be', () => {
    expect(bodyOf({}).max_tokens).toBe(4096);
    expect(bodyOf({}, { ...model, outputCap: 64_000 }).max_tokens).toBe(64_000);
    expect(bodyOf({ maxTokens: 5 }, { ...model, outputCap: 64_000 }).max_tokens).toBe(5);
  });

  it('clamps the temperature of models that take one, and says so', () => {
    const request: ChatRequest = {
      messages: [textMessage('user', 'Hi')],
      stream: false,
      temperature: 1.5,
      topP: 0.5,
    };
    const { adjusted, request: sent } = ANTHROPIC.toRequest(request, model, key);
    expect(JSON.parse(joinPieces(sent.body))).toMatchObject({ temperature: 1 });
    expect(sent.body).not.toContain('top_p');
    expect(adjusted).toEqual(['temperature=1', 'top_p=ignored']);
  });

  it('has what the system says apart, and nothing of it where the system is silent', () => {
    const messages = [textMessage('system', 'Be brief.'), textMessage('user', 'Hi')] as const;
    expect(bodyOf({ messages })).toMatchObject({
      system: 'Be brief.',
      messages: [{ role: 'user', content: 'Hi' }],
    });
    expect(bodyOf({})).not.toHaveProperty('system');
  });

  it('says which effort was fitted, and where thinking is off, that alone', () => {
    const adjustedOf = (fields: Partial<ChatRequest>) =>
      ANTHROPIC.toRequest(
        { messages: [textMessage('user', 'Hi')], stream: false, reasoningEffort: 'minimal', ...fields },
        modelOf('claude-sonnet-5'),
        key,
      ).adjusted;
    expect(adjustedOf({})).toEqual(['reasoning_effort=low']);
    const forced = { tools: [{ name: 'f' }], toolChoice: { type: 'required' } } as const;
    expect(adjustedOf(forced)).toEqual(['reasoning_effort=none']);
  });

  it('continues the assistant’s words where the model does that', () => {
    const messages = [textMessage('user', 'Count.'), textMessage('assistant', 'One, ')] as const;
    expect(bodyOf({ messages })).toMatchObject({
      messages: [
        { role: 'user', content: 'Count.' },
        { role: 'assistant', content: 'One,' },
      ],
    });
  });

  it('turns thinking off in the model’s own way', () => {
    expect(bodyOf({ reasoningEffort: 'none' })).toMatchObject({ thinking: { type: 'disabled' } });
    expect(bodyOf({ reasoningEffort: 'low' })).toMatchObject({ output_config: { effort: 'low' } });
    expect(bodyOf({ reasoningEffort: 'minimal' })).toMatchObject({ output_config: { effort: 'low' } });
  });
});

describe('an effort', () => {
  const tools = [{ name: 'f' }];

  it.each([
    ['claude-sonnet-4-6', { type: 'adaptive' }],
    ['claude-opus-4-8', { type: 'adaptive' }],
    // They think unasked.
    ['claude-sonnet-5', undefined],
    ['claude-haiku-5-5', undefined],
    // It takes budgets alone.
    ['claude-sonnet-4-5', undefined],
  ])('of %s asks for thinking: %j', (id, thinking) => {
    const body = bodyOf({ reasoningEffort: 'high' }, modelOf(id));
    expect([body.thinking, body.output_config]).toEqual([thinking, { effort: 'high' }]);
  });

  it.each([
    ['claude-sonnet-4-6', { type: 'adaptive', display: 'summarized' }],
    ['claude-haiku-5-5', { type: 'adaptive', display: 'summarized' }],
    ['claude-sonnet-4-5', undefined],
  ])('of %s whose thoughts are shown asks for %j', (id, thinking) => {
    const shown = { reasoningEffort: 'high', showThoughts: true } as const;
    expect(bodyOf(shown, modelOf(id)).thinking).toEqual(thinking);
    expect(bodyOf({ ...shown, reasoningEffort: 'none' }, modelOf(id)).thinking).not.toHaveProperty('display');
    expect(bodyOf({}, modelOf(id))).not.toHaveProperty('thinking');
  });

  it('leaves no room for sampling, and says so', () => {
    const request: ChatRequest = {
      messages: [textMessage('user', 'Hi')],
      stream: false,
      reasoningEffort: 'low',
      ...{ temperature: 0.2, topK: 5 },
    };
    const { adjusted, request: sent } = ANTHROPIC.toRequest(request, modelOf('claude-opus-4-6'), key);
    expect(JSON.parse(joinPieces(sent.body))).not.toHaveProperty('temperature');
    expect(adjusted).toEqual(['temperature=ignored', 'top_k=ignored']);
    const { reasoningEffort: _effort, ...plain } = request;
    expect(bodyOf(plain, modelOf('claude-opus-4-6'))).toMatchObject({ temperature: 0.2, top_k: 5 });
  });

  it('asks for no thinking where a call is forced', () => {
    const forced = { tools, toolChoice: { type: 'required' }, reasoningEffort: 'high' } as const;
    expect(bodyOf(forced, modelOf('claude-opus-4-6'))).toMatchObject({ tool_choice: { type: 'any' } });
    expect(bodyOf(forced, modelOf('claude-opus-4-6'))).not.toHaveProperty('thinking');
  });
});

describe('what a caller wrote in Anthropic’s words', () => {
  const turn = { role: 'user', content: 'Hi.' };
  const PLAIN = { model: model.wireId, messages: [turn], max_tokens: 4096 };
  const translate = (body: object, fields: Partial<ChatRequest> = {}, of = model) => {
    const message = textMessage('user', 'Hi.');
    const written = {
      ...{ dialect: 'messages', body: { messages: [turn], ...body }, unread: ['of_tomorrow'] },
      ...{ sources: new Map([[message, turn]]), headers: { 'anthropic-beta': 'x' } },
    };
    const asked = { messages: [message], stream: false, written, ...fields } as unknown as ChatRequest;
    const { request, ...rest } = ANTHROPIC.toRequest(asked, of, key);
    return { ...rest, headers: request.headers, body: JSON.parse(joinPieces(request.body)) };
  };
  const opus = modelOf('claude-opus-4-8');

  it('goes on as it came, with its headers', () => {
    expect(translate({ of_tomorrow: 1, top_k: 5, model: 'other' })).toEqual({
      ...{ asWritten: true, adjusted: [] },
      headers: { 'x-api-key': 'sk-ant-test', 'anthropic-version': '2023-06-01', 'anthropic-beta': 'x' },
      body: { ...PLAIN, of_tomorrow: 1, top_k: 5 },
    });
    expect(translate({}, { stream: true, maxTokens: 5 }).body).toEqual({
      ...PLAIN,
      max_tokens: 5,
      stream: true,
    });
  });

  it('loses what the model does not take, and says so', () => {
    const sampled = translate({ temperature: 1, top_k: 5 }, { temperature: 1 }, opus);
    expect(sampled.body).toEqual({ ...PLAIN, model: opus.wireId });
    expect(sampled.adjusted).toEqual(['temperature=ignored', 'top_k=ignored']);
    expect(translate({ top_k: null }, {}, opus).adjusted).toEqual([]);
  });

  it.each<[string, object, Partial<ChatRequest>, object]>([
    [
      'the effort that the model has',
      { output_config: { effort: 'minimal', x: 1 } },
      { reasoningEffort: 'low' },
      { effort: 'low', x: 1 },
    ],
    [
      'no effort for thinking that is off',
      { output_config: { x: 1 } },
      { reasoningEffort: 'none' },
      { x: 1 },
    ],
  ])('has %s', (_what, body, fields, config) => {
    expect(translate(body, fields).body.output_config).toEqual(config);
  });

  it('has no settings of its answer where it had none', () => {
    expect(translate({}, { reasoningEffort: 'low' }).body).not.toHaveProperty('output_config');
  });

  it('is marked for the cache where that is to choose a place, unless it is already', () => {
    const implicit = { promptCacheOptions: { mode: 'implicit' } } as const;
    expect(translate({}, implicit).body.cache_control).toEqual({ type: 'ephemeral' });
    expect(translate({ cache_control: null }, implicit).body.cache_control).toEqual({ type: 'ephemeral' });
    const own = { type: 'ephemeral', ttl: '1h' };
    expect(translate({ cache_control: own }, implicit).body.cache_control).toEqual(own);
    const explicit = { promptCacheOptions: { mode: 'explicit' } } as const;
    expect(translate({}, explicit).body).not.toHaveProperty('cache_control');
  });

  it('that ends with the assistant is refused where the model cannot go on with it', () => {
    const messages = [textMessage('assistant', 'One,')];
    expect(translate({}, { messages }).body.messages).toEqual([{ role: 'assistant', content: 'One,' }]);
    expect(() => translate({}, { messages }, opus)).toThrow('assistant');
  });

  it('is counted as it came, without what does not belong to the prompt', () => {
    const { counter } = ANTHROPIC;
    const fields = { temperature: 0.5, topP: 0.5, maxTokens: 5, stream: true };
    const asked = { messages: [textMessage('user', 'Hi.')], ...fields };
    const count = (request: ChatRequest) => {
      const { path, body } = counter!.toRequest(request, model, key);
      expect(path).toBe('/v1/messages/count_tokens');
      return JSON.parse(joinPieces(body));
    };
    const written = { dialect: 'messages', body: {}, unread: ['of_tomorrow'], sources: new Map() } as const;
    const body = { of_tomorrow: 1, temperature: 0.5 };
    const bare = { model: model.wireId, messages: [turn] };
    expect(count(asked)).toEqual(bare);
    expect(count({ ...asked, written: { ...written, body } })).toEqual({ ...bare, of_tomorrow: 1 });
  });
});

describe('a stream of Anthropic’s', () => {
  it('gives the same as the whole answer, however its text is cut', () => {
    const reasons = [
      'end_turn',
      'stop_sequence',
      'pause_turn',
      'max_tokens',
      'model_context_window_exceeded',
      'refusal',
    ];
    fc.assert(
      fc.property(
        fc.array(fc.string(), { maxLength: 20 }),
        fc.constantFrom(...reasons),
        fc.nat(1e6),
        fc.nat(1e6),
        (pieces, reason, input, output) => {
          const usage = { input_tokens: input, cache_read_input_tokens: 7, output_tokens: output };
          const { chunks } = read([
            { type: 'message_start', message: { usage: { ...usage, output_tokens: 1 } } },
            ...pieces.map(text),
            stop(reason, { output_tokens: output, input_tokens: null }),
            END,
          ]);
          const whole = ANTHROPIC.readCompletion(
            { content: pieces.map((piece) => ({ type: 'text', text: piece })), stop_reason: reason, usage },
            model,
          );
          expect(chunks).toEqual([
            ...pieces.filter((piece) => piece !== '').map((piece) => ({ type: 'text', text: piece })),
            { type: 'finish', finishReason: whole.finishReason },
            { type: 'usage', usage: whole.usage },
          ]);
          expect(whole.content).toBe(pieces.join(''));
        },
      ),
    );
  });

  it.each([
    [['pause_turn'], 'length'],
    [['end_turn', 'max_tokens'], 'length'],
    [['max_tokens', 'end_turn'], 'length'],
    [['refusal', 'end_turn'], 'content_filter'],
  ])('that ends by %j was cut: %s', (reasons, finishReason) => {
    const { chunks } = read([text('a'), ...reasons.map((reason) => stop(reason)), text('b'), END]);
    expect(chunks).toEqual([
      { type: 'text', text: 'a' },
      { type: 'text', text: 'b' },
      { type: 'finish', finishReason },
    ]);
  });

  it('tells thoughts from the answer, and shows no input of a tool that was not called', () => {
    const { chunks } = read([
      { type: 'content_block_start', index: 0, content_block: { type: 'thinking', thinking: 'hm' } },
      { type: 'content_block_delta', index: 0, delta: { type: 'thinking_delta', thinking: 'hm' } },
      { type: 'content_block_delta', index: 0, delta: { type: 'signature_delta', signature: 'abc' } },
      { type: 'content_block_delta', index: 1, delta: { type: 'citations_delta', citation: {} } },
      { type: 'content_block_delta', index: 1, delta: { type: 'input_json_delta', partial_json: '{' } },
      { type: 'content_block_start', index: 2, content_block: { type: 'text', text: 'Begun' } },
      text(' well.'),
    ]);
    expect(chunks).toEqual([
      { type: 'thought', text: 'hm' },
      { type: 'thought', text: 'hm' },
      { type: 'thought', text: '', signature: 'abc' },
      { type: 'text', text: 'Begun' },
      { type: 'text', text: ' well.' },
    ]);
  });

  it.each([[[stop('end_turn')]], [[END]], [[text('a'), stop(null), END]]])(
    'is cut off after %j',
    (events) => {
      expect(read(events)).toMatchObject({ complete: false });
      expect(read(events).chunks.some((chunk) => chunk.type === 'finish')).toBe(false);
    },
  );

  it('fails where it stopped for a tool and called none', () => {
    expect(() => read([stop('tool_use'), END])).toThrow('malformed answer');
  });

  it('fails for an error under any name', () => {
    expect(() => read([{ type: 'later_error', error: { type: 'overloaded_error' } }])).toThrow('overloaded');
    const reader = ANTHROPIC.openStream(model);
    expect(() => reader.read({ event: 'error', data: '{"message":"out of memory"}' }, [])).toThrow('failed');
    const body = { type: 'error', content: [], stop_reason: 'end_turn' };
    expect(() => ANTHROPIC.readCompletion(body, model)).toThrow('failed');
  });
});

describe('an error of Anthropic’s', () => {
  const read401 = (message: string, status = 401, type = 'authentication_error'): string =>
    ANTHROPIC.readError(status, () => undefined, JSON.stringify({ type: 'error', error: { type, message } }))
      .code;

  it.each([
    ['invalid x-api-key', 401, 'authentication_error', 'api_key_invalid'],
    ['This API key has been revoked', 401, 'authentication_error', 'api_key_revoked'],
    [
      'Your API key does not have permission to use the specified resource',
      403,
      'permission_error',
      'api_key_invalid',
    ],
    ['You have no access to the model claude-x', 403, 'permission_error', 'provider_model_not_found'],
    ['You have reached your specified API usage limits.', 400, 'invalid_request_error', 'insufficient_quota'],
    ['Timed out', 504, 'timeout_error', 'provider_failed'],
  ])('"%s" with %i %s means %s', (message, status, type, code) => {
    expect(read401(message, status, type)).toBe(code);
  });
});
