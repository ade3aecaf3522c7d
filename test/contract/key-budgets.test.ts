/** Budgets of issued keys: what a request may cost is reserved before it is made, what it did cost is spent. */
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type FakeProvider, startFakeProvider } from '../harness/fake-provider.ts';
import { envFor, providerOf, respond, speak, startStream, WIRES } from '../harness/provider-wires.ts';
import { type Gateway, severalProcesses, startGateway } from '../harness/start-gateway.ts';

const ADMIN = 'an-admin-key-of-the-operator-0123456789';
const KEYS = ['OPENAI', 'ANTHROPIC', 'GOOGLE', 'XAI', 'TOGETHER'].map((name) => [
  `CLAIMGATE_${name}_KEYS`,
  `sk-operator-${name.toLowerCase()}`,
]);
const OFF = { fact_check: { mode: 'off' }, task: 'none' };

let fake: FakeProvider;
let gateway: Gateway;

beforeAll(async () => {
  fake = await startFakeProvider(speak());
  gateway = await startGateway({
    env: { ...envFor(fake), ...Object.fromEntries(KEYS), CLAIMGATE_ADMIN_KEYS: ADMIN },
    yaml: 'plans: { default: pro, pro: { per_hour: null, per_month: null } }',
  });
});
afterAll(async () => {
  await gateway.stop();
  await fake.stop();
});
beforeEach(() => {
  fake.received.length = 0;
  fake.answer(speak());
});

