/** LangChain's ChatOpenAI, as it comes. */
import { type AIMessageChunk, HumanMessage, SystemMessage } from '@langchain/core/messages';
import { FakeVectorStore } from '@langchain/core/utils/testing';
import { ChatOpenAI, type ChatOpenAIFields, OpenAIEmbeddings } from '@langchain/openai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { keepMetadata, readClaims } from '../../src/client/index.ts';
import { type Gateway, startGateway } from '../harness/start-gateway.ts';
import { CLAIM, expectAnswer, expectUsage, MODELS, PASSAGES, startEndlessGateway } from './gateway.ts';

let gateway: Gateway;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.stop());

const chat = (fields: ChatOpenAIFields = {}, url = gateway.url): ChatOpenAI =>
  new ChatOpenAI({
    model: 'gpt-6-luna',
    apiKey: 'sandbox',
    maxRetries: 0,
    ...fields,
    configuration: { baseURL: `${url}/v1` },
  });

describe.each(MODELS)('%s', (model) => {
  it('answers whole, with its usage', async () => {
    const answer = await chat({ model, temperature: 0.5, maxTokens: 300 }).invoke([new HumanMessage(CLAIM)]);
    expectAnswer(answer.content);
    expect(answer.response_metadata.finish_reason).toBe('stop');
    expectUsage(answer);
  });

  it('streams, with its usage', async () => {
    const pieces: AIMessageChunk[] = [];
    for await (const piece of await chat({ model }).stream([new HumanMessage(CLAIM)])) pieces.push(piece);
    expect(pieces.length).toBeGreaterThan(2);
    const whole = pieces.reduce((all, piece) => all.concat(piece));
    expectAnswer(whole.content);
    expectUsage(whole);
    expect(whole.response_metadata.finish_reason).toBe('stop');
  });

  it('keeps to a schema', async () => {
    const schema = z.object({ year: z.number(), place: z.string() });
    const answer = await chat({ model })
      .withStructuredOutput(schema, { method: 'jsonSchema' })
      .invoke(`${CLAIM} Answer in JSON.`);
    expect(answer).toEqual({ year: expect.any(Number), place: expect.any(String) });
  });
});

it('finds texts by their vectors, from the base URL of its chats', async () => {
  const embeddings = (fields: { model?: string; dimensions?: number } = {}) =>
    new OpenAIEmbeddings({ apiKey: 'sandbox', ...fields, configuration: { baseURL: `${gateway.url}/v1` } });
  const texts = PASSAGES.map(([text]) => text);
  for (const fields of [{}, { model: 'text-embedding-3-large', dimensions: 256 }]) {
    const store = await FakeVectorStore.fromTexts(texts, {}, embeddings(fields));
    for (const [text, question] of PASSAGES) {
      const [found] = await store.asRetriever(1).invoke(question);
      expect(found?.pageContent).toBe(text);
    }
  }
  const [vector] = await embeddings({ dimensions: 64 }).embedDocuments(['Hello']);
  expect(vector).toHaveLength(64);
});

it('has its system message kept', async () => {
  // For names such as gpt-6 it writes the role `developer`, which is none of the API's three.
  const answer = await chat({ model: 'claude-haiku-5-5' }).invoke([
    new SystemMessage('Be brief.'),
    new HumanMessage(CLAIM),
  ]);
  expectAnswer(answer.content);
});

it('leaves the claims to a fetch that keeps them', async () => {
  for (const useResponsesApi of [false, true]) {
    const kept = keepMetadata();
    const model = new ChatOpenAI({
      ...{ model: 'gpt-6-luna', apiKey: 'sandbox', useResponsesApi },
      configuration: { baseURL: `${gateway.url}/v1`, fetch: kept.fetch },
    });
    const [whole, other] = await model.batch([CLAIM, `${CLAIM} It has three floors.`]);
    expect(readClaims(whole)).toEqual([]);
    expect([whole, other].map((message) => kept.of(message)?.claims_detected)).toEqual([2, 4]);
    let streamed: AIMessageChunk | undefined;
    for await (const piece of await model.stream(CLAIM)) streamed = streamed?.concat(piece) ?? piece;
    expect(kept.of(streamed)?.claims_detected).toBe(2);
  }
});

it('keeps the claims with the raw response, and of a stream on the Responses API', async () => {
  const raw = chat({ __includeRawResponse: true });
  expect(readClaims(await raw.invoke(CLAIM))).toMatchObject([
    { original_text: CLAIM },
    { role: 'assistant' },
  ]);
  for (const model of [raw, chat({ useResponsesApi: true })]) {
    let streamed: AIMessageChunk | undefined;
    for await (const piece of await model.stream(CLAIM)) streamed = streamed?.concat(piece) ?? piece;
    expect(readClaims(streamed)).toHaveLength(2);
  }
});

it('asks many at once', async () => {
  const answers = await chat().batch(Array.from({ length: 10 }, (_, i) => `${CLAIM} (${i})`));
  expect(answers).toHaveLength(10);
});

it('distinguishes errors by their status', async () => {
  for (const [apiKey, status] of [
    ['sandbox-invalid', 401],
    ['sandbox-revoked', 401],
    ['sandbox-quota', 429],
    ['sandbox-ratelimited', 429],
    ['sandbox-error', 502],
  ] as const) {
    await expect(chat({ apiKey }).invoke(CLAIM)).rejects.toMatchObject({ status });
  }
});

it('reports an error in mid-stream, behind the text before it', async () => {
  for (const apiKey of ['sandbox-cut', 'sandbox-error']) {
    let text = '';
    const reading = async (): Promise<void> => {
      for await (const piece of await chat({ apiKey }).stream(CLAIM)) text += String(piece.content);
    };
    await expect(reading()).rejects.toThrow();
    expect(text).not.toBe('');
  }
});

it('takes its provider with it when it leaves', async () => {
  const endless = await startEndlessGateway();
  const leaving = new AbortController();
  const reading = async (): Promise<void> => {
    const model = chat({ apiKey: 'a-key-of-somebody' }, endless.gateway.url);
    for await (const _ of await model.stream(CLAIM, { signal: leaving.signal })) leaving.abort();
  };
  await expect(reading()).rejects.toThrow(/abort/i);
  await endless.closed();
  await endless.stop();
});
