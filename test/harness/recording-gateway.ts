/** A gateway before a provider that speaks all dialects and keeps what it was sent. */
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { type FakeProvider, type Received, startFakeProvider } from './fake-provider.ts';
import { envFor, speak } from './provider-wires.ts';
import { type Gateway, startGateway } from './start-gateway.ts';

export type Fields = Record<string, unknown>;

/** Starts both before the tests of a file, and forgets before each test what was sent. */
export function openRecordingGateway() {
  let fake: FakeProvider;
  let gateway: Gateway;
  beforeAll(async () => {
    fake = await startFakeProvider(speak());
    gateway = await startGateway({
      env: envFor(fake),
      // What is found beside the conversation is told to the model too, and is no matter of its fields.
      yaml: 'fact_check: { mode: off }\nplans: { free: { models: all, per_hour: null, per_month: null } }',
    });
  });
  afterAll(() => Promise.all([gateway.stop(), fake.stop()]));
  beforeEach(() => {
    fake.received.length = 0;
    fake.answer(speak());
  });

  const post: Gateway['post'] = (...request) => gateway.post(...request);
  const ask = (model: string, fields: Fields = {}) => gateway.chat({ api_key: 'sk-test', model, ...fields });
  /** Says what the provider answers in a test. */
  const answer: FakeProvider['answer'] = (handler) => fake.answer(handler);
  const received = (): readonly Received[] => fake.received;
  const last = (): Received => {
    const newest = fake.received.at(-1);
    if (newest === undefined) throw new Error('the provider was not asked');
    return newest;
  };

  /** Asks, and @returns what the provider was sent and what the caller was told of changes. */
  async function send(model: string, fields: Fields) {
    const response = await ask(model, fields);
    expect({ status: response.status, body: response.status === 200 ? '' : await response.text() }).toEqual({
      status: 200,
      body: '',
    });
    return { body: last().body, adjusted: response.headers.get('x-claimgate-adjusted') };
  }

  return { post, ask, send, last, received, answer };
}
