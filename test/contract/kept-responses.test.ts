/** Contract, section 13: responses that their callers come back to. */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import OpenAI from 'openai';
import type { Response as ResponseBody } from 'openai/resources/responses/responses';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type FakeProvider, startFakeProvider } from '../harness/fake-provider.ts';
import { envFor, speak } from '../harness/provider-wires.ts';
import { type Gateway, severalProcesses, startGateway } from '../harness/start-gateway.ts';

const HOUR = 3_600_000;
const KEY = 'sk-canarykey-of-ann';
const YAML = 'fact_check: { mode: off }\nplans: { free: { models: all, per_hour: null } }\n';
const model = 'gpt-6-luna';

describe('kept responses', () => {
  let fake: FakeProvider;
  let gateway: Gateway;
  let client: OpenAI;
  let clock = Date.parse('2026-11-05T13:20:00Z');
  const start = (more = '') =>
    startGateway({
      env: envFor(fake),
      yaml: YAML + more,
      ...(severalProcesses ? {} : { app: { now: () => clock } }),
    });
  beforeAll(async () => {
    fake = await startFakeProvider(speak());
    gateway = await start();
    client = clientOf(KEY);
  });
  afterAll(() => Promise.all([gateway.stop(), fake.stop()]));
  beforeEach(() => {
    fake.received.length = 0;
  });

  const clientOf = (apiKey: string, at = gateway): OpenAI =>
    new OpenAI({ baseURL: `${at.url}/v1`, apiKey, maxRetries: 0 });
  const ask = (input: OpenAI.Responses.ResponseInput | string, more: object = {}): Promise<ResponseBody> =>
    client.responses.create({ model, input, ...more });
  const get = (route: string, key: string | undefined = KEY, method = 'GET') =>
    fetch(`${gateway.url}/v1/responses${route}`, {
      method,
      headers: key === '' ? {} : { authorization: `Bearer ${key}` },
    });
  const failure = async (answer: Response) => {
    const { error } = (await answer.json()) as { error: Record<string, unknown> };
    return [answer.status, error.code, error.param, error.message];
  };
  /** What the provider was sent last, without what the gateway itself says to the model. */
  const sent = () =>
    (fake.received.at(-1)!.body as unknown as { input: { role: string; content: unknown }[] }).input.filter(
      ({ role }) => role !== 'system' && role !== 'developer',
    );

  it('come back as they were answered, whole and streamed', async () => {
    const answered = (await (
      await gateway.post('/v1/responses', { model, input: 'Hello' }, { authorization: `Bearer ${KEY}` })
    ).json()) as { id: string; store: boolean };
    expect(answered.store).toBe(true);
    expect(await (await get(`/${answered.id}`)).json()).toEqual(answered);

    const stream = client.responses.stream({ model, input: 'Hello' });
    const { output_parsed, ...streamed } = await stream.finalResponse();
    expect(streamed).toMatchObject({ store: true });
    expect(await client.responses.retrieve(streamed.id)).toMatchObject({
      id: streamed.id,
      output_text: streamed.output_text,
      usage: streamed.usage,
    });
  });

  it('take no place in the plan', async () => {
    const left = async () =>
      (await (
        await fetch(`${gateway.url}/v1/limits`, { headers: { authorization: `Bearer ${KEY}` } })
      ).json()) as unknown;
    const { id } = await ask('Hello');
    const before = await left();
    await get(`/${id}`);
    await get(`/${id}/input_items`);
    expect(await left()).toEqual(before);
  });

  it('are there for the key that asked alone', async () => {
    const { id } = await ask('Hello');
    const unknown = `resp_${'x'.repeat(24)}`;
    const notFound = (of: string) => [404, 'response_not_found', null, `Response with id '${of}' not found.`];
    for (const route of [`/${id}`, `/${id}/input_items`]) {
      expect(await failure(await get(route, 'sk-of-bob'))).toEqual(notFound(id));
      expect((await get(route, '')).status).toBe(401);
    }
    expect(await failure(await get(`/${id}`, 'sk-of-bob', 'DELETE'))).toEqual(notFound(id));
    expect((await get(`/${id}`, '', 'DELETE')).status).toBe(401);
    for (const other of [unknown, 'chatcmpl-1', '%00', `${id}%20`]) {
      expect((await get(`/${other}`)).status).toBe(404);
      expect((await get(`/${other}`, KEY, 'DELETE')).status).toBe(404);
    }
    await expect(
      clientOf('sk-of-bob').responses.create({ model, input: 'And then?', previous_response_id: id }),
    ).rejects.toMatchObject({
      status: 404,
      code: 'response_not_found',
      param: 'previous_response_id',
      message: expect.stringContaining(`Previous response with id '${id}' not found.`),
    });
    expect((await get(`/${id}`)).status).toBe(200);
  });

  it('are not streamed, and other methods are refused', async () => {
    const { id } = await ask('Hello');
    expect(await failure(await get(`/${id}?stream=true`))).toMatchObject([
      400,
      'unsupported_parameter',
      'stream',
      'A kept response is not streamed',
    ]);
    expect((await get(`/${id}?stream=false`)).status).toBe(200);
    const refused = await get(`/${id}`, KEY, 'PUT');
    expect([refused.status, refused.headers.get('allow')]).toEqual([
      405,
      expect.stringMatching(/GET.*DELETE|DELETE.*GET/),
    ]);
  });

  it('are gone once deleted', async () => {
    const { id } = await ask('Hello');
    expect(await (await get(`/${id}`, KEY, 'DELETE')).json()).toEqual({
      id,
      object: 'response',
      deleted: true,
    });
    for (const method of ['GET', 'DELETE']) expect((await get(`/${id}`, KEY, method)).status).toBe(404);
    await expect(ask('And then?', { previous_response_id: id })).rejects.toMatchObject({ status: 404 });
  });

  it('are gone on from: the model is sent the whole conversation', async () => {
    const one = await ask('Who was Ada?', { instructions: 'Be brief.' });
    const two = await ask([{ role: 'user', content: [{ type: 'input_text', text: 'And Grace?' }] }], {
      previous_response_id: one.id,
    });
    expect(two.previous_response_id).toBe(one.id);
    await ask('And Hedy?', { previous_response_id: two.id });
    expect(sent()).toMatchObject([
      { role: 'user', content: 'Who was Ada?' },
      { role: 'assistant', content: [{ type: 'output_text', text: one.output_text }] },
      { role: 'user', content: expect.anything() },
      { role: 'assistant', content: [{ type: 'output_text', text: two.output_text }] },
      { role: 'user', content: 'And Hedy?' },
    ]);
    expect(JSON.stringify(fake.received.at(-1)?.body)).not.toContain('Be brief.');
  });

  it('hold items that a request names', async () => {
    const one = await ask('Who was Ada?');
    const reference = (id: string) => ({ type: 'item_reference' as const, id });
    const { data } = await client.responses.inputItems.list(one.id);
    await ask([
      reference(data[0]!.id!),
      reference(one.output[0]!.id!),
      { role: 'user', content: 'And Grace?' },
    ]);
    expect(sent()).toMatchObject([
      { content: 'Who was Ada?' },
      { role: 'assistant', content: [{ text: one.output_text }] },
      { content: 'And Grace?' },
    ]);
    const unknown = `msg_${'x'.repeat(24)}o0`;
    await expect(ask([reference(unknown)])).rejects.toMatchObject({
      status: 404,
      message: expect.stringContaining(`Item with id '${unknown}' not found.`),
    });
  });

  describe('what a request names', () => {
    const reference = (id: string | undefined) => ({ type: 'item_reference', id });
    const own = (id: string) => ({ type: 'message', id, role: 'user', content: 'x'.repeat(100_000) });
    const post = (body: object) =>
      gateway.post('/v1/responses', { model, ...body }, { authorization: `Bearer ${KEY}` });
    const refused = async (body: object) => {
      fake.received.length = 0;
      const [status, , param] = await failure(await post(body));
      return [status, param, fake.received.length];
    };

    it('stands in a conversation once: an item that is there twice is a fault', async () => {
      const one = await ask('Who was Ada?');
      const kept = one.output[0]!.id;
      const message = { type: 'message', role: 'assistant', id: kept, content: 'Ada' };
      for (const [input, at, more] of [
        [[own('x'), ...Array(4_000).fill(reference('x'))], 1, {}],
        [[reference('x'), own('x')], 1, {}],
        [[own('x'), own('x')], 1, {}],
        [Array(4_000).fill(reference(kept)), 1, {}],
        [[reference(kept), message], 1, {}],
        [[{ role: 'user', content: 'And?' }, reference(kept)], 1, { previous_response_id: one.id }],
        [[message], 0, { previous_response_id: one.id }],
      ] as const) {
        expect(await refused({ input, ...more })).toEqual([422, `input.${at}.id`, 0]);
      }
    });

    it('is counted as if it stood in the body, over responses too', async () => {
      const small = await start('server: { body_limit: 100KiB, body_limit_with_media: 100KiB }');
      const of = (answered: Response) => answered.json() as Promise<{ id: string; output: { id: string }[] }>;
      const send = (body: object) =>
        small.post('/v1/responses', { model, ...body }, { authorization: `Bearer ${KEY}` });
      const text = 'x'.repeat(40_000);
      const one = await of(await send({ input: text }));
      const two = await of(await send({ input: text, previous_response_id: one.id }));
      fake.received.length = 0;
      const itemOf = async ({ id }: { id: string }) => {
        const list = await fetch(`${small.url}/v1/responses/${id}/input_items`, {
          headers: { authorization: `Bearer ${KEY}` },
        });
        return ((await list.json()) as { data: { id: string }[] }).data[0]!.id;
      };
      const other = await itemOf(await of(await send({ input: text })));
      const named = [await itemOf(one), await itemOf(two), other].map(reference);
      fake.received.length = 0;
      for (const [body, param] of [
        [{ input: text, previous_response_id: two.id }, 'input'],
        [{ input: named }, 'input.2'],
        [{ input: [{ role: 'user', content: text }, ...named.slice(0, 2)] }, 'input.2'],
        [{ input: [reference(other)], previous_response_id: two.id }, 'input.0'],
      ] as const) {
        expect((await failure(await send(body))).slice(0, 3)).toEqual([413, 'body_too_large', param]);
      }
      expect(fake.received).toEqual([]);
      expect((await send({ input: named.slice(1) })).status).toBe(200);
      await small.stop();
    });
  });

  it('list their own input items in OpenAI’s forms, page by page', async () => {
    const earlier = await ask('Hello');
    const { id } = await ask(
      [
        { role: 'user', content: 'first' },
        { role: 'assistant', content: 'second' },
        { type: 'function_call', call_id: 'call_1', name: 'f', arguments: '{}' },
        { type: 'function_call_output', call_id: 'call_1', output: 'fourth' },
        { id: 'msg_mine', role: 'user', content: [{ type: 'input_text', text: 'fifth' }] },
      ] as OpenAI.Responses.ResponseInput,
      { previous_response_id: earlier.id },
    );
    const whole = await client.responses.inputItems.list(id, { order: 'asc' });
    const own = expect.stringContaining(id.slice(-24));
    expect(whole.data).toEqual([
      message(own, 'user', [{ type: 'input_text', text: 'first' }]),
      message(own, 'assistant', [{ type: 'output_text', text: 'second', annotations: [] }]),
      { type: 'function_call', id: own, status: 'completed', call_id: 'call_1', name: 'f', arguments: '{}' },
      { type: 'function_call_output', id: own, status: 'completed', call_id: 'call_1', output: 'fourth' },
      message('msg_mine', 'user', [{ type: 'input_text', text: 'fifth' }]),
    ]);
    const ids = whole.data.map((item) => item.id);
    const paged: unknown[] = [];
    for await (const item of client.responses.inputItems.list(id, { limit: 2 })) paged.push(item.id);
    expect(paged).toEqual(ids.toReversed());
    expect(await (await get(`/${id}/input_items?limit=2&order=asc&after=${ids[0]}`)).json()).toMatchObject({
      object: 'list',
      first_id: ids[1],
      last_id: ids[2],
      has_more: true,
    });
    const end = await (await get(`/${id}/input_items?limit=2&after=${ids[2]}`)).json();
    expect(end).toMatchObject({ first_id: ids[1], last_id: ids[0], has_more: false });
    for (const [query, status] of [
      ['limit=0', 422],
      ['limit=101', 422],
      ['limit=x', 422],
      ['limit=1.5', 422],
      ['order=up', 422],
      ['after=nobody', 404],
    ] as const) {
      expect([query, (await get(`/${id}/input_items?${query}`)).status]).toEqual([query, status]);
    }
  });

  it.skipIf(severalProcesses)('expire; a conversation lasts as long as its last response', async () => {
    const one = await ask('Hello');
    clock += HOUR / 2;
    const two = await ask('And then?', { previous_response_id: one.id });
    clock += HOUR / 2;
    expect((await get(`/${one.id}`)).status).toBe(404);
    expect((await get(`/${two.id}`)).status).toBe(200);
    await ask('And then?', { previous_response_id: two.id });
    expect(sent()).toHaveLength(5);
    clock += HOUR / 2;
    expect((await get(`/${two.id}`)).status).toBe(404);
  });

  it('are not kept where the request or the operator says so, or they are too large', async () => {
    const notKept = await ask('Hello', { store: false });
    expect(notKept).toMatchObject({ store: false });
    expect((await get(`/${notKept.id}`)).status).toBe(404);
    for (const [settings, input] of [
      ['retention: 0', 'Hello'],
      ['max_stored: 10KiB', 'x'.repeat(10_240)],
    ] as const) {
      const other = await start(`responses: { ${settings} }`);
      const its = clientOf(KEY, other);
      const whole = await its.responses.create({ model, input });
      const streamed = await its.responses.stream({ model, input }).finalResponse();
      for (const answered of [whole, streamed]) {
        expect([settings, answered]).toMatchObject([settings, { store: false }]);
        await expect(its.responses.retrieve(answered.id)).rejects.toMatchObject({ status: 404 });
        await expect(its.responses.delete(answered.id)).rejects.toMatchObject({ status: 404 });
      }
      await other.stop();
    }
  });

  it('lie in the database without a word that could be read', async () => {
    await ask('The canarytext lighthouse');
    for (const name of await readdir(gateway.dataDir)) {
      const bytes = await readFile(path.join(gateway.dataDir, name));
      for (const word of ['canarytext', 'canarykey', 'lighthouse']) {
        expect([name, word, bytes.includes(word)]).toEqual([name, word, false]);
      }
    }
    await gateway.logged();
    expect(gateway.logLines.join()).not.toMatch(/canarytext|canarykey/);
  });
});

function message(id: unknown, role: string, content: readonly object[]) {
  return { type: 'message', id, role, status: 'completed', content };
}
