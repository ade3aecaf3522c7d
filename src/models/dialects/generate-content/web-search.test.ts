import { describe, expect, it } from 'vitest';
import { ApiKey } from '../../../domain/api-key.ts';
import type { Model } from '../../../domain/catalogue.ts';
import { joinPieces } from '../join-pieces-in-tests.ts';
import { GOOGLE_SEARCH } from './web-search.ts';

const QUESTION = { instructions: 'Search.', text: 'Rome', maxTokens: 99 };
const modelOf = (efforts?: object) =>
  ({ wireId: 'gemini x', capabilities: { reasoningEffort: true, efforts } }) as unknown as Model;

function sent(model: Model) {
  const { path, headers, body } = GOOGLE_SEARCH.toRequest(QUESTION, model, ApiKey.parse('AIza-test')!);
  return { path, headers, body: JSON.parse(joinPieces(body)) };
}

describe("a question to Google's search", () => {
  it('has the instructions, the text and the search', () => {
    const { path, headers, body } = sent(modelOf({ low: 'LOW' }));
    expect(path).toBe('/v1beta/models/gemini%20x:generateContent');
    expect(headers).toEqual({ 'x-goog-api-key': 'AIza-test' });
    expect(body).toMatchObject({
      systemInstruction: { parts: [{ text: 'Search.' }] },
      contents: [{ role: 'user', parts: [{ text: 'Rome' }] }],
      tools: [{ googleSearch: {} }],
      generationConfig: { maxOutputTokens: 99, thinkingConfig: { thinkingLevel: 'LOW' } },
    });
  });

  it('thinks little: by a level, or by a number of tokens', () => {
    const thinking = (efforts: object) => sent(modelOf(efforts)).body.generationConfig.thinkingConfig;
    expect(thinking({ low: 512 })).toEqual({ thinkingBudget: 512 });
    expect(thinking({ low: 'LOW' })).toEqual({ thinkingLevel: 'LOW' });
    const plain = { wireId: 'gemini', capabilities: { reasoningEffort: false } } as unknown as Model;
    expect(sent(plain).body.generationConfig).toEqual({ maxOutputTokens: 99 });
  });
});

describe("what Google's search found", () => {
  const web = (uri: string, title = 'a.b') => ({ web: { uri, title } });
  const grounded = (groundingMetadata: unknown, rest: object = {}) =>
    GOOGLE_SEARCH.readReply({ candidates: [{ groundingMetadata }], ...rest });

  it('is each page once, with what is said of it', () => {
    const found = grounded(
      {
        groundingChunks: [web('https://a.b/1'), web('https://a.b/2'), { web: null }],
        groundingSupports: [
          { segment: { text: 'Rome is old.' }, groundingChunkIndices: [1, 0] },
          { segment: { text: 'It is big.' }, groundingChunkIndices: [1, 2, 3, '0'] },
          { groundingChunkIndices: [0] },
          { segment: { text: 'Nothing.' } },
        ],
        webSearchQueries: ['a', 'b'],
      },
      { usageMetadata: { promptTokenCount: 3, candidatesTokenCount: 4 } },
    );
    expect(found.citations).toEqual([
      { url: 'https://a.b/2', title: 'a.b', cited: [], said: ['Rome is old.', 'It is big.'] },
      { url: 'https://a.b/1', title: 'a.b', cited: [], said: ['Rome is old.'] },
    ]);
    expect(found.searches).toBe(2);
    expect(found.usage).toMatchObject({ promptTokens: 3, completionTokens: 4 });
  });

  it.each<[string, unknown]>([
    ['no object', 'a'],
    ['no candidates', { candidates: 'a' }],
    ['no candidate', { candidates: ['a'] }],
    ['no metadata', { candidates: [{ groundingMetadata: 'a' }] }],
    ['no lists', { candidates: [{ groundingMetadata: { groundingChunks: {}, groundingSupports: 'a' } }] }],
  ])('is nothing where there is %s', (_, body) => {
    expect(GOOGLE_SEARCH.readReply(body)).toStrictEqual({ citations: [], searches: 0 });
  });
});
