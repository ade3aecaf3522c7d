import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type ErrorCode, GatewayError } from '../../../domain/errors.ts';
import type { JsonModel } from '../../../models/upstream/ask-json.ts';
import type { ShownItem } from '../choose/choose-items.ts';
import type { Block } from '../choose/fence-evidence.ts';
import { askJudge, fitsBudget, isHopeless, type JudgeOptions } from './ask-judge.ts';
import { answerTokens, composeQuestion } from './compose-question.ts';
import { itemOf, readQuestion, verdict } from './judge-in-tests.ts';
import { openTokenBudget } from './token-budget.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const ITEMS: ShownItem[] = [{ item: itemOf('Text.'), relevance: 1, excerpt: 'Text.', start: 0, hash: 'h' }];
const block = (claim: string): Block => ({
  claim,
  parts: [],
  context: undefined,
  items: ITEMS,
  final: false,
});
const BLOCKS = [block('One is wet.'), block('Two is wet.')];
const MODEL = { id: 'a/b', provider: 'a', wireId: 'b', capabilities: { reasoningEffort: true } };
const USAGE = { promptTokens: 3, completionTokens: 4 };

type Answer = 'right' | 'first' | 'wrong' | 'uncounted' | 'nothing' | 'silence' | Error;

/** A judge that answers in turn as it is told. */
function open(answers: readonly Answer[], tokens = 1_000_000) {
  const asked: { readonly maxTokens: number | undefined; readonly user: string }[] = [];
  const ask = async ({ request }: Parameters<JsonModel['ask']>[0]) => {
    const { blocks, user } = readQuestion(request);
    const answer = answers[asked.length];
    asked.push({ maxTokens: request.maxTokens, user });
    if (answer instanceof Error) throw answer;
    if (answer === 'silence') return new Promise(() => {});
    const said =
      answer === 'wrong' || answer === 'nothing' ? [] : blocks.slice(0, answer === 'first' ? 1 : 9);
    return {
      ...{ value: { verdicts: said.map((one) => verdict(one)) }, text: '' },
      ...(answer === 'uncounted' || answer === 'nothing' ? {} : { usage: USAGE }),
    };
  };
  const onCall = vi.fn();
  const options: JudgeOptions = {
    ...{ model: { model: MODEL, endpoint: { sandbox: false }, ask } as unknown as JsonModel },
    ...{ budget: openTokenBudget(tokens), judgeTimeoutMs: 1_000, dates: { today: '2024-01-01' } },
    ...{ fenceWord: () => '0123456789abcdef', onCall },
  };
  const abort = new AbortController();
  const judge = async (wait = 0) => {
    const reply = askJudge(BLOCKS, options, abort.signal);
    await vi.advanceTimersByTimeAsync(wait);
    return reply;
  };
  return { judge, asked, onCall, options, abort };
}
const { promptTokens } = composeQuestion(BLOCKS, MODEL, () => '0123456789abcdef', { today: '2024-01-01' });
const { most, least } = answerTokens(BLOCKS, MODEL);

describe('a question to the judge', () => {
  it('is answered for each claim', async () => {
    const { judge, asked, onCall } = open(['right']);
    const { judgements, ...rest } = await judge();
    expect(judgements.map((one) => one !== undefined)).toEqual([true, true]);
    expect(rest).toEqual({ hopeless: false, usage: USAGE });
    expect(asked).toMatchObject([{ maxTokens: most }]);
    expect(onCall).toHaveBeenCalledTimes(1);
  });

  it('may be answered for some, and need not be counted', async () => {
    const { judgements, fault } = await open(['first']).judge();
    expect(judgements.map((one) => one !== undefined)).toEqual([true, false]);
    expect(fault).toBeUndefined();
    expect(await open(['uncounted']).judge()).not.toHaveProperty('usage');
  });

  it('is asked once more where its answer is of no use', async () => {
    const { judge, asked, onCall } = open(['wrong', 'right']);
    const { judgements, fault, usage } = await judge();
    expect(judgements.every((one) => one !== undefined)).toBe(true);
    expect(fault).toBeUndefined();
    expect(usage).toEqual({ promptTokens: 6, completionTokens: 8 });
    expect(onCall).toHaveBeenCalledTimes(2);
    expect(asked[1]!.user.length).toBeGreaterThan(asked[0]!.user.length);
  });

  it('and no third time', async () => {
    const { judge, asked } = open(['wrong', 'wrong', 'right']);
    expect(await judge()).toMatchObject({ judgements: [undefined, undefined], fault: 'judge-unusable' });
    expect(asked).toHaveLength(2);
    expect(await open(['nothing', 'nothing']).judge()).not.toHaveProperty('usage');
  });

  it('whose repair has no tokens left was answered without use', async () => {
    const { judge, asked } = open(['wrong', 'right'], promptTokens + least);
    expect(await judge()).toMatchObject({ fault: 'judge-unusable', usage: USAGE });
    expect(asked).toHaveLength(1);
  });
});

describe('the budget', () => {
  it.each([
    [promptTokens + least - 1, undefined],
    [promptTokens + least, least],
    [promptTokens + most - 1, most - 1],
    [promptTokens + most, most],
    [promptTokens + most + 1, most],
  ])('of %d tokens leaves %s to the answer', async (tokens, maxTokens) => {
    const { judge, asked, onCall, options } = open(['right'], tokens);
    expect(fitsBudget(BLOCKS, options)).toBe(maxTokens !== undefined);
    const { fault, hopeless } = await judge();
    expect(fault).toBe(maxTokens === undefined ? 'no-tokens' : undefined);
    expect(hopeless).toBe(false);
    expect(asked[0]?.maxTokens).toBe(maxTokens);
    expect(onCall).toHaveBeenCalledTimes(asked.length);
  });
});

describe('a judge that cannot answer', () => {
  it('in time says nothing', async () => {
    const { judge, asked } = open(['silence']);
    expect(await judge(1_000)).toMatchObject({ fault: 'judge-silent', hopeless: false });
    expect(asked).toHaveLength(1);
  });

  it('is not waited for where the caller left', async () => {
    const { judge, abort, asked } = open(['silence', 'right']);
    const reply = judge();
    abort.abort();
    expect(await reply).toMatchObject({ judgements: [undefined, undefined], fault: 'judge-failed' });
    expect(asked).toHaveLength(1);
  });

  it.each<[ErrorCode, boolean]>([
    ['provider_failed', false],
    ['unavailable', false],
    ['api_key_invalid', true],
    ['provider_model_not_found', true],
    ['insufficient_quota', true],
  ])('for %s has no chance later: %s', async (code, hopeless) => {
    const error = new GatewayError(code, 'No.');
    expect(isHopeless(error)).toBe(hopeless);
    const fault = hopeless ? 'judge-refused' : 'judge-failed';
    expect(await open([error]).judge()).toEqual({ judgements: [undefined, undefined], fault, hopeless });
  });

  it('for another reason may later', async () => {
    expect(isHopeless(new Error('api_key_invalid'))).toBe(false);
    expect(await open([new Error('No.')]).judge()).toMatchObject({ fault: 'judge-failed', hopeless: false });
  });
});
