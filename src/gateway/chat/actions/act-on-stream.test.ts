/** What becomes of a streamed answer in which a claim turned out wrong. */
import { describe, expect, it, vi } from 'vitest';
import type { AnswerAction } from '../../../domain/answer-action.ts';
import type { ChatEvent, Narration } from '../../../domain/chat-answer.ts';
import type { Claim, FactCheckMetadata } from '../../../domain/claim.ts';
import { GatewayError } from '../../../domain/errors.ts';
import { claimOf } from '../../../engine/factcheck/judge/judge-in-tests.ts';
import { type ActingOnStream, actOnStream } from './act-on-stream.ts';

const ANSWER = 2;
const METADATA = { mode: 'verify' } as unknown as FactCheckMetadata;
const wrong = (text: string, rest: Partial<Claim> = {}): Claim =>
  claimOf(text, { message_index: ANSWER, verdict: 'refuted', ...rest } as Partial<Claim>);
const text = (piece: string, rest: object = {}): ChatEvent => ({ type: 'text', text: piece, ...rest });
const finish = (claims?: readonly Claim[], rest: object = {}): ChatEvent => ({
  type: 'finish',
  finishReason: 'stop',
  ...(claims === undefined ? {} : { claims, metadata: METADATA }),
  ...rest,
});
const usage: ChatEvent = { type: 'usage', usage: { promptTokens: 10, completionTokens: 5 } };
const done = (action: string, claims: readonly Claim[], rest: object = {}) => ({
  ...finish(claims, rest),
  metadata: { ...METADATA, action },
});

function narrationOf(...batches: ChatEvent[][]) {
  const left = [...batches];
  const close = vi.fn();
  return { next: async () => left.shift(), close } satisfies Narration;
}
async function readAll(narration: Narration): Promise<(readonly ChatEvent[])[]> {
  const batches: (readonly ChatEvent[])[] = [];
  for (let events = await narration.next(); events !== undefined; events = await narration.next())
    batches.push(events);
  return batches;
}
function acting(action: Partial<AnswerAction>, askAgain?: ActingOnStream['askAgain']): ActingOnStream {
  return {
    action: { on: ['refuted'], message: 'Withheld.', ...action } as AnswerAction,
    answerIndex: ANSWER,
    note: (claims) => ` [${claims.map((claim) => claim.text).join(' ')}]`,
    askAgain: askAgain ?? (async () => expect.unreachable()),
  };
}
const run = (batches: ChatEvent[][], ...how: Parameters<typeof acting>) =>
  readAll(actOnStream(narrationOf(...batches), acting(...how)));

describe('a note', () => {
  it('comes behind the text of each choice that has something wrong, before its end', async () => {
    const claims = [wrong('A.'), wrong('B.', { choice_index: 1 }), wrong('C.', { choice_index: 1 })];
    const ends = [finish(undefined, { choice: 1 }), finish(claims), usage];
    expect(await run([[text('One')], [text('Two', { choice: 1 }), ...ends]], { do: 'append' })).toEqual([
      [text('One')],
      [
        text('Two', { choice: 1 }),
        text(' [A.]', { appended: true }),
        text(' [B. C.]', { appended: true, choice: 1 }),
        finish(undefined, { choice: 1 }),
        done('append', claims),
        usage,
      ],
    ]);
  });

  it('is none where nothing is wrong, and what was not checked stays as it is', async () => {
    const right = [wrong('A.', { verdict: 'supported' })];
    expect(await run([[text('One'), finish(right)]], { do: 'append' })).toEqual([
      [text('One'), done('annotate', right)],
    ]);
    expect(await run([[text('One'), finish()]], { do: 'append' })).toEqual([[text('One'), finish()]]);
  });
});

describe('an answer is held back', () => {
  it('until it is known to be right, and comes in one piece without what was said of progress', async () => {
    const right = [wrong('A.', { verdict: 'supported' })];
    const claim: ChatEvent = { type: 'claim', claim: right[0] as Claim };
    const progress = [
      { type: 'progress', verified: 0, total: 1 },
      { type: 'judging', ids: [] },
    ] as unknown as ChatEvent[];
    const batches = [
      [text('It '), text('was')],
      [claim, ...progress],
      [text(' 1889.'), finish(right)],
    ];
    expect(await run(batches, { do: 'withhold' })).toEqual([
      [text('It was'), claim, text(' 1889.'), done('annotate', right)],
    ]);
  });

  it('and joined only where its pieces are of one kind', async () => {
    const right = [wrong('A.', { verdict: 'supported' })];
    const beside = { own: 1 };
    const pieces = [
      text('a', { beside }),
      text('b', { beside }),
      text('c'),
      text('d', { choice: 1 }),
      text('e', { choice: 1, logprobs: [] }),
      text('f', { choice: 1 }),
    ];
    const [events] = await run([[...pieces, finish(right)]], { do: 'withhold' });
    expect(events?.slice(0, -1)).toEqual([text('ab', { beside }), ...pieces.slice(2)]);
  });

  it('and given as it is where it breaks off before its check', async () => {
    expect(await run([[text('It was')]], { do: 'withhold' })).toEqual([[text('It was')]]);
    expect(await run([], { do: 'withhold' })).toEqual([]);
  });

  it('no longer than a million bytes of it: then it comes as it is written, or not at all', async () => {
    const claims = [wrong('A.')];
    const long = 'x'.repeat(500_000);
    const batches = () => [[text(long)], [text(long)], [text('y')], [text('z')], [usage, finish(claims)]];
    await expect(run(batches(), { do: 'withhold' })).rejects.toMatchObject({
      code: 'answer_too_long_to_hold',
    });
    expect(await run(batches(), { do: 'retry' })).toEqual([
      [text(`${long}${long}y`)],
      [text('z')],
      [usage, done('annotate', claims)],
    ]);
    // What it comes with counts once, what the gateway says of it not at all; bytes count, not letters.
    const beside = { own: 'x'.repeat(600_000) };
    const claim: ChatEvent = { type: 'claim', claim: { ...claims[0]!, text: 'x'.repeat(600_000) } };
    const right = [wrong('A.', { verdict: 'supported' })];
    const fits = [[text('a', { beside }), text('b', { beside })], [claim], [finish(right)]];
    expect(await run(fits, { do: 'withhold' })).toHaveLength(1);
    await expect(run([[text('é'.repeat(500_001))], [finish(right)]], { do: 'withhold' })).rejects.toThrow();
    await expect(
      run([[text('a', { beside })], [text('b', { beside: { ...beside } })], [finish(right)]], {
        do: 'withhold',
      }),
    ).rejects.toThrow();
  });
});

