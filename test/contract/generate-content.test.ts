/** POST /v1beta/models/{model}:generateContent and :streamGenerateContent, for the models of every provider. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Gateway, startGateway } from '../harness/start-gateway.ts';

let gateway: Gateway;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.stop());

interface Part {
  readonly text?: string;
  readonly thought?: boolean;
  readonly thoughtSignature?: string;
  readonly functionCall?: { readonly id: string; readonly name: string; readonly args: object };
}
interface Generated {
  readonly candidates: {
    readonly content: { readonly parts: Part[]; readonly role: string };
    readonly finishReason?: string;
  }[];
  readonly usageMetadata?: {
    readonly promptTokenCount: number;
    readonly candidatesTokenCount: number;
    readonly totalTokenCount: number;
    readonly thoughtsTokenCount?: number;
  };
  readonly modelVersion: string;
  readonly responseId: string;
  readonly fact_check_metadata?: { readonly claims_detected: number };
}

const MODELS = ['gpt-6-luna', 'claude-haiku-5-5', 'gemini-3.5-flash', 'grok-4.3'];
const turn = (text: string) => ({ role: 'user', parts: [{ text }] });
const contents = [turn('The Eiffel Tower was completed in 1889.')];
const post = (path: string, fields: object = {}, key: string | undefined = 'sandbox'): Promise<Response> =>
  gateway.post(
    `/v1beta/models/${path}`,
    { contents, ...fields },
    key === '' ? {} : { 'x-goog-api-key': key },
  );
const read = async (answer: Response): Promise<Generated> => {
  expect(answer.status, await answer.clone().text()).toBe(200);
  return (await answer.json()) as Generated;
};
const textOf = (chunks: readonly Generated[]): string =>
  chunks
    .flatMap(({ candidates }) => candidates[0]?.content.parts ?? [])
    .map(({ text, thought }) => (thought === true ? '' : (text ?? '')))
    .join('');
const eventsOf = (body: string): Generated[] =>
  body
    .split('\n\n')
    .filter((event) => event.trim() !== '')
    .map((event) => JSON.parse(event.trim().replace(/^data: /, '')) as Generated);

describe.each(MODELS)('%s', (model) => {
  it('answers with text, usage and the claims', async () => {
    const answer = await read(await post(`${model}:generateContent`));
    expect(answer.candidates).toMatchObject([{ content: { role: 'model' }, finishReason: 'STOP' }]);
    expect(textOf([answer])).not.toBe('');
    expect(answer.modelVersion).toBe(model);
    const { promptTokenCount: prompt, candidatesTokenCount: said, ...usage } = answer.usageMetadata!;
    expect(usage.totalTokenCount).toBe(prompt + said + (usage.thoughtsTokenCount ?? 0));
    expect(answer.fact_check_metadata?.claims_detected).toBeGreaterThan(0);
  });

  it('streams the same text, as events and as one array', async () => {
    const whole = textOf([await read(await post(`${model}:generateContent`))]);
    const streamed = await post(`${model}:streamGenerateContent?alt=sse`);
    expect(streamed.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    const chunks = eventsOf(await streamed.text());
    expect(textOf(chunks)).toBe(whole);
    expect(chunks.at(-1)).toMatchObject({
      candidates: [{ finishReason: 'STOP' }],
      fact_check_metadata: { claims_detected: expect.any(Number) },
    });
    expect(new Set(chunks.map(({ responseId }) => responseId)).size).toBe(1);
    const array = (await (await post(`${model}:streamGenerateContent`)).json()) as Generated[];
    expect(textOf(array)).toBe(whole);
  });

  it.each(['generateContent', 'streamGenerateContent'])(
    'calls a function by %s, and reads its result',
    async (method) => {
      const tools = [
        {
          function_declarations: [
            {
              name: 'get_weather',
              description: 'The weather in a city',
              parameters: { type: 'OBJECT', properties: { city: { type: 'STRING' } }, required: ['city'] },
            },
          ],
        },
      ];
      const question = turn('What is the weather in Paris?');
      const tool_config = {
        function_calling_config: { mode: 'ANY', allowed_function_names: ['get_weather'] },
      };
      const asked = await post(`${model}:${method}`, { contents: [question], tools, tool_config });
      expect(asked.status, await asked.clone().text()).toBe(200);
      const chunks = [await asked.json()].flat() as Generated[];
      const parts = chunks.flatMap(({ candidates }) => candidates[0]?.content.parts ?? []);
      const call = parts.find(({ functionCall }) => functionCall !== undefined)!;
      expect(call.functionCall).toMatchObject({ name: 'get_weather', args: { city: expect.any(String) } });
      const { id, name } = call.functionCall!;
      const result = {
        role: 'user',
        parts: [{ functionResponse: { id, name, response: { output: '21 degrees' } } }],
      };
      const history = [question, { role: 'model', parts: [call] }, result];
      expect(
        textOf([await read(await post(`${model}:generateContent`, { contents: history, tools }))]),
      ).not.toBe('');
    },
  );

  it('answers in the JSON of a schema in Google’s words', async () => {
    const generation_config = {
      response_mime_type: 'application/json',
      response_schema: { type: 'OBJECT', properties: { year: { type: 'INTEGER' } }, required: ['year'] },
    };
    const answer = await read(await post(`${model}:generateContent`, { generation_config }));
    expect(JSON.parse(textOf([answer]))).toEqual({ year: expect.any(Number) });
  });
});

it('pairs results that have no ids with the calls of their name, in turn', async () => {
  const call = (city: string) => ({ functionCall: { name: 'get_weather', args: { city } } });
  const result = (output: string) => ({ functionResponse: { name: 'get_weather', response: { output } } });
  const history = [
    turn('The weather in Paris and Rome?'),
    { role: 'model', parts: [call('Paris'), call('Rome')] },
    { role: 'user', parts: [result('rain'), result('sun')] },
  ];
  const tools = [{ functionDeclarations: [{ name: 'get_weather' }] }];
  await read(await post('gpt-6-luna:generateContent', { contents: history, tools }));
});

it('pairs results that have no ids with calls that have some', async () => {
  const call = (id: string) => ({ functionCall: { id, name: 'get_weather', args: { city: id } } });
  const result = (output: string, id?: string) => ({
    functionResponse: { name: 'get_weather', response: { output }, ...(id === undefined ? {} : { id }) },
  });
  const tools = [{ functionDeclarations: [{ name: 'get_weather' }] }];
  for (const results of [
    [result('rain'), result('sun')],
    [result('sun', 'b'), result('rain')],
  ]) {
    const history = [
      turn('The weather in Paris and Rome?'),
      { role: 'model', parts: [call('a')] },
      { role: 'model', parts: [call('b')] },
      { role: 'user', parts: results },
    ];
    await read(await post('gpt-6-luna:generateContent', { contents: history, tools }));
  }
});

it('names what it leaves out', async () => {
  const answer = await post('gpt-6-luna:generateContent', {
    safetySettings: [],
    generationConfig: { topK: 5 },
    tools: [{ codeExecution: {} }],
  });
  const adjusted = answer.headers.get('x-claimgate-adjusted');
  for (const name of ['safetySettings=ignored', 'topK=ignored', 'tools=codeExecution:ignored']) {
    expect(adjusted).toContain(name);
  }
});

describe('an error has Google’s form', () => {
  const path = 'gpt-6-luna:generateContent';
  const cases: [string, () => Promise<Response>, number, string][] = [
    ['no key', () => post(path, {}, ''), 401, 'UNAUTHENTICATED'],
    ['a key that is wrong', () => post(path, {}, 'sandbox-invalid'), 401, 'UNAUTHENTICATED'],
    ['a field that is missing', () => post(path, { contents: undefined }), 400, 'INVALID_ARGUMENT'],
    ['an unknown model', () => post('no-such:generateContent'), 400, 'INVALID_ARGUMENT'],
    ['an unknown method', () => post('gpt-6-luna:guess'), 404, 'NOT_FOUND'],
    ['a limit', () => post(path, {}, 'sandbox-ratelimited'), 429, 'RESOURCE_EXHAUSTED'],
    ['an overloaded provider', () => post(path, {}, 'sandbox-overloaded'), 503, 'UNAVAILABLE'],
  ];
  it.each(cases)('%s', async (_name, send, status, word) => {
    const answer = await send();
    expect(answer.status).toBe(status);
    expect(await answer.json()).toMatchObject({
      error: { code: status, status: word, message: expect.any(String) },
    });
  });

  it.each(['', '?alt=sse'])('in mid-stream, as the last chunk%s', async (query) => {
    const answer = await post(`gpt-6-luna:streamGenerateContent${query}`, {}, 'sandbox-cut');
    const body = await answer.text();
    const chunks = query === '' ? (JSON.parse(body) as Generated[]) : eventsOf(body);
    expect(chunks.at(-1)).toMatchObject({ error: { code: 502, status: 'INTERNAL' } });
  });
});

describe('the key in the address', () => {
  const at = (query: string, key = '') => post(`gpt-6-luna:generateContent${query}`, {}, key);

  it.each(['?key=sandbox', '?alt=json&key=sandbox'])('is read: %s', async (query) => {
    expect(textOf([await read(await at(query))])).not.toBe('');
  });

  it('counts where no header of its own has one', async () => {
    expect((await at('?key=sandbox-invalid')).status).toBe(401);
    expect((await at('?key=sandbox-invalid', 'sandbox')).status).toBe(200);
    expect((await at('?key=')).status).toBe(401);
    expect((await at('?key=sandbox&key=sandbox')).status).toBe(401);
  });

  it('is read for streams, counts and lists', async () => {
    expect((await post('gpt-6-luna:streamGenerateContent?alt=sse&key=sandbox', {}, '')).status).toBe(200);
    expect((await post('gpt-6-luna:countTokens?key=sandbox', {}, '')).status).toBe(200);
    expect((await fetch(`${gateway.url}/v1beta/models?key=ü`)).status).toBe(401);
    expect((await fetch(`${gateway.url}/v1beta/models?key=sandbox`)).status).toBe(200);
  });

  it('is none on other endpoints', async () => {
    const chat = { model: 'gpt-6-luna', messages: [{ role: 'user', content: 'Hi' }] };
    expect((await gateway.post('/v1/chat/completions?key=sandbox', chat)).status).toBe(422);
    expect((await gateway.post('/v1/messages?key=sandbox', { ...chat, max_tokens: 9 })).status).toBe(401);
  });
});

describe('the models', () => {
  const list = (path = ''): Promise<Response> => fetch(`${gateway.url}/v1beta/models${path}`);
  const one = {
    name: 'models/claude-haiku-5-5',
    displayName: 'Claude Haiku 5.5',
    description: expect.any(String),
    inputTokenLimit: expect.any(Number),
    outputTokenLimit: expect.any(Number),
    supportedGenerationMethods: ['generateContent', 'streamGenerateContent', 'countTokens'],
  };

  it('are listed, and read one by one, those with a slash too', async () => {
    const { models } = (await (await list()).json()) as { models: { name: string }[] };
    expect(models).toContainEqual(one);
    expect(await (await list('/claude-haiku-5-5')).json()).toEqual(one);
    const name = 'models/zai-org/GLM-5.3-Flash';
    expect(await (await list('/zai-org/GLM-5.3-Flash')).json()).toMatchObject({ name });
  });

  it('have Google’s form at the other address of its clients too', async () => {
    const read = async (path: string) => {
      const headers = { 'x-goog-api-key': 'sandbox' };
      return (await fetch(`${gateway.url}/v1/models${path}`, { headers })).json();
    };
    expect(await read('')).toEqual(await (await list()).json());
    expect(await read('/claude-haiku-5-5')).toEqual(one);
    const answer = await gateway.post(
      '/v1/models/gpt-6-luna:generateContent',
      { contents },
      { 'x-goog-api-key': 'sandbox' },
    );
    expect(textOf([(await answer.json()) as Generated])).not.toBe('');
  });

  it('that are not listed are 404 in Google’s form', async () => {
    const answer = await list('/none');
    expect(answer.status).toBe(404);
    expect(await answer.json()).toMatchObject({ error: { code: 404, status: 'NOT_FOUND' } });
  });
});

describe('countTokens', () => {
  const long = { contents: [turn('When was the Eiffel Tower completed?'.repeat(20))] };
  const count = async (model: string, fields: object) => {
    const answer = await post(`${model}:countTokens`, fields);
    expect(answer.status, await answer.clone().text()).toBe(200);
    const { totalTokens } = (await answer.json()) as { totalTokens: number };
    return { totalTokens, adjusted: answer.headers.get('x-claimgate-adjusted') };
  };

  it.each(['claude-haiku-5-5', 'gemini-3.5-flash'])('is what a request to %s is billed', async (model) => {
    const fields = { ...long, systemInstruction: { parts: [{ text: 'Be brief.' }] } };
    const billed = (
      await read(await post(`${model}:generateContent`, { ...fields, fact_check: { mode: 'off' } }))
    ).usageMetadata?.promptTokenCount;
    expect(await count(model, fields)).toEqual({ totalTokens: billed, adjusted: null });
    const generateContentRequest = { model: `models/${model}`, ...fields };
    expect(await count(model, { contents: undefined, generateContentRequest })).toEqual({
      totalTokens: billed,
      adjusted: null,
    });
  });

  it('is an estimate where the provider counts nothing', async () => {
    const { totalTokens, adjusted } = await count('gpt-6-luna', long);
    expect(totalTokens).toBeGreaterThan(130);
    expect(adjusted).toBe('totalTokens=estimated');
  });

  it('fails in Google’s form', async () => {
    const answer = await post('gpt-6-luna:countTokens', { contents: [] });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ error: { status: 'INVALID_ARGUMENT' } });
  });
});
