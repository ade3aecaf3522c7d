import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { GatewayError } from '../../../domain/errors.ts';
import type { JsonModel } from '../../../models/upstream/ask-json.ts';
import type { ShownItem } from '../choose/choose-items.ts';
import { itemOf, readQuestion, verdict } from './judge-in-tests.ts';
import { type Case, type CaseResult, openJudgeQueue } from './judge-queue.ts';
import { openTokenBudget } from './token-budget.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A call that waits for its answer. */
interface Call {
  readonly claims: readonly string[];
  /** Answers it; leaves out the claims whose names are given. */
  answer(...without: string[]): Promise<void>;
  fail(error: Error): Promise<void>;
}

function open(more: Partial<Parameters<typeof openJudgeQueue>[0]> = {}) {
  const calls: Call[] = [];
  const abort = new AbortController();
  const model = {
    model: { id: 'a/b', provider: 'a', wireId: 'b', capabilities: { reasoningEffort: false } },
    endpoint: { sandbox: false },
    ask: ({ request }: Parameters<JsonModel['ask']>[0]) =>
      new Promise((resolve, reject) => {
        const { blocks } = readQuestion(request);
        calls.push({
          claims: blocks.map(({ claim }) => claim),
          async answer(...without) {
            const verdicts = blocks
              .filter(({ claim }) => !without.includes(claim))
              .map((block) => verdict(block));
            resolve({ value: { verdicts }, text: '', usage: { promptTokens: 3, completionTokens: 4 } });
            await vi.advanceTimersByTimeAsync(0);
          },
          async fail(error) {
            reject(error);
            await vi.advanceTimersByTimeAsync(0);
          },
        });
      }),
  } as unknown as JsonModel;
  const queue = openJudgeQueue({
    ...{ model, budget: openTokenBudget(1_000_000), judgeTimeoutMs: 100_000, dates: { today: '2024-01-01' } },
    ...{
      fenceWord: () => '0123456789abcdef',
      onCall: () => {},
      concurrency: 2,
      now: () => performance.now(),
    },
    signal: abort.signal,
    ...more,
  });
  const answers: Record<string, CaseResult> = {};
  const add = (claim: string, rest: Partial<Case> = {}) => {
    const item = itemOf('Text.');
    const items: ShownItem[] = [{ item, relevance: 1, excerpt: 'Text.', start: 0, hash: claim }];
    const one = { claim, parts: [], context: undefined, items, final: false, ...rest };
    void queue.judge(one).then((answer) => {
      answers[claim] = answer;
    });
  };
  const wait = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);
  return { queue, calls, add, wait, answers, abort, asked: () => calls.map(({ claims }) => claims.join('')) };
}

describe('a claim that waits', () => {
  it('is asked after a moment, with those that came meanwhile', async () => {
    const { add, wait, asked } = open();
    add('A');
    await wait(20);
    add('B');
    await wait(4);
    expect(asked()).toEqual([]);
    await wait(1);
    expect(asked()).toEqual(['AB']);
  });

  it('waits longer where others are expected', async () => {
    const { add, wait, asked, queue } = open();
    queue.expect(1);
    add('A');
    await wait(59);
    expect(asked()).toEqual([]);
    await wait(1);
    expect(asked()).toEqual(['A']);
  });

  it('is asked where the last that was expected does not come', async () => {
    const { add, wait, asked, queue } = open();
    queue.expect(1);
    add('A');
    await wait(30);
    queue.expect(-1);
    await wait(0);
    expect(asked()).toEqual(['A']);
  });

  it('waits for the next sentence of a stream, but for the first', async () => {
    const { add, wait, asked, calls } = open({ from: 'stream' });
    add('A');
    await wait(25);
    expect(asked()).toEqual(['A']);
    await calls[0]!.answer();
    add('B');
    await wait(2_199);
    expect(asked()).toHaveLength(1);
    await wait(1);
    expect(asked()).toEqual(['A', 'B']);
  });

  it('waits no longer where somebody else waits, or the next claim is not judged', async () => {
    for (const end of ['hurry', 'skipNext'] as const) {
      const { add, wait, asked, calls, queue } = open({ from: 'stream' });
      add('A');
      await wait(25);
      await calls[0]!.answer();
      add('B');
      await wait(100);
      queue[end]();
      await wait(0);
      expect(asked()).toEqual(['A', 'B']);
    }
  });

  it('for a last time waits for those that are judged', async () => {
    const { add, wait, asked } = open();
    add('A');
    await wait(25);
    add('B', { final: true });
    await wait(499);
    expect(asked()).toEqual(['A']);
    await wait(1);
    expect(asked()).toEqual(['A', 'B']);
  });

  it('for a last time does not wait where nothing else goes on', async () => {
    const { add, wait, asked } = open();
    add('A', { final: true });
    await wait(25);
    expect(asked()).toEqual(['A']);
  });
});

