import { describe, expect, it } from 'vitest';
import type { Turn } from '../to-turns.ts';
import { extraOf, hasThoughts, isThought, lacksThoughts, thoughtsOf } from './thoughts.ts';

const SIGNED = { type: 'thinking', thinking: 'Hm.', signature: 's' };
const REDACTED = { type: 'redacted_thinking', data: 'd' };
const call = (...thoughts: object[]) => ({
  ...{ type: 'tool_call' as const, id: 'c', name: 'f', arguments: '{}' },
  ...(thoughts.length === 0 ? {} : { extra: extraOf(thoughts as Record<string, unknown>[]) }),
});
const turn = (role: string, ...content: object[]) => ({ role, content }) as unknown as Turn;
const ASKED = turn('user', { type: 'text', text: 'Look.' });
const ANSWERED = turn('user', { type: 'tool_result', call: call(), text: '' });

describe('the thinking that came with a call', () => {
  it('goes back as it came', () => {
    expect(thoughtsOf(call(SIGNED, REDACTED))).toEqual([SIGNED, REDACTED]);
  });

  it.each<[string, object]>([
    ['without a signature', { type: 'thinking', thinking: 'Hm.' }],
    ['without a text', { type: 'thinking', signature: 's' }],
    ['redacted, without its data', { type: 'redacted_thinking' }],
    ['of another kind', { type: 'text', data: 'd' }],
    ['that is no block', 'Hm.' as unknown as object],
  ])('does not where one block is %s', (_, block) => {
    expect(thoughtsOf(call(SIGNED, block))).toEqual([]);
  });

  it('is none where it is no list, or another provider has it', () => {
    expect(thoughtsOf(call())).toEqual([]);
    expect(thoughtsOf({ ...call(), extra: { anthropic: { thinking: 'Hm.' } } as never })).toEqual([]);
    expect(thoughtsOf({ ...call(), extra: { anthropic: 'Hm.' } as never })).toEqual([]);
    expect(thoughtsOf({ ...call(), extra: { google: { thought_signature: 's' } } })).toEqual([]);
  });

  it('is told from other blocks', () => {
    expect([SIGNED, REDACTED, { type: 'text' }].map(isThought)).toEqual([true, true, false]);
  });
});

describe('a conversation', () => {
  it.each<[string, Turn[], boolean, boolean]>([
    ['without calls', [ASKED, turn('assistant', { type: 'text', text: 'Yes.' })], false, false],
    ['with a call that has its thinking', [ASKED, turn('assistant', call(SIGNED)), ANSWERED], true, false],
    ['with a call that has lost it', [ASKED, turn('assistant', call()), ANSWERED], false, true],
    ['with two calls of which one has it', [ASKED, turn('assistant', call(SIGNED), call())], true, false],
    [
      'with one turn that has it and one that has not',
      [ASKED, turn('assistant', call(SIGNED)), ANSWERED, turn('assistant', call()), ANSWERED],
      true,
      true,
    ],
    [
      'that lost it before the last question',
      [ASKED, turn('assistant', call()), ANSWERED, ASKED],
      false,
      false,
    ],
    [
      'that asks beside a result',
      [ASKED, turn('assistant', call()), turn('user', ...ANSWERED.content, ...ASKED.content)],
      false,
      true,
    ],
    ['that begins with a call', [turn('assistant', call()), ANSWERED], false, true],
  ])('%s', (_, turns, has, lacks) => {
    expect(hasThoughts(turns)).toBe(has);
    expect(lacksThoughts(turns)).toBe(lacks);
  });
});
