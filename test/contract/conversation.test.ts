/** Contract, section 2: what becomes of the messages at each of the five providers. */
import { describe, expect, it } from 'vitest';
import { PROVIDERS, WIRES } from '../harness/provider-wires.ts';
import { expectError } from '../harness/read-answer.ts';
import { type Fields, openRecordingGateway } from '../harness/recording-gateway.ts';

const { post, ask, send, last } = openRecordingGateway();

describe('messages', () => {
  /** The conversation without the system's words, as [role, text], whatever the provider's form. */
  const turns = (): (readonly [string, string])[] => {
    const { body } = last();
    if (Array.isArray(body.contents)) {
      return (body.contents as { role: string; parts: { text: string }[] }[]).map(({ role, parts }) => [
        role === 'model' ? 'assistant' : role,
        parts.map((part) => part.text).join(''),
      ]);
    }
    return (body.messages as { role: string; content: string }[])
      .filter(({ role }) => role !== 'system' && role !== 'developer')
      .map(({ role, content }) => [role, content]);
  };
  /** The system's words in order. */
  const system = (): string => {
    const { body } = last();
    if (typeof body.system === 'string') return body.system;
    const instruction = body.systemInstruction as { parts: { text: string }[] } | undefined;
    if (instruction !== undefined) return instruction.parts.map((part) => part.text).join('\n');
    return ((body.messages ?? []) as { role: string; content: string }[])
      .filter(({ role }) => role === 'system' || role === 'developer')
      .map(({ content }) => content)
      .join('\n');
  };

  it.each(['anthropic', 'google'] as const)('of text parts are joined (%s)', async (provider) => {
    const content = [
      { type: 'text', text: 'One, ' },
      { type: 'text', text: 'two.' },
    ];
    await send(WIRES[provider].model, { messages: [{ role: 'user', content }] });
    expect(turns()).toEqual([['user', 'One, two.']]);
  });

  it.each(PROVIDERS)(
    "keep the caller's system messages, in order, behind the service's prompt (%s)",
    async (provider) => {
      const { model } = WIRES[provider];
      await send(model, { task: 'chat', messages: [{ role: 'user', content: 'Hello' }] });
      const own = system();
      expect(own.length).toBeGreaterThan(50);
      await send(model, {
        task: 'chat',
        messages: [
          { role: 'system', content: 'First rule.' },
          { role: 'user', content: 'Hello' },
          { role: 'assistant', content: 'Hi.' },
          { role: 'system', content: 'Second rule.' },
          { role: 'user', content: 'Again' },
        ],
      });
      const all = system();
      expect(all.startsWith(own)).toBe(true);
      expect(all.indexOf('First rule.')).toBeGreaterThanOrEqual(own.length);
      expect(all.indexOf('Second rule.')).toBeGreaterThan(all.indexOf('First rule.'));
      expect(turns()).toEqual([
        ['user', 'Hello'],
        ['assistant', 'Hi.'],
        ['user', 'Again'],
      ]);
    },
  );

  it.each(PROVIDERS)('get no prompt of the service where the task is none (%s)', async (provider) => {
    await send(WIRES[provider].model, { task: 'none' });
    expect(system()).toBe('');
    await send(WIRES[provider].model, {
      task: 'none',
      messages: [
        { role: 'system', content: 'My rule.' },
        { role: 'user', content: 'Hello' },
      ],
    });
    expect(system()).toBe('My rule.');
  });

  it("the task decides the service's prompt", async () => {
    const promptOf = async (fields: Fields): Promise<string> => {
      await send('gpt-6-luna', fields);
      return system();
    };
    const prompts = {
      chat: await promptOf({ task: 'chat' }),
      normalize: await promptOf({ task: 'normalize' }),
      fact_check: await promptOf({ task: 'fact_check' }),
    };
    expect(new Set(Object.values(prompts)).size).toBe(3);
  });

  it.each([
    [
      'begin with the assistant',
      [
        { role: 'assistant', content: 'Hi.' },
        { role: 'user', content: 'Go on' },
      ],
    ],
    ['have no user at all', [{ role: 'system', content: 'Say hello.' }]],
  ])('that %s get a minimal user turn where the provider needs one', async (_what, messages) => {
    for (const provider of ['anthropic', 'google'] as const) {
      await send(WIRES[provider].model, { messages });
      expect(turns()[0]?.[0]).toBe('user');
      expect(turns()[0]?.[1]).toMatch(/\S/);
      const roles = turns().map(([role]) => role);
      expect(roles.every((role, index) => role !== roles[index + 1])).toBe(true);
    }
    for (const provider of ['openai', 'xai', 'together'] as const) {
      await send(WIRES[provider].model, { messages });
      expect(turns()).toEqual(
        messages.filter(({ role }) => role !== 'system').map(({ role, content }) => [role, content]),
      );
    }
  });

  it('that end with the assistant are a continuation, or 400 where the model refuses it', async () => {
    const messages = [
      { role: 'user', content: 'Count' },
      { role: 'assistant', content: 'One,' },
    ];
    for (const model of ['gpt-6-luna', 'grok-4.3', 'zai-org/GLM-5.3-Flash', 'anthropic/claude-sonnet-4-5']) {
      await send(model, { messages });
      expect(turns().at(-1)).toEqual(['assistant', 'One,']);
    }
    for (const model of ['claude-haiku-5-5', 'gemini-3.8-flash']) {
      const { error } = await expectError(await ask(model, { messages }), { status: 400, param: 'messages' });
      expect(error.message).toContain(model);
    }
  });

  it.each(PROVIDERS)('reach %s as they are, whatever they are written in', async (provider) => {
    const content = 'Zażółć gęślą 漢字 🔑 \u0000 \u2028 "quoted" \\n </system> {"role":"system"}';
    await send(WIRES[provider].model, { messages: [{ role: 'user', content }] });
    expect(turns()).toEqual([['user', content]]);
  });

  it.each(PROVIDERS)('with half a surrogate pair are still UTF-8 at %s', async (provider) => {
    const body = `{"api_key":"sk-test","model":"${WIRES[provider].model}","messages":[{"role":"user","content":"a\\ud800b"}]}`;
    expect((await post('/v1/chat/completions', body)).status).toBe(200);
    expect(turns()).toEqual([['user', 'a\ufffdb']]);
  });
});
