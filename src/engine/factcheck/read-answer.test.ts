import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { textMessage } from '../../domain/chat.ts';
import type { Claim } from '../../domain/claim.ts';
import type { Pace } from './check-event.ts';
import { type CheckScope, findInConversation, SLICE_LENGTH } from './find-in-conversation.ts';
import type { Judging } from './judge-claims.ts';
import { openAnswer } from './read-answer.ts';

const TOWER = 'The Eiffel Tower was completed in 1889.';
const BRIDGE = 'The Golden Gate Bridge was opened in 1937.';

interface Given {
  readonly pace?: Pace;
  readonly choice?: number;
  readonly isJudged?: boolean;
  readonly statements?: boolean;
  readonly scope?: Partial<CheckScope>;
}

async function open({
  pace = 'stream',
  choice = 0,
  isJudged = true,
  statements = false,
  scope = {},
}: Given = {}) {
  const judged: string[] = [];
  const foreseen: string[] = [];
  const written: string[] = [];
  let turns = 0;
  const whole: CheckScope = { listing: 'all', ...scope };
  const found = await findInConversation([textMessage('user', 'Tell me.')], whole, async () => {});
  const judging = {
    add: (claims: readonly Claim[]) => void judged.push(...claims.map(({ text }) => text)),
    foresee: ({ id, text }: Claim) => void foreseen.push(`${id} ${text}`),
  } as Partial<Judging> as Judging;
  const answer = openAnswer(choice, {
    found,
    scope: whole,
    statements,
    judging: isJudged ? judging : undefined,
    written,
    pace,
    yieldTurn: async () => void turns++,
  });
  const read = async (text: string, ends = false) => [...(await answer.read({ text, choice, ends }))];
  const texts = async (text: string, ends = false) => (await read(text, ends)).map((claim) => claim.text);
  return { ...{ found, judged, foreseen, written, read, texts }, turns: () => turns };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('an answer that is read', () => {
  it('gives each claim with the text that completes it, and the last at its end', async () => {
    const { texts, judged, written } = await open();
    expect(await texts('The Eiffel Tower was ')).toEqual([]);
    expect(await texts(`completed in 1889. ${BRIDGE.slice(0, 20)}`)).toEqual([TOWER]);
    expect(await texts(BRIDGE.slice(20))).toEqual([]);
    expect(await texts('', true)).toEqual([BRIDGE]);
    expect(judged).toEqual([TOWER, BRIDGE]);
    expect(written).toEqual([`${TOWER} ${BRIDGE}`]);
  });

  it('says where its claims stand', async () => {
    const places = async (given: Given) => {
      const [{ role, message_index, choice_index, start, end } = {} as Claim] = await (
        await open(given)
      ).read(TOWER, true);
      return { role, message_index, choice_index, start, end };
    };
    const usual = {
      role: 'assistant',
      message_index: 1,
      choice_index: undefined,
      start: 0,
      end: TOWER.length,
    };
    expect(await places({})).toEqual(usual);
    expect(await places({ pace: 'answer' })).toEqual(usual);
    expect(await places({ scope: { subject: 'text' } })).toEqual({ ...usual, role: 'text' });
    expect(await places({ choice: 1, scope: { choices: 2 } })).toEqual({ ...usual, choice_index: 1 });
  });

  it('is kept word for word where its claims are judged', async () => {
    for (const pace of ['answer', 'stream'] as const) {
      const judged = await open({ pace, choice: 1 });
      expect(judged.written).toEqual([undefined, '']);
      await judged.read(TOWER, true);
      expect(judged.written[1]).toBe(TOWER);
      const unjudged = await open({ pace, isJudged: false });
      expect((await unjudged.read(TOWER, true)).length).toBe(1);
      expect(unjudged.written).toEqual([]);
    }
  });

  it('hands on the claims that are wanted, and counts the others', async () => {
    const { texts, judged, found } = await open({ scope: { minConfidence: 1.1 } });
    expect(await texts(TOWER, true)).toEqual([]);
    expect(judged).toEqual([]);
    expect(found.list.detected()).toBe(1);
    const some = await open({ pace: 'text', scope: { spans: [{ start: 41, end: 44 }] } });
    expect(await some.texts(`${TOWER} ${BRIDGE}`, true)).toEqual([BRIDGE]);
    expect(some.found.list.kept.map(({ text }) => text)).toEqual([BRIDGE]);
    expect(some.found.list.detected()).toBe(2);
  });

  it('keeps a thousand claims', async () => {
    const { texts, found } = await open({ pace: 'text' });
    const all = Array.from({ length: 1_001 }, (_, at) => `Tower ${at} was completed in 1889.`).join(' ');
    expect((await texts(all, true)).length).toBe(1_000);
    expect([found.list.kept.length, found.list.omitted()]).toEqual([1_000, 1]);
  });

  it('is read in slices where it is long', async () => {
    const { texts, turns } = await open();
    const filler = 'Well, so. '.repeat(SLICE_LENGTH / 10);
    expect(await texts(filler)).toEqual([]);
    expect(turns()).toBe(0);
    expect(await texts(`${TOWER} ${filler}`)).toEqual([TOWER]);
    expect(turns()).toBe(2);
    expect(await texts(`${BRIDGE} ${filler}${TOWER}`, true)).toEqual([BRIDGE, TOWER]);
  });

  it('may be known as a whole', async () => {
    const asked: string[] = [];
    const detector = {
      detect: () => [],
      recall: (question: string, text: string) => {
        asked.push(`${question} ${text}`);
        return [];
      },
    };
    expect(await (await open({ pace: 'answer', scope: { detector } })).texts(TOWER, true)).toEqual([]);
    expect(asked).toEqual([`Tell me. ${TOWER}`]);
    // Neither a part of an answer, nor what comes as a stream, nor what is read for its statements too.
    expect(await (await open({ pace: 'answer', scope: { detector } })).texts(`${TOWER} It`)).toEqual([TOWER]);
    expect(await (await open({ scope: { detector } })).texts(TOWER, true)).toEqual([TOWER]);
    expect(
      await (await open({ pace: 'answer', statements: true, scope: { detector } })).texts(TOWER, true),
    ).toEqual([TOWER]);
    expect(asked.length).toBe(1);
  });
});

describe('a stream that pauses behind a sentence', () => {
  it('has the claim judged that most likely ends there', async () => {
    const { read, foreseen } = await open();
    await read(TOWER);
    await vi.advanceTimersByTimeAsync(99);
    expect(foreseen).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(foreseen).toEqual([`claim-1 ${TOWER}`]);
  });

  it('has none judged where it goes on in time, ends, or does not pause behind a sentence', async () => {
    for (const rest of ['It', '']) {
      const { read, foreseen } = await open();
      await read(TOWER);
      await vi.advanceTimersByTimeAsync(99);
      await read(rest, rest === '');
      await vi.advanceTimersByTimeAsync(1_000);
      expect(foreseen).toEqual([]);
    }
    const { read, foreseen } = await open();
    await read(TOWER.slice(0, -1));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(foreseen).toEqual([]);
  });

  it('has none judged that is not wanted, nor of what is no stream', async () => {
    for (const given of [
      { scope: { minConfidence: 1.1 } },
      { pace: 'text' },
      { pace: 'answer' },
      { isJudged: false },
    ] as Given[]) {
      const { read, foreseen } = await open(given);
      await read(TOWER);
      await vi.advanceTimersByTimeAsync(1_000);
      expect(foreseen).toEqual([]);
    }
  });
});
