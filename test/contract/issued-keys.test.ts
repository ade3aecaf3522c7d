/** Keys that the gateway issues: they stand for the operator's own, which alone reach a provider. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { runInTests } from '../../src/cli/run-in-tests.ts';
import { type FakeProvider, openaiStream, startFakeProvider } from '../harness/fake-provider.ts';
import { envFor, speak, startStream, WIRES } from '../harness/provider-wires.ts';
import { type Gateway, startGateway } from '../harness/start-gateway.ts';

const OWN = ['sk-operator-canary-one', 'sk-operator-canary-two'];
const NEXT = 'sk-operator-anthropic';
/** Longer than a change takes to be seen by every process. */
const SEEN = 950;

let fake: FakeProvider;
let gateway: Gateway;
let folder = '';
const answers: string[] = [];

beforeAll(async () => {
  fake = await startFakeProvider(speak());
  folder = mkdtempSync(path.join(tmpdir(), 'claimgate-issued-'));
  const keysFile = path.join(folder, 'keys');
  writeFileSync(keysFile, `${NEXT}\n`);
  gateway = await startGateway({
    env: { ...envFor(fake), CLAIMGATE_ANTHROPIC_KEYS_FILE: keysFile },
    yaml: `
providers: { openai: { keys: [${OWN.join(', ')}] }, google: { keys: [${OWN.join(', ')}] } }
plans: { default: free }
fact_check: { mode: 'off' }
catalogue: {}
`,
  });
});
afterAll(async () => {
  await Promise.all([gateway.stop(), fake.stop()]);
  rmSync(folder, { recursive: true });
});
beforeEach(() => {
  fake.received.length = 0;
  fake.answer(speak());
});

async function cli(args: readonly string[], stdin = '') {
  return runInTests(['keys', ...args], { CLAIMGATE_DATA_DIR: gateway.dataDir }, stdin);
}
async function issue(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await cli(['issue', ...args]);
  expect([code, stderr]).toEqual([0, expect.stringMatching(/^ik_[0-9a-f]{12} is issued/)]);
  expect(stdout).toMatch(/^cg-[\w-]{43}\n$/);
  expect(stderr).not.toContain(stdout.trim());
  await delay(SEEN);
  return stdout.trim();
}
async function chat(key: string, body: Record<string, unknown> = {}) {
  const response = await gateway.chat(body, { authorization: `Bearer ${key}` });
  const text = await response.text();
  answers.push(text);
  return { status: response.status, headers: response.headers, text };
}
const failureOf = (text: string) => JSON.parse(text) as { error: { code: string }; detail: string };
const keysSent = () =>
  fake.received.map(({ headers }) =>
    String(headers.authorization ?? headers['x-api-key']).replace('Bearer ', ''),
  );

