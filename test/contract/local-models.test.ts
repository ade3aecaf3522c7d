/** Each config of docs/local-models.md, read out of the page, in front of a server with the wire of its kind. */
import diagnostics from 'node:diagnostics_channel';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { parse as parseYaml } from 'yaml';
import { runInTests } from '../../src/cli/run-in-tests.ts';
import { type FakeProvider, startFakeProvider } from '../harness/fake-provider.ts';
import { ANSWER, ARGUMENTS, LOCAL_SERVERS, type LocalServer } from '../harness/local-servers.ts';
import {
  type ClaimBody,
  type CompletionBody,
  expectError,
  type MetadataBody,
  parseStream,
  readJson,
} from '../harness/read-answer.ts';
import { type Gateway, startGateway } from '../harness/start-gateway.ts';

const PAGE = readFileSync(path.resolve(import.meta.dirname, '../../docs/local-models.md'), 'utf8');
const SAID = 'The Eiffel Tower was completed in 1889.';
const TOOLS = [{ type: 'function', function: { name: 'get_weather', parameters: { type: 'object' } } }];

function recipeFor(heading: string): string {
  const section = PAGE.split(/^## /m).find((part) => part.startsWith(`${heading}\n`)) ?? '';
  return /^```yaml\n([\s\S]+?)^```$/m.exec(section)?.[1] ?? '';
}

interface Judged extends MetadataBody {
  readonly claims: readonly (ClaimBody & { readonly verdict?: string })[];
}

async function readAnswer(response: Response, stream: boolean) {
  const raw = await response.text();
  const bodies = stream ? parseStream(raw).chunks : [JSON.parse(raw) as CompletionBody];
  return {
    text: stream ? parseStream(raw).text : (bodies as CompletionBody[])[0]?.choices[0]?.message.content,
    metadata: bodies.findLast((body) => body.fact_check_metadata)?.fact_check_metadata as Judged | undefined,
    usage: bodies.findLast((body) => body.usage)?.usage,
  };
}

interface Called {
  readonly name?: string;
  readonly arguments?: string;
}

/** The one call, put together. */
async function readCall(response: Response, stream: boolean) {
  const raw = await response.text();
  interface Choice {
    readonly message?: { readonly tool_calls: readonly { readonly function: Called }[] };
    readonly delta?: { readonly tool_calls?: readonly { readonly function: Called }[] };
    readonly finish_reason: string | null;
  }
  const bodies = (stream ? parseStream(raw).chunks : [JSON.parse(raw)]) as unknown as { choices: Choice[] }[];
  const choices = bodies.flatMap((body) => body.choices);
  const pieces = choices.flatMap(({ message, delta }) => (message ?? delta)?.tool_calls ?? []);
  const joined = (key: 'name' | 'arguments') => pieces.map((piece) => piece.function[key] ?? '').join('');
  const finish = choices.findLast(({ finish_reason }) => finish_reason !== null)?.finish_reason;
  return { raw, finish, call: { name: joined('name'), arguments: joined('arguments') } };
}

/** Where this process connects to, by HTTP. */
const connected = new Set<string>();
const CHANNEL = 'undici:client:beforeConnect';
const noteConnection = (message: unknown): void => {
  const { host } = (message as { connectParams: { host: string } }).connectParams;
  connected.add(host);
};
beforeAll(() => diagnostics.subscribe(CHANNEL, noteConnection));
afterAll(() => void diagnostics.unsubscribe(CHANNEL, noteConnection));

describe.each(Object.entries<LocalServer>(LOCAL_SERVERS))('%s', (heading, { address, handler, failures }) => {
  const recipe = recipeFor(heading);
  let server: FakeProvider;
  let gateway: Gateway;
  let yaml = '';
  let model = '';
  let callers = 0;
  beforeAll(async () => {
    server = await startFakeProvider();
    connected.clear();
    expect(recipe).toContain(`base_url: ${address}/v1\n`);
    yaml = recipe.replace(address, server.url);
    const { providers } = parseYaml(recipe) as { providers: Record<string, { models: { id: string }[] }> };
    model = Object.values(providers)[0]?.models[0]?.id ?? '';
    gateway = await startGateway({ yaml });
  });
  beforeEach(() => {
    server.answer(handler);
    server.received.length = 0;
  });
  afterAll(() => Promise.all([gateway.stop(), server.stop()]));

  const chat = (body: Record<string, unknown>) =>
    gateway.chat({
      // Verdicts are kept for the caller.
      ...{ model, api_key: `any-key-${callers++}`, fact_check: { mode: 'verify' } },
      messages: [{ role: 'user', content: SAID }],
      ...body,
    });

  it.each([false, true])('answers and judges, and nobody else is asked: stream %s', async (stream) => {
    const options = stream ? { stream, stream_options: { include_usage: true } } : {};
    const response = await chat(options);
    expect(response.status).toBe(200);
    const { text, metadata, usage } = await readAnswer(response, stream);
    expect(text).toBe(ANSWER);
    expect(usage?.completion_tokens).toBeGreaterThan(0);
    expect(metadata?.claims.map(({ verdict }) => verdict)).toEqual(['supported', 'supported']);
    expect(JSON.stringify(metadata)).not.toContain('cheese');
    expect(metadata?.sources_consulted).toEqual(['starter']);
    expect(server.received.length).toBeGreaterThan(1);
    for (const { headers, text: sent } of server.received) {
      expect(Object.keys(headers).filter((name) => /authorization|key|token|cookie/i.test(name))).toEqual([]);
      expect(sent).not.toContain('any-key');
    }
    expect(connected).toEqual(new Set([server, gateway].map(({ url }) => new URL(url).host)));
  });

  it.each([false, true])('calls tools: stream %s', async (stream) => {
    const response = await chat({ stream, tools: TOOLS, fact_check: { mode: 'off' } });
    const { call, finish, raw } = await readCall(response, stream);
    expect(call).toEqual({ name: 'get_weather', arguments: ARGUMENTS });
    expect(finish).toBe('tool_calls');
    // What the server's model thinks is told apart.
    expect(raw.replace(/"reasoning_content":"[^"]*"/g, '')).not.toContain('cheese');
  });

  it('says plainly why it does not answer', async () => {
    server.answer(failures.missing);
    await expectError(await chat({}), { status: 400, code: 'model_not_found' });
    server.answer(failures.tooLong);
    await expectError(await chat({}), { status: 400, code: 'context_length_exceeded' });
    // Two retries, of which the second waits.
    server.answer(failures.loading);
    server.received.length = 0;
    await expectError(await chat({ fact_check: { mode: 'off' } }), { status: 503 });
    expect(server.received).toHaveLength(3);
  });

  it('answers a request as soon as the model is loaded', async () => {
    let tries = 0;
    server.answer((request, response) => (tries++ === 0 ? failures.loading : handler)(request, response));
    const { choices } = await readJson<CompletionBody>(await chat({ fact_check: { mode: 'off' } }));
    expect(choices[0]?.message.content).toBe(ANSWER);
  });

  it('judges for claimgate check, without a key', async () => {
    const config = path.join(path.dirname(gateway.dataDir), 'config.yaml');
    const env = { CLAIMGATE_CONFIG: config, CLAIMGATE_DATA_DIR: gateway.dataDir };
    const { code, stdout } = await runInTests(['check', '--model', model], env, SAID);
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^✓ supported: The Eiffel Tower/)]);
  });
});

