/** The client's own model as a judge: questions go to it by sampling, where there is no key of a provider. */
import {
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  type CreateMessageRequestParams,
  type McpServer,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { ApiKey, NO_KEY } from '../domain/api-key.ts';
import { type ChatRequest, textOf } from '../domain/chat.ts';
import { GatewayError } from '../domain/errors.ts';
import type { JsonTarget } from '../models/upstream/ask-json.ts';
import type { PreparedCall, Upstream } from '../models/upstream/call-provider.ts';
import { USUAL_FACTORS } from '../models/upstream/most-cost.ts';
import type { ClientModel } from './mcp-service.ts';

/** Asks the client's model one question. @returns the text of its answer. @throws where there is none. */
export type Sample = (question: CreateMessageRequestParams, signal: AbortSignal) => Promise<string>;

/** Milliseconds that one question may take: people may have to allow it first. */
export const LONGEST_SAMPLE: number = 600_000;
/** Tokens of an answer whose question does not say. */
const MAX_TOKENS = 4_000;

/** Whether the client of this call offers its model. */
export function offersModel({ server }: McpServer, { mcpReq }: ServerContext): boolean {
  // Since 2026 each request says what its client can do.
  const envelope = mcpReq.envelope as Readonly<Record<string, ClientCapabilities | undefined>> | undefined;
  const { sampling } = envelope?.[CLIENT_CAPABILITIES_META_KEY] ?? server.getClientCapabilities() ?? {};
  return sampling !== undefined;
}

/** A call that is no request of a provider. */
interface SampledCall extends PreparedCall {
  readonly asked: ChatRequest;
}

/** @returns the client's model, asked like one of a provider. */
export function modelBySampling(sample: Sample): ClientModel {
  const upstream: Upstream = {
    prepare: (endpoint, model, asked, key): SampledCall => ({
      ...{ endpoint, model, key, asked },
      translated: { request: { path: '', headers: {}, body: '' }, adjusted: [] },
      choices: 1,
      factors: USUAL_FACTORS,
    }),
    complete: async (call, signal) => ({
      content: await sample(toQuestion((call as SampledCall).asked), signal),
      finishReason: 'stop',
    }),
    stream: () => neverAsked(),
  };
  return { upstream, target: TARGET };
}

/** Knows no schema and no sampling settings: the prompt says what form the answer must have. */
const TARGET: JsonTarget = {
  key: ApiKey.parse(NO_KEY)!,
  endpoint: {
    ...{ provider: 'client', displayName: 'The client', origin: '', pathPrefix: '', sandbox: false },
    ...{ firstByteTimeout: LONGEST_SAMPLE, idleTimeout: LONGEST_SAMPLE },
    adapter: {
      ...{
        dialects: ['chat-completions'],
        toRequest: neverAsked,
        readCompletion: neverAsked,
        openStream: neverAsked,
        readError: neverAsked,
      },
    },
  },
  model: {
    ...{ id: 'client', provider: 'client', wireId: 'client', tier: 'basic' },
    ...{ name: "The client's model", description: 'Asked by sampling' },
    capabilities: {
      ...{ tokenField: 'max_tokens', temperature: 'full', topP: 'none', temperatureWithTopP: false },
      ...{ systemRole: 'system', assistantLast: false, stop: false, penalties: false, seed: false },
      ...{ responseFormat: 'none', reasoningEffort: false, verbosity: false, tools: false },
      ...{ choices: false, logprobs: false, logitBias: false, webSearchOptions: false, cacheMarks: false },
      ...{ forcedTools: false, toolsWithReasoning: false, toolsWithFormat: false, inputs: [] },
    },
  },
};

function neverAsked(): never {
  throw new GatewayError('unsupported');
}

function toQuestion({
  messages,
  maxTokens = MAX_TOKENS,
  temperature,
}: ChatRequest): CreateMessageRequestParams {
  const system = messages.filter(({ role }) => role === 'system').map(textOf);
  return {
    messages: messages
      .filter(({ role }) => role === 'user' || role === 'assistant')
      .map((message) => ({
        role: message.role as 'user' | 'assistant',
        content: { type: 'text', text: textOf(message) },
      })),
    ...(system.length === 0 ? {} : { systemPrompt: system.join('\n\n') }),
    maxTokens,
    ...(temperature === undefined ? {} : { temperature }),
    modelPreferences: { intelligencePriority: 0.8 },
  };
}

/** @returns the text of a client's answer. @throws GatewayError where it is none. */
export function readAnswer(content: unknown): string {
  const parts = [content].flat() as { readonly type?: unknown; readonly text?: unknown }[];
  const texts = parts.filter((part) => part?.type === 'text' && typeof part.text === 'string');
  if (texts.length === 0) throw notAnswered();
  return texts.map(({ text }) => text as string).join('');
}

/** No further question has a chance. */
export function notAnswered(reason = ''): GatewayError {
  return new GatewayError(
    'unsupported',
    `The client's model did not answer${reason === '' ? '' : `: ${reason}`}`,
  );
}
