import { describe, expect, it } from 'vitest';
import { readCompletion } from './read-completion.ts';

const candidate = (text: string, more: object = {}): object => ({
  content: { parts: [{ text }] },
  finishReason: 'STOP',
  ...more,
});
const malformed = (cause: string) => expect.objectContaining({ cause });

describe('a whole answer of Google’s', () => {
  it('has no usage and nothing beside its text where nothing is said of them', () => {
    expect(readCompletion({ candidates: [candidate('Yes.')] })).toStrictEqual({
      content: 'Yes.',
      finishReason: 'stop',
    });
  });

  it('has its usage, with the searches of all its candidates', () => {
    const searched = (index: number, ...webSearchQueries: string[]) =>
      candidate(`${index}`, { index, groundingMetadata: { webSearchQueries } });
    const body = {
      candidates: [searched(0, 'a', 'b'), searched(1, 'a')],
      usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 2 },
    };
    expect(readCompletion(body)).toStrictEqual({
      content: '0',
      finishReason: 'stop',
      more: [{ content: '1', finishReason: 'stop' }],
      usage: { promptTokens: 1, completionTokens: 2, searches: 3 },
    });
  });

  it('is the candidate with the lowest number, whatever stands first', () => {
    const body = { candidates: [2, 0, 1].map((index) => candidate(`${index}`, { index })) };
    const { content, more } = readCompletion(body);
    expect([content, ...(more ?? []).map((choice) => choice.content)]).toEqual(['0', '1', '2']);
  });

  it('joins its texts, its thoughts and its calls, each in order', () => {
    const parts = [
      { text: 'h', thought: true },
      { text: 'm', thought: true },
      { text: 'Ye' },
      { functionCall: { name: 'one' } },
      { text: 's.' },
      { functionCall: { name: 'two' } },
    ];
    expect(readCompletion({ candidates: [{ content: { parts }, finishReason: 'STOP' }] })).toStrictEqual({
      content: 'Yes.',
      thoughts: [{ text: 'hm' }],
      toolCalls: [
        { id: '', name: 'one', arguments: '{}' },
        { id: '', name: 'two', arguments: '{}' },
      ],
      finishReason: 'tool_calls',
    });
  });

  it('is empty and filtered where the prompt was blocked, and may be billed', () => {
    const blocked = { promptFeedback: { blockReason: 'SAFETY' } };
    const filtered = { content: '', finishReason: 'content_filter' };
    expect(readCompletion(blocked)).toStrictEqual(filtered);
    expect(readCompletion({ ...blocked, usageMetadata: { promptTokenCount: 7 } })).toStrictEqual({
      ...filtered,
      usage: { promptTokens: 7, completionTokens: 0 },
    });
  });

  it('fails where there is no candidate, or no body', () => {
    for (const body of [{}, { candidates: [] }]) {
      expect(() => readCompletion(body)).toThrow(malformed('no candidates'));
    }
    for (const body of [null, 'Yes.', 7]) {
      expect(() => readCompletion(body)).toThrow(malformed('body is no object'));
    }
  });

  it('fails with the error that it is instead', () => {
    expect(() => readCompletion({ error: { code: 429, status: 'RESOURCE_EXHAUSTED' } })).toThrow(
      expect.objectContaining({ code: 'provider_rate_limited' }),
    );
  });
});

it.each<[string, object, object | undefined]>([
  ['neither side', { thoughtsTokenCount: 4, cachedContentTokenCount: 1 }, undefined],
  ['the prompt alone', { promptTokenCount: 0 }, { promptTokens: 0, completionTokens: 0 }],
  ['the answer alone', { candidatesTokenCount: 0 }, { promptTokens: 0, completionTokens: 0 }],
  [
    'prompts of tools and thoughts, which are counted beside',
    { promptTokenCount: 1, toolUsePromptTokenCount: 2, candidatesTokenCount: 3, thoughtsTokenCount: 4 },
    { promptTokens: 3, completionTokens: 7, reasoningTokens: 4 },
  ],
  [
    'no thoughts, and nothing from a cache',
    { promptTokenCount: 1, candidatesTokenCount: 1, thoughtsTokenCount: 0, cachedContentTokenCount: 0 },
    { promptTokens: 1, completionTokens: 1, reasoningTokens: 0, cachedTokens: 0 },
  ],
])('usage that says %s', (_what, usageMetadata, usage) => {
  expect(readCompletion({ candidates: [candidate('a')], usageMetadata }).usage).toStrictEqual(usage);
});
