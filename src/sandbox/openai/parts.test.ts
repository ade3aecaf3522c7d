/** Parts, several answers and probabilities of the four simulated providers that speak OpenAI's dialect. */
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assemble, decode, run } from '../../../test/conformance/run-stream.ts';
import type { Model } from '../../domain/catalogue.ts';
import { dialectOf } from '../../models/providers/registry.ts';
import { callerOf, detectDigits, eventData, jsonOf } from '../callers-in-tests.ts';
import { type Sandbox, startSandbox } from '../server.ts';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({
    token: 'aa',
    detect: detectDigits,
    pace: { firstTokenMs: 0, perTokenMs: 0 },
  });
});
afterAll(() => sandbox.close());

const asking =
  (provider: string) =>
  (more: Record<string, unknown>): Promise<Response> =>
    callerOf(provider).ask(sandbox, { key: 'sandbox', more });
const ask = asking('openai');

describe('parts', () => {
  const data = Buffer.from('a picture, or a file, or a sound').toString('base64');
  const sha = createHash('sha256').update(Buffer.from(data, 'base64')).digest('hex');
  const image = (type: string): object => ({
    type: 'image_url',
    image_url: { url: `data:image/${type};base64,${data}`, detail: 'low' },
  });
  const pdf = { type: 'file', file: { filename: 'a.pdf', file_data: `data:application/pdf;base64,${data}` } };
  const audio = { type: 'input_audio', input_audio: { data, format: 'wav' } };
  const address = { type: 'image_url', image_url: { url: 'https://example.com/a.png' } };
  const said = (part: object, model?: string): object => ({
    messages: [{ role: 'user', content: [{ type: 'text', text: 'What is this?' }, part] }],
    ...(model === undefined ? {} : { model }),
  });

  it.each<[string, object, string]>([
    ['openai', said(image('png')), 'image/png'],
    ['openai', said(pdf), 'application/pdf'],
    ['openai', said(audio, 'gpt-audio'), 'audio/wav'],
    ['xai', said(image('jpeg')), 'image/jpeg'],
    ['together', said(image('webp'), 'moonshotai/Kimi-K2.5'), 'image/webp'],
    ['my-own', said(audio), 'audio/wav'],
  ])('arrive whole at %s: %j', async (provider, more, type) => {
    const { choices } = await jsonOf(await asking(provider)(more as Record<string, unknown>));
    expect(choices[0].message.content).toBe(`Attachment 1: ${type}, 32 bytes, SHA-256 ${sha}`);
  });

  it('may be an address', async () => {
    const { choices } = await jsonOf(await ask(said(address) as Record<string, unknown>));
    expect(choices[0].message.content).toBe('Attachment 1: https://example.com/a.png');
  });

  it.each<[string, string, object]>([
    ['openai', 'a picture of another kind', said(image('tiff'))],
    ['openai', 'a sound for a model that does not hear', said(audio)],
    ['openai', 'a picture for a model that hears', said(image('png'), 'gpt-audio')],
    [
      'openai',
      'a file that is no PDF',
      said({ ...pdf, file: { ...pdf.file, file_data: `data:text/plain;base64,${data}` } }),
    ],
    ['openai', 'a file without a name', said({ ...pdf, file: { file_data: pdf.file.file_data } })],
    [
      'openai',
      'a picture that is no Base64',
      said({ type: 'image_url', image_url: { url: 'data:image/png;base64,?' } }),
    ],
    ['openai', 'an unknown part', said({ type: 'video_url' })],
    [
      'openai',
      'a picture from the assistant',
      { messages: [{ role: 'assistant', content: [image('png')] }] },
    ],
    ['xai', 'a GIF', said(image('gif'))],
    ['xai', 'a file', said(pdf)],
    ['together', 'a picture for a model without eyes', said(image('png'))],
  ])('are refused by %s: %s', async (provider, _, more) => {
    const response = await asking(provider)(more as Record<string, unknown>);
    expect(response.status).toBe(400);
  });
});

describe('several answers, and probabilities', () => {
  it('are as many as were asked for, and each is paid for', async () => {
    const one = await jsonOf(await ask({}));
    const three = await jsonOf(await ask({ n: 3 }));
    expect(three.choices.map(({ index }: { index: number }) => index)).toEqual([0, 1, 2]);
    expect(three.usage.completion_tokens).toBe(3 * one.usage.completion_tokens);
    const stream = eventData(await (await ask({ n: 2, stream: true })).text()).slice(0, -1);
    const choices = stream.flatMap((data) => JSON.parse(data).choices);
    const textOf = (index: number): string =>
      choices.map((choice) => (choice.index === index ? (choice.delta.content ?? '') : '')).join('');
    expect([textOf(0), textOf(1)]).toEqual([one, one].map(({ choices: [first] }) => first.message.content));
    expect(choices.filter((choice) => choice.finish_reason === 'stop')).toHaveLength(2);
  });

  it.each<[string, object]>([
    ['openai', { model: 'gpt-4o', logprobs: true, top_logprobs: 2 }],
    ['xai', { logprobs: true, top_logprobs: 2 }],
    ['together', { logprobs: 2 }],
  ])('of %s are those of the text', async (provider, more) => {
    const { adapter } = dialectOf(provider);
    const { choices } = await jsonOf(await asking(provider)(more as Record<string, unknown>));
    const { content, logprobs } = adapter.readCompletion({ choices }, {} as Model);
    expect(logprobs?.map(({ token }) => token).join('')).toBe(content);
    for (const { logprob, top_logprobs: top } of logprobs!) {
      expect(logprob).toBeLessThan(0);
      expect(top).toHaveLength(2);
    }
    const response = await asking(provider)({ ...more, stream: true });
    const events = decode([Buffer.from(await response.arrayBuffer())]);
    expect(assemble(run(adapter.openStream({} as Model), events).chunks).logprobs).toEqual(logprobs);
  });
});
