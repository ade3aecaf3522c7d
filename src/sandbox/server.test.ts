import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { callerOf, detectDigits, jsonOf } from './callers-in-tests.ts';
import { type Sandbox, startSandbox } from './server.ts';

const running: Sandbox[] = [];
async function start(pace = { firstTokenMs: 0, perTokenMs: 0 }): Promise<Sandbox> {
  const sandbox = await startSandbox({ token: 'f00dfeed', detect: detectDigits, pace });
  running.push(sandbox);
  return sandbox;
}
afterEach(async () => {
  await Promise.all(running.splice(0).map((sandbox) => sandbox.close()));
});

describe('the address of the sandbox', () => {
  it('is on loopback, behind the token, in the form that each adapter takes', async () => {
    const sandbox = await start();
    const form = (provider: string) => sandbox.baseUrl(provider).replace(/:\d+/, ':PORT');
    expect(form('openai')).toBe('http://127.0.0.1:PORT/f00dfeed/openai/v1');
    expect(form('xai')).toBe('http://127.0.0.1:PORT/f00dfeed/xai/v1');
    expect(form('together')).toBe('http://127.0.0.1:PORT/f00dfeed/together/v1');
    expect(form('anthropic')).toBe('http://127.0.0.1:PORT/f00dfeed/anthropic');
    expect(form('google')).toBe('http://127.0.0.1:PORT/f00dfeed/google');
    expect(form('vllm')).toBe('http://127.0.0.1:PORT/f00dfeed/vllm/v1');
    expect(form('a b/../c')).toBe('http://127.0.0.1:PORT/f00dfeed/a%20b%2F..%2Fc/v1');
  });

  it('says nothing to those who do not know the token', async () => {
    const sandbox = await start();
    const base = sandbox.baseUrl('openai');
    const others = [
      base.replace('f00dfeed', 'f00dfee0'),
      base.replace('f00dfeed', 'f00dfeed0'),
      base.replace('/f00dfeed', ''),
      base.slice(0, base.indexOf('/f00dfeed')),
    ];
    for (const url of others) {
      const response = await fetch(`${url}/chat/completions`, { method: 'POST', body: '{}' });
      expect(response.status).toBe(404);
      expect(await response.text()).toBe('');
    }
  });

  it('has nothing but the chat, and says so in the provider’s form', async () => {
    const sandbox = await start();
    const openai = await fetch(`${sandbox.baseUrl('openai')}/models`);
    expect([openai.status, await openai.json()]).toEqual([
      404,
      { error: expect.objectContaining({ message: 'Invalid URL (GET /v1/models)' }) },
    ]);
    const anthropic = await fetch(`${sandbox.baseUrl('anthropic')}/v1/complete`, { method: 'POST' });
    expect([anthropic.status, await anthropic.json()]).toEqual([
      404,
      expect.objectContaining({ error: { type: 'not_found_error', message: 'Not Found' } }),
    ]);
    const google = await fetch(`${sandbox.baseUrl('google')}/v1beta/models/gemini-3.8-flash:embedContent`, {
      method: 'POST',
    });
    expect([google.status, await google.json()]).toEqual([
      404,
      { error: expect.objectContaining({ status: 'NOT_FOUND' }) },
    ]);
  });

  it('takes a key in its own place alone', async () => {
    const sandbox = await start();
    const key = 'sandbox';
    const json = { 'content-type': 'application/json' };
    const ask = (url: string, headers: Record<string, string>) =>
      fetch(url, { method: 'POST', headers: { ...json, ...headers }, body: '{}' });
    const chat = `${sandbox.baseUrl('openai')}/chat/completions`;
    for (const headers of [
      {},
      { 'x-api-key': key },
      { authorization: key },
      { authorization: `Basic ${key}` },
      { authorization: 'Bearer ' },
    ]) {
      expect((await ask(chat, headers as Record<string, string>)).status).toBe(401);
    }
    const messages = `${sandbox.baseUrl('anthropic')}/v1/messages`;
    expect((await ask(messages, { authorization: `Bearer ${key}` })).status).toBe(401);
    const generate = `${sandbox.baseUrl('google')}/v1beta/models/gemini-3.8-flash:generateContent`;
    expect((await ask(`${generate}?key=${key}`, {})).status).toBe(403);
    expect((await ask(generate, { authorization: `Bearer ${key}` })).status).toBe(403);
  });
});

