/** One question to the judge: within the token budget, under a time limit, with one repair. */
import type { Usage } from '../../domain/chat.ts';
import { type ErrorCode, GatewayError } from '../../errors.ts';
import { addUsage, askJson, type JsonAnswer, type JsonTarget } from '../../upstream/ask-json.ts';
import type { Upstream } from '../../upstream/call-provider.ts';
import type { Block } from '../fence-evidence.ts';
import { openLimit } from '../open-limit.ts';
import { answerTokens, composeQuestion, REPAIR } from './compose-question.ts';
import { type Judgement, readJudgements } from './read-judgements.ts';
import type { Fault } from './state-verdict.ts';
import type { TokenBudget } from './token-budget.ts';

export interface JudgeOptions {
  readonly upstream: Upstream;
  readonly target: JsonTarget;
  readonly budget: TokenBudget;
  /** Milliseconds that one call may take. */
  readonly timeout: number;
  /** Random, at least 16 hexadecimal characters, another one each time. */
  readonly nonce: () => string;
  /** Told of every call that is begun. */
  readonly onCall: () => void;
}

export interface Answered {
  /** One for each block; `undefined` where the judge gave none that can be used. */
  readonly judgements: readonly (Judgement | undefined)[];
  /** Why there are none. */
  readonly fault?: Fault;
  /** No further question has a chance: the key, the model or the request is refused. */
  readonly hopeless: boolean;
  readonly usage?: Usage;
}

/** @returns whether the budget has room for a question on these claims. */
export function fitsBudget(blocks: readonly Block[], { target, budget, nonce }: JudgeOptions): boolean {
  const { promptTokens } = composeQuestion(blocks, target.model, nonce());
  return promptTokens + answerTokens(blocks.length, target.model).least <= budget.left();
}

/** Never rejects: whatever goes wrong, the claims come out without a verdict. */
export async function askJudge(
  blocks: readonly Block[],
  options: JudgeOptions,
  signal: AbortSignal,
): Promise<Answered> {
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
  { upstream, target, budget, timeout, nonce, onCall }: JudgeOptions,
  signal: AbortSignal,
  complaint?: string,
): Promise<Answered> {
  const { model } = target;
  const { question, firstItems, promptTokens } = composeQuestion(blocks, model, nonce(), complaint);
  const wanted = answerTokens(blocks.length, model);
  const maxTokens = Math.min(wanted.most, budget.left() - promptTokens);
  const none = (fault: Fault, hopeless = false): Answered => ({
    judgements: blocks.map(() => undefined),
    fault,
    hopeless,
  });
  const reservation = maxTokens < wanted.least ? undefined : budget.reserve(promptTokens + maxTokens);
  if (reservation === undefined) return none('no-tokens');

  const limit = openLimit(signal, timeout);
  onCall();
  let answer: JsonAnswer;
  try {
    const request = { ...question.request, maxTokens };
    answer = await Promise.race([
      askJson(upstream, target, { ...question, request }, limit.signal),
      limit.passed,
    ]);
  } catch (error) {
    // Whatever was given up on the way may have been counted; what was refused was not.
    reservation.settle(limit.signal.aborted ? reservation.tokens : 0);
    if (limit.signal.aborted && !signal.aborted) return none('judge-silent');
    return none(...readFailure(error));
  } finally {
    limit.close();
  }
  const { usage, value } = answer;
  reservation.settle(usage === undefined ? reservation.tokens : usage.promptTokens + usage.completionTokens);
  const judgements = readJudgements(
    value,
    blocks.map(({ items }, index) => ({ firstItem: firstItems[index] as number, items: items.length })),
  );
  const counted = usage === undefined ? {} : { usage };
  return judgements.every((judgement) => judgement === undefined)
    ? { ...none('judge-unusable'), ...counted }
    : { judgements, hopeless: false, ...counted };
}

/** What the next question would meet as well. */
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

function readFailure(error: unknown): [Fault, boolean] {
  return error instanceof GatewayError && HOPELESS.has(error.code)
    ? ['judge-refused', true]
    : ['judge-failed', false];
}
