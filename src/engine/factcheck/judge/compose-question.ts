/** The judge's question: one or more claims, each with its own evidence in its own fence. */
import { readFileSync } from 'node:fs';
import { type ChatRequest, type ReasoningEffort, textMessage } from '../../../domain/chat.ts';
import { STANCES, VERDICTS } from '../../../domain/claim.ts';
import type { JsonModel, JsonQuestion } from '../../../models/upstream/ask-json.ts';
import { type Block, type FenceWord, fenceBlock } from '../choose/fence-evidence.ts';

/** Part of the key of cached judgements: a new wording judges anew. */
export const PROMPT_VERSION = 'judge.v2';

const PROMPT = readFileSync(new URL(`../prompts/${PROMPT_VERSION}.md`, import.meta.url), 'utf8').trim();

/** What an item may say of its claim, in the judge's answer. */
export const JUDGED_STANCES = STANCES.filter((stance) => stance !== 'unjudged');

/** A closed object of a schema, every property required. */
export const object = (properties: Record<string, object>) => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
});
const SCHEMA = object({
  verdicts: {
    type: 'array',
    items: object({
      claim: { type: 'integer' },
      part: { type: 'integer' },
      evidence: {
        type: 'array',
        items: object({
          number: { type: 'integer' },
          stance: { type: 'string', enum: JUDGED_STANCES },
          words: { type: 'string' },
        }),
      },
      // What the evidence says comes before the verdict on it.
      explanation: { type: 'string' },
      verdict: { type: 'string', enum: VERDICTS },
      probability: { type: 'number' },
      wrong: { type: 'string' },
      right: { type: 'string' },
      next_queries: { type: 'array', items: { type: 'string' } },
    }),
  },
});

/** Tokens of a claim's verdict, written out at length, and of the frame around them. */
const TOKENS_OF_VERDICT = 350;
const TOKENS_OF_FRAME = 100;
/** Room for a reasoning model to think before it answers; a cap, of which little is used. */
const TOKENS_OF_THOUGHT = 2_000;

/** When the question is asked, and when what it asks about was written. */
export interface Dates {
  /** ISO 8601 date. */
  readonly today: string;
  /** ISO 8601 date, where it is known. */
  readonly text?: string | undefined;
}

export interface JudgeQuestion extends ReturnType<typeof composeJson> {
  /** For each block, the number of its first item. */
  readonly firstItems: readonly number[];
}

/**
 * @param complaint what was wrong with the answer before, where there was one.
 */
export function composeQuestion(
  blocks: readonly Block[],
  model: JsonModel['model'],
  fenceWord: FenceWord,
  dates: Dates,
  complaint?: string,
): JudgeQuestion {
  let next = 1;
  const firstItems: number[] = [];
  const fenced = blocks.map((block, index) => {
    const first = next;
    firstItems.push(first);
    next += block.items.length;
    return fenceBlock(block, index + 1, first, fenceWord(JSON.stringify([index, block])));
  });
  const written = dates.text === undefined ? '' : ` The text was written on ${dates.text}.`;
  const userMessage = [
    `Today is ${dates.today}.${written}`,
    ...fenced,
    ...(complaint === undefined ? [] : [complaint]),
  ].join('\n\n');
  return { ...composeJson(model, PROMPT, userMessage, { name: 'verdicts', schema: SCHEMA }), firstItems };
}

/**
 * @param asked the user's message.
 * @returns the question, and what its prompt takes at the most: no provider counts more; see `estimateTokens`.
 */
export function composeJson(
  model: JsonModel['model'],
  prompt: string,
  asked: string,
  form: Pick<JsonQuestion, 'name' | 'schema'>,
): { readonly question: JsonQuestion; readonly promptTokens: number } {
  const effort = effortOf(model);
  const request: ChatRequest = {
    messages: [textMessage('system', prompt), textMessage('user', asked)],
    stream: false,
    temperature: 0,
    ...(effort === undefined ? {} : { reasoningEffort: effort }),
  };
  const texts = [prompt, asked, JSON.stringify(form.schema)];
  return {
    question: { request, ...form },
    promptTokens: texts.reduce((sum, text) => sum + estimateTokens(text), 64),
  };
}

/** @returns the most tokens that the answer on these claims may have, and the fewest it can do with. */
export function answerTokens(
  blocks: readonly Pick<Block, 'parts'>[],
  model: JsonModel['model'],
): { readonly most: number; readonly least: number } {
  const verdicts = blocks.reduce((sum, { parts }) => sum + Math.max(1, parts.length), 0);
  const least = TOKENS_OF_FRAME + verdicts * TOKENS_OF_VERDICT;
  return { most: withThought(least, model), least };
}

/** @returns tokens of an answer and of the thought before it, as far as the model writes so many. */
export function withThought(tokens: number, model: JsonModel['model']): number {
  const most = tokens + (model.capabilities.reasoningEffort ? TOKENS_OF_THOUGHT : 0);
  return Math.min(most, model.outputCap ?? most);
}

/** The complaint that asks for a broken answer once more. The answer itself is not shown: it may hold anything. */
export const REPAIR = `Your last answer was not JSON of this schema: ${JSON.stringify(SCHEMA)}. Answer with the JSON alone.`;

/** A little thought where the model can think: judging needs some, and the caller waits. */
function effortOf({ capabilities }: JsonModel['model']): ReasoningEffort | undefined {
  if (!capabilities.reasoningEffort) return undefined;
  return capabilities.efforts?.low === undefined ? undefined : 'low';
}

/**
 * Tokens of a text, from above: three bytes of UTF-8 each. Tokenizers of today make 4 to 5 bytes of English
 * one token, 3 to 4 of other scripts.
 */
export function estimateTokens(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / 3);
}
