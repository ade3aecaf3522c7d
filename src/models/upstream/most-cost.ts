/** The most tokens that a call may cost: what it sends, counted as no provider counts more, and its longest answer. */

import type { Model } from '../../domain/catalogue.ts';
import type { ChatRequest } from '../../domain/chat.ts';
import { marksOf } from '../dialects/cache-marks.ts';
import { mostTokens } from '../providers/count-tokens.ts';
import { mediaTokensOf } from '../providers/media-tokens.ts';
import type { PriceFactors } from '../providers/price.ts';
import { countInput, type TextTokens } from './count-input.ts';

export interface MostCost extends PriceFactors {
  /** Tokens. */
  readonly input: number;
  /** The most tokens of one answer. */
  readonly output: number;
  readonly choices: number;
  /** Whether the request names the most of an answer itself. */
  readonly isChosen: boolean;
  /** A field whose work is billed apart from tokens. */
  readonly billedApart?: 'web_search_options';
}

/**
 * What providers put around messages, and tell a model of how tools are called and of the form of an answer. Anthropic's
 * is documented, up to 530 tokens: platform.claude.com/docs/en/agents-and-tools/tool-use/overview.
 */
const MOST_OF_TEXT: TextTokens = { ofText: mostTokens, conversation: 16, message: 8, instructions: 600 };
/** Of a model that is not listed: no provider documents a longer one. */
const LONGEST_ANSWER = 128_000;
/** What faster answers cost: platform.openai.com/docs/pricing, priority processing, twice at the most. */
const PRIORITY = 2;
/**
 * What is kept for five minutes, and longer: platform.claude.com/docs/en/about-claude/pricing. Providers that keep prompts
 * unasked take no more for it, or the same.
 */
const WRITTEN = { shortly: 1.25, longer: 2 };
const SHORTLY = 300;

/** What holds where a request asks neither for faster answers nor for prompts to be kept longer. */
export const USUAL_FACTORS: PriceFactors = { priceFactor: 1, cacheWriteFactor: WRITTEN.shortly };

export function mostCostOf(request: ChatRequest, model: Model): MostCost {
  const { contextWindow } = model;
  const most = model.outputCap ?? contextWindow ?? LONGEST_ANSWER;
  const { maxTokens, prediction } = request;
  const counted = countInput(request, MOST_OF_TEXT, mediaTokensOf(model.provider));
  // More than its window is refused by the provider.
  const input = Math.min(counted, contextWindow ?? counted);
  return {
    // What was predicted and is not taken is paid beside the answer.
    input: input + (prediction === undefined ? 0 : mostTokens(JSON.stringify(prediction))),
    output: Math.min(maxTokens ?? most, most),
    choices: request.choices ?? 1,
    isChosen: maxTokens !== undefined,
    ...(request.webSearchOptions === undefined ? {} : { billedApart: 'web_search_options' as const }),
    priceFactor: priceFactorOf(request),
    cacheWriteFactor: writeFactorOf(request),
  };
}

/** @returns what is paid for what was used: where a provider says that it wrote to its cache, it may take more for it. */
export function factorsOf(request: ChatRequest): PriceFactors {
  return {
    priceFactor: priceFactorOf(request),
    cacheWriteFactor: Math.max(USUAL_FACTORS.cacheWriteFactor, writeFactorOf(request)),
  };
}

function priceFactorOf({ serviceTier }: ChatRequest): number {
  return serviceTier === 'priority' ? PRIORITY : 1;
}

function writeFactorOf(request: ChatRequest): number {
  const { promptCacheOptions: options } = request;
  const marks = options === undefined ? marksOf(request) : [options, ...marksOf(request)];
  if (marks.length === 0) return 1;
  return marks.some(({ seconds = 0 }) => seconds > SHORTLY) ? WRITTEN.longer : WRITTEN.shortly;
}
