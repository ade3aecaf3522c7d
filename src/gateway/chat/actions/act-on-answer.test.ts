/** What becomes of a whole answer in which a claim turned out wrong. */
import { describe, expect, it, vi } from 'vitest';
import type { AnswerAction } from '../../../domain/answer-action.ts';
import type { Choice } from '../../../domain/chat.ts';
import type { ChatAnswer } from '../../../domain/chat-answer.ts';
import type { Claim, FactCheckMetadata } from '../../../domain/claim.ts';
import { GatewayError } from '../../../domain/errors.ts';
import { claimOf } from '../../../engine/factcheck/judge/judge-in-tests.ts';
import { actOnAnswer, afterAttempt } from './act-on-answer.ts';

/** Behind two messages of the conversation. */
const ANSWER = 2;
const wrong = (text: string, rest: Partial<Claim> = {}): Claim =>
  claimOf(text, { message_index: ANSWER, verdict: 'refuted', ...rest } as Partial<Claim>);
const METADATA = { mode: 'verify' } as unknown as FactCheckMetadata;
const answerOf = (claims: readonly Claim[], rest: Partial<ChatAnswer> = {}): ChatAnswer =>
  ({ content: 'It was 1890.', finishReason: 'stop', metadata: METADATA, claims, ...rest }) as ChatAnswer;
const refuse = async (): Promise<ChatAnswer> => expect.unreachable();
const act = (
  answer: ChatAnswer,
  action: Partial<AnswerAction>,
  askAgain: (answer: Choice, claims: readonly Claim[]) => Promise<ChatAnswer> = refuse,
) =>
  actOnAnswer(answer, {
    action: { on: ['refuted'], message: 'Withheld.', ...action } as AnswerAction,
    answerIndex: ANSWER,
    note: (claims) => `\n[${claims.map(({ text }) => text).join(' ')}]`,
    askAgain,
  });

describe('an answer is left as it is', () => {
  it.each([
    ['nothing in it is wrong', [wrong('A.', { verdict: 'supported' })]],
    ['nobody judged what is', [wrong('A.', { checked: false })]],
    ['the wrong is in the question', [wrong('A.', { message_index: ANSWER - 1 })]],
    ['it is another verdict than the action is on', [wrong('A.', { verdict: 'conflicting' })]],
  ])('where %s', async (_why, claims) => {
    for (const name of ['append', 'withhold', 'retry'] as const) {
      const answer = answerOf(claims);
      expect(await act(answer, { do: name })).toEqual({
        ...answer,
        metadata: { ...METADATA, action: 'annotate' },
      });
    }
  });

  it('where all that is wanted is to be told', async () => {
    const answer = answerOf([wrong('A.')]);
    expect(await act(answer, { do: 'annotate' })).toEqual({
      ...answer,
      metadata: { ...METADATA, action: 'annotate' },
    });
  });

  it('where it was not checked', async () => {
    const { metadata: _, claims: _none, ...plain } = answerOf([]);
    expect(await act(plain as ChatAnswer, { do: 'append' })).toEqual(plain);
  });
});

describe('a note', () => {
  it('stands behind each choice that has something wrong', async () => {
    const claims = [wrong('A.'), wrong('B.'), wrong('C.', { choice_index: 2 })];
    const more = [
      { content: 'Right.', finishReason: 'stop' },
      { content: 'Wrong.', finishReason: 'stop' },
    ] as const;
    expect(await act(answerOf(claims, { more }), { do: 'append' })).toMatchObject({
      content: 'It was 1890.\n[A. B.]',
      appended: '\n[A. B.]',
      more: [more[0], { content: 'Wrong.\n[C.]', appended: '\n[C.]' }],
      metadata: { action: 'append' },
    });
  });

  it('makes no further choices', async () => {
    expect(await act(answerOf([wrong('A.')]), { do: 'append' })).not.toHaveProperty('more');
  });
});

