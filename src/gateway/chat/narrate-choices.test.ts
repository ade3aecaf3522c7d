/** Which answers of the provider reach the caller, and when a stream counts as cut off. */

import { describe, expect, it } from 'vitest';
import type { Chunk } from '../../domain/chat.ts';
import type { ChatEvent, Narration } from '../../domain/chat-answer.ts';
import { narrateUnchecked, narrateWhole, piecesOf } from './narrate.ts';

const batchesOf = (...batches: Chunk[][]) => ({ next: async () => batches.shift(), close() {} });
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

async function all(narration: Narration): Promise<ChatEvent[]> {
  const events: ChatEvent[] = [];
  for (let next = await narration.next(); next !== undefined; next = await narration.next())
    events.push(...next);
  return events;
}

describe('answers that were not asked for', () => {
  it.each([1, 2])('the first beyond %i is left out, and is not missed at the end', async (choices) => {
    const asked = Array.from({ length: choices }, (_, choice) => choice);
    const batches = batchesOf(
      asked.map((choice) => text('Asked.', choice === 0 ? undefined : choice)),
      [text('Stray.', choices)],
      asked.map((choice) => end(choice === 0 ? undefined : choice)),
    );
    const events = await all(narrateUnchecked(piecesOf(batches, choices)));
    expect(events.map((event) => [event.type, 'choice' in event ? event.choice : 0])).toEqual([
      ...asked.map((choice) => ['text', choice]),
      ...asked.map((choice) => ['finish', choice]),
    ]);
  });

  it('the last one asked for is not left out', async () => {
    const batches = batchesOf([text('One.'), text('Two.', 1)], [end(), end(1)]);
    const events = await all(narrateUnchecked(piecesOf(batches, 2)));
    expect(events.filter(({ type }) => type === 'text')).toEqual([text('One.'), text('Two.', 1)]);
  });
});

describe('what is checked of an answer', () => {
  const beside = (choice?: number): Chunk[] => {
    const place = choice === undefined ? {} : { choice };
    return [
      { type: 'thought', text: 'Hm.', ...place },
      { type: 'tool_call', index: 0, id: 'a', name: 'f', ...place },
      { type: 'arguments', index: 0, text: '{}', ...place },
    ];
  };

  it.each([undefined, 1])(
    'is its text, and neither its thoughts nor its calls: choice %s',
    async (choice) => {
      const pieces = piecesOf(batchesOf([...beside(choice), text('A', choice), text('B', choice)]), 2);
      expect((await pieces.next())?.pieces).toEqual([{ text: 'AB', choice: choice ?? 0, ends: false }]);
      const silent = piecesOf(batchesOf(beside(choice)), 2);
      expect(await silent.next()).toEqual({ pieces: [], beside: beside(choice) });
      await expect(silent.next()).rejects.toMatchObject({ code: 'provider_cut_off' });
    },
  );
});

describe('the end of a stream', () => {
  it('without a finish is cut off, whichever answer it is', async () => {
    for (const batches of [
      [[text('One.')]],
      [[text('One.', 0)]],
      [[text('One.'), end()], [text('Two', 1)]],
    ]) {
      await expect(all(narrateUnchecked(piecesOf(batchesOf(...batches), 2)))).rejects.toMatchObject({
        code: 'provider_cut_off',
      });
    }
  });

  it('brings the usage last, wherever the provider sends it', async () => {
    const usage = { type: 'usage', usage: { inputTokens: 1, outputTokens: 2 } } as unknown as Chunk;
    const events = await all(narrateUnchecked(piecesOf(batchesOf([usage], [text('One.'), end()]))));
    expect(events.map(({ type }) => type)).toEqual(['text', 'finish', 'usage']);
  });

  it('of a whole answer comes once, and not after it was given up', async () => {
    const events = [{ type: 'finish', finishReason: 'stop' }] as const;
    const narration = narrateWhole(events);
    expect(await narration.next()).toEqual(events);
    expect(await narration.next()).toBeUndefined();
    const left = narrateWhole(events);
    left.close();
    expect(await left.next()).toBeUndefined();
  });
});
