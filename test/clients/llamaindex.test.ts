/** LlamaIndex's OpenAI, as it comes. */
import { getTopKEmbeddings } from '@llamaindex/core/embeddings';
import type { ChatResponseChunk } from '@llamaindex/core/llms';
import { OpenAI, OpenAIEmbedding } from '@llamaindex/openai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Gateway, startGateway } from '../harness/start-gateway.ts';
import { CLAIM, expectAnswer, MODELS, PASSAGES, startEndlessGateway } from './gateway.ts';

let gateway: Gateway;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.stop());

const llm = (model: string, apiKey = 'sandbox', baseURL = gateway.url): OpenAI =>
  new OpenAI({ model, apiKey, baseURL: `${baseURL}/v1`, maxRetries: 0 });

const messages = [
  { role: 'system', content: 'Be brief.' },
  { role: 'user', content: CLAIM },
] as const;

describe.each(MODELS)('%s', (model) => {
  it('answers whole, with its usage', async () => {
    const { message, raw } = await llm(model).chat({ messages: [...messages] });
    expectAnswer(message.content);
    expect(raw).toMatchObject({ choices: [{ finish_reason: 'stop' }], usage: expect.any(Object) });
  });

  it('streams', async () => {
    const pieces: ChatResponseChunk[] = [];
    for await (const piece of await llm(model).chat({ messages: [...messages], stream: true })) {
      pieces.push(piece);
    }
    expectAnswer(pieces.map(({ delta }) => delta).join(''));
    expect(pieces.length).toBeGreaterThan(1);
  });
});

it('finds texts by their vectors, from the base URL of its chats', async () => {
  const embedding = new OpenAIEmbedding({ apiKey: 'sandbox', baseURL: `${gateway.url}/v1`, maxRetries: 0 });
  const vectors = await embedding.getTextEmbeddings(PASSAGES.map(([text]) => text));
  for (const [at, [, question]] of PASSAGES.entries()) {
    const asked = await embedding.getTextEmbedding(question);
    expect(getTopKEmbeddings(asked, vectors, 1, [0, 1, 2])[1]).toEqual([at]);
  }
});

it('completes a prompt', async () => {
  expectAnswer((await llm('gpt-6-luna').complete({ prompt: CLAIM })).text);
});

it('distinguishes errors by their status', async () => {
  for (const [apiKey, status] of [
    ['sandbox-invalid', 401],
    ['sandbox-revoked', 401],
    ['sandbox-quota', 429],
    ['sandbox-error', 502],
  ] as const) {
    await expect(llm('gpt-6-luna', apiKey).chat({ messages: [...messages] })).rejects.toMatchObject({
      status,
    });
  }
});

it('reports an error in mid-stream, behind the text before it', async () => {
  for (const apiKey of ['sandbox-cut', 'sandbox-error']) {
    let text = '';
    const reading = async (): Promise<void> => {
      const stream = await llm('gpt-6-luna', apiKey).chat({ messages: [...messages], stream: true });
      for await (const { delta } of stream) text += delta;
    };
    await expect(reading()).rejects.toThrow();
    expect(text).not.toBe('');
  }
});

it('takes its provider with it when it leaves', async () => {
  const endless = await startEndlessGateway();
  // Its streams do not end when their reader stops: it leaves by a signal.
  const leaving = new AbortController();
  const model = new OpenAI({
    model: 'gpt-6-luna',
    apiKey: 'a-key-of-somebody',
    baseURL: `${endless.gateway.url}/v1`,
    maxRetries: 0,
    additionalSessionOptions: {
      fetch: (url, init) => fetch(url, { ...init, signal: leaving.signal }),
    },
  });
  const reading = async (): Promise<void> => {
    for await (const _ of await model.chat({ messages: [...messages], stream: true })) leaving.abort();
  };
  await reading().catch(() => {});
  await endless.closed();
  await endless.stop();
});
