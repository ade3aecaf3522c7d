/** Vercel's AI SDK, as it comes. */
import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { APICallError, generateText, Output, streamText } from 'ai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { keepMetadata, readClaims, withMetadata } from '../../src/client/index.ts';
import { type Gateway, startGateway } from '../harness/start-gateway.ts';
import { CLAIM, expectAnswer, MODELS, startEndlessGateway } from './gateway.ts';

let gateway: Gateway;
beforeAll(async () => {
  globalThis.AI_SDK_LOG_WARNINGS = false;
  gateway = await startGateway();
});
afterAll(() => gateway.stop());

const claimgate = (apiKey = 'sandbox', url = gateway.url) =>
  createOpenAICompatible({
    name: 'claimgate',
    baseURL: `${url}/v1`,
    apiKey,
    includeUsage: true,
    supportsStructuredOutputs: true,
  });

/** The failure of one call without retries. */
async function failure(apiKey: string): Promise<unknown> {
  return generateText({ model: claimgate(apiKey)('gpt-6-luna'), prompt: CLAIM, maxRetries: 0 }).then(
    () => expect.unreachable(),
    (error: unknown) => error,
  );
}

/** The parts of a stream, and its text. */
async function readStream(apiKey: string, model: string) {
  const errors: unknown[] = [];
  const { fullStream } = streamText({
    model: claimgate(apiKey)(model),
    prompt: CLAIM,
    maxRetries: 0,
    onError: ({ error }) => void errors.push(error),
  });
  let text = '';
  let deltas = 0;
  let finish: { reason: string; usage: { inputTokens: number | undefined } } | undefined;
  for await (const part of fullStream) {
    if (part.type === 'text-delta') {
      text += part.text;
      deltas += 1;
    }
    if (part.type === 'finish') finish = { reason: part.finishReason, usage: part.totalUsage };
  }
  return { text, deltas, finish, errors };
}

describe.each(MODELS)('%s', (id) => {
  it('answers whole, with its usage', async () => {
    const { text, finishReason, usage } = await generateText({
      model: claimgate()(id),
      system: 'Be brief.',
      prompt: CLAIM,
      temperature: 0.5,
      maxOutputTokens: 300,
    });
    expectAnswer(text);
    expect(finishReason).toBe('stop');
    expect(usage.totalTokens).toBe((usage.inputTokens as number) + (usage.outputTokens as number));
  });

  it('streams, with its usage', async () => {
    const { text, deltas, finish, errors } = await readStream('sandbox', id);
    expect(errors).toEqual([]);
    expectAnswer(text);
    expect(deltas).toBeGreaterThan(1);
    expect(finish?.reason).toBe('stop');
    expect(finish?.usage.inputTokens).toBeGreaterThan(0);
  });

  // OpenAI shows no thoughts in Chat Completions.
  const showsThoughts = !id.startsWith('gpt-');
  (showsThoughts ? it : () => undefined)('shows what its model thought, whole and streamed', async () => {
    const asked = {
      model: claimgate()(id),
      prompt: CLAIM,
      providerOptions: { claimgate: { reasoningEffort: 'high' } },
    };
    const { reasoningText, text } = await generateText(asked);
    expect(reasoningText).toMatch(/\w/);
    expectAnswer(text);
    const streamed = streamText(asked);
    expect(await streamed.reasoningText).toBe(reasoningText);
    expectAnswer(await streamed.text);
  });

  it('keeps to a schema', async () => {
    const { output } = await generateText({
      model: claimgate()(id),
      prompt: `${CLAIM} Answer in JSON.`,
      output: Output.object({ schema: z.object({ year: z.number(), place: z.string() }) }),
    });
    expect(output).toEqual({ year: expect.any(Number), place: expect.any(String) });
  });
});

it('leaves the claims to a fetch that keeps them, and has them in raw parts and bodies', async () => {
  const kept = keepMetadata();
  const settings = { baseURL: `${gateway.url}/v1`, apiKey: 'sandbox', fetch: kept.fetch };
  for (const model of [
    createOpenAICompatible({ name: 'claimgate', ...settings })('gpt-6-luna'),
    createOpenAI(settings)('gpt-6-luna'),
  ]) {
    const whole = await generateText({ model, prompt: CLAIM, include: { responseBody: true } });
    expect(kept.of(whole)?.claims_detected).toBe(2);
    expect(readClaims(whole)).toHaveLength(2);
    const streamed = streamText({ model, prompt: CLAIM, includeRawChunks: true });
    const parts = withMetadata(streamed.fullStream);
    for await (const _ of parts);
    expect(parts.metadata?.claims_detected).toBe(2);
    expect(kept.of(await streamed.response)?.claims_detected).toBe(2);
  }
});

it('says why an answer ended', async () => {
  for (const [key, reason] of [
    ['sandbox-length', 'length'],
    ['sandbox-filtered', 'content-filter'],
  ] as const) {
    const { finishReason } = await generateText({ model: claimgate(key)('gpt-6-luna'), prompt: CLAIM });
    expect(finishReason).toBe(reason);
  }
});

it('distinguishes errors by their status and message, and which may be tried again', async () => {
  for (const [key, statusCode, message, isRetryable] of [
    ['sandbox-invalid', 401, 'Invalid API key', false],
    ['sandbox-revoked', 401, 'API key has been revoked or expired', false],
    ['sandbox-quota', 429, /quota/, true],
    ['sandbox-error', 502, /./, true],
  ] as const) {
    const error = await failure(key);
    expect(APICallError.isInstance(error)).toBe(true);
    expect(error).toMatchObject({ statusCode, message: expect.stringMatching(message), isRetryable });
  }
});

it('reports an error in mid-stream, behind the text before it', async () => {
  for (const key of ['sandbox-cut', 'sandbox-error']) {
    const { text, finish, errors } = await readStream(key, 'gpt-6-luna');
    expect(text).not.toBe('');
    expect(errors.length).toBeGreaterThan(0);
    expect(finish?.reason ?? 'error').toBe('error');
  }
});

it('takes its provider with it when it leaves', async () => {
  const endless = await startEndlessGateway();
  const leaving = new AbortController();
  const { textStream } = streamText({
    model: claimgate('a-key-of-somebody', endless.gateway.url)('gpt-6-luna'),
    prompt: CLAIM,
    abortSignal: leaving.signal,
    onError: () => {},
  });
  for await (const _ of textStream) leaving.abort();
  await endless.closed();
  await endless.stop();
});
