/** Google's own package on its own API, as it comes, with models of five providers. */
import {
  ApiError,
  type CallableTool,
  type Content,
  FunctionCallingConfigMode,
  type GenerateContentConfig,
  type GenerateContentResponse,
  GoogleGenAI,
  ThinkingLevel,
  Type,
} from '@google/genai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keepMetadata } from '../../src/client/index.ts';
import { type Gateway, OWN_JUDGE, startGateway } from '../harness/start-gateway.ts';
import { CLAIM, type EndlessGateway, expectAnswer, MODELS, startEndlessGateway } from './gateway.ts';

let gateway: Gateway;
beforeAll(async () => {
  gateway = await startGateway({ yaml: OWN_JUDGE });
});
afterAll(() => gateway.stop());

const client = (apiKey = 'sandbox', baseUrl = gateway.url, more: object = {}): GoogleGenAI =>
  new GoogleGenAI({ apiKey, httpOptions: { baseUrl, ...more } });

const RESULTS = { get_weather: '14 °C, rain', get_time: '10:30' };
type Name = keyof typeof RESULTS;
const NAMES = Object.keys(RESULTS) as Name[];
const FUNCTIONS = NAMES.map((name) => ({
  name,
  description: 'Of a city.',
  parameters: { type: Type.OBJECT, properties: { city: { type: Type.STRING } }, required: ['city'] },
}));
const QUESTION = 'Please use get_weather and get_time for Paris.';