const administer = async (method: string, path: string, body?: object) => {
  const response = await fetch(`${gateway.url}/admin/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${ADMIN}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return (await response.json()) as { id: string; key: string; data: Record<string, number>[] };
};
/** Asks until the answer is there. */
const eventually = <T>(ask: () => Promise<T>) => vi.waitUntil(ask, { timeout: 8_000, interval: 20 });
/** Issues a key that every process knows. */
async function issue(terms: { tokens_per_month?: number; dollars_per_month?: number }) {
  const { id, key } = await administer('POST', '/keys', { plan: 'pro', ...terms });
  // Of several processes, each is asked.
  let good = 0;
  await eventually(async () => {
    good = (await limitsOf(key)).budgets?.length === 1 ? good + 1 : 0;
    return good > (severalProcesses ? 8 : 0);
  });
  return { id, key };
}
async function limitsOf(key: string) {
  const response = await fetch(`${gateway.url}/v1/limits`, { headers: { authorization: `Bearer ${key}` } });
  return (await response.json()) as {
    budgets?: { unit: string; limit: number; remaining: number; reserved: number }[];
  };
}
/** What was spent, once nothing is reserved any longer. */
async function spentBy(key: string): Promise<number> {
  const settled = await eventually(async () => {
    const [budget] = (await limitsOf(key)).budgets ?? [];
    return budget?.reserved === 0 && budget.remaining < budget.limit ? budget : undefined;
  });
  return settled.limit - settled.remaining;
}
async function chat(key: string, body: Record<string, unknown> = {}) {
  const response = await gateway.chat({ ...OFF, ...body }, { authorization: `Bearer ${key}` });
  const text = await response.text();
  const { error } = (text.startsWith('{') ? JSON.parse(text) : {}) as {
    error?: { code: string; message: string };
  };
  return { status: response.status, headers: response.headers, text, error };
}
/** Answers with a bill of at most so much, as far as the request allows it; sums up what was billed. */
const billed = (prompt: number, most: number) => {
  const bills: number[] = [];
  fake.answer((request, response) => {
    const completion = Math.min(most, Number(request.body.max_completion_tokens ?? most));
    bills.push(prompt + completion);
    respond(200, WIRES[providerOf(request)].whole('Hello', { prompt, completion }))(request, response);
  });
  return () => bills.reduce((sum, bill) => sum + bill, 0);
};

describe('a budget in tokens', () => {
  it('lets as many of 300 requests at once pass as fit, and tells the others to wait', async () => {
    const { key, id } = await issue({ tokens_per_month: 10_000 });
    const sum = billed(20, 1_900);
    const all = await Promise.all(Array.from({ length: 300 }, () => chat(key, { max_tokens: 1_900 })));
    const passed = all.filter(({ status }) => status === 200).length;
    // Once the first five are settled, a sixth gets what is left.
    expect([5, 6]).toContain(passed);
    expect(fake.received).toHaveLength(passed);
    expect(await spentBy(key)).toBe(sum());
    expect(sum()).toBeLessThanOrEqual(10_000);
    const refused = all.filter(({ status }) => status !== 200);
    const codes = new Set(refused.map(({ status, error }) => `${status} ${error?.code}`));
    expect(codes).toContain('429 budget_reserved');
    expect([...codes].filter((code) => !/^429 (?:budget_reserved|insufficient_quota)$/.test(code))).toEqual(
      [],
    );
    const waiting = refused.find(({ error }) => error?.code === 'budget_reserved');
    expect(waiting?.headers.get('retry-after')).toBe('1');
    expect((await administer('GET', `/usage?by=key&key=${id}`)).data).toBeDefined();
  });

  it('is spent to its end by requests that come again, and then refused until the next month', async () => {
    const { key } = await issue({ tokens_per_month: 2_000 });
    const sum = billed(20, 80);
    let passed = 0;
    let over: Awaited<ReturnType<typeof chat>> | undefined;
    while (over === undefined) {
      const all = await Promise.all(Array.from({ length: 10 }, () => chat(key, { max_tokens: 80 })));
      passed += all.filter(({ status }) => status === 200).length;
      over = all.find(({ error }) => error?.code === 'insufficient_quota');
    }
    expect(passed).toBeGreaterThanOrEqual(19);
    expect(await spentBy(key)).toBe(sum());
    expect(sum()).toBeLessThanOrEqual(2_000);
    expect(over.error?.message).toMatch(/^The budget of this key is used up: 2,000 tokens a month/);
    expect(Number(over.headers.get('retry-after'))).toBeGreaterThan(60);
  });

  it('counts each of several answers, and gives back what was not used', async () => {
    const { key } = await issue({ tokens_per_month: 1_000 });
    expect((await chat(key, { n: 3, max_tokens: 300 })).headers.get('x-claimgate-adjusted')).toBeNull();
    expect(await spentBy(key)).toBe(12);
    const fewer = await chat(key, { n: 4, max_tokens: 300 });
    expect(fewer.headers.get('x-claimgate-adjusted')).toMatch(/^max_tokens=2\d\d$/);
  });

  it.each(['openai', 'anthropic', 'google', 'xai', 'together'] as const)(
    'shortens an answer that nobody has limited to what is left, and says so (%s)',
    async (provider) => {
      const { key } = await issue({ tokens_per_month: 10_000 });
      const { status, headers } = await chat(key, { model: WIRES[provider].model });
      expect(status).toBe(200);
      const said = Number(/max_tokens=(\d+)/.exec(headers.get('x-claimgate-adjusted') ?? '')?.[1]);
      expect(said).toBeGreaterThan(1_000);
      expect(said).toBeLessThan(10_000);
      expect(fake.received[0]?.text).toContain(String(said));
    },
  );

  it('is not touched by what the provider refuses', async () => {
    const { key } = await issue({ tokens_per_month: 10_000 });
    fake.answer(respond(400, { error: { message: 'no', type: 'invalid_request_error' } }));
    expect((await chat(key)).status).toBe(400);
    fake.answer(respond(503, { error: { message: 'busy' } }));
    expect((await chat(key)).status).toBe(503);
    await eventually(async () => (await limitsOf(key)).budgets?.[0]?.remaining === 10_000);
  });

  it('stands for what verification asks too', async () => {
    const { key } = await issue({ tokens_per_month: 3_000 });
    const sum = billed(700, 600);
    const text = 'The Eiffel Tower was completed in 1989. It stands in Berlin. It is 20 metres tall.';
    for (let i = 0; i < 4; i++) {
      await chat(key, {
        max_tokens: 600,
        messages: [{ role: 'user', content: `Is this right? ${text}` }],
        fact_check: {
          mode: 'verify',
          documents: [
            { text: 'The Eiffel Tower was completed in 1889. It stands in Paris and is 330 metres tall.' },
          ],
        },
      });
    }
    expect(fake.received.length).toBeGreaterThan(0);
    expect(sum()).toBeLessThanOrEqual(3_000);
  });
});

describe('a caller who leaves', () => {
  /** Opens a stream, leaves once the provider has sent this, and says what was spent. */
  async function leave(
    pieces: string,
    body: Record<string, unknown> = {},
    limit = 2_000_000,
  ): Promise<number> {
    const { key } = await issue({ tokens_per_month: limit });
    let opened: ServerResponse | undefined;
    fake.answer((_request, response) => {
      startStream(response);
      response.write(pieces);
      opened = response;
    });
    const controller = new AbortController();
    const response = await fetch(`${gateway.url}/v1/chat/completions`, {
      method: 'POST',
      signal: controller.signal,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
      body: JSON.stringify({
        model: 'gpt-6-luna',
        messages: [{ role: 'user', content: 'Hello' }],
        max_tokens: 120_000,
        stream: true,
        ...OFF,
        ...body,
      }),
    });
    await response.body?.getReader().read();
    const closed = once(opened!, 'close');
    controller.abort();
    await closed;
    return spentBy(key);
  }
  const openai = (delta: object): string =>
    `data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason: null }] })}\n\n`;
  const text = (content: string): string => WIRES.openai.opening + openai({ content });

  it('pays for the reasoning that came', async () => {
    const thoughts = 'Let me think about it. '.repeat(1_000);
    for (const name of ['reasoning_content', 'reasoning']) {
      expect(await leave(openai({ [name]: thoughts }) + text('Well'))).toBeGreaterThan(thoughts.length / 5);
    }
    const anthropic =
      WIRES.anthropic.opening.replace('"type":"text","text":""', '"type":"thinking","thinking":""') +
      `event: content_block_delta\ndata: ${JSON.stringify({ type: 'content_block_delta', index: 0, delta: { type: 'thinking_delta', thinking: thoughts } })}\n\n` +
      `event: content_block_start\ndata: ${JSON.stringify({ type: 'content_block_start', index: 1, content_block: { type: 'text', text: '' } })}\n\n` +
      `event: content_block_delta\ndata: ${JSON.stringify({ type: 'content_block_delta', index: 1, delta: { type: 'text_delta', text: 'Well' } })}\n\n`;
    expect(await leave(anthropic, { model: 'claude-haiku-5-5' })).toBeGreaterThan(thoughts.length / 5);
    const google = `data: ${JSON.stringify({ candidates: [{ content: { parts: [{ text: thoughts, thought: true }, { text: 'Well' }] } }] })}\r\n\r\n`;
    expect(await leave(google, { model: 'gemini-3.8-flash', max_tokens: 60_000 })).toBeGreaterThan(
      thoughts.length / 5,
    );
  });

  it('pays for Chinese as for Chinese, and for what pictures and files count as', async () => {
    const chinese = '巴黎是法国的首都。'.repeat(100);
    expect(await leave(text('Well'), { messages: [{ role: 'user', content: chinese }] })).toBeGreaterThan(
      900,
    );
    const image_url = { url: 'data:image/png;base64,iVBORw0KGgo=' };
    const pictures = Array.from({ length: 5 }, () => ({ type: 'image_url', image_url }));
    expect(await leave(text('Well'), { messages: [{ role: 'user', content: pictures }] })).toBeGreaterThan(
      5 * 1_000,
    );
    const pdf = `%PDF-1.4\n${'<< /Type /Page /Parent 1 0 R >>\n'.repeat(12)}<< /Type /Pages /Count 12 >>\n%%EOF`;
    const file = { filename: 'a.pdf', file_data: `data:application/pdf;base64,${btoa(pdf)}` };
    expect(
      await leave(text('Well'), { messages: [{ role: 'user', content: [{ type: 'file', file }] }] }),
    ).toBeGreaterThan(12 * 1_500);
  });

  it('pays for the reasoning before the first word too', async () => {
    const { key } = await issue({ tokens_per_month: 1_000_000 });
    // More than lies between two sockets: once all of it is sent, most of it was read.
    const thoughts = openai({ reasoning_content: 'Let me think about it. '.repeat(2_000) }).repeat(400);
    const sent = new Promise<ServerResponse>((resolve) => {
      fake.answer((_request, response) => {
        startStream(response);
        response.write(thoughts, () => resolve(response));
      });
    });
    const controller = new AbortController();
    const asked = fetch(`${gateway.url}/v1/chat/completions`, {
      method: 'POST',
      signal: controller.signal,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
      body: JSON.stringify({
        model: 'gpt-6-luna',
        messages: [{ role: 'user', content: 'Hi' }],
        stream: true,
        ...OFF,
      }),
    }).then((answer) => answer.text());
    const response = await sent;
    const closed = once(response, 'close');
    controller.abort();
    await Promise.all([asked.catch(() => {}), closed]);
    expect(await spentBy(key)).toBeGreaterThan(100_000);
  });

  it('pays for the arguments of calls', async () => {
    const call = { index: 0, id: 'call_1', type: 'function', function: { name: 'f', arguments: '' } };
    const piece = { index: 0, function: { arguments: `{"a":"${'word '.repeat(2_000)}` } };
    const spent = await leave(openai({ tool_calls: [call] }) + openai({ tool_calls: [piece] }), {
      tools: [{ type: 'function', function: { name: 'f' } }],
      reasoning_effort: 'none',
    });
    expect(spent).toBeGreaterThan(2_000);
  });
});

