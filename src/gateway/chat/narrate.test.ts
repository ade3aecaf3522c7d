import { describe, expect, it } from 'vitest';
import type { Chunk } from '../../domain/chat.ts';
import type { ChatEvent, Narration } from '../../domain/chat-answer.ts';
import type { Claim } from '../../domain/claim.ts';
import type { ConversationCheck } from '../../engine/factcheck/check-conversation.ts';
import type { ChunkBatches } from '../../models/upstream/read-chunks.ts';
import { narrate, narrateVerdicts } from './narrate.ts';

const claim = (id: string): Claim => ({
  id,
  text: id,
  original_text: id,
  role: 'assistant',
  message_index: 1,
  start: 0,
  end: 1,
  category: 'other',
  confidence: 0.9,
  language: 'en',
  language_supported: true,
});

function batchesOf(...batches: Chunk[][]): ChunkBatches {
  return { next: async () => batches.shift(), close() {} };
}

/** A check whose answer sentences are claims; `judge` gives a verdict. */
function fakeCheck() {
  let send: (claim: Claim, progress: { verified: number; total: number }) => void = () => {};
  let sendJudging: (claims: readonly Claim[]) => void = () => {};
  const done = Promise.withResolvers<void>();
  let found = 0;
  const check = {
    listed: [],
    readAnswer: (text: string) => (text.endsWith('.') ? [claim(`claim-${++found}`)] : []),
    endAnswer: () => [],
    onVerdict: (listener: typeof send) => {
      send = listener;
    },
    onJudging: (listener: typeof sendJudging) => {
      sendJudging = listener;
    },
    result: async () => {
      await done.promise;
      const metadata = {
        claims_detected: found,
        confidence_score: 1,
        sources_consulted: [],
        mode: 'verify',
        claims: [],
      };
      return { metadata, claims: [] };
    },
  } as unknown as ConversationCheck;
  const judge = (id: string, verified: number, total: number) =>
    send({ ...claim(id), verdict: 'supported' }, { verified, total });
  const begin = (id: string) => sendJudging([claim(id)]);
  return { check, judge, begin, done: () => done.resolve() };
}

const shape = (events: readonly ChatEvent[] | undefined): string[] =>
  (events ?? []).map((event) =>
    event.type === 'claim'
      ? `${event.claim.verdict ?? 'found'} ${event.claim.id}`
      : event.type === 'progress'
        ? `${event.verified}/${event.total}`
        : event.type === 'judging'
          ? `judging ${event.ids.join(' ')}`
          : event.type,
  );

async function all(narration: Narration): Promise<string[]> {
  const sent: string[] = [];
  for (let events = await narration.next(); events !== undefined; events = await narration.next()) {
    sent.push(...shape(events));
  }
  return sent;
}

describe('verdicts in a stream', () => {
  it('are sent while the text goes on, behind their claims, and all before the finish', async () => {
    const { check, judge, done } = fakeCheck();
    const batches = batchesOf(
      [{ type: 'text', text: 'One.' }],
      [{ type: 'text', text: 'Two.' }],
      [{ type: 'finish', finishReason: 'stop' }],
    );
    const narration = narrateVerdicts(narrate(batches, Promise.resolve(check), true), check, true, () => {});
    // Known before its claim was sent, and before the first text.
    judge('claim-1', 1, 1);
    expect(shape(await narration.next())).toEqual(['text', 'found claim-1', 'supported claim-1', '1/1']);
    setTimeout(() => {
      judge('claim-2', 2, 2);
      done();
    }, 5);
    expect(await all(narration)).toEqual(['text', 'found claim-2', 'supported claim-2', '2/2', 'finish']);
  });

  it('come behind the word that the judge has begun, which comes behind the claim', async () => {
    const { check, judge, begin, done } = fakeCheck();
    const batches = batchesOf([{ type: 'text', text: 'One.' }], [{ type: 'finish', finishReason: 'stop' }]);
    const narration = narrateVerdicts(narrate(batches, Promise.resolve(check), true), check, true, () => {});
    begin('claim-1');
    expect(shape(await narration.next())).toEqual(['text', 'found claim-1', 'judging claim-1']);
    judge('claim-1', 1, 1);
    done();
    expect(await all(narration)).toEqual(['supported claim-1', '1/1', 'finish']);
  });

  it('come as progress alone where claims are not sent', async () => {
    const { check, judge, done } = fakeCheck();
    const batches = batchesOf([{ type: 'text', text: 'One.' }], [{ type: 'finish', finishReason: 'stop' }]);
    const narration = narrateVerdicts(
      narrate(batches, Promise.resolve(check), false),
      check,
      false,
      () => {},
    );
    setTimeout(() => {
      judge('claim-1', 1, 1);
      done();
    }, 5);
    expect(await all(narration)).toEqual(['text', '1/1', 'finish']);
  });
});

describe('several answers', () => {
  const text = (words: string, choice?: number): Chunk => ({
    type: 'text',
    text: words,
    ...(choice === undefined ? {} : { choice }),
  });
  const end = (choice?: number): Chunk => ({
    type: 'finish',
    finishReason: 'stop',
    ...(choice === undefined ? {} : { choice }),
  });

  it('end one by one, and what was not asked for is left out', async () => {
    const ended: unknown[] = [];
    const { check, done } = fakeCheck();
    done();
    const counting = {
      ...check,
      endAnswer: (choice = 0) => {
        ended.push(choice);
        return [];
      },
    } as typeof check;
    const batches = batchesOf(
      [text('One.'), text('Two.', 1), text('Three.', 1_000_000_000)],
      [end(), text('more')],
      [text(' More.', 1)],
      [end(1)],
    );
    const narration = narrate(batches, Promise.resolve(counting), false, 2);
    const events = [];
    for (let next = await narration.next(); next !== undefined; next = await narration.next())
      events.push(...next);
    expect(events.map((event) => ('choice' in event ? event.choice : 0))).toEqual([0, 1, 1, 0, 1]);
    expect(ended).toEqual([0, 1]);
  });

  it('are cut off where one of them has no end', async () => {
    const batches = batchesOf([text('One.'), text('Two', 1)], [end()]);
    const narration = narrate(batches, undefined, false, 2);
    await narration.next();
    await expect(narration.next()).rejects.toMatchObject({ code: 'provider_cut_off' });
  });
});
