/** What is counted of an answer, however it ends. */
import { describe, expect, it } from 'vitest';
import type { Chunk, Completion, Usage } from '../../domain/chat.ts';
import { mostTokens } from '../providers/count-tokens.ts';
import { countProduced, meterStream } from './meter-stream.ts';
import type { CallSpending } from './spending.ts';

const TEXT = 'The tower was built in 1889.';
const USAGE = { promptTokens: 3, completionTokens: 4 } as Usage;
const text: Chunk = { type: 'text', text: TEXT };
const usage: Chunk = { type: 'usage', usage: USAGE };

/** Meters a stream that gives these chunks, and then ends or fails. */
function meter(chunks: readonly Chunk[], failure?: Error) {
  const said: unknown[] = [];
  const spending = {
    add: (tokens: number) => said.push(tokens),
    answered: (used: unknown) => said.push(['answered', used]),
    ended: (error: unknown) => said.push(['ended', error]),
  } as unknown as CallSpending;
  const left = [chunks];
  const batches = {
    async next() {
      const batch = left.shift();
      if (batch === undefined && failure !== undefined) throw failure;
      return batch;
    },
    close() {},
  };
  return { stream: meterStream(batches, spending), said };
}

describe('a stream', () => {
  it('counts its texts and the arguments of calls', async () => {
    const { stream, said } = meter([text, { type: 'arguments', text: TEXT, index: 0 } as unknown as Chunk]);
    await stream.next();
    expect(said).toEqual([mostTokens(TEXT), mostTokens(TEXT)]);
  });

  it.each([
    ['is answered with what the provider says', [usage], ['answered', USAGE]],
    ['is answered where the provider says nothing', [], ['answered', undefined]],
  ])('%s', async (_how, chunks, last) => {
    const { stream, said } = meter(chunks);
    await stream.next();
    expect(await stream.next()).toBeUndefined();
    await stream.next();
    stream.close();
    expect(said).toEqual([last]);
  });

  it.each([
    ['has ended without an answer', [], ['ended', undefined]],
    ['is answered where its usage has come', [usage], ['answered', USAGE]],
  ])('that is given up %s', async (_how, chunks, last) => {
    const { stream, said } = meter(chunks);
    await stream.next();
    stream.close();
    stream.close();
    expect(said).toEqual([last]);
  });

  it('that fails has ended with its error', async () => {
    const failure = new Error('cut off');
    const { stream, said } = meter([], failure);
    await stream.next();
    await expect(stream.next()).rejects.toBe(failure);
    stream.close();
    expect(said).toEqual([['ended', failure]]);
  });
});

describe('an answer of unknown size', () => {
  it('has the tokens of its texts, thoughts and calls, in each choice', () => {
    const toolCalls = [{ id: 'a', name: 'f', arguments: '{"a":1}' }];
    const one = { content: TEXT, finishReason: 'stop' } as Completion;
    const calls = mostTokens(JSON.stringify(toolCalls));
    expect(countProduced(one)).toBe(mostTokens(TEXT));
    expect(countProduced({ ...one, toolCalls } as Completion)).toBe(mostTokens(TEXT) + calls);
    const thoughts = [{ text: TEXT }, { text: 'Hm.' }];
    expect(countProduced({ ...one, thoughts })).toBe(2 * mostTokens(TEXT) + mostTokens('Hm.'));
    expect(countProduced({ ...one, more: [one, { ...one, toolCalls }] } as unknown as Completion)).toBe(
      3 * mostTokens(TEXT) + calls,
    );
  });
});
