/** Agents of stock clients, as they come: a loop of two steps whose first calls two functions, whole and streamed. */
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { AIMessageChunk } from '@langchain/core/messages';
import { tool as langchainTool } from '@langchain/core/tools';
import { ChatOpenAI } from '@langchain/openai';
import { tool as llamaTool } from '@llamaindex/core/tools';
import { OpenAI as LlamaOpenAI } from '@llamaindex/openai';
import { agentStreamEvent, agent as llamaAgent } from '@llamaindex/workflow';
import { generateText, stepCountIs, streamText, tool } from 'ai';
import { createAgent } from 'langchain';
import OpenAI from 'openai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type Gateway, startGateway } from '../harness/start-gateway.ts';
import { MODELS } from './gateway.ts';
import { expectLoop, functions, NAMES, QUESTION } from './weather-tools.ts';

let gateway: Gateway;
beforeAll(async () => {
  globalThis.AI_SDK_LOG_WARNINGS = false;
  gateway = await startGateway();
});
afterAll(() => gateway.stop());

const PLACE = z.object({ city: z.string().describe('Where') });
const DESCRIPTIONS = { get_weather: 'The weather of a city', get_time: 'The time in a city' };

const baseURL = (): string => `${gateway.url}/v1`;

describe.each(MODELS)('%s', (model) => {
  describe('openai’s runTools', () => {
    const client = () => new OpenAI({ apiKey: 'sandbox', baseURL: baseURL(), maxRetries: 0 });
    const tools = (run: ReturnType<typeof functions>['run']) =>
      NAMES.map((name) => ({
        type: 'function' as const,
        function: {
          name,
          description: DESCRIPTIONS[name],
          parse: JSON.parse,
          function: run(name),
          parameters: z.toJSONSchema(PLACE),
        },
      }));
    const messages = [{ role: 'user' as const, content: QUESTION }];

    it('whole', async () => {
      const { called, run } = functions();
      const runner = client().chat.completions.runTools({ model, messages, tools: tools(run) as never });
      expectLoop(called, await runner.finalContent());
      expect(runner.allChatCompletions().map(({ choices }) => choices[0]?.finish_reason)).toEqual([
        'tool_calls',
        'stop',
      ]);
    });

    it('streamed', async () => {
      const { called, run } = functions();
      const runner = client().chat.completions.runTools({
        model,
        messages,
        tools: tools(run) as never,
        stream: true,
      });
      expectLoop(called, await runner.finalContent());
    });
  });

  describe('the AI SDK', () => {
    const provider = () =>
      createOpenAICompatible({ name: 'claimgate', baseURL: baseURL(), apiKey: 'sandbox' })(model);
    const tools = (run: ReturnType<typeof functions>['run']) =>
      Object.fromEntries(
        NAMES.map((name) => [
          name,
          tool({
            description: DESCRIPTIONS[name],
            inputSchema: PLACE,
            execute: async (given) => run(name)(given),
          }),
        ]),
      );

    it('whole', async () => {
      const { called, run } = functions();
      const { text, steps } = await generateText({
        model: provider(),
        system: 'Be brief.',
        prompt: QUESTION,
        tools: tools(run),
        stopWhen: stepCountIs(4),
        maxRetries: 0,
      });
      expectLoop(called, text);
      expect(steps.map(({ finishReason }) => finishReason)).toEqual(['tool-calls', 'stop']);
    });

    it('streamed', async () => {
      const { called, run } = functions();
      const result = streamText({
        model: provider(),
        prompt: QUESTION,
        tools: tools(run),
        stopWhen: stepCountIs(4),
        maxRetries: 0,
      });
      expectLoop(called, await result.text);
      expect((await result.steps).map(({ finishReason }) => finishReason)).toEqual(['tool-calls', 'stop']);
    });
  });

  describe('LangChain’s createAgent', () => {
    const chat = () =>
      new ChatOpenAI({ model, apiKey: 'sandbox', maxRetries: 0, configuration: { baseURL: baseURL() } });
    const tools = (run: ReturnType<typeof functions>['run']) =>
      NAMES.map((name) =>
        langchainTool(async (given: { city: string }) => run(name)(given), {
          name,
          description: DESCRIPTIONS[name],
          schema: PLACE,
        }),
      );

    const agentWith = (run: ReturnType<typeof functions>['run']) =>
      createAgent({ model: chat(), tools: tools(run), systemPrompt: 'Be brief.' });
    const input = { messages: [{ role: 'user' as const, content: QUESTION }] };

    it('whole', async () => {
      const { called, run } = functions();
      const { messages } = await agentWith(run).invoke(input);
      expectLoop(called, messages.at(-1)?.content);
    });

    it('streamed', async () => {
      const { called, run } = functions();
      let text = '';
      for await (const [piece] of await agentWith(run).stream(input, { streamMode: 'messages' })) {
        if (AIMessageChunk.isInstance(piece)) text += piece.text;
      }
      expectLoop(called, text);
    });

    it('binds tools to one call', async () => {
      const { run } = functions();
      const { tool_calls } = await chat().bindTools(tools(run)).invoke(QUESTION);
      expect(tool_calls?.map(({ name, args }) => [name, typeof args.city])).toEqual([
        ['get_weather', 'string'],
        ['get_time', 'string'],
      ]);
    });
  });

  describe('LlamaIndex’s agent', () => {
    const agentWith = (run: ReturnType<typeof functions>['run']) =>
      llamaAgent({
        llm: new LlamaOpenAI({ model, apiKey: 'sandbox', baseURL: baseURL(), maxRetries: 0 }),
        tools: NAMES.map((name) =>
          llamaTool({
            name,
            description: DESCRIPTIONS[name],
            parameters: PLACE as never,
            execute: ((given: { city: string }) => run(name)(given)) as never,
          }),
        ) as never[],
      });

    it('whole', async () => {
      const { called, run } = functions();
      const { data } = await agentWith(run).run(QUESTION);
      expectLoop(called, data.result);
    });

    it('streamed', async () => {
      const { called, run } = functions();
      let text = '';
      for await (const event of agentWith(run).runStream(QUESTION)) {
        if (agentStreamEvent.include(event)) text += event.data.delta;
      }
      expectLoop(called, text);
    });
  });
});