it('with the catalogue of the page, no other model can be asked, and no link is fetched', async () => {
  const { address, handler } = LOCAL_SERVERS.Ollama;
  const server = await startFakeProvider(handler);
  const [, section = ''] = PAGE.split('## What leaves the machine');
  const [catalogue = '', more = ''] = [...section.matchAll(/^```yaml\n([\s\S]+?)^```$/gm)].map(
    ([, text]) => text,
  );
  const directory = mkdtempSync(path.join(tmpdir(), 'claimgate-local-'));
  const file = path.join(directory, 'local-models.yaml');
  writeFileSync(file, catalogue.replace(address, server.url));
  const yaml = (recipeFor('Ollama') + more).replace('local-models.yaml', file).replace(address, server.url);
  const gateway = await startGateway({ yaml });
  connected.clear();
  for (const model of ['gpt-6-luna', 'gpt-4o', 'openai/gpt-4o', 'claude-haiku-5-5', 'together/some-model']) {
    await expectError(await gateway.chat({ model, api_key: 'sk-of-somebody' }), { status: 400 });
  }
  const link = await gateway.post(
    '/v1/documents',
    { url: 'https://example.org/' },
    { authorization: 'Bearer any' },
  );
  expect(link.status).toBeGreaterThanOrEqual(400);
  expect(server.received).toEqual([]);
  const config = path.join(path.dirname(gateway.dataDir), 'config.yaml');
  const env = { CLAIMGATE_CONFIG: config, CLAIMGATE_DATA_DIR: gateway.dataDir };
  expect(await runInTests(['check', '--fail-on', 'refuted'], env, SAID)).toMatchObject({
    ...{ code: 0, stderr: '' },
    stdout: expect.stringMatching(/^✓ supported/),
  });
  expect(connected).toEqual(new Set([server, gateway].map(({ url }) => new URL(url).host)));
  await Promise.all([gateway.stop(), server.stop()]);
  rmSync(directory, { recursive: true });
});

it('a stream of LM Studio that fails on its way is an error', async () => {
  const server = await startFakeProvider(LOCAL_SERVERS['LM Studio'].handler);
  const gateway = await startGateway({
    yaml: recipeFor('LM Studio').replace(LOCAL_SERVERS['LM Studio'].address, server.url),
  });
  const messages = [{ role: 'user', content: 'Hello. '.repeat(20_000) }];
  const asked = { model: 'qwen/qwen3-8b', api_key: 'any', stream: true, messages };
  const response = await gateway.chat({ ...asked, fact_check: { mode: 'off' } });
  await expectError(response, { status: 400, code: 'context_length_exceeded' });
  await Promise.all([gateway.stop(), server.stop()]);
});