describe('a budget in dollars', () => {
  it.each([
    'gpt-6-luna',
    'claude-haiku-5-5',
    'gemini-3.8-flash',
    'grok-4.3',
    'zai-org/GLM-5.3-Flash',
    'openai/a-model-of-tomorrow',
  ])('holds for %s', async (model) => {
    const { key } = await issue({ dollars_per_month: 1 });
    expect((await chat(key, { model, max_tokens: 50 })).status).toBe(200);
    expect(await spentBy(key)).toBeGreaterThan(0);
  });

  it('has no room for what is billed apart from tokens', async () => {
    const { key } = await issue({ dollars_per_month: 1 });
    const searched = await chat(key, { model: 'openai/gpt-4o-search-preview', web_search_options: {} });
    expect([searched.status, searched.error?.message]).toEqual([
      400,
      expect.stringContaining('billed apart'),
    ]);
    expect(fake.received).toHaveLength(0);
  });

  it('is never exceeded by many at once', async () => {
    const { key } = await issue({ dollars_per_month: 0.001 });
    billed(20, 400);
    const all = await Promise.all(Array.from({ length: 50 }, () => chat(key, { max_tokens: 400 })));
    const passed = all.filter(({ status }) => status === 200).length;
    expect(passed).toBeGreaterThan(2);
    expect(await spentBy(key)).toBeLessThanOrEqual(0.001);
  });
});