describe('claims that share a call', () => {
  it('are three where calls are free, and do not wait where there are five', async () => {
    const { add, wait, asked } = open();
    for (const claim of 'ABCD') add(claim);
    await wait(24);
    expect(asked()).toEqual([]);
    await wait(1);
    expect(asked()).toEqual(['ABC', 'D']);
    const full = open();
    for (const claim of 'ABCDE') full.add(claim);
    await full.wait(0);
    expect(full.asked()).toEqual(['ABC']);
    await full.wait(25);
    expect(full.asked()).toEqual(['ABC', 'DE']);
  });

  it('are five at most, in as few calls as may be of a text', async () => {
    const { add, wait, asked } = open({ from: 'text' });
    for (const claim of 'ABCDEFG') add(claim);
    await wait(25);
    expect(asked()).toEqual(['ABCDE', 'FG']);
  });

  it('are no more calls at a time than there may be', async () => {
    const { add, wait, asked, calls } = open({ concurrency: 1 });
    for (const claim of 'ABCDEFGH') add(claim);
    await wait(25);
    expect(asked()).toEqual(['ABCDE']);
    await wait(1_000);
    expect(asked()).toHaveLength(1);
    await calls[0]!.answer();
    expect(asked()).toEqual(['ABCDE', 'FGH']);
  });

  it('are those that share evidence with the oldest', async () => {
    const { add, wait, asked } = open({ concurrency: 1 });
    const item = (hash: string): ShownItem => ({
      item: itemOf('Text.'),
      relevance: 1,
      excerpt: 'Text.',
      start: 0,
      hash,
    });
    add('A', { items: [item('x')] });
    add('B', { items: [item('y')] });
    add('C', { items: [item('z')] });
    add('D', { items: [item('x')] });
    await wait(25);
    expect(asked()[0]).toMatch(/^AD/);
  });

  it('have 40,000 characters of evidence at most', async () => {
    const item = (length: number): ShownItem => {
      const text = 'x'.repeat(length);
      return { item: itemOf(text), relevance: 1, excerpt: text, start: 0, hash: `${length}` };
    };
    const sizes = async (...lengths: number[]) => {
      const { add, wait, asked } = open();
      for (const [at, length] of lengths.entries()) add('ABC'[at]!, { items: [item(length)] });
      await wait(25);
      return asked();
    };
    expect(await sizes(20_000, 20_000)).toEqual(['AB']);
    expect(await sizes(20_000, 20_001)).toEqual(['A', 'B']);
    expect(await sizes(20_000, 20_001, 5)).toEqual(['AC', 'B']);
  });
});

describe('what comes of a call', () => {
  it('is an answer for each claim, and its tokens', async () => {
    const { add, wait, calls, answers, queue } = open();
    add('A');
    add('B');
    await wait(25);
    await calls[0]!.answer();
    expect(answers.A?.judgements).toHaveLength(1);
    expect(answers.B?.judgements).toHaveLength(1);
    expect(queue.usage()).toEqual({ promptTokens: 3, completionTokens: 4 });
  });

  it('a claim that was left out is asked once more', async () => {
    const { add, wait, calls, answers, asked } = open();
    add('A');
    add('B');
    await wait(25);
    await calls[0]!.answer('B');
    expect(answers.B).toBeUndefined();
    await wait(25);
    expect(asked()).toEqual(['AB', 'B']);
    await calls[1]!.answer('B');
    await wait(0);
    await calls[2]?.answer('B');
    expect(answers.B).toEqual({ fault: 'judge-unusable' });
    expect(answers.A?.judgements).toBeDefined();
  });

  it('three failures in a row are the end', async () => {
    const { add, wait, calls, answers } = open();
    for (const claim of 'ABC') {
      add(claim);
      await wait(25);
      await calls.at(-1)!.fail(new Error('broken'));
      expect(answers[claim]).toEqual({ fault: 'judge-failed' });
    }
    add('D');
    await wait(0);
    expect(calls).toHaveLength(3);
    expect(answers.D).toEqual({ fault: 'judge-failed' });
  });

  it('an answer in between begins to count anew', async () => {
    const { add, wait, calls } = open();
    for (const claim of 'ABCDEF') {
      add(claim);
      await wait(25);
      if (claim === 'C') await calls.at(-1)!.answer();
      else await calls.at(-1)!.fail(new Error('broken'));
    }
    expect(calls).toHaveLength(6);
  });

  it('a key that is refused is the end', async () => {
    const { add, wait, calls, answers } = open();
    add('A');
    await wait(25);
    await calls[0]!.fail(new GatewayError('api_key_invalid', 'no'));
    add('B');
    await wait(25);
    expect(calls).toHaveLength(1);
    expect([answers.A, answers.B]).toEqual([{ fault: 'judge-refused' }, { fault: 'judge-refused' }]);
  });

  it('nothing, where there are no tokens', async () => {
    const { add, wait, calls, answers } = open({ budget: openTokenBudget(10) });
    add('A');
    await wait(25);
    expect(calls).toEqual([]);
    expect(answers.A).toEqual({ fault: 'no-tokens' });
  });

  it('nothing at all, where nobody waits any more', async () => {
    const { add, wait, calls, answers, abort } = open();
    add('A');
    abort.abort();
    await wait(1_000);
    add('B');
    await wait(1_000);
    expect([calls, answers]).toEqual([[], {}]);
  });
});