describe('an issued key', () => {
  it("is answered with the operator's keys in turn, and never sent on", async () => {
    const key = await issue('--plan', 'pro');
    for (let i = 0; i < 4; i++) expect((await chat(key, { stream: i % 2 === 1 })).status).toBe(200);
    expect((await chat(key, { model: 'claude-haiku-5-5' })).status).toBe(200);
    expect(new Set(keysSent())).toEqual(new Set([...OWN, NEXT]));
    for (const { headers, text } of fake.received)
      expect(JSON.stringify(headers) + text).not.toContain('cg-');
  });

  it('is good from the moment that it is issued, also by another process', async () => {
    for (let i = 0; i < 3; i++) {
      const { stdout } = await cli(['issue', '--plan', 'pro']);
      const key = stdout.trim();
      expect((await chat(key)).status).toBe(200);
      const limits = await fetch(`${gateway.url}/v1/limits`, { headers: { authorization: `Bearer ${key}` } });
      expect(limits.status).toBe(200);
    }
  });

  const repeat = (write: (key: string) => Record<string, unknown>, status = 200) =>
    fake.answer((request, response) => {
      const key = String(request.headers.authorization).replace('Bearer ', '');
      // A key that is limited for no named time would rest for longer than this file takes.
      const headers = { 'content-type': 'application/json', 'x-request-id': key, 'retry-after': '0.001' };
      response.writeHead(status, headers);
      response.end(JSON.stringify(write(key)));
    });
  const holdsOwn = (text: string): boolean =>
    OWN.some((own) => {
      for (let i = 0; i + 12 <= own.length; i++) {
        const part = own.slice(i, i + 12);
        const backwards = [...part].reverse().join('');
        if ([part, backwards].some((one) => text.toLowerCase().includes(one))) return true;
      }
      return false;
    });

  it("shows nothing of the operator's key, however a provider repeats it", async () => {
    const key = await issue('--plan', 'pro');
    const message = (own: string) => ({
      role: 'assistant',
      content: `The key is ${own}, or ${own.toUpperCase()}.`,
      tool_calls: [{ id: own, type: 'function', function: { name: 'send', arguments: `{"key":"${own}"}` } }],
    });
    repeat((own) => ({ choices: [{ index: 0, message: message(own), finish_reason: 'tool_calls' }] }));
    const whole = await chat(key);
    expect([whole.status, holdsOwn(whole.text)]).toEqual([200, false]);
    expect(whole.text).toContain('The key is [redacted], or [redacted].');

    for (const size of [1, 3, 7, 100]) {
      fake.answer((request, response) => {
        const own = String(request.headers.authorization).replace('Bearer ', '');
        const pieces = `The key is ${own}, and that is it.`.match(new RegExp(`.{1,${size}}`, 'g')) ?? [];
        return openaiStream(pieces)(request, response);
      });
      const streamed = await chat(key, { stream: true });
      const said = [...streamed.text.matchAll(/"content":"([^"]*)"/g)].map(([, text]) => text).join('');
      expect([streamed.status, holdsOwn(said)]).toEqual([200, false]);
      expect(said).toMatch(/^The key is .{0,4}\[redacted\], and that is it\.$/);
    }

    for (const write of [
      (own: string) => [...own].reverse().join(''),
      (own: string) => own.toUpperCase(),
      (own: string) => own.slice(0, 14),
      (own: string) => Buffer.from(own).toString('base64'),
      (own: string) => encodeURIComponent(own).replaceAll('-', '%2D'),
      (own: string) => [...own].join(' '),
    ]) {
      for (const status of [400, 429, 500]) {
        repeat(
          (own) => ({ error: { message: `No such project: ${write(own)}`, param: write(own) } }),
          status,
        );
        const before = fake.received.length;
        const { text } = await chat(key);
        expect(fake.received.length).toBeGreaterThan(before);
        expect([holdsOwn(text), holdsOwn(text.replaceAll(' ', ''))]).toEqual([false, false]);
        for (const own of OWN) expect(text).not.toContain(write(own).slice(0, 14));
      }
    }
  });

  it("shows nothing of it in what only the provider's own clients read", async () => {
    const key = await issue('--plan', 'pro');
    const more = (own: string) => ({ note: `for ${own}`, [own]: [{ deep: own.toUpperCase() }] });
    const message = (own: string) => ({ role: 'assistant', content: 'Hello there.', ...more(own) });
    repeat((own) => ({
      ...more(own),
      choices: [{ index: 0, message: message(own), finish_reason: 'stop' }],
    }));
    const whole = await chat(key);
    expect([whole.status, holdsOwn(whole.text)]).toEqual([200, false]);
    expect(whole.text).toContain('"note":"for [redacted]"');

    fake.answer((request, response) => {
      const own = String(request.headers.authorization).replace('Bearer ', '');
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      for (const delta of [{ content: 'Hello ' }, { content: 'there.', ...more(own) }, more(own)]) {
        const choices = [{ index: 0, delta, finish_reason: null, ...more(own) }];
        response.write(`data: ${JSON.stringify({ id: 'x', choices, ...more(own) })}\n\n`);
      }
      const last = { id: 'x', choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] };
      response.end(`data: ${JSON.stringify(last)}\n\ndata: [DONE]\n\n`);
    });
    const streamed = await chat(key, { stream: true });
    expect([streamed.status, holdsOwn(streamed.text)]).toEqual([200, false]);
    expect(streamed.text.match(/"note":"for \[redacted\]"/g)).toHaveLength(8);
  });

  it("shows nothing of it to those who ask Google's models by Google's own API", async () => {
    const key = await issue('--plan', 'pro');
    const ask = async (method: string): Promise<string> => {
      const contents = [{ parts: [{ text: 'Hello' }] }];
      const tools = [{ functionDeclarations: [{ name: 'f' }] }];
      const at = `/v1beta/models/gemini-3.8-flash:${method}`;
      const response = await gateway.post(at, { contents, tools }, { 'x-goog-api-key': key });
      const text = await response.text();
      answers.push(text);
      expect(response.status, text).toBe(200);
      return text;
    };
    const frames = (own: string, size: number): object[] => {
      const more = { note: `for ${own}`, [own]: [{ deep: own.toUpperCase() }] };
      const texts = `The key is ${own}, and that is it.`.match(new RegExp(`.{1,${size}}`, 'g')) ?? [];
      const tokens = (text: string) => ({ chosenCandidates: [{ token: text, logProbability: -1 }] });
      const frame = (parts: object[], fields: object = {}) => ({
        candidates: [{ content: { parts, role: 'model', ...more }, ...more, ...fields }],
        ...more,
      });
      return [
        ...texts.map((text) => frame([{ text }], { logprobsResult: tokens(text) })),
        frame([{ functionCall: { name: 'f', args: { key: own }, ...more }, ...more }]),
        frame([{ executableCode: { code: own } }], { finishReason: 'STOP' }),
      ];
    };
    for (const size of [1, 3, 7, 100]) {
      fake.answer((request, response) => {
        const own = String(request.headers['x-goog-api-key']);
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.end(
          frames(own, size)
            .map((frame) => `data: ${JSON.stringify(frame)}\r\n\r\n`)
            .join(''),
        );
      });
      const text = await ask('streamGenerateContent');
      type Said = { candidates: { content?: { parts?: { text?: string }[] } }[] }[];
      const parts = (JSON.parse(text) as Said).flatMap(
        ({ candidates }) => candidates[0]?.content?.parts ?? [],
      );
      const said = parts.map((part) => part.text ?? '').join('');
      const tokens = [...text.matchAll(/"token":"([^"]*)"/g)].map(([, token]) => token).join('');
      expect([text, said, tokens].map(holdsOwn)).toEqual([false, false, false]);
      expect(said).toMatch(/^The key is .{0,4}\[redacted\], and that is it\.$/);
    }
    fake.answer((request, response) => {
      const own = String(request.headers['x-goog-api-key']);
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(frames(own, 100).at(-1)));
    });
    expect(holdsOwn(await ask('generateContent'))).toBe(false);
  });

  it("leaves callers' own keys and sandbox keys as they were", async () => {
    expect((await chat('sk-a-caller')).status).toBe(200);
    expect(keysSent()).toEqual(['sk-a-caller']);
    expect((await chat('sandbox')).status).toBe(200);
    expect(fake.received).toHaveLength(1);
  });

  it('is 401 where it was never issued, has expired or was revoked, within a second', async () => {
    expect(await chat(`cg-${'x'.repeat(43)}`)).toMatchObject({ status: 401 });
    expect(failureOf(answers.at(-1)!).detail).toBe('Invalid API key');
    const key = await issue('--plan', 'pro', '--expires', '1d');
    expect((await chat(key)).status).toBe(200);
    const revoked = await cli(['revoke'], key);
    expect(revoked.code).toBe(0);
    expect(revoked.stdout).toBe('');
    await delay(SEEN);
    // Several, so that each of several processes is asked.
    for (let i = 0; i < 8; i++) {
      expect(await chat(key)).toMatchObject({ status: 401 });
      expect(failureOf(answers.at(-1)!).detail).toBe('API key has been revoked or expired');
    }
    expect((await cli(['revoke'], key)).code).toBe(1);
  });

  it('may use its models alone, those of its plan, and those that the operator has a key for', async () => {
    const one = await issue('--plan', 'pro', '--models', 'gpt-6-luna');
    expect((await chat(one)).status).toBe(200);
    expect(await chat(one, { model: 'claude-haiku-5-5' })).toMatchObject({ status: 403 });
    expect(failureOf(answers.at(-1)!)).toMatchObject({
      error: { code: 'model_not_in_plan' },
      detail: expect.stringContaining('This key may use gpt-6-luna'),
    });
    const free = await issue('--plan', 'free');
    expect(await chat(free, { model: 'gpt-6.1-sol' })).toMatchObject({ status: 403 });
    expect(await chat(free, { model: 'xai/grok-9' })).toMatchObject({ status: 400 });
    expect(failureOf(answers.at(-1)!).detail).toBe('This gateway has no key of its own for xAI');
  });

  it('has a budget of tokens, which streams and whole answers use up', async () => {
    const key = await issue('--plan', 'pro', '--tokens-per-month', '1000');
    expect((await chat(key, { max_tokens: 5 })).status).toBe(200);
    expect((await chat(key, { max_tokens: 5, stream: true })).status).toBe(200);
    await delay(SEEN);
    const over = await chat(key, { messages: [{ role: 'user', content: 'a word '.repeat(1_000) }] });
    expect(over.status).toBe(429);
    expect(Number(over.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(failureOf(over.text)).toMatchObject({
      error: { code: 'insufficient_quota' },
      detail: expect.stringMatching(/^The budget of this key is used up: 1,000 tokens a month/),
    });
    const limits = await fetch(`${gateway.url}/v1/limits`, { headers: { authorization: `Bearer ${key}` } });
    expect(await limits.json()).toMatchObject({
      plan: 'pro',
      budgets: [{ unit: 'tokens', limit: 1_000, remaining: 976, reserved: 0 }],
      windows: [{ remaining: 998 }, {}],
    });
    const used = (await cli(['usage', '--json'])).stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    // 7 tokens in and 5 out, twice, at $0.1 and $0.5 a million.
    expect(used).toContainEqual(
      expect.objectContaining({
        model: 'gpt-6-luna',
        calls: 2,
        prompt_tokens: 14,
        completion_tokens: 10,
        usd: 0.0000064,
      }),
    );
  });

  it('has a budget in money', async () => {
    const key = await issue('--plan', 'pro', '--dollars-per-month', '0.0001');
    expect((await chat(key, { max_tokens: 5 })).status).toBe(200);
    await delay(SEEN);
    const over = { messages: [{ role: 'user', content: 'a word '.repeat(1_000) }] };
    expect(await chat(key, over)).toMatchObject({ status: 429 });
    expect(failureOf(answers.at(-1)!).detail).toContain('used up: $0.0001 a month');
  });

  it('pays for a stream whose caller left before the provider said what it used', async () => {
    const key = await issue('--plan', 'pro', '--tokens-per-month', '100000', '--note', 'leaves');
    fake.answer((_request, response) => {
      startStream(response);
      response.write(WIRES.openai.opening + WIRES.openai.delta('x'.repeat(40)));
    });
    const controller = new AbortController();
    const response = await fetch(`${gateway.url}/v1/chat/completions`, {
      method: 'POST',
      signal: controller.signal,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
      body: JSON.stringify({
        model: 'gpt-6-luna',
        stream: true,
        messages: [{ role: 'user', content: 'x'.repeat(80) }],
      }),
    });
    await response.body?.getReader().read();
    controller.abort();
    await delay(SEEN);
    const { stdout } = await cli(['list', '--issued', '--json']);
    const { id } = stdout
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line))
      .find(({ note }) => note === 'leaves');
    const [used] = (await cli(['usage', '--json', '--key', id])).stdout
      .split('\n')
      .map((line) => JSON.parse(line || '{}'));
    expect(used.completion_tokens).toBeGreaterThanOrEqual(10);
    expect(used.prompt_tokens).toBeGreaterThanOrEqual(20);
  });
});

