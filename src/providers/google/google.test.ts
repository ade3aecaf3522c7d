import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ApiKey } from '../../domain/api-key.ts';
import { type ChatRequest, type Chunk, textMessage } from '../../domain/chat.ts';
import type { Model } from '../catalogue.ts';
import { joinPieces } from '../write-json.ts';
import { GOOGLE as PROVIDER } from './provider.ts';

const GOOGLE = PROVIDER.adapter;
const key = ApiKey.parse('AIza-test')!;
const model: Model = {
  id: 'gemini-2.5-flash',
  provider: 'google',
  wireId: 'gemini-2.5-flash',
  name: 'Gemini 2.5 Flash',
  description: 'd',
  tier: 'standard',
  capabilities: PROVIDER.capabilitiesOf('gemini-2.5-flash'),
};

function send(
  fields: Partial<ChatRequest>,
  of: Model = model,
): { path: string; body: Record<string, unknown> } {
  const request: ChatRequest = { messages: [textMessage('user', 'Hello')], stream: false, ...fields };
  const sent = GOOGLE.toRequest(request, of, key).request;
  return { path: sent.path, body: JSON.parse(joinPieces(sent.body)) };
}

function read(frames: readonly object[]): { chunks: Chunk[]; complete: boolean } {
  const reader = GOOGLE.openStream(model);
  const chunks: Chunk[] = [];
  for (const frame of frames) reader.read({ event: undefined, data: JSON.stringify(frame) }, chunks);
  if (reader.complete) reader.end?.(chunks);
  return { chunks, complete: reader.complete };
}

function frame(text: string, finishReason?: unknown, usageMetadata?: object): object {
  return { candidates: [{ content: { parts: [{ text }] }, finishReason }], usageMetadata };
}

describe('a request to Google', () => {
  it('gives older models a budget for thinking, newer ones a level', () => {
    expect(send({ reasoningEffort: 'none' }).body).toMatchObject({
      generationConfig: { thinkingConfig: { thinkingBudget: 0 } },
    });
    const newer = { ...model, capabilities: PROVIDER.capabilitiesOf('gemini-3-flash') };
    expect(send({ reasoningEffort: 'low' }, newer).body).toMatchObject({
      generationConfig: { thinkingConfig: { thinkingLevel: 'LOW' } },
    });
    expect(() => send({ reasoningEffort: 'xhigh' }, newer)).toThrow(
      "reasoning_effort 'xhigh' is not supported by",
    );
  });

  it('passes on what older models take', () => {
    expect(
      send({ temperature: 2, topP: 0.5, presencePenalty: 1, frequencyPenalty: -1, seed: 0 }).body,
    ).toMatchObject({
      generationConfig: { temperature: 2, topP: 0.5, presencePenalty: 1, frequencyPenalty: -1, seed: 0 },
    });
  });

  it('continues the assistant’s words where the model does that', () => {
    const messages = [textMessage('user', 'Count.'), textMessage('assistant', 'One,')] as const;
    expect(send({ messages }).body).toMatchObject({
      contents: [{ role: 'user' }, { role: 'model', parts: [{ text: 'One,' }] }],
    });
  });

  it('finds tuned models, and lets no id leave its place in the path', () => {
    expect(send({}, { ...model, wireId: 'tunedModels/mine-7' }).path).toBe(
      '/v1beta/tunedModels/mine-7:generateContent',
    );
    expect(send({}, { ...model, wireId: 'x:deleteAll' }).path).toBe(
      '/v1beta/models/x%3AdeleteAll:generateContent',
    );
  });
});

