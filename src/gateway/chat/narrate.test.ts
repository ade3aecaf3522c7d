import { describe, expect, it } from 'vitest';
import type { Chunk } from '../../domain/chat.ts';
import type { ChatEvent, Narration } from '../../domain/chat-answer.ts';
import type { Claim } from '../../domain/claim.ts';
import type { CheckEvent } from '../../engine/factcheck/check-event.ts';
import { claimOf } from '../../engine/factcheck/judge/judge-in-tests.ts';
import type { CheckRun } from '../../engine/factcheck/run-check.ts';
import type { ChunkBatches } from '../../models/upstream/read-chunks.ts';
import { type AnswerPieces, narrate, narrateUnchecked, narrateWhole, piecesOf } from './narrate.ts';

const claim = (id: string): Claim => claimOf(id, { id });

function batchesOf(...batches: Chunk[][]): ChunkBatches {
  return { next: async () => batches.shift(), close() {} };
}

const METADATA = {
  claims_detected: 1,
  confidence_score: 1,
  summary: { claims: 0, supported: 0, refuted: 0, conflicting: 0, not_enough_evidence: 0, unchecked: 0 },
  sources_consulted: [],
  mode: 'verify',
  claims: [],
} as const;

/** A check that reads the pieces, and says of them what it is given. */
function runOf(
  pieces: AnswerPieces,
  said: readonly (readonly CheckEvent<readonly ChatEvent[]>[])[],
): CheckRun<readonly ChatEvent[]> {
  async function* run() {
    for (const events of said) {
      const batch = await pieces.next();
      yield batch === undefined ? events : [{ type: 'read', beside: batch.beside } as const, ...events];
    }
    return undefined;
  }
  return run() as unknown as CheckRun<readonly ChatEvent[]>;
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

async function all(narration: Narration): Promise<ChatEvent[]> {
  const sent: ChatEvent[] = [];
  for (let events = await narration.next(); events !== undefined; events = await narration.next()) {
    expect(events).not.toEqual([]);
    sent.push(...events);
  }
  return sent;
}

describe('a checked answer', () => {
  const said: readonly (readonly CheckEvent<readonly ChatEvent[]>[])[] = [
    [
      { type: 'found', claim: claim('claim-1') },
      { type: 'judging', ids: ['claim-1', 'claim-2'] },
    ],
    [
      {
        type: 'verdict',
        claim: { ...claim('claim-1'), verdict: 'refuted' },
        progress: { verified: 1, total: 2 },
      },
      { type: 'correction', id: 'claim-1', correction: { wrong: 'a', right: 'b', source: 's', url: '' } },
    ],
    [{ type: 'done', metadata: METADATA, claims: [] }],
  ];
  const chunks = (): ChunkBatches =>
    batchesOf(
      [{ type: 'text', text: 'One.' }],
      [
        { type: 'finish', finishReason: 'stop' },
        { type: 'usage', usage: { promptTokens: 1, completionTokens: 1 } },
      ],
    );

  it('has its claims and verdicts beside the text, then why it ended, with the result, then the usage', async () => {
    const pieces = piecesOf(chunks());
    const events = await all(narrate(pieces, runOf(pieces, said), true));
    expect(shape(events)).toEqual([
      ...['text', 'found claim-1', 'judging claim-1', 'judging claim-2'],
      ...['refuted claim-1', '1/2', 'finish', 'usage'],
    ]);
    expect(events.at(-2)).toMatchObject({ finishReason: 'stop', metadata: METADATA });
  });

  it('has progress alone where claims are not sent', async () => {
    const pieces = piecesOf(chunks());
    const events = await all(narrate(pieces, runOf(pieces, said), false));
    expect(shape(events)).toEqual(['text', '1/2', 'finish', 'usage']);
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
    const pieces = piecesOf(
      batchesOf(
        [text('One.'), text('Two.', 1), text('Three.', 1_000_000_000), text('Four.', 2)],
        [],
        [end(), text('more')],
        [text(' More.', 1), end(2)],
        [end(1)],
      ),
      2,
    );
    const read = [];
    for (let batch = await pieces.next(); batch !== undefined; batch = await pieces.next()) read.push(batch);
    expect(read.map((batch) => batch.pieces)).toEqual([
      [
        { text: 'One.', choice: 0, ends: false },
        { text: 'Two.', choice: 1, ends: false },
      ],
      [{ text: '', choice: 0, ends: true }],
      [{ text: ' More.', choice: 1, ends: false }],
      [{ text: '', choice: 1, ends: true }],
    ]);
    expect(read.flatMap(({ beside }) => beside)).toEqual([text('One.'), text('Two.', 1), text(' More.', 1)]);
    expect(pieces.finish()).toEqual([end(), end(1)]);
  });

  it('are cut off where one of them has no end', async () => {
    const narration = narrateUnchecked(piecesOf(batchesOf([text('One.'), text('Two', 1)], [end()]), 2));
    await narration.next();
    await expect(all(narration)).rejects.toMatchObject({ code: 'provider_cut_off' });
  });
});

describe('events that are all known', () => {
  const events: readonly ChatEvent[] = [{ type: 'text', text: 'One.' }];

  it('come once, and not where nobody waits for them any more', async () => {
    expect(await all(narrateWhole(events))).toEqual(events);
    const narration = narrateWhole(events);
    narration.close();
    expect(await narration.next()).toBeUndefined();
  });
});

describe('an answer that is not checked', () => {
  const text: Chunk = { type: 'text', text: 'One.' };
  const thought: Chunk = { type: 'thought', text: 'Hm.' };
  const finish: Chunk = { type: 'finish', finishReason: 'stop' };
  const usage: Chunk = { type: 'usage', usage: { promptTokens: 1, completionTokens: 1 } };
  const other = (at: number): Chunk => ({ type: 'other', beside: { at } });
  const batches = async (...given: Chunk[][]) => {
    const narration = narrateUnchecked(piecesOf(batchesOf(...given)));
    const sent: (readonly ChatEvent[])[] = [];
    for (let events = await narration.next(); events !== undefined; events = await narration.next())
      sent.push(events);
    return sent;
  };

  it.each<[string, Chunk[][], Chunk[][]]>([
    ['its end and its usage last, whenever they come', [[usage, finish], []], [[finish, usage]]],
    ['no usage where there is none', [[text], [finish]], [[text], [finish]]],
    ['its thoughts', [[thought], [text, finish]], [[thought], [text], [finish]]],
    ['nothing more behind its end', [[text, finish, thought], [text]], [[text], [finish]]],
    [
      'what is said beside it with its first words',
      [[other(1)], [other(2), text], [other(3)], [finish]],
      [[other(1), other(2), text], [other(3)], [finish]],
    ],
    [
      'what is said beside it with its end, where it has no words',
      [[other(1)], [finish]],
      [[other(1), finish]],
    ],
    ['nothing where nothing comes', [[]], []],
  ])('has %s', async (_what, given, sent) => {
    expect(await batches(...given)).toEqual(sent);
  });

  it.each([[[text]], [[thought, usage]]])('is cut off where it only has %j', async (chunks) => {
    await expect(batches(chunks)).rejects.toMatchObject({ code: 'provider_cut_off' });
  });

  it('is over where nothing but a usage came', async () => {
    expect(await batches([usage])).toEqual([[usage]]);
  });
});
