/** The most tokens that a call may cost: what it sends, counted as no provider counts more, and its longest answer. */

import type { Model } from '../../domain/catalogue.ts';
import type { ChatRequest, MediaPart, Message } from '../../domain/chat.ts';
import { mostTokens } from '../providers/count-tokens.ts';
import { mediaTokensOf } from '../providers/media-tokens.ts';
import { countPages } from './count-pages.ts';

export interface MostCost {
  /** Tokens. */
  readonly input: number;
  /** The most tokens of one answer. */
  readonly output: number;
  readonly choices: number;
  /** Whether the request names the most of an answer itself. */
  readonly isChosen: boolean;
  /** How many times the usual price. */
  readonly priceFactor: number;
  /** A field whose work is billed apart from tokens. */
  readonly billedApart?: 'web_search_options';
}

/** Tokens that a provider puts around each message. */
const MESSAGE = 8;
/** And before all of them. */
const CONVERSATION = 16;
/**
 * What providers tell a model of how tools are called, and of the form of an answer. Anthropic's is documented, up to
 * 530 tokens: platform.claude.com/docs/en/agents-and-tools/tool-use/overview.
 */
const INSTRUCTIONS = 600;
/** Of a model that is not listed: no provider documents a longer one. */
const LONGEST_ANSWER = 128_000;
/** What faster answers cost: platform.openai.com/docs/pricing, priority processing, twice at the most. */
const PRIORITY = 2;
/** Of sounds that are spoken: an hour has fewer bytes in no ordinary form. */
const BYTES_A_SECOND = 4_000;

export function mostCostOf(request: ChatRequest, model: Model): MostCost {
  const { contextWindow } = model;
  const most = model.outputCap ?? contextWindow ?? LONGEST_ANSWER;
  const { maxTokens, prediction } = request;
  const counted = countInput(request, model.provider);
  // More than its window is refused by the provider.
  const input = Math.min(counted, contextWindow ?? counted);
  return {
    // What was predicted and is not taken is paid beside the answer.
    input: input + (prediction === undefined ? 0 : mostTokens(JSON.stringify(prediction))),
    output: Math.min(maxTokens ?? most, most),
    choices: request.choices ?? 1,
    isChosen: maxTokens !== undefined,
    ...(request.webSearchOptions === undefined ? {} : { billedApart: 'web_search_options' as const }),
    priceFactor: request.serviceTier === 'priority' ? PRIORITY : 1,
  };
}

function countInput({ messages, tools, responseFormat }: ChatRequest, provider: string): number {
  let tokens = CONVERSATION;
  for (const message of messages) tokens += countMessage(message, provider);
  for (const described of [tools, responseFormat]) {
    if (described !== undefined) tokens += INSTRUCTIONS + mostTokens(JSON.stringify(described));
  }
  return tokens;
}

function countMessage(message: Message, provider: string): number {
  let tokens = MESSAGE;
  if ('name' in message && message.name !== undefined) tokens += mostTokens(message.name);
  if ('toolCalls' in message) tokens += mostTokens(JSON.stringify(message.toolCalls));
  for (const part of message.content) {
    tokens += part.type === 'text' ? mostTokens(part.text) : countMedia(part, provider);
  }
  return tokens;
}

function countMedia(part: MediaPart, provider: string): number {
  const { picture, page, second } = mediaTokensOf(provider);
  if (part.type === 'image') return picture;
  if (part.type === 'file') return page * countPages(part.data);
  const bytes = part.data.length * 0.75;
  return Math.ceil(bytes / BYTES_A_SECOND) * second;
}
