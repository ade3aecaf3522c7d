/** The gateway as a stock client meets it: over HTTP, with sandbox keys, or before a provider that never ends. */
import { expect } from 'vitest';
import { openaiDelta, startFakeProvider } from '../harness/fake-provider.ts';
import { type Gateway, startGateway } from '../harness/start-gateway.ts';

/** A model of tier `basic` of each provider. */
export const MODELS = [
  'gpt-6-luna',
  'claude-haiku-5-5',
  'gemini-3.8-flash',
  'grok-4.3',
  'zai-org/GLM-5.3-Flash',
] as const;

export const CLAIM = 'The Eiffel Tower was completed in 1889.';

/** What the sandbox answers to `CLAIM` repeats it. */
export function expectAnswer(text: unknown): void {
  expect(text).toContain(CLAIM);
}

/** Texts to be found, and a question for each, which shares some of its words. */
export const PASSAGES = [
  ['The Eiffel Tower in Paris is 330 metres tall.', 'How tall is the tower in Paris?'],
  ['Bees make honey from the nectar of flowers.', 'Which insects make honey?'],
  ['Mount Everest is the highest mountain above the sea.', 'What is the highest mountain?'],
] as const;

/** That LangChain gives a message its usage. */
export function expectUsage(message: object): void {
  const { usage_metadata: usage } = message as { usage_metadata?: Record<string, number> };
  expect(usage?.total_tokens).toBeGreaterThan(0);
  expect(usage?.total_tokens).toBe((usage?.input_tokens ?? 0) + (usage?.output_tokens ?? 0));
}

export interface EndlessGateway {
  readonly gateway: Gateway;
  /** Resolves once the provider's connection of the first request is closed. */
  closed(): Promise<void>;
  stop(): Promise<void>;
}

function responsesDelta(delta: string): string {
  const type = 'response.output_text.delta';
  return `data: ${JSON.stringify({ type, item_id: 'msg_1', output_index: 0, content_index: 0, delta })}\n\n`;
}

/** A gateway whose OpenAI streams for as long as it is listened to, and never ends a whole answer. */
export async function startEndlessGateway(): Promise<EndlessGateway> {
  const provider = await startFakeProvider((request, response) => {
    if (request.body.stream !== true) return;
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const piece = request.url.endsWith('/responses') ? responsesDelta('word ') : openaiDelta('word ');
    const timer = setInterval(() => response.write(piece), 5);
    response.on('close', () => clearInterval(timer));
  });
  const gateway = await startGateway({ env: { CLAIMGATE_OPENAI_BASE_URL: `${provider.url}/v1` } });
  return {
    gateway,
    async closed() {
      await expect.poll(() => provider.received.length).toBe(1);
      await provider.received[0]?.closed;
    },
    async stop() {
      await gateway.stop();
      await provider.stop();
    },
  };
}
