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

it('names what it leaves out', async () => {
  const answer = await post('gpt-6-luna:generateContent', {
    safetySettings: [],
    generationConfig: { topK: 5 },
    tools: [{ googleSearch: {} }],
  });
  const adjusted = answer.headers.get('x-claimgate-adjusted');
  for (const name of ['safetySettings=ignored', 'topK=ignored', 'tools=googleSearch:ignored']) {
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
