/** Prompts only grow: the same request is the same bytes to a provider, and what it was sent before begins what it is sent next. */
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type FakeProvider, startFakeProvider } from '../harness/fake-provider.ts';
import { envFor, PROVIDERS, type ProviderKey, speak, WIRES } from '../harness/provider-wires.ts';
import { type Gateway, startGateway } from '../harness/start-gateway.ts';

type Fields = Record<string, unknown>;
const MODES = ['off', 'detect', 'ground', 'verify'] as const;
const ANSWER = 'The tower has been there since 1889.';
const RULES = { title: 'Rules', text: 'The tower in Paris was completed in 1889 and opens at 9:00.' };
const FEES = { title: 'Fees', text: 'A ticket to the tower in Paris costs 29 euros. Children pay 14 euros.' };
/** The caller's turns, with the documents that come with each. */
const TURNS: readonly (readonly [question: string, documents: readonly object[]])[] = [
  ['The tower in Paris was completed in 1899. Is that so?', [RULES]],
  ['Fact-check this: The tower in Paris opens at 8:00 in the morning on all days.', []],
  ['A ticket to the tower in Paris costs 19 euros, they say.', [FEES]],
  ['Thank you. What else is there?', []],
];

let fake: FakeProvider;
let gateway: Gateway;
beforeAll(async () => {
  fake = await startFakeProvider();
  gateway = await startGateway({
    env: envFor(fake),
    yaml: 'plans: { free: { models: all, per_hour: null, per_month: null } }',
  });
});
afterAll(() => Promise.all([gateway.stop(), fake.stop()]));
beforeEach(() => fake.answer(speak([ANSWER])));

/** What begins a provider's prompt, and what is said in it, as the provider reads them: one behind the other. */
function promptOf({
  tools,
  system,
  systemInstruction,
  messages,
  contents,
  input,
}: Fields): readonly string[] {
  const said = (messages ?? contents ?? input) as object[];
  return [JSON.stringify([tools, system, systemInstruction]), ...said.map((turn) => JSON.stringify(turn))];
}

/** Asks once. @returns the prompt that the answering model was sent. */
async function promptFor(provider: ProviderKey, fields: Fields): Promise<readonly string[]> {
  fake.received.length = 0;
  const path =
    fields.max_tokens !== undefined
      ? '/v1/messages'
      : fields.input === undefined
        ? '/v1/chat/completions'
        : '/v1/responses';
  const response = await gateway.post(path, {
    ...{ model: WIRES[provider].model, api_key: 'sk-grow' },
    ...fields,
  });
  expect([response.status, response.status === 200 ? '' : await response.text()]).toEqual([200, '']);
  await response.text();
  const bodies = fake.received
    .map(({ body }) => body)
    .filter((body) => !JSON.stringify(body).includes('You judge claims'));
  expect(bodies).toHaveLength(1);
  return promptOf(bodies[0] as Fields);
}

