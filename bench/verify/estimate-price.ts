/** What a run with a model of one's own will cost, from a dry run of its questions, before anybody is asked. */
import { createInterface } from 'node:readline/promises';
import { type ChatRequest, textOf } from '../../src/domain/chat.ts';
import { readQuestion } from '../../src/engine/factcheck/judge/judge-in-tests.ts';
import type { JsonTarget } from '../../src/models/upstream/ask-json.ts';
import type { PreparedCall, Upstream } from '../../src/models/upstream/call-provider.ts';
import { type AskFurther, judgeBlock, readClaims } from './oracle.ts';
import type { ClaimSet } from './read-claims.ts';
import { verifySet } from './verify-set.ts';

export interface Cost {
  readonly calls: number;
  readonly promptTokens: number;
  readonly completionTokens: number;
  /** US dollars; nothing where the catalogue has no price. */
  readonly dollars?: number;
}

export interface Estimate {
  readonly claims: number;
  /** No claim is asked further of, and answers are of the usual length, without thoughts. */
  readonly usual: Cost;
  /** Every claim is asked further of, and every answer is as long as it may be. */
  readonly most: Cost;
}

/** Characters of English that are about one token. */
const CHARACTERS_OF_A_TOKEN = 4;
const TOKENS_OF_AN_ANSWER = 160;
const TOKENS_OF_A_FRAME = 10;

/** @param target the model that will be asked; the dry run asks nobody. */
export async function estimatePrice(sets: readonly ClaimSet[], target: JsonTarget): Promise<Estimate> {
  const run = async (isLongest: boolean): Promise<Cost> => {
    const cost = { calls: 0, promptTokens: 0, completionTokens: 0 };
    for (const set of sets) {
      const upstream = pretend(isLongest ? askOthers(set) : () => [], isLongest);
      const { calls, promptTokens, completionTokens } = await verifySet(set, { upstream, target }, 8);
      cost.calls += calls;
      cost.promptTokens += promptTokens;
      cost.completionTokens += completionTokens;
    }
    const { price } = target.model;
    if (price === undefined) return cost;
    const dollars = (cost.promptTokens * price.input + cost.completionTokens * price.output) / 1e6;
    return { ...cost, dollars };
  };
  const claims = sets.reduce((sum, { groups }) => sum + groups.flat().length, 0);
  return { claims, usual: await run(false), most: await run(true) };
}

/** What surely finds other evidence in a set is another of its claims. */
function askOthers({ groups }: ClaimSet): AskFurther {
  const texts = groups.flat().map(({ text }) => text);
  return (statement) => {
    const at = texts.indexOf(statement);
    return [1, 2].map((step) => texts[(at + step * Math.ceil(texts.length / 3)) % texts.length] ?? '');
  };
}

/** A provider that answers every question at once, and counts tokens. */
function pretend(askFurther: AskFurther, isLongest: boolean): Upstream {
  return {
    prepare: (_endpoint: unknown, _model: unknown, request: ChatRequest) =>
      ({ request }) as unknown as PreparedCall,
    async complete(prepared: PreparedCall) {
      const { request } = prepared as unknown as { request: ChatRequest };
      const [system = '', user = ''] = request.messages.map(textOf);
      const isJudge = system.startsWith('You judge claims');
      const answers = isJudge
        ? readQuestion(request).blocks.flatMap((block) => judgeBlock(block, [], askFurther).answers)
        : readClaims(user, [], false);
      const asked = [system, user, JSON.stringify(request.responseFormat ?? '')].join('');
      const usual = TOKENS_OF_A_FRAME + answers.length * TOKENS_OF_AN_ANSWER;
      return {
        content: JSON.stringify(isJudge ? { verdicts: answers } : { readings: answers }),
        finishReason: 'stop',
        usage: {
          promptTokens: Math.ceil(asked.length / CHARACTERS_OF_A_TOKEN),
          completionTokens: isLongest ? (request.maxTokens ?? usual) : usual,
        },
      };
    },
  } as unknown as Upstream;
}

export function formatEstimate(model: string, { claims, usual, most }: Estimate): string {
  const tokens = (count: number): string => count.toLocaleString('en-US');
  const line = ({ calls, promptTokens, completionTokens, dollars }: Cost): string =>
    `${calls} calls, ${tokens(promptTokens)} tokens of prompts, ${tokens(completionTokens)} of answers, ` +
    (dollars === undefined ? 'at a price that the catalogue does not have' : `$${dollars.toFixed(2)}`);
  return [
    `${claims} claims, judged by ${model} with your key:`,
    `  about    ${line(usual)}`,
    `  at most  ${line(most)}`,
    'The first number leaves out what the model thinks before it answers, and further searches; the second has both.',
  ].join('\n');
}

/** @returns whether somebody at the terminal says yes; nobody is asked where there is no terminal. */
export async function askWhetherToPay(): Promise<boolean> {
  if (process.stdin.isTTY !== true) return false;
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await terminal.question('Go on? [y/N] ');
  terminal.close();
  return /^y(es)?$/i.test(answer.trim());
}