/** Reads a stream. @returns its chunks. */
async function all(stream: AsyncIterable<GenerateContentResponse>): Promise<GenerateContentResponse[]> {
  const chunks: GenerateContentResponse[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return chunks;
}
const join = (chunks: readonly GenerateContentResponse[]): string =>
  chunks
    .map((chunk) =>
      partsOf(chunk)
        .map(({ text, thought }) => (thought ? '' : (text ?? '')))
        .join(''),
    )
    .join('');
const partsOf = ({ candidates }: GenerateContentResponse) => candidates?.[0]?.content?.parts ?? [];

describe.each(MODELS)('%s', (model) => {
  const ask = { model, contents: CLAIM };

  it('answers whole, with its usage', async () => {
    const config: GenerateContentConfig = {
      systemInstruction: 'Be brief.',
      stopSequences: ['###'],
      temperature: 0.5,
      topK: 40,
      maxOutputTokens: 300,
    };
    const answer = await client().models.generateContent({ ...ask, config });
    expectAnswer(answer.text);
    expect(answer).toMatchObject({ modelVersion: model, responseId: expect.any(String) });
    expect(answer.candidates?.[0]?.finishReason).toBe('STOP');
    const { promptTokenCount: prompt = 0, totalTokenCount: total = 0 } = answer.usageMetadata ?? {};
    expect(prompt).toBeGreaterThan(0);
    expect(total).toBeGreaterThan(prompt);
  });

  it('streams', async () => {
    const chunks = await all(await client().models.generateContentStream(ask));
    expect(chunks.length).toBeGreaterThan(1);
    expectAnswer(join(chunks));
    const reasons = chunks.flatMap(({ candidates }) => candidates?.[0]?.finishReason ?? []);
    expect(reasons).toEqual(['STOP']);
    expect(chunks.at(-1)?.usageMetadata?.totalTokenCount).toBeGreaterThan(0);
  });

  it.each(['whole', 'streamed'] as const)('calls functions in a loop, %s', async (way) => {
    const contents: Content[] = [{ role: 'user', parts: [{ text: QUESTION }] }];
    const called: (string | undefined)[] = [];
    const next = async (): Promise<GenerateContentResponse[]> => {
      const params = { model, contents, config: { tools: [{ functionDeclarations: FUNCTIONS }] } };
      return way === 'whole'
        ? [await client().models.generateContent(params)]
        : all(await client().models.generateContentStream(params));
    };
    let chunks = await next();
    for (let turn = 0; turn < 3; turn += 1) {
      const calls = chunks.flatMap(({ functionCalls }) => functionCalls ?? []);
      if (calls.length === 0) break;
      const parts = calls.map(({ id, name = '', args }) => {
        expect(args).toEqual({ city: expect.any(String) });
        called.push(name);
        const response = { output: RESULTS[name as Name] };
        return { functionResponse: { ...(id === undefined ? {} : { id }), name, response } };
      });
      const said = chunks.flatMap(partsOf).filter((part) => part.text !== '' || part.functionCall);
      contents.push({ role: 'model', parts: said }, { role: 'user', parts });
      chunks = await next();
    }
    expect(called.toSorted()).toEqual(['get_time', 'get_weather']);
    for (const result of Object.values(RESULTS)) expect(join(chunks)).toContain(result);
  });

  it.each(['whole', 'streamed'] as const)('calls functions by itself, %s', async (way) => {
    const called: (string | undefined)[] = [];
    const tool: CallableTool = {
      tool: async () => ({ functionDeclarations: FUNCTIONS }),
      callTool: async (calls) =>
        calls.map(({ id, name = '' }) => {
          called.push(name);
          const response = { output: RESULTS[name as Name] };
          return { functionResponse: { ...(id === undefined ? {} : { id }), name, response } };
        }),
    };
    const params = { model, contents: QUESTION, config: { tools: [tool] } };
    const text =
      way === 'whole'
        ? (await client().models.generateContent(params)).text
        : join(await all(await client().models.generateContentStream(params)));
    expect(called.toSorted()).toEqual(['get_time', 'get_weather']);
    for (const result of Object.values(RESULTS)) expect(text).toContain(result);
  });

  it('calls the one function that it must', async () => {
    const config = {
      tools: [{ functionDeclarations: FUNCTIONS }],
      toolConfig: {
        functionCallingConfig: { mode: FunctionCallingConfigMode.ANY, allowedFunctionNames: ['get_time'] },
      },
    };
    const answer = await client().models.generateContent({ model, contents: QUESTION, config });
    expect(answer.functionCalls?.map(({ name }) => name)).toContain('get_time');
  });

  it.each([
    [
      'Google’s words',
      {
        responseSchema: {
          type: Type.OBJECT,
          properties: { year: { type: Type.INTEGER } },
          required: ['year'],
        },
      },
    ],
    [
      'JSON Schema',
      {
        responseJsonSchema: {
          type: 'object',
          properties: { year: { type: 'integer' } },
          required: ['year'],
          additionalProperties: false,
        },
      },
    ],
  ])('answers in the JSON of a schema in %s', async (_words, schema) => {
    const config = { responseMimeType: 'application/json', ...schema };
    const { text } = await client().models.generateContent({ ...ask, config });
    expect(JSON.parse(text ?? '')).toEqual({ year: expect.any(Number) });
  });

  it('goes on with a chat', async () => {
    const chat = client().chats.create({ model });
    for (let turn = 0; turn < 2; turn += 1) expectAnswer((await chat.sendMessage({ message: CLAIM })).text);
    expectAnswer(join(await all(await chat.sendMessageStream({ message: CLAIM }))));
    expect(chat.getHistory(true).length).toBeGreaterThanOrEqual(6);
  });

  it('counts tokens', async () => {
    const { totalTokens } = await client().models.countTokens(ask);
    expect(totalTokens).toBeGreaterThan(0);
  });
});

const asked = { model: 'gpt-6-luna', contents: CLAIM };

it.each(['gemini-3.8-flash', 'zai-org/GLM-5.3-Flash'])(
  'shows the thoughts of %s, whole and streamed',
  async (model) => {
    const config = { thinkingConfig: { includeThoughts: true, thinkingLevel: ThinkingLevel.HIGH } };
    const params = { model, contents: CLAIM, config };
    const answer = await client().models.generateContent(params);
    const chunks = await all(await client().models.generateContentStream(params));
    for (const parts of [partsOf(answer), chunks.flatMap(partsOf)]) {
      expect(parts.some(({ text, thought }) => thought === true && text !== '')).toBe(true);
    }
    expectAnswer(join(chunks));
  },
);

it('says why an answer is incomplete', async () => {
  for (const [key, reason] of [
    ['sandbox-length', 'MAX_TOKENS'],
    ['sandbox-filtered', 'SAFETY'],
  ] as const) {
    const answer = await client(key).models.generateContent(asked);
    expect(answer.candidates?.[0]?.finishReason).toBe(reason);
    const chunks = await all(await client(key).models.generateContentStream(asked));
    expect(chunks.at(-1)?.candidates?.[0]?.finishReason).toBe(reason);
  }
});

it('throws errors with their status, whole, streamed and in mid-stream', async () => {
  for (const [key, status] of [
    ['sandbox-invalid', 401],
    ['sandbox-quota', 429],
  ] as const) {
    for (const method of ['generateContent', 'generateContentStream'] as const) {
      const failure = await client(key)
        .models[method](asked)
        .catch((error: unknown) => error);
      expect(failure).toBeInstanceOf(ApiError);
      expect(failure).toMatchObject({ status });
    }
  }
  for (const fault of [{ model: 'no-such-model' }, { config: { temperature: 3 } }]) {
    const refused = client().models.generateContent({ ...asked, ...fault });
    await expect(refused).rejects.toMatchObject({ status: 400 });
  }
  for (const model of ['gpt-6-luna', 'gemini-3.8-flash']) {
    const broken = await client('sandbox-cut').models.generateContentStream({ ...asked, model });
    await expect(all(broken)).rejects.toBeInstanceOf(ApiError);
  }
});

it('lists models, and reads one', async () => {
  const names: (string | undefined)[] = [];
  for await (const { name } of await client().models.list()) names.push(name);
  expect(names).toEqual(expect.arrayContaining(MODELS.map((model) => `models/${model}`)));
  const one = await client().models.get({ model: 'claude-haiku-5-5' });
  expect(one).toMatchObject({ name: 'models/claude-haiku-5-5', displayName: 'Claude Haiku 5.5' });
  await expect(client().models.get({ model: 'none' })).rejects.toMatchObject({ status: 404 });
});

it.each(['gpt-6-luna', 'gemini-3.8-flash'])(
  '%s: the claims are kept by a fetch, by the answer’s id',
  async (model) => {
    const kept = keepMetadata();
    const keeping = client('sandbox', gateway.url, { fetch: kept.fetch });
    const config = { httpOptions: { extraBody: { fact_check: { mode: 'verify' } } } };
    const contents = 'Lightning never strikes the same place twice.';
    const answer = await keeping.models.generateContent({ model, contents, config });
    expect(kept.of(answer)?.claims[0]).toMatchObject({ verdict: 'refuted' });
    const chunks = await all(await keeping.models.generateContentStream({ model, contents, config }));
    expect(kept.of(chunks[0])?.claims[0]).toMatchObject({ verdict: 'refuted' });
  },
);

describe('a caller who leaves', () => {
  let endless: EndlessGateway;
  beforeAll(async () => {
    endless = await startEndlessGateway();
  });
  afterAll(() => endless.stop());

  it('ends the provider’s stream', async () => {
    const leaving = new AbortController();
    const config = { abortSignal: leaving.signal };
    const stream = await client('any-key', endless.gateway.url).models.generateContentStream({
      ...asked,
      config,
    });
    await all(
      (async function* () {
        for await (const chunk of stream) {
          leaving.abort();
          yield chunk;
        }
      })(),
    ).catch(() => {});
    await endless.closed();
  });
});
