/** Clients whose default, or whose choice, is the Responses API, as they come, with agents that call functions. */
import { createOpenAI } from '@ai-sdk/openai';
import { AIMessageChunk } from '@langchain/core/messages';
import { tool as langchainTool } from '@langchain/core/tools';
import { ChatOpenAI } from '@langchain/openai';
import { Agent, tool as agentTool, OpenAIProvider, Runner } from '@openai/agents';
import { generateObject, generateText, type ModelMessage, stepCountIs, streamText, tool } from 'ai';
import { createAgent } from 'langchain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type Gateway, startGateway } from '../harness/start-gateway.ts';
import { CLAIM, expectAnswer, expectUsage, MODELS } from './gateway.ts';
import { expectLoop, functions, NAMES, QUESTION } from './weather-tools.ts';

let gateway: Gateway;
beforeAll(async () => {
  globalThis.AI_SDK_LOG_WARNINGS = false;
  gateway = await startGateway();
});
afterAll(() => gateway.stop());

const baseURL = (): string => `${gateway.url}/v1`;
const PLACE = z.object({ city: z.string() });
const TOWER = z.object({ year: z.number(), place: z.string() });
const IN_TOWER = { year: expect.any(Number), place: expect.any(String) };

describe.each(MODELS)('%s', (model) => {
  describe('the AI SDK', () => {
    const provider = (apiKey = 'sandbox') => createOpenAI({ baseURL: baseURL(), apiKey })(model);
    const tools = (run: ReturnType<typeof functions>['run']) =>
      Object.fromEntries(
        NAMES.map((name) => [
          name,
          tool({ description: name, inputSchema: PLACE, execute: async (given) => run(name)(given) }),
        ]),
      );

    it('answers whole and streamed, with its usage', async () => {
      const asked = { model: provider(), system: 'Be brief.', prompt: CLAIM, maxRetries: 0 };
      const whole = await generateText(asked);
      expectAnswer(whole.text);
      expect(whole.finishReason).toBe('stop');
      expect(whole.usage.totalTokens).toBeGreaterThan(0);
      const streamed = streamText(asked);
      expectAnswer(await streamed.text);
      expect(await streamed.finishReason).toBe('stop');
      expect((await streamed.usage).totalTokens).toBeGreaterThan(0);
    });

    it('keeps to a schema', async () => {
      const { object } = await generateObject({
        model: provider(),
        prompt: `${CLAIM} Answer in JSON.`,
        schema: TOWER,
        maxRetries: 0,
      });
      expect(object).toEqual(IN_TOWER);
    });

    it.each([true, false])('calls functions over three turns, where store is %s', async (store) => {
      const messages: ModelMessage[] = [];
      for (let turn = 0; turn < 3; turn += 1) {
        messages.push({ role: 'user', content: QUESTION });
        const { called, run } = functions();
        const { text, steps, response } = await generateText({
          model: provider(),
          messages,
          tools: tools(run),
          stopWhen: stepCountIs(4),
          maxRetries: 0,
          providerOptions: { openai: { store } },
        });
        expectLoop(called, text);
        expect(steps.map(({ finishReason }) => finishReason)).toEqual(['tool-calls', 'stop']);
        messages.push(...response.messages);
      }
    });

    it('calls functions over three turns, streamed', async () => {
      const messages: ModelMessage[] = [];
      for (let turn = 0; turn < 3; turn += 1) {
        messages.push({ role: 'user', content: QUESTION });
        const { called, run } = functions();
        const result = streamText({
          model: provider(),
          messages,
          tools: tools(run),
          stopWhen: stepCountIs(4),
          maxRetries: 0,
        });
        expectLoop(called, await result.text);
        messages.push(...(await result.response).messages);
      }
    });

    it('reports an error in mid-stream, behind the text before it', async () => {
      const errors: unknown[] = [];
      let text = '';
      const { fullStream } = streamText({
        model: provider('sandbox-cut'),
        prompt: CLAIM,
        maxRetries: 0,
        onError: ({ error }) => void errors.push(error),
      });
      for await (const part of fullStream) if (part.type === 'text-delta') text += part.text;
      expect(text).not.toBe('');
      expect(errors.length).toBeGreaterThan(0);
    });
  });

  describe('OpenAI’s Agents SDK', () => {
    const runner = () =>
      new Runner({
        model,
        modelProvider: new OpenAIProvider({ apiKey: 'sandbox', baseURL: baseURL(), useResponses: true }),
        tracingDisabled: true,
      });
    const team = (run: ReturnType<typeof functions>['run']) => {
      const expert = new Agent({
        name: 'Expert',
        instructions: 'Be brief.',
        tools: NAMES.map((name) =>
          agentTool({
            name,
            description: name,
            parameters: PLACE,
            execute: async (given) => run(name)(given),
          }),
        ),
      });
      return Agent.create({ name: 'Desk', instructions: 'Hand over.', handoffs: [expert] });
    };
    const question = `Please transfer to Expert. ${QUESTION}`;

    it('hands over, and calls functions, whole', async () => {
      const { called, run } = functions();
      const result = await runner().run(team(run), question);
      expectLoop(called, result.finalOutput);
      expect(result.lastAgent?.name).toBe('Expert');
    });

    it('hands over, and calls functions, streamed', async () => {
      const { called, run } = functions();
      const result = await runner().run(team(run), question, { stream: true });
      let text = '';
      for await (const piece of result.toTextStream()) text += piece;
      await result.completed;
      expectLoop(called, text);
      expect(result.lastAgent?.name).toBe('Expert');
    });

    it('goes on from its history', async () => {
      const first = await runner().run(team(functions().run), question);
      const input = [...first.history, { role: 'user' as const, content: CLAIM }];
      expectAnswer((await runner().run(new Agent({ name: 'Other' }), input)).finalOutput);
    });

    it('goes on from a response, and sends what is new alone', async () => {
      const first = await runner().run(new Agent({ name: 'Other' }), CLAIM);
      const { called, run } = functions();
      const result = await runner().run(team(run), question, {
        previousResponseId: first.lastResponseId as string,
      });
      expectLoop(called, result.finalOutput);
    });
  });

  describe('LangChain', () => {
    const chat = () =>
      new ChatOpenAI({
        model,
        apiKey: 'sandbox',
        maxRetries: 0,
        useResponsesApi: true,
        configuration: { baseURL: baseURL() },
      });
    const agentWith = (run: ReturnType<typeof functions>['run']) =>
      createAgent({
        model: chat(),
        tools: NAMES.map((name) =>
          langchainTool(async (given: { city: string }) => run(name)(given), {
            name,
            description: name,
            schema: PLACE,
          }),
        ),
        systemPrompt: 'Be brief.',
      });
    const input = { messages: [{ role: 'user' as const, content: QUESTION }] };

    it('answers whole and streamed, with its usage', async () => {
      const answer = await chat().invoke(CLAIM);
      expectAnswer(answer.text);
      expectUsage(answer);
      let whole: AIMessageChunk | undefined;
      for await (const piece of await chat().stream(CLAIM)) whole = whole?.concat(piece) ?? piece;
      expectAnswer(whole?.text);
      expectUsage(whole as AIMessageChunk);
    });

    it('keeps to a schema', async () => {
      const answer = await chat()
        .withStructuredOutput(TOWER, { method: 'jsonSchema' })
        .invoke(`${CLAIM} Answer in JSON.`);
      expect(answer).toEqual(IN_TOWER);
    });

    it('calls functions in a loop, whole', async () => {
      const { called, run } = functions();
      const { messages } = await agentWith(run).invoke(input);
      expectLoop(called, messages.at(-1)?.text);
    });

    it('calls functions in a loop, streamed', async () => {
      const { called, run } = functions();
      let text = '';
      for await (const [piece] of await agentWith(run).stream(input, { streamMode: 'messages' })) {
        if (AIMessageChunk.isInstance(piece)) text += piece.text;
      }
      expectLoop(called, text);
    });
  });
});