describe.each(PROVIDERS)('%s', (provider) => {
  describe.each(MODES)('in mode %s', (mode) => {
    it('a chat of four turns grows, with evidence where it was given', async () => {
      const messages: Fields[] = [];
      let before: readonly string[] = [];
      for (const [question, documents] of TURNS) {
        messages.push({ role: 'user', content: question });
        const request = { messages, fact_check: { mode, documents, judge: 'local' } };
        const prompt = await promptFor(provider, request);
        expect(await promptFor(provider, { ...request, stream: true })).toEqual(prompt);
        expect(prompt.slice(0, before.length)).toEqual(before);
        messages.push({ role: 'assistant', content: ANSWER });
        before = prompt;
      }
      const sent = before.join('\n');
      const given = [RULES, FEES].filter(({ text }) => sent.includes(text));
      expect(given).toHaveLength(mode === 'ground' || mode === 'verify' ? 2 : 0);
    });

    it('a loop of tools on the Responses API grows, with what was thought', async () => {
      const tools = [
        { type: 'function', name: 'look', parameters: { type: 'object' } },
        { type: 'custom', name: 'note' },
      ];
      const input: Fields[] = [{ role: 'user', content: TURNS[0]![0] }];
      let before: readonly string[] = [];
      for (let step = 0; step < 4; step++) {
        const request = { input, tools, fact_check: { mode, documents: [RULES], judge: 'local' } };
        const prompt = await promptFor(provider, request);
        expect(await promptFor(provider, { ...request, stream: true })).toEqual(prompt);
        expect(prompt.slice(0, before.length)).toEqual(before);
        const [call_id, more] = [`call_${step}`, `more_${step}`];
        input.push(
          { type: 'reasoning', summary: [], encrypted_content: `sealed ${step}` },
          { type: 'function_call', call_id, name: 'look', arguments: '{}' },
          { type: 'custom_tool_call', call_id: more, name: 'note', input: `Step ${step}` },
          { type: 'function_call_output', call_id, output: `Step ${step}: ${FEES.text}` },
          { type: 'custom_tool_call_output', call_id: more, output: 'noted' },
        );
        before = prompt;
      }
    });

    it('a loop of tools with thoughts grows on the Messages API', async () => {
      const tools = [{ name: 'look', input_schema: { type: 'object' } }];
      const mark = { cache_control: { type: 'ephemeral' } };
      const messages: Fields[] = [{ role: 'user', content: [{ type: 'text', text: TURNS[0]![0], ...mark }] }];
      const request = { max_tokens: 99, system: 'You are a guide.', tools, messages };
      let before: readonly string[] = [];
      for (let step = 0; step < 4; step++) {
        const fact_check = { mode, documents: [RULES], judge: 'local' };
        const prompt = await promptFor(provider, { ...request, fact_check });
        expect(await promptFor(provider, { ...request, fact_check, stream: true })).toEqual(prompt);
        expect(prompt.slice(0, before.length)).toEqual(before);
        const thought = { type: 'thinking', thinking: `Step ${step}.`, signature: 'c2lnbmVk' };
        const call = { type: 'tool_use', id: `toolu_${step}`, name: 'look', input: {} };
        messages.push({ role: 'assistant', content: [thought, call] });
        messages.push({
          role: 'user',
          content: [{ type: 'tool_result', tool_use_id: call.id, content: FEES.text }],
        });
        before = prompt;
      }
    });

    it('a loop of tools grows', async () => {
      const tools = [{ type: 'function', function: { name: 'look', parameters: { type: 'object' } } }];
      const messages: Fields[] = [
        { role: 'system', content: 'You are a guide.' },
        { role: 'user', content: TURNS[0]![0] },
      ];
      let before: readonly string[] = [];
      for (let step = 0; step < 4; step++) {
        const fact_check = { mode, documents: [RULES], judge: 'local' };
        const prompt = await promptFor(provider, { messages, tools, fact_check });
        expect(prompt.slice(0, before.length)).toEqual(before);
        const call = { id: `call_${step}`, type: 'function', function: { name: 'look', arguments: '{}' } };
        messages.push({ role: 'assistant', content: null, tool_calls: [call] });
        messages.push({ role: 'tool', tool_call_id: call.id, content: `Step ${step}: ${FEES.text}` });
        before = prompt;
      }
    });
  });
});

it('whatever is said, and whichever documents come with it', async () => {
  const said = fc.constantFrom(
    ...TURNS.map(([question]) => question),
    'Hello!',
    'Normalize this claim: THE TOWER MOVES!!',
  );
  const turn = fc.record({
    question: said,
    answer: fc.constantFrom(ANSWER, 'It opens at 9:00.', '  Yes.  '),
    documents: fc.subarray([RULES, FEES]),
    streamed: fc.boolean(),
  });
  const conversation = fc.array(turn, { minLength: 2, maxLength: 5 });
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...PROVIDERS), conversation, async (provider, turns) => {
      const key = `sk-${randomUUID()}`;
      const messages: Fields[] = [];
      let before: readonly string[] = [];
      for (const { question, answer, documents, streamed } of turns) {
        fake.answer(speak([answer]));
        messages.push({ role: 'user', content: question });
        const prompt = await promptFor(provider, {
          ...{ messages, stream: streamed, api_key: key },
          fact_check: { mode: 'ground', documents },
        });
        expect(prompt.slice(0, before.length)).toEqual(before);
        messages.push({ role: 'assistant', content: answer.trim() });
        before = prompt;
      }
    }),
    { numRuns: 25 },
  );
});

describe('marks of the cache', () => {
  const { model } = WIRES.anthropic;
  /** @returns the marks that the provider was sent: of the request, and in it. */
  async function marksFor(
    fields: Fields,
    asked: Gateway = gateway,
  ): Promise<readonly [own: unknown, all: number]> {
    fake.received.length = 0;
    const messages = [{ role: 'user', content: 'Hello!' }];
    await (await asked.chat({ model, api_key: 'sk-marks', messages, ...fields })).text();
    const { body } = fake.received[0]!;
    return [body.cache_control, JSON.stringify(body).match(/cache_control/g)?.length ?? 0];
  }

  it('are what Anthropic recommends where the caller set none', async () => {
    expect(await marksFor({})).toEqual([{ type: 'ephemeral' }, 1]);
  });

  it("are the caller's alone where it set some, or said how", async () => {
    const part = { type: 'text', text: 'Hello!', cache_control: { type: 'ephemeral' } };
    expect(await marksFor({ messages: [{ role: 'user', content: [part] }] })).toEqual([undefined, 1]);
    expect(await marksFor({ prompt_cache_options: { mode: 'explicit' } })).toEqual([undefined, 0]);
  });

  it('are none for a provider that caches by itself', async () => {
    expect(await marksFor({ model: WIRES.openai.model })).toEqual([undefined, 0]);
  });

  it('are none where the operator wants none', async () => {
    const without = await startGateway({ env: envFor(fake), yaml: 'cache: { marks: "off" }' });
    expect(await marksFor({}, without)).toEqual([undefined, 0]);
    await without.stop();
  });
});