describe('a withheld answer', () => {
  it('is the message alone, for the choices that have something wrong', async () => {
    const claims = [wrong('A.'), wrong('Asked.', { role: 'user', message_index: 1 })];
    const beside = { own: 1 };
    const said: ChatEvent[] = [
      { type: 'other', beside },
      { type: 'thought', text: 'Hm.' },
      text('It was 1890.', { beside }),
      text('Right.', { choice: 1, beside }),
      { type: 'tool_call', index: 0, id: 'call_1', name: 'look' },
      { type: 'arguments', index: 0, text: '{}' },
      { type: 'claim', claim: claims[0] as Claim },
      finish(undefined, { choice: 1, beside }),
      { ...usage, beside } as ChatEvent,
      finish(claims, { beside }),
    ];
    expect(await run([said], { do: 'withhold' })).toEqual([
      [
        text('Withheld.'),
        text('Right.', { choice: 1 }),
        { type: 'claim', claim: claims[0] },
        finish(undefined, { choice: 1 }),
        usage,
        { ...done('withhold', [claims[1]!]), finishReason: 'content_filter' },
      ],
    ]);
  });

  it('may be a further choice', async () => {
    const claims = [wrong('A.', { choice_index: 1 })];
    const [events] = await run(
      [[text('Right.'), text('Wrong.', { choice: 1 }), finish(undefined, { choice: 1 }), finish(claims)]],
      { do: 'withhold' },
    );
    expect(events).toEqual([
      text('Withheld.', { choice: 1 }),
      text('Right.'),
      { ...finish(undefined, { choice: 1 }), finishReason: 'content_filter' },
      done('withhold', []),
    ]);
  });
});

describe('a second attempt', () => {
  const claims = [wrong('A.', { choice_index: 1 }), wrong('B.', { choice_index: 2 })];
  const first = [
    text('Right.'),
    text('Wrong', { choice: 1 }),
    text('.', { choice: 1 }),
    usage,
    finish(claims),
  ];

  it('comes in place of the first, as it is written, and counts it too', async () => {
    const second = narrationOf(
      [text('It ')],
      [text('was.'), finish(undefined, { choice: 1 })],
      [{ ...usage, beside: { own: 1 } } as ChatEvent, finish([])],
    );
    const askAgain = vi.fn(async () => second);
    expect(await run([first], { do: 'retry' }, askAgain)).toEqual([
      [text('It ')],
      [text('was.'), finish(undefined, { choice: 1 })],
      [
        { type: 'usage', usage: { promptTokens: 20, completionTokens: 10 } },
        { ...finish([]), metadata: { ...METADATA, action: 'retry', attempts: 2 } },
      ],
    ]);
    expect(askAgain.mock.calls).toEqual([[{ content: 'Wrong.' }, [claims[0]]]]);
    expect(second.close).not.toHaveBeenCalled();
  });

  it('that fails leaves the first answer, which says what is wrong in it', async () => {
    const failing = async () => {
      throw new GatewayError('provider_failed', 'It is down.');
    };
    const [events, ...none] = await run([first], { do: 'retry' }, failing);
    expect(events).toEqual([text('Right.'), text('Wrong.', { choice: 1 }), usage, done('annotate', claims)]);
    expect(none).toEqual([]);
  });

  it('that breaks off before anything came leaves the first answer too', async () => {
    const breaking = async (): Promise<Narration> => ({
      next: async () => {
        throw new GatewayError('provider_failed', 'It broke off.');
      },
      close() {},
    });
    const [events, ...none] = await run([first], { do: 'retry' }, breaking);
    expect(events?.at(-1)).toEqual(done('annotate', claims));
    expect(none).toEqual([]);
  });

  it('is given up by a caller who leaves', async () => {
    const left = new Error('left');
    const leaving = async () => {
      throw left;
    };
    await expect(run([first], { do: 'retry' }, leaving)).rejects.toBe(left);
    const [one, other] = [narrationOf(first), narrationOf([text('It ')])];
    const narration = actOnStream(
      one,
      acting({ do: 'retry' }, async () => {
        narration.close();
        return other;
      }),
    );
    await narration.next();
    expect(one.close).toHaveBeenCalled();
    expect(other.close).toHaveBeenCalled();
  });
});

it('a caller who leaves ends the answer, whatever is done with it', async () => {
  for (const name of ['append', 'withhold', 'retry'] as const) {
    const narration = narrationOf([text('It ')]);
    actOnStream(narration, acting({ do: name })).close();
    expect(narration.close).toHaveBeenCalledOnce();
  }
});
