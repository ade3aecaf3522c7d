/** One question to the judge: within the token budget, under a time limit, with one repair. */
import type { Usage } from '../../../domain/chat.ts';
import { type ErrorCode, GatewayError } from '../../../domain/errors.ts';
import { addUsage, type JsonAnswer, type JsonModel } from '../../../models/upstream/ask-json.ts';
import type { Block, FenceWord } from '../choose/fence-evidence.ts';
import type { Fault } from '../state/state-verdict.ts';
import { isTimeUp } from '../within-limit.ts';
import { answerTokens, composeQuestion, type Dates, REPAIR } from './compose-question.ts';
import { type Judgements, readJudgements } from './read-judgements.ts';
import type { TokenBudget } from './token-budget.ts';

export interface JudgeOptions {
  readonly model: JsonModel;
  readonly budget: TokenBudget;
  /** Milliseconds that one call may take. */
  readonly judgeTimeoutMs: number;
  /** Random, at least 16 hexadecimal characters, another one each time. */
  readonly fenceWord: FenceWord;
  readonly dates: Dates;
  /** Called for every call that is begun. */
  readonly onCall: () => void;
}

export interface JudgeReply {
  /** One for each block; `undefined` where the judge gave none that can be used. */
  readonly judgements: readonly (Judgements | undefined)[];
  /** Why there are none. */
  readonly fault?: Fault;
  /** No further question has a chance: the key, the model or the request is refused. */
  readonly hopeless: boolean;
  readonly usage?: Usage;
}

/** @returns whether the budget has room for a question on these claims. */
export function fitsBudget(
  blocks: readonly Block[],
  { model: { model }, budget, fenceWord, dates }: JudgeOptions,
): boolean {
  const { promptTokens } = composeQuestion(blocks, model, fenceWord, dates);
  return promptTokens + answerTokens(blocks, model).least <= budget.left();
}

/** Never rejects: where anything goes wrong, the claims come out without a verdict. */
export async function askJudge(
  blocks: readonly Block[],
  options: JudgeOptions,
  signal: AbortSignal,
): Promise<JudgeReply> {
  const first = await askOnce(blocks, options, signal);
  if (first.fault !== 'judge-unusable' || signal.aborted) return first;
  const second = await askOnce(blocks, options, signal, REPAIR);
  const usage = addUsage(first.usage, second.usage);
  return {
    ...second,
    ...(second.fault === 'no-tokens' ? { fault: 'judge-unusable' as const } : {}),
    ...(usage === undefined ? {} : { usage }),
  };
}

async function askOnce(
  blocks: readonly Block[],
  { model, budget, judgeTimeoutMs, fenceWord, dates, onCall }: JudgeOptions,
  signal: AbortSignal,
  complaint?: string,
): Promise<JudgeReply> {
  const { question, firstItems, promptTokens } = composeQuestion(
    blocks,
    model.model,
    fenceWord,
    dates,
    complaint,
  );
  const { most, least } = answerTokens(blocks, model.model);
  const maxTokens = Math.min(most, budget.left() - promptTokens);
  const none = (fault: Fault, hopeless = false): JudgeReply => ({
    judgements: blocks.map(() => undefined),
    fault,
    hopeless,
  });
  if (maxTokens < least) return none('no-tokens');

  const limited = { ...question, request: { ...question.request, maxTokens } };
  const ask = (until: AbortSignal): Promise<JsonAnswer> => {
    onCall();
    return model.ask(limited, until);
  };
  let answer: JsonAnswer | undefined;
  try {
    answer = await budget.spend(promptTokens + maxTokens, judgeTimeoutMs, signal, ask);
  } catch (error) {
    if (isTimeUp(error) && !signal.aborted) return none('judge-silent');
    const hopeless = isHopeless(error);
    return none(hopeless ? 'judge-refused' : 'judge-failed', hopeless);
  }
  if (answer === undefined) return none('no-tokens');
  const counted = answer.usage === undefined ? {} : { usage: answer.usage };
  const judgements = readJudgements(
    answer.value,
    blocks.map(({ items, parts }, index) => ({
      firstItem: firstItems[index] as number,
      items: items.length,
      parts: parts.length,
    })),
  );
  return judgements.every((judgement) => judgement === undefined)
    ? { ...none('judge-unusable'), ...counted }
    : { judgements, hopeless: false, ...counted };
}

/** @returns whether the next question would meet the same: the key, the model or the request is refused. */
export function isHopeless(error: unknown): boolean {
  return error instanceof GatewayError && HOPELESS.has(error.code);
}

const HOPELESS: ReadonlySet<ErrorCode> = new Set([
  'api_key_required',
  'api_key_invalid',
  'api_key_revoked',
  'model_not_in_plan',
  'provider_model_not_found',
  'unknown_model',
  'unsupported',
  'insufficient_quota',
]);