describe("the operator's keys", () => {
  it('rest where the provider refuses or limits them, and the next is tried at once', async () => {
    const key = await issue('--plan', 'pro');
    const good = speak();
    fake.answer((request, response) => {
      if (request.headers.authorization !== `Bearer ${OWN[0]}`) return good(request, response);
      response.writeHead(429, { 'content-type': 'application/json', 'retry-after': '60' });
      response.end(
        JSON.stringify({ error: { message: `slow down ${OWN[0]}`, code: 'rate_limit_exceeded' } }),
      );
    });
    for (let i = 0; i < 12; i++) expect((await chat(key, { stream: i % 2 === 0 })).status).toBe(200);
    const processes = Number(process.env.CLAIMGATE_TEST_WORKERS ?? 1);
    expect(keysSent().filter((sent) => sent === OWN[0]).length).toBeLessThanOrEqual(processes);

    fake.answer((_request, response) => {
      response.writeHead(401, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ error: { message: `Incorrect API key: ${OWN[1]} ${NEXT}` } }));
    });
    const refused = await chat(key, { model: 'claude-haiku-5-5' });
    expect(refused.status).toBe(502);
    expect(failureOf(refused.text).detail).toBe("Anthropic takes none of this gateway's keys at the moment");
  });
});

describe('claimgate keys', () => {
  it('issues a key for each line, all or none', async () => {
    const lines = [
      { plan: 'pro', models: ['gpt-6-luna'], expires: '2999-01-01', note: 'Zoe' },
      { tokens_per_month: 5, dollars_per_month: 1.5, tokens_per_day: 2, dollars_per_day: 0.5 },
    ];
    const far = await cli(['import'], lines.map((line) => JSON.stringify(line)).join('\n'));
    expect(far).toMatchObject({ code: 2, stdout: '' });
    lines[0]!.expires = '90d';
    const { code, stdout } = await cli(['import'], lines.map((line) => JSON.stringify(line)).join('\n'));
    expect(code).toBe(0);
    const keys = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(keys).toMatchObject([{ key: expect.stringMatching(/^cg-/), note: 'Zoe' }, { note: null }]);
    const listed = (await cli(['list', '--issued'])).stdout;
    expect(listed).toMatch(new RegExp(`${keys[1].id} +good +- +- +- +- +- +5\\+2/day +1.5\\+0.5/day`));
  });

  it.each([
    ['issue --plan gold', /Unknown plan 'gold'/],
    ['issue --models no-such-thing', /Unknown model/],
    ['issue --profile nowhere', /'nowhere': there is no such profile; config has none/],
    ['issue --expires 2020-01-01', /must be a date to come/],
    ['issue --tokens-per-month 0', /whole number/],
    ['issue --dollars-per-month -1', /./],
    ['revoke cg-something', /An id begins with ik_/],
    ['usage --since yesterday', /must be a day/],
  ])('says what is wrong with `%s`', async (line, message) => {
    expect(await cli(line.split(' '))).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringMatching(message),
    });
  });
});

