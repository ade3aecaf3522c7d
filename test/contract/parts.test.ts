/** Contract, section 2: what the model does not take is refused as the caller wrote it, before anybody is asked. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
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