describe('a withheld answer', () => {
  it('shows the message alone, and keeps the other choices', async () => {
    const claims = [wrong('A.'), wrong('Asked.', { role: 'user', message_index: 1 })];
    const more = [{ content: 'Right.', finishReason: 'stop' }] as const;
    const answer = answerOf(claims, {
      more,
      written: { id: 'x' },
      thoughts: [{ text: 'Hm.' }],
      toolCalls: [{ id: 'call_1', name: 'look', arguments: '{}' }],
      logprobs: [],
    } as Partial<ChatAnswer>);
    expect(await act(answer, { do: 'withhold' })).toEqual({
      content: 'Withheld.',
      finishReason: 'content_filter',
      metadata: { ...METADATA, action: 'withhold' },
      claims: [claims[1]],
      more,
    });
  });

  it('may be a further choice, and the first one stays', async () => {
    const more = [{ content: 'Wrong.', finishReason: 'stop' }] as const;
    expect(
      await act(answerOf([wrong('A.', { choice_index: 1 })], { more }), { do: 'withhold' }),
    ).toMatchObject({
      content: 'It was 1890.',
      more: [{ content: 'Withheld.', finishReason: 'content_filter' }],
    });
  });
});

describe('a second attempt', () => {
  const usage = { promptTokens: 10, completionTokens: 5 };

  it('is asked for with what is wrong in the first choice that is, and paid for too', async () => {
    const claims = [wrong('A.', { choice_index: 1 }), wrong('B.', { choice_index: 2 })];
    const more = ['Wrong.', 'Wrong too.'].map((content) => ({ content, finishReason: 'stop' as const }));
    const askAgain = vi.fn(async () => answerOf([], { content: 'It was 1889.', usage }));
    const answer = await act(answerOf(claims, { more, usage }), { do: 'retry' }, askAgain);
    expect(askAgain.mock.calls).toEqual([[more[0], [claims[0]]]]);
    expect(answer).toMatchObject({
      content: 'It was 1889.',
      usage: { promptTokens: 20, completionTokens: 10 },
      metadata: { action: 'retry', attempts: 2 },
    });
  });

  it('that fails leaves the first answer', async () => {
    const first = answerOf([wrong('A.')]);
    const failing = async () => {
      throw new GatewayError('provider_failed', 'It is down.');
    };
    expect(await act(first, { do: 'retry' }, failing)).toEqual({
      ...first,
      metadata: { ...METADATA, action: 'annotate' },
    });
  });

  it('is given up by a caller who leaves', async () => {
    const left = new Error('left');
    const leaving = async () => {
      throw left;
    };
    await expect(act(answerOf([wrong('A.')]), { do: 'retry' }, leaving)).rejects.toBe(left);
  });

  it('says what both used, as far as either says it', () => {
    const used = { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 };
    const having = (own: object) => ({ ...METADATA, ...own }) as FactCheckMetadata;
    expect(afterAttempt(having({ usage: used }), having({ usage: used })).usage).toEqual({
      prompt_tokens: 2,
      completion_tokens: 4,
      total_tokens: 6,
    });
    expect(afterAttempt(METADATA, having({ usage: used })).usage).toEqual(used);
    expect(afterAttempt(having({ usage: used }), undefined).usage).toEqual(used);
    expect(afterAttempt(METADATA, METADATA)).toEqual({ ...METADATA, attempts: 2 });
  });

  it('says what the checks of both cost, unless the price of one is not known', () => {
    const used = { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 };
    const none = { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 };
    const having = (usage: object) => ({ ...METADATA, usage }) as FactCheckMetadata;
    const costOf = (first: object, second: object) => afterAttempt(having(second), having(first)).usage?.cost;
    expect(costOf({ ...used, cost: 0.1 }, { ...used, cost: 0.2 })).toBe(0.3);
    expect(costOf({ ...used, cost: 0.1 }, used)).toBeUndefined();
    expect(costOf(used, { ...used, cost: 0.1 })).toBeUndefined();
    // Of one check nobody was asked.
    expect(costOf(none, { ...used, cost: 0.1 })).toBe(0.1);
    expect(costOf({ ...used, cost: 0.1 }, none)).toBe(0.1);
  });
});
