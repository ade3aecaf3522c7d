/** Calls that a provider writes side by side, as Anthropic's own package reads them from POST /v1/messages. */
import Anthropic from '@anthropic-ai/sdk';
import type { ToolUseBlock } from '@anthropic-ai/sdk/resources/messages';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type FakeProvider, OPENAI_END, startFakeProvider } from '../harness/fake-provider.ts';
import { type Gateway, startGateway } from '../harness/start-gateway.ts';

let provider: FakeProvider;
let gateway: Gateway;
beforeAll(async () => {
  provider = await startFakeProvider();
  gateway = await startGateway({
    env: { CLAIMGATE_OPENAI_BASE_URL: `${provider.url}/v1` },
    yaml: 'plans: { default: enterprise }',
  });
});
afterAll(async () => {
  await gateway.stop();
  await provider.stop();
});

const CITIES = ['Paris', 'Lyon {"}', 'Nice'];

const chunk = (delta: object): string =>
  `data: ${JSON.stringify({ id: 'x', object: 'chat.completion.chunk', created: 1, model: 'fake', choices: [{ index: 0, delta, finish_reason: null }] })}\n\n`;
const callChunk = (index: number, rest: object): string => chunk({ tool_calls: [{ index, ...rest }] });

/** The calls begin one behind the other, and their arguments come a character each in turn. */
function sideBySide(cities: readonly string[]): string {
  const inputs = cities.map((city) => JSON.stringify({ city }));
  const longest = Math.max(...inputs.map((input) => input.length));
  const starts = cities.map((_city, index) =>
    callChunk(index, { id: `call_${index}`, type: 'function', function: { name: 'weather', arguments: '' } }),
  );
  const pieces = Array.from({ length: longest }, (_, at) =>
    inputs.flatMap((input, index) =>
      at < input.length ? [callChunk(index, { function: { arguments: input[at] } })] : [],
    ),
  );
  const end = OPENAI_END.replace('"finish_reason":"stop"', '"finish_reason":"tool_calls"');
  return starts.join('') + pieces.flat().join('') + end;
}

it.each([2, 3])('runs each of %i calls once, with its own input', async (count) => {
  const cities = CITIES.slice(0, count);
  provider.answer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(sideBySide(cities));
  });
  const client = new Anthropic({ apiKey: 'sk-mine', baseURL: gateway.url, maxRetries: 0 });
  const stream = client.messages.stream({
    model: 'gpt-4.1-mini',
    max_tokens: 100,
    messages: [{ role: 'user', content: 'How is the weather?' }],
    tools: [{ name: 'weather', input_schema: { type: 'object', properties: { city: { type: 'string' } } } }],
  });
  /** As an agent runs them: each where its block ends. */
  const run: unknown[] = [];
  stream.on('contentBlock', (block) => {
    const { id, input } = block as ToolUseBlock;
    run.push({ id, input });
  });
  const message = await stream.finalMessage();
  const expected = cities.map((city, index) => ({ id: `call_${index}`, input: { city } }));
  expect(run).toEqual(expected);
  expect(message.content).toMatchObject(expected);
  expect(message.stop_reason).toBe('tool_use');
});
