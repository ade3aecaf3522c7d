/** Contract, section 2: what the model does not take is refused as the caller wrote it, before anybody is asked. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type FakeProvider, startFakeProvider } from '../harness/fake-provider.ts';
import { speak } from '../harness/provider-wires.ts';
import { expectError } from '../harness/read-answer.ts';
import { type Gateway, startGateway } from '../harness/start-gateway.ts';

const PARTS = {
  image: { type: 'image_url', image_url: { url: 'data:image/png;base64,iVBORw0KGgo=' } },
  image_url: { type: 'image_url', image_url: { url: 'https://example.org/a.png' } },
  pdf: { type: 'file', file: { file_data: 'JVBERi0=' } },
  audio: { type: 'input_audio', input_audio: { data: 'UklGRg==', format: 'wav' } },
};
const NO_TOOLS = {
  ...{ id: 'no-tools', name: 'n', description: 'n', tier: 'basic' },
  capabilities: { tools: false },
};
const KINDS = Object.keys(PARTS) as (keyof typeof PARTS)[];

let fake: FakeProvider;
let gateway: Gateway;
beforeAll(async () => {
  fake = await startFakeProvider(speak());
  const models = KINDS.map((kind) => ({
    ...{ id: `takes-${kind}`, name: kind, description: kind, tier: 'basic' },
    capabilities: { inputs: [kind] },
  }));
  gateway = await startGateway({
    yaml: JSON.stringify({
      providers: { mine: { base_url: `${fake.url}/openai/v1`, models: [...models, NO_TOOLS] } },
    }),
  });
});
afterAll(() => Promise.all([gateway.stop(), fake.stop()]));
beforeEach(() => {
  fake.received.length = 0;
});

const key = { api_key: 'sk-test' };

it.each(KINDS)('a model that takes %s alone', async (taken) => {
  for (const kind of KINDS) {
    const content = [{ type: 'text', text: 'a' }, { type: 'text', text: 'b' }, PARTS[kind]];
    const messages = [
      { role: 'system', content: 'c' },
      { role: 'user', content },
    ];
    const response = await gateway.chat({ ...key, model: `takes-${taken}`, messages });
    if (kind === taken) {
      expect(response.status).toBe(200);
      continue;
    }
    const { error } = await expectError(response, { status: 400, param: 'messages.1.content.2' });
    expect(error.message).toMatch(new RegExp(`^messages\\.1\\.content\\.2: takes-${taken} does not take `));
  }
  expect(fake.received).toHaveLength(1);
});

it('of POST /chat stand in its history', async () => {
  const conversation_history = [{ role: 'user', content: [PARTS.audio] }];
  const ask = { ...key, model: 'takes-pdf', user_query: 'a', conversation_history };
  await expectError(await gateway.post('/chat', ask), {
    status: 400,
    param: 'conversation_history.0.content.0',
  });
  expect(fake.received).toEqual([]);
});

it.each([
  ['tools', { tools: [{ type: 'function', function: { name: 'f' } }] }],
  ['functions', { functions: [{ name: 'f' }] }],
])('%s are refused by that name', async (param, fields) => {
  for (const stream of [false, true]) {
    await expectError(await gateway.chat({ ...key, model: 'no-tools', ...fields, stream }), {
      status: 400,
      detail: `${param} is not supported by no-tools`,
      param,
    });
  }
  expect(fake.received).toEqual([]);
});

describe('pictures of a type that a model does not take', () => {
  const picture = (type: string) => ({
    type: 'image_url',
    image_url: { url: `data:image/${type};base64,iVBORw0KGgo=` },
  });
  const TAKEN = {
    'gpt-6-luna': ['png', 'jpeg', 'gif', 'webp'],
    'claude-haiku-5-5': ['png', 'jpeg', 'gif', 'webp'],
    'gemini-3.8-flash': ['png', 'jpeg', 'webp', 'heic', 'heif'],
    'grok-4.3': ['png', 'jpeg'],
  };
  const types = ['png', 'jpeg', 'gif', 'webp', 'heic', 'heif', 'bmp', 'svg+xml'];

  it.each(Object.entries(TAKEN))('%s', async (model, taken) => {
    for (const type of types) {
      const messages = [{ role: 'user', content: [{ type: 'text', text: 'a' }, picture(type)] }];
      const response = await gateway.chat({ api_key: 'sandbox', model, messages });
      if (taken.includes(type)) {
        expect({ type, status: response.status }).toEqual({ type, status: 200 });
        continue;
      }
      await expectError(response, {
        status: 400,
        detail: `messages.0.content.1: ${model} does not take a picture of type image/${type}`,
        param: 'messages.0.content.1',
      });
    }
  });

  it('an operator says of a model', async () => {
    const own = await startGateway({
      yaml: JSON.stringify({
        providers: {
          mine: {
            base_url: `${fake.url}/openai/v1`,
            models: [
              {
                id: 'gif',
                name: 'a',
                description: 'a',
                tier: 'basic',
                capabilities: { picture_types: ['image/gif'] },
              },
              { id: 'any', name: 'a', description: 'a', tier: 'basic' },
            ],
          },
        },
      }),
    });
    const status = async (model: string, type: string) => {
      const messages = [{ role: 'user', content: [picture(type)] }];
      return (await own.chat({ ...key, model, messages })).status;
    };
    try {
      expect(await Promise.all([status('gif', 'gif'), status('gif', 'png'), status('any', 'tiff')])).toEqual([
        200, 400, 200,
      ]);
    } finally {
      await own.stop();
    }
  });
});

it.each([
  ['claude-haiku-5-5', 'detail=ignored'],
  ['gemini-3.8-flash', 'detail=ignored, filename=ignored'],
  ['gpt-6-luna', null],
])('%s: what is left out of parts is said', async (model, adjusted) => {
  const image = { type: 'image_url', image_url: { ...PARTS.image.image_url, detail: 'high' } };
  const file = { type: 'file', file: { ...PARTS.pdf.file, filename: 'a.pdf' } };
  for (const stream of [false, true]) {
    const messages = [{ role: 'user', content: [image, file] }];
    const response = await gateway.chat({ api_key: 'sandbox', model, messages, stream });
    expect(response.headers.get('x-claimgate-adjusted')).toBe(adjusted);
    await response.text();
  }
});

it('what the provider refuses of a message is not named by a place that the caller did not write', async () => {
  const image = { type: 'image_url', image_url: { ...PARTS.image.image_url, detail: 'closely' } };
  const messages = [{ role: 'user', content: [image] }];
  const response = await gateway.chat({ api_key: 'sandbox', model: 'gpt-6-luna', messages });
  await expectError(response, { status: 400, param: 'messages' });
});