it('every API says in its own words where an answer was shortened', async () => {
  const { key } = await issue({ tokens_per_month: 3_000 });
  const authorization = `Bearer ${key}`;
  const asked = [
    ['/v1/responses', { model: 'gpt-6-luna', input: 'Hello' }, /max_output_tokens=\d+/],
    [
      '/v1/messages',
      { model: 'gpt-6-luna', max_tokens: 90_000, messages: [{ role: 'user', content: 'Hi' }] },
      /max_tokens=\d+/,
    ],
    [
      '/v1/chat/completions',
      { model: 'gpt-6-luna', stream: true, messages: [{ role: 'user', content: 'Hi' }] },
      /max_tokens=\d+/,
    ],
  ] as const;
  for (const [path, body, said] of asked) {
    const response = await gateway.post(path, { ...body, ...OFF }, { authorization });
    await response.text();
    expect([path, response.status, response.headers.get('x-claimgate-adjusted')]).toEqual([
      path,
      200,
      expect.stringMatching(said),
    ]);
    await spentBy(key);
  }
});

describe('where models without a price are refused', () => {
  it('says so with 403', async () => {
    const strict = await startGateway({
      env: { ...envFor(fake), ...Object.fromEntries(KEYS), CLAIMGATE_ADMIN_KEYS: ADMIN },
      yaml: 'budgets: { unpriced: refuse }',
    });
    const issued = await fetch(`${strict.url}/admin/v1/keys`, {
      method: 'POST',
      headers: { authorization: `Bearer ${ADMIN}`, 'content-type': 'application/json' },
      body: JSON.stringify({ plan: 'pro', dollars_per_month: 1 }),
    });
    const { key } = (await issued.json()) as { key: string };
    const status = async (model: string): Promise<number> =>
      (await strict.chat({ model, ...OFF }, { authorization: `Bearer ${key}` })).status;
    await eventually(async () => (await status('openai/a-model-of-tomorrow')) === 403);
    expect(await eventually(async () => (await status('gpt-6-luna')) === 200)).toBe(true);
    await strict.stop();
  });
});