it('a key that is used while its secret is replaced does not need the old one any longer', async () => {
  const dataDir = path.join(folder, 'data');
  const under = async (secret: string, old: string, status: number, key?: string): Promise<string> => {
    const env = { CLAIMGATE_DATA_DIR: dataDir, CLAIMGATE_SECRET: secret, CLAIMGATE_OLD_SECRETS: old };
    const issued = key ?? (await runInTests(['keys', 'issue', '--plan', 'pro'], env)).stdout.trim();
    const one = await startGateway({ env: { ...envFor(fake), CLAIMGATE_OPENAI_KEYS: OWN[0]!, ...env } });
    const response = await one.chat({}, { authorization: `Bearer ${issued}` });
    expect(response.status).toBe(status);
    await response.text();
    await one.stop();
    return issued;
  };
  const key = await under('the-first-secret', '', 200);
  await under('the-second-secret', '', 401, key);
  await under('the-second-secret', 'the-first-secret', 200, key);
  await under('the-second-secret', '', 200, key);
});

it('no key of either kind is in the log, the database or an answer', async () => {
  await gateway.logged();
  const files = readdirSync(gateway.dataDir).map((name) =>
    readFileSync(path.join(gateway.dataDir, name), 'latin1'),
  );
  const metrics = await (await fetch(`${gateway.url}/metrics`)).text();
  const written = [...files, ...gateway.logLines, ...answers, metrics].join('\n');
  expect(written).toContain('ik_');
  expect(written).not.toMatch(/cg-[\w-]{20}|canary|sk-operator/);
});