it('lets models play a part, and answers itself where they have none', async () => {
  const sandbox = await startSandbox({
    token: 'f00dfeed',
    detect: detectDigits,
    pace: { firstTokenMs: 0, perTokenMs: 0 },
    play: ({ turns, tools }) => {
      if (turns.at(-1)?.results !== undefined) return { text: 'Done.' };
      return tools === undefined ? undefined : { calls: [{ name: 'read', arguments: { path: 'a.txt' } }] };
    },
  });
  running.push(sandbox);
  const { ask, readWhole } = callerOf('anthropic');
  const tools = [{ name: 'read', input_schema: { type: 'object' } }];
  const call = { type: 'tool_use', id: expect.any(String), name: 'read', input: { path: 'a.txt' } };
  const first = await jsonOf(await ask(sandbox, { key: 'sandbox', more: { tools } }));
  expect(first).toMatchObject({ content: expect.arrayContaining([call]), stop_reason: 'tool_use' });
  const messages = [
    { role: 'user', content: 'Hello there!' },
    { role: 'assistant', content: first.content },
    {
      role: 'user',
      content: [{ type: 'tool_result', tool_use_id: first.content.at(-1).id, content: 'A' }],
    },
  ];
  const second = await jsonOf(await ask(sandbox, { key: 'sandbox', more: { tools, messages } }));
  expect(readWhole(second).text).toBe('Done.');
  const other = await jsonOf(await ask(sandbox, { key: 'sandbox' }));
  expect(readWhole(other).text).not.toBe('Done.');
});

describe('the pace of the sandbox', () => {
  it('lets the first event and the text come at their own time, and all of it at last', async () => {
    const sandbox = await start({ firstTokenMs: 20, perTokenMs: 2 });
    const before = performance.now();
    const response = await callerOf('anthropic').ask(sandbox, { key: 'sandbox', stream: true });
    const pieces: string[] = [];
    for await (const piece of response.body ?? []) pieces.push(new TextDecoder().decode(piece));
    expect(pieces.length).toBeGreaterThan(3);
    expect(pieces[0]).toContain('event: ping');
    expect(pieces[0]).not.toContain('text_delta');
    expect(callerOf('anthropic').readStream(pieces.join('')).ended).toBe(true);
    expect(performance.now() - before).toBeGreaterThan(20);
  });

  it('is kept for a caller who reads slowly: nothing is lost', async () => {
    const sandbox = await start();
    const text = Array.from({ length: 20 }, (_, i) => `${'long '.repeat(55)}${i}.`).join(' ');
    const response = await callerOf('together').ask(sandbox, { key: 'sandbox', stream: true, text });
    const whole = await callerOf('together').ask(sandbox, { key: 'sandbox', text });
    const streamed = callerOf('together').readStream(await response.text());
    expect(streamed.text).toBe(callerOf('together').readWhole(await whole.json()).text);
    expect(streamed.text.length).toBeGreaterThan(4_000);
  });
});

it('is not troubled by callers who hang up: in their request, before the answer, or in it', async () => {
  const sandbox = await start({ firstTokenMs: 0, perTokenMs: 60_000 });
  const half = httpRequest(`${sandbox.baseUrl('openai')}/chat/completions`, {
    method: 'POST',
    headers: { 'content-length': '1000' },
  });
  half.on('error', () => {});
  half.write('{"model":');
  await once(half, 'socket');
  half.destroy();

  const hangUp = new AbortController();
  const silent = callerOf('google').ask(sandbox, { key: 'sandbox-timeout', signal: hangUp.signal });
  const stream = await callerOf('openai').ask(sandbox, {
    key: 'sandbox',
    stream: true,
    signal: hangUp.signal,
  });
  hangUp.abort();
  await expect(silent).rejects.toThrow('aborted');
  await expect(stream.text()).rejects.toThrow('aborted');

  expect((await callerOf('openai').ask(sandbox, { key: 'sandbox' })).status).toBe(200);
});

it('ends every connection when it closes', async () => {
  const sandbox = await start({ firstTokenMs: 60_000, perTokenMs: 0 });
  const callers = ['sandbox', 'sandbox-timeout'].map((key) => callerOf('openai').ask(sandbox, { key }));
  await (await callerOf('openai').ask(sandbox, { key: 'sandbox-overloaded' })).text();
  const settled = Promise.allSettled(callers);
  await sandbox.close();
  expect((await settled).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await expect(callerOf('openai').ask(sandbox, { key: 'sandbox' })).rejects.toThrow();
});

it('refuses a body that is larger than any provider takes', async () => {
  const sandbox = await start();
  const response = await callerOf('anthropic').ask(sandbox, {
    key: 'sandbox',
    text: 'x'.repeat(33 * 1024 * 1024),
  });
  expect(response.status).toBe(413);
  expect(await response.json()).toMatchObject({ error: { type: 'request_too_large' } });
});

it('serves two thousand streams at once', async () => {
  const sandbox = await start({ firstTokenMs: 5, perTokenMs: 1 });
  const callers = ['openai', 'anthropic', 'google', 'together'].map(callerOf);
  const streams = Array.from({ length: 2_000 }, async (_, i) => {
    const caller = callers[i % callers.length] as (typeof callers)[number];
    const response = await caller.ask(sandbox, { key: 'sandbox', stream: true, maxTokens: 10 });
    return caller.readStream(await response.text());
  });
  for (const { text, ended } of await Promise.all(streams)) {
    expect(ended).toBe(true);
    expect(text).toBe('Welcome to the Claimgate sandbox! Is');
  }
});