describe('a stream of Google’s', () => {
  it('gives the same as the whole answer, however its text is cut', () => {
    const reasons = [
      'STOP',
      'MAX_TOKENS',
      'CONTINUATION',
      'SAFETY',
      'RECITATION',
      'LANGUAGE',
      'BLOCKLIST',
      'PROHIBITED_CONTENT',
      'SPII',
      'IMAGE_SAFETY',
    ];
    fc.assert(
      fc.property(
        fc.array(fc.string(), { maxLength: 20 }),
        fc.string(),
        fc.constantFrom(...reasons),
        fc.nat(1e6),
        fc.nat(1e6),
        (pieces, last, reason, prompt, candidates) => {
          const usage = { promptTokenCount: prompt, candidatesTokenCount: candidates, thoughtsTokenCount: 3 };
          const { chunks } = read([...pieces.map((piece) => frame(piece)), frame(last, reason, usage)]);
          const all = pieces.join('') + last;
          const whole = GOOGLE.readCompletion(frame(all, reason, usage), model);
          expect(chunks).toEqual([
            ...[...pieces, last].filter((piece) => piece !== '').map((text) => ({ type: 'text', text })),
            { type: 'finish', finishReason: whole.finishReason },
            { type: 'usage', usage: whole.usage },
          ]);
          expect(whole.content).toBe(all);
          expect(whole.usage?.completionTokens).toBe(candidates + 3);
        },
      ),
    );
  });

  it.each([
    'OTHER',
    'FINISH_REASON_UNSPECIFIED',
    'MALFORMED_FUNCTION_CALL',
    'UNEXPECTED_TOOL_CALL',
    'TOO_MANY_TOOL_CALLS',
    'NO_IMAGE',
    'NEW_ONE',
    7,
  ])('fails with the reason %s', (reason) => {
    expect(() => read([frame('a', reason)])).toThrow('makes no sense');
    expect(() => GOOGLE.readCompletion(frame('a', reason), model)).toThrow('makes no sense');
  });

  it('takes usage and text behind a finishReason: only the end of the stream ends it', () => {
    const usage = { promptTokenCount: 1, candidatesTokenCount: 2 };
    expect(read([frame('a', 'STOP'), frame('b'), { usageMetadata: usage }]).chunks).toEqual([
      { type: 'text', text: 'a' },
      { type: 'text', text: 'b' },
      { type: 'finish', finishReason: 'stop' },
      { type: 'usage', usage: { promptTokens: 1, completionTokens: 2 } },
    ]);
  });

  it.each([
    [['STOP', 'STOP'], 'stop'],
    [['STOP', 'MAX_TOKENS'], 'length'],
    [['MAX_TOKENS', 'STOP'], 'length'],
    [['STOP', 'SAFETY', 'MAX_TOKENS'], 'content_filter'],
  ])('of several reasons %j tells the one that cut most: %s', (reasons, finishReason) => {
    const { chunks } = read(reasons.map((reason) => frame('', reason)));
    expect(chunks).toEqual([{ type: 'finish', finishReason }]);
  });

  it('fails where a reason that is unknown comes behind another', () => {
    expect(() => read([frame('a', 'STOP'), frame('', 'OTHER')])).toThrow('makes no sense');
  });

  it('is filtered where the prompt is said to be blocked behind a reason', () => {
    const blocked = { promptFeedback: { blockReason: 'SAFETY' } };
    expect(read([frame('a', 'STOP'), blocked]).chunks.at(-1)).toEqual({
      type: 'finish',
      finishReason: 'content_filter',
    });
  });

  it('reads the first candidate alone', () => {
    const other = { index: 1, content: { parts: [{ text: 'other' }] }, finishReason: 'OTHER' };
    const mine = { index: 0, content: { parts: [{ text: 'mine' }] }, finishReason: 'STOP' };
    const result = { content: 'mine', finishReason: 'stop' };
    expect(GOOGLE.readCompletion({ candidates: [other, mine] }, model)).toEqual(result);
    expect(read([{ candidates: [other] }]).chunks).toEqual([]);
  });

  it('shows no thought', () => {
    const parts = [
      { text: 'hm', thought: true },
      { text: 'Yes.', thoughtSignature: 'abc' },
      { inlineData: {} },
    ];
    const body = { candidates: [{ content: { parts }, finishReason: 'STOP' }] };
    expect(read([body]).chunks[0]).toEqual({ type: 'text', text: 'Yes.' });
    expect(GOOGLE.readCompletion(body, model).content).toBe('Yes.');
  });

  it('reads an error that comes as a list', () => {
    expect(() => read([[{ error: { code: 503, status: 'UNAVAILABLE' } }]])).toThrow('overloaded');
    const body = JSON.stringify([
      { error: { code: 429, status: 'RESOURCE_EXHAUSTED', message: 'Slow down.' } },
    ]);
    expect(GOOGLE.readError(429, () => undefined, body).code).toBe('provider_rate_limited');
  });
});

describe('an error of Google’s', () => {
  const retryDelay = (delay: unknown): string | undefined => {
    const details = [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: delay }];
    return GOOGLE.readError(429, () => undefined, JSON.stringify({ error: { code: 429, details } }))
      .retryAfter;
  };

  it.each([
    ['34.4s', '35'],
    ['2s', '2'],
    ['0.2s', '1'],
    ['soon', '1'],
    ['-3s', '1'],
    [5, '1'],
    [undefined, '1'],
  ])('with the delay %j asks to wait for %s s', (delay, seconds) => {
    expect(retryDelay(delay)).toBe(seconds);
  });

  it('prefers the header, as the provider wrote it', () => {
    const body = JSON.stringify({ error: { details: [{ retryDelay: '34.4s' }] } });
    expect(GOOGLE.readError(429, () => '12', body).retryAfter).toBe('12');
  });
});
