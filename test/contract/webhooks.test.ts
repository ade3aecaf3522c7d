/** Webhooks: what is told of a check, to whom, and what operators see of it. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { runInTests } from '../../src/cli/run-in-tests.ts';
import type { Pair } from '../../src/engine/judge/pair-scorer.ts';
import { fakeJudge, REFUTES, SUPPORTS, UNSURE } from '../harness/fake-judge.ts';
import { type FakeProvider, startFakeProvider } from '../harness/fake-provider.ts';
import { envFor, speak } from '../harness/provider-wires.ts';
import { type Gateway, severalProcesses, startGateway } from '../harness/start-gateway.ts';

const WRONG = 'The Oberklamm bridge was opened to traffic in 1991.';
const RIGHT = 'The Oberklamm bridge was opened to traffic in 1987.';
const documents = [{ title: 'Bridges of the canton', url: 'https://example.org/bridges', text: RIGHT }];
const QUESTION = 'When was the Oberklamm bridge opened to traffic?';
const judgePair = ({ claim, passage }: Pair) =>
  passage.includes('1987') ? (claim.includes('1991') ? REFUTES : SUPPORTS) : UNSURE;
const SECRET = `whsec_${Buffer.alloc(32, 5).toString('base64')}`;
const ADMIN = '0123456789abcdef0123456789abcdef';

interface Message {
  readonly type: string;
  readonly data: {
    readonly request_id: string;
    readonly api: string;
    readonly caller: string | null;
    readonly claims: readonly { readonly verdict: string }[];
  };
}
interface Delivered {
  readonly path: string;
  readonly id: string;
  readonly body: string;
  readonly message: Message;
}

// A judge of a test reaches no other process.
describe.skipIf(severalProcesses)('a webhook', () => {
  let receiver: Server;
  let fake: FakeProvider;
  let gateway: Gateway;
  let delivered: Delivered[];
  let status = 200;
  let address: string;

  beforeAll(async () => {
    delivered = [];
    receiver = createServer(async (request, response) => {
      let body = '';
      for await (const piece of request) body += piece;
      // Throws where the signature is wrong.
      const message = new Webhook(SECRET).verify(body, request.headers as Record<string, string>) as Message;
      delivered.push({ path: request.url!, id: String(request.headers['webhook-id']), body, message });
      response.writeHead(request.url === '/down' ? status : 200).end();
    });
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    address = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
    fake = await startFakeProvider(speak([WRONG]));
    gateway = await startGateway({
      env: { ...envFor(fake), CLAIMGATE_WEBHOOK_SECRETS: SECRET },
      yaml: `
admin: { keys: ['ann:${ADMIN}'] }
plans: { default: enterprise }
profiles: { careful: { mode: ground } }
webhooks:
  - { url: '${address}/bare' }
  - { url: '${address}/texts?token=hidden', texts: true }
  - { url: '${address}/conflicts', on: [conflicting] }
  - { url: '${address}/down', on: [supported], retries: [] }`,
      app: { judge: fakeJudge(judgePair) },
      // Nothing of a caller's texts is in what is sent without texts.
      outputs: () => ({
        webhooks: delivered
          .flatMap(({ path, body }) => (path === '/texts?token=hidden' ? [] : body))
          .join('\n'),
      }),
    });
  });
  afterAll(async () => {
    await gateway.stop();
    await fake.stop();
    receiver.close();
  });
  beforeEach(() => {
    delivered.length = 0;
    status = 200;
    fake.answer(speak([WRONG]));
  });

  const to = (path: string) => delivered.filter((one) => one.path.startsWith(path));
  const post = async (path: string, body: object, headers: Record<string, string> = {}) => {
    const response = await gateway.post(path, body, headers);
    const text = await response.text();
    expect(response.status, text).toBe(200);
    return response.headers.get('x-request-id');
  };
  const admin = (path: string, method = 'GET') =>
    fetch(`${gateway.url}/admin/v1/webhooks${path}`, {
      method,
      headers: { authorization: `Bearer ${ADMIN}` },
    });
  const cli = (...args: readonly string[]) =>
    runInTests(['webhooks', ...args], {
      CLAIMGATE_DATA_DIR: gateway.dataDir,
      CLAIMGATE_WEBHOOK_SECRETS: SECRET,
    });
  const fact_check = { documents };
  const messages = [{ role: 'user', content: QUESTION }];
  const key = { authorization: 'Bearer sk-of-a-caller', 'x-goog-api-key': 'sk-of-a-caller' };

  it.each([
    ['/v1/chat/completions', { model: 'gpt-6-luna', messages, fact_check }],
    ['/v1/responses', { model: 'gpt-6-luna', input: QUESTION, fact_check }],
    ['/v1/messages', { model: 'claude-haiku-5-5', messages, max_tokens: 100, fact_check }],
    [
      '/v1beta/models/gpt-6-luna:generateContent',
      { contents: [{ role: 'user', parts: [{ text: QUESTION }] }], fact_check },
    ],
    ['/v1/claims', { mode: 'ground', text: WRONG, documents }],
    ['/v1/moderations', { model: 'claimgate', input: WRONG, fact_check }],
    [
      '/beta/litellm_basic_guardrail_api',
      {
        ...{
          input_type: 'response',
          request_data: {},
          texts: [WRONG],
          images: null,
          structured_messages: null,
        },
        additional_provider_specific_params: { fact_check },
      },
    ],
  ])('is told of what %s finds, whole and streamed', async (path, body) => {
    const isGoogle = path.includes(':generateContent');
    const streamed = isGoogle ? path.replace(':generateContent', ':streamGenerateContent?alt=sse') : path;
    const canStream = !/moderations|litellm/.test(path);
    const ids = [await post(path, body, key)];
    if (canStream) ids.push(await post(streamed, { ...body, ...(isGoogle ? {} : { stream: true }) }, key));
    for (const hook of ['/bare', '/texts']) {
      await expect
        .poll(() =>
          to(hook)
            .map(({ message }) => message.data.request_id)
            .sort(),
        )
        .toEqual(ids.toSorted());
    }
    const [bare] = to('/bare') as [Delivered];
    expect(bare.message).toMatchObject({
      type: 'claims.checked',
      data: { plan: 'enterprise', verdicts: { refuted: 1 } },
    });
    expect(bare.message.data.caller).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(bare.body).not.toMatch(/Oberklamm|1987|1991|example\.org|Bridges|sk-of/);
    expect(bare.message.data.claims).toContainEqual(
      expect.objectContaining({ verdict: 'refuted', sources: ['context'] }),
    );
    const [texts] = to('/texts') as [Delivered];
    expect(texts.message.data.claims).toContainEqual(
      expect.objectContaining({
        text: WRONG,
        evidence: [expect.objectContaining({ quote: RIGHT, url: 'https://example.org/bridges' })],
      }),
    );
    expect(to('/conflicts')).toEqual([]);
    expect(to('/down')).toEqual([]);
  });

  it('is told which profile applied, and of an answer that was withheld or lists no claims', async () => {
    const action = { do: 'withhold' };
    const body = { model: 'gpt-6-luna@careful', messages, fact_check: { documents, action, claims: 'none' } };
    await post('/v1/chat/completions', body, key);
    await expect.poll(() => to('/bare')).toHaveLength(1);
    expect(to('/bare')[0]?.message.data).toMatchObject({
      profile: 'careful',
      action: 'withhold',
      claims: [],
    });
  });

  it('is told nothing where nothing that it names is found, and holds up no answer', async () => {
    fake.answer(speak([RIGHT]));
    await post('/v1/chat/completions', { model: 'gpt-6-luna', messages, fact_check }, key);
    await expect.poll(() => to('/down')).toHaveLength(1);
    expect(to('/bare')).toEqual([]);
  });

  it('leaves a dead letter where it is refused, which an operator sees, has sent again, and removes', async () => {
    status = 500;
    fake.answer(speak([RIGHT]));
    await post('/v1/chat/completions', { model: 'gpt-6-luna', messages, fact_check }, key);
    await post('/v1/chat/completions', { model: 'gpt-6-luna', messages, fact_check }, key);
    const dead = async () =>
      ((await (await admin('/messages?state=dead')).json()) as { data: { id: string }[] }).data;
    await expect
      .poll(dead)
      .toMatchObject([
        { state: 'dead', attempts: 1, failure: 'status 500', next_try: null },
        { state: 'dead' },
      ]);
    const { data: hooks } = (await (await admin('')).json()) as { data: { id: string; url: string }[] };
    expect(hooks).toMatchObject([
      { url: `${address}/bare`, on: ['refuted'], texts: false, state: 'ok', pending: 0, dead: 0 },
      { url: `${address}/texts?…`, texts: true },
      { url: `${address}/conflicts`, on: ['conflicting'] },
      { url: `${address}/down`, state: 'failing', dead: 2 },
    ]);
    const [second, first] = await dead();
    status = 200;
    delivered.length = 0;
    expect((await admin(`/${first!.id}/retry`, 'POST')).status).toBe(200);
    await expect.poll(() => to('/down').map(({ id }) => id)).toEqual([first!.id]);
    expect((await admin(`/${second!.id}`, 'DELETE')).status).toBe(204);
    await expect.poll(dead).toEqual([]);
    for (const id of [first!.id, 'msg_x', 'nothing']) {
      expect((await admin(`/${id}/retry`, 'POST')).status).toBe(404);
      expect((await admin(`/${id}`, 'DELETE')).status).toBe(404);
    }
    const audit = await fetch(`${gateway.url}/admin/v1/audit`, {
      headers: { authorization: `Bearer ${ADMIN}` },
    });
    const { data: entries } = (await audit.json()) as {
      data: { action: string; outcome: string; subject: string | null }[];
    };
    expect(entries.filter(({ outcome }) => outcome === 'done')).toMatchObject([
      { action: 'webhook.remove', subject: second!.id },
      { action: 'webhook.retry', subject: first!.id },
    ]);
    const metrics = await (await fetch(`${gateway.url}/metrics`)).text();
    expect(metrics).toMatch(
      /claimgate_webhook_messages_total\{endpoint="wh_[0-9a-f]{12}",outcome="dead"\} 2/,
    );
  });

  it('has its dead letters shown, sent again and removed on the command line', async () => {
    status = 410;
    fake.answer(speak([RIGHT]));
    await post('/v1/chat/completions', { model: 'gpt-6-luna', messages, fact_check }, key);
    const listed = async () => (await cli('messages', '--state', 'dead', '--json')).stdout;
    await expect.poll(listed).toContain('status 410');
    const { id } = JSON.parse(await listed()) as { id: string };
    expect((await cli('messages')).stdout).toContain(id);
    expect((await cli('list')).stdout).toContain('removed  0        1');
    expect(await cli('retry', id)).toMatchObject({
      code: 0,
      stderr: `${id} is sent again within some seconds.\n`,
    });
    await expect.poll(() => to('/down').length, { timeout: 20_000 }).toBe(2);
    await expect.poll(listed).toContain(id);
    expect((await cli('remove', id)).code).toBe(0);
    expect(await cli('remove', id)).toMatchObject({
      code: 1,
      stderr: 'claimgate: There is no such message\n',
    });
    expect(await cli('retry', 'x')).toMatchObject({ code: 1 });
    expect((await cli('messages')).stderr).toBe('There are none.\n');
  });
});

it('a webhook without a secret stops the start', async () => {
  await expect(startGateway({ yaml: 'webhooks: [{ url: "http://127.0.0.1:9/" }]' })).rejects.toThrow(
    'webhooks.0.secret: is missing',
  );
});
