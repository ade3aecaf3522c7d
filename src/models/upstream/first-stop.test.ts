/** Which of several stop sequences ends an answer. */
import { describe, expect, it } from 'vitest';
import type { Completion } from '../../domain/chat.ts';
import { cutCompletion } from './cut-at-stop.ts';

const cut = (content: string, ...stops: string[]) => {
  const { content: rest, finishReason } = cutCompletion(
    { content, finishReason: 'length', toolCalls: [] } as unknown as Completion,
    stops,
  );
  return [rest, finishReason];
};

describe('of several stop sequences', () => {
  it.each([[['b', 'ab']], [['ab', 'b']]])('%j, the longer of two that end together', (stops) => {
    expect(cut('xab', ...stops)).toEqual(['x', 'stop']);
  });

  it.each([[['abcd', 'bc']], [['bc', 'abcd']]])('%j, the one that is complete first', (stops) => {
    expect(cut('xabcd', ...stops)).toEqual(['xa', 'stop']);
  });

  it('one at the very beginning leaves nothing', () => {
    expect(cut('ab', 'a')).toEqual(['', 'stop']);
  });

  it('none leaves the answer as it is', () => {
    expect(cut('xab', 'c')).toEqual(['xab', 'length']);
  });
});
