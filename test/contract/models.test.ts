/** Contract, section 3: the list of models, one model, and a catalogue that the operator changed. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FakeProvider, startFakeProvider } from '../harness/fake-provider.ts';
import { envFor, isStreamed, speak, WIRES } from '../harness/provider-wires.ts';
import { type CompletionBody, expectError, readJson } from '../harness/read-answer.ts';
import { sendRaw } from '../harness/send-raw.ts';
import { type Gateway, startGateway } from '../harness/start-gateway.ts';

interface ModelEntry {
  readonly name: string;
  readonly model_id: string;
  readonly description: string;
  readonly tier: string;
  readonly context_window?: number;
}
interface ModelObject {
  readonly id: string;
  readonly object: string;
  readonly created: number;
  readonly owned_by: string;
}
interface ModelsBody {
  readonly models_list: readonly {
    readonly provider: string;
    readonly available_models: readonly ModelEntry[];
  }[];
  readonly default_model: string;
  readonly object: string;
  readonly data: readonly ModelObject[];
}

let gateway: Gateway;
let list: ModelsBody;
beforeAll(async () => {
  gateway = await startGateway();
  list = await readJson<ModelsBody>(await fetch(`${gateway.url}/v1/models`));
});
afterAll(() => gateway.stop());

const entries = () => list.models_list.flatMap((provider) => provider.available_models);
const get = (url: string) => fetch(gateway.url + url);

describe('the list', () => {
  it('is the same at /models and /v1/models', async () => {
    const responses = await Promise.all([
      get('/models'),
      get('/v1/models'),
      get('/models/'),
      get('/v1/models/'),
    ]);
    for (const response of responses) {
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
      expect(await response.json()).toEqual(list);
    }
  });

  it('names five providers, each with two to three models', () => {
    expect(list.models_list.map(({ provider }) => provider)).toEqual([
      'OpenAI',
      'Anthropic',
      'Google',
      'xAI',
      'Together',
    ]);
    for (const { available_models: models } of list.models_list) {
      expect(models.length).toBeGreaterThanOrEqual(2);
      expect(models.length).toBeLessThanOrEqual(3);
    }
  });

  it('has the models as shipped', () => {
    expect(
      Object.fromEntries(
        list.models_list.map(({ provider, available_models: models }) => [
          provider,
          models.map((model) => `${model.model_id}${model.tier === 'basic' ? ' b' : ''}`).sort(),
        ]),
      ),
    ).toEqual({
      OpenAI: ['gpt-6-luna b', 'gpt-6.1-sol', 'gpt-6.1-terra'],
      Anthropic: ['claude-haiku-5-5 b', 'claude-opus-5-5', 'claude-sonnet-5-5'],
      Google: ['gemini-3.5-flash-lite b', 'gemini-3.8-flash b', 'gemini-4-argon'],
      xAI: ['grok-4.3 b', 'grok-4.7'],
      Together: ['deepseek-ai/DeepSeek-V4-Pro-0813', 'openai/gpt-oss-120b b', 'zai-org/GLM-5.3-Flash b'],
    });
  });

  it('gives each model its fields', () => {
    for (const entry of entries()) {
      expect(entry).toEqual({
        name: expect.stringMatching(/\S/),
        model_id: expect.stringMatching(/^[A-Za-z0-9._:@/-]{1,128}$/),
        description: expect.stringMatching(/\S/),
        tier: expect.stringMatching(/^(basic|standard|premium)$/),
        ...(entry.context_window === undefined ? {} : { context_window: expect.any(Number) }),
      });
    }
  });

  it('lists for each model what it takes, by itself', async () => {
    const capabilities = await readJson<Record<string, string[]>>(await get('/models/capabilities'));
    expect(Object.keys(capabilities).sort()).toEqual(
      entries()
        .map((entry) => entry.model_id)
        .sort(),
    );
    for (const names of Object.values(capabilities)) {
      expect(names).toEqual(expect.arrayContaining([expect.stringMatching(/^[a-z_]+$/)]));
    }
  });

  it('begins with a basic model for each provider, and the default is one too', () => {
    for (const { available_models: models } of list.models_list) expect(models[0]?.tier).toBe('basic');
    expect(entries().find((entry) => entry.model_id === list.default_model)?.tier).toBe('basic');
  });

  it('never names an id twice', () => {
    const ids = entries().map((entry) => entry.model_id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it("is OpenAI's list too", () => {
    expect(list.object).toBe('list');
    expect(list.data.map(({ id }) => id)).toEqual(entries().map((entry) => entry.model_id));
    for (const model of list.data) {
      expect(model).toEqual({
        id: model.id,
        object: 'model',
        created: 1_793_491_200,
        owned_by: expect.toBeOneOf(list.models_list.map(({ provider }) => provider)),
      });
      expect(Number.isInteger(model.created)).toBe(true);
    }
  });

  it('answers HEAD without a body', async () => {
    for (const target of ['/models', '/v1/models']) {
      const response = await sendRaw(gateway.url, { method: 'HEAD', target });
      expect([response.status, await response.text()]).toEqual([200, '']);
    }
  });
});

describe('one model', () => {
  it('is its entry in the list, slash or not, encoded or not', async () => {
    for (const model of list.data) {
      for (const id of new Set([model.id, encodeURIComponent(model.id), model.id.replaceAll('-', '%2D')])) {
        const response = await get(`/v1/models/${id}`);
        expect(response.status).toBe(200);
        expect(await response.json()).toEqual(model);
      }
    }
  });

  it.each([
    'gpt-9',
    'openai/gpt-6-luna',
    'zai-org',
    'zai-org/',
    'constructor',
    '__proto__',
    'gpt-6-luna/x',
    '%2e%2e',
    'x'.repeat(3_000),
  ])('%s is 404', async (id) => {
    await expectError(await sendRaw(gateway.url, { method: 'GET', target: `/v1/models/${id}` }), {
      status: 404,
      type: 'invalid_request_error',
      code: 'model_not_found',
    });
  });
});

describe('a catalogue of the operator', () => {
  let fake: FakeProvider;
  let dir: string;
  beforeAll(async () => {
    fake = await startFakeProvider(speak());
    dir = mkdtempSync(path.join(tmpdir(), 'claimgate-catalogue-'));
  });
  afterAll(async () => {
    await fake.stop();
    rmSync(dir, { recursive: true, force: true });
  });

  it('may have providers of their own, asked as name/id or by their listed ids', async () => {
    fake.answer((request, response) => {
      expect(isStreamed(request)).toBe(false);
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(WIRES.openai.whole('Hello from the basement.')));
    });
    const own = await startGateway({
      yaml: `
providers:
  basement:
    name: Basement
    base_url: ${fake.url}/own/v1
    models:
      - { id: tiny-1, name: Tiny, description: A small model, tier: basic }
`,
    });
    try {
      const { models_list: providers, data } = await readJson<ModelsBody>(await fetch(`${own.url}/models`));
      expect(providers.slice(0, -1)).toEqual(list.models_list);
      expect(providers.at(-1)).toMatchObject({
        provider: 'Basement',
        available_models: [{ name: 'Tiny', model_id: 'tiny-1', description: 'A small model', tier: 'basic' }],
      });
      expect(data.at(-1)).toMatchObject({ id: 'tiny-1', owned_by: 'Basement' });
      const listed = await own.chat({ api_key: 'sk-own', model: 'tiny-1' });
      expect(listed.status).toBe(200);
      expect((await readJson<CompletionBody>(listed)).choices[0]?.message.content).toBe(
        'Hello from the basement.',
      );
      expect(fake.received.at(-1)).toMatchObject({
        url: '/own/v1/chat/completions',
        body: { model: 'tiny-1' },
        headers: { authorization: 'Bearer sk-own' },
      });
      await expectError(await own.chat({ api_key: 'sk-own', model: 'basement/tiny-2' }), { status: 403 });
    } finally {
      await own.stop();
    }
  });

  it('may replace the one that is shipped', async () => {
    const file = path.join(dir, 'replace.yaml');
    writeFileSync(
      file,
      `
default_model: only-model
providers:
  openai:
    models:
      - { id: only-model, name: Only, description: The only one, tier: basic }
`,
    );
    const own = await startGateway({ yaml: `catalogue: { replace: ${file} }`, env: envFor(fake) });
    try {
      const body = await readJson<ModelsBody>(await fetch(`${own.url}/models`));
      expect(body.default_model).toBe('only-model');
      expect(body.data.map(({ id }) => id)).toEqual(['only-model']);
      fake.answer(speak());
      expect((await own.chat({ api_key: 'sk-x', model: 'only-model' })).status).toBe(200);
    } finally {
      await own.stop();
    }
  });

  it('may extend it', async () => {
    const file = path.join(dir, 'extend.yaml');
    writeFileSync(
      file,
      `
providers:
  openai:
    models:
      - { id: gpt-x, name: GPT-X, description: A new one, tier: standard }
`,
    );
    const own = await startGateway({ yaml: `catalogue: { extend: ${file} }` });
    try {
      const body = await readJson<ModelsBody>(await fetch(`${own.url}/models`));
      expect(body.data).toHaveLength(list.data.length + 1);
      expect(body.data.find(({ id }) => id === 'gpt-x')?.owned_by).toBe('OpenAI');
      expect(body.default_model).toBe(list.default_model);
    } finally {
      await own.stop();
    }
  });
});
