import { describe, expect, it } from 'vitest';
import { isBlocked, readCandidates, readFinish } from './read-candidate.ts';

/** What is read of one candidate, without how it was written. */
function read(candidate: unknown) {
  const [found] = readCandidates({ candidates: [candidate] });
  return { ...found!, parts: found!.parts.map(({ written: _, ...part }) => part) };
}
const parts = (...all: unknown[]) => read({ content: { parts: all } }).parts;

const malformed = (cause: string) => expect.objectContaining({ cause });

describe('the candidates of a body', () => {
  it('are none where it has no list of them', () => {
    expect(readCandidates({})).toEqual([]);
    expect(readCandidates({ candidates: 'a' })).toEqual([]);
  });

  it('are numbered from 0 to 127, the first where nothing is said', () => {
    expect(read({}).index).toBe(0);
    expect(read({ index: 127 }).index).toBe(127);
    for (const index of [128, -1, 'a'])
      expect(() => read({ index })).toThrow(malformed('candidate has no number'));
    expect(() => read(null)).toThrow(malformed('candidate is no object'));
  });

  it('go on until they have a reason', () => {
    expect(read({ finishReason: null }).finishReason).toBeUndefined();
    expect(read({ finishReason: 'STOP' }).finishReason).toBe('STOP');
  });

  it('may have no parts', () => {
    for (const content of [undefined, null, {}, { parts: null }]) expect(read({ content }).parts).toEqual([]);
    expect(() => read({ content: { parts: 'a' } })).toThrow(malformed('parts are no list'));
    expect(() => parts('a')).toThrow(malformed('part is no object'));
  });
});

describe('a part', () => {
  it.each<[object, object]>([
    [{ text: 'a' }, { text: 'a' }],
    [{ text: 'a', thought: false }, { text: 'a' }],
    [{ text: 'a', thought: true }, { thought: 'a' }],
    [{ text: '' }, {}],
    [{ text: null, functionCall: null }, {}],
    [{ inlineData: {} }, {}],
  ])('of text: %j', (part, found) => {
    expect(parts(part)).toEqual([found]);
    expect(readCandidates({ candidates: [{ content: { parts: [part] } }] })[0]?.parts[0]?.written).toBe(part);
  });

  it.each<[object, object]>([
    [{ functionCall: { name: 'f' } }, { call: { id: '', name: 'f', arguments: '{}' } }],
    [
      { functionCall: { name: 'f', id: 'c', args: { a: 1 } }, thoughtSignature: 's', text: 'b' },
      {
        call: { id: 'c', name: 'f', arguments: '{"a":1}', extra: { google: { thought_signature: 's' } } },
        text: 'b',
      },
    ],
    [
      { functionCall: { name: 'f', willContinue: true } },
      { piece: { begins: { id: '', name: 'f' }, args: {}, partialArgs: undefined, isLast: false } },
    ],
    [
      { functionCall: { name: 'f', partialArgs: [] } },
      { piece: { begins: { id: '', name: 'f' }, args: {}, partialArgs: [], isLast: true } },
    ],
    [
      { functionCall: { partialArgs: [], willContinue: true } },
      { piece: { args: {}, partialArgs: [], isLast: false } },
    ],
    [{ functionCall: {} }, { piece: { args: {}, partialArgs: undefined, isLast: true } }],
  ])('of a call: %j', (part, found) => {
    expect(parts(part)).toEqual([found]);
  });

  it('that is malformed is said to be', () => {
    expect(() => parts({ text: 7 })).toThrow(malformed('text is no text'));
    expect(() => parts({ functionCall: 'f' })).toThrow(malformed('call is no object'));
    expect(() => parts({ functionCall: { name: 'f', args: 'a' } })).toThrow(
      malformed('arguments are no object'),
    );
  });
});

it('an answer that calls a function ends with its calls, unless it was cut', () => {
  expect(readFinish('STOP', false)).toBe('stop');
  expect(readFinish('STOP', true)).toBe('tool_calls');
  expect(readFinish('MAX_TOKENS', true)).toBe('length');
  expect(readFinish('SAFETY', false)).toBe('content_filter');
  expect(() => readFinish('OTHER', false)).toThrow();
});

it.each([
  [{ promptFeedback: { blockReason: 'SAFETY' } }, true],
  [{ promptFeedback: { blockReason: null } }, false],
  [{ promptFeedback: {} }, false],
  [{ promptFeedback: null }, false],
  [{}, false],
])('whether a prompt is blocked: %j', (body, blocked) => {
  expect(isBlocked(body)).toBe(blocked);
});
