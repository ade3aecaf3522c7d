/** What a caller who speaks Google's own words gets of a stream beside what the gateway reads of it. */
import { describe, expect, it } from 'vitest';
import type { Chunk } from '../../../domain/chat.ts';
import { FrameReader } from './read-chunk.ts';

function read(frames: readonly object[], asWritten = true): Chunk[] {
  const reader = new FrameReader(asWritten);
  const chunks: Chunk[] = [];
  for (const frame of frames) reader.read({ event: undefined, data: JSON.stringify(frame) }, chunks);
  reader.end(chunks);
  return chunks;
}

const parts = (...all: object[]) => ({ content: { parts: all } });
const frame = (candidate: object, more: object = {}) => ({ candidates: [candidate], ...more });
/** What comes beside a chunk, of the answer with this number. */
const beside = (candidate: object, index = 0) => ({ beside: { candidates: [{ index, ...candidate }] } });
const STOP = { finishReason: 'STOP' };

it.each<[string, object, object[]]>([
  ['no more than a text', frame(parts({ text: 'a' })), [{ type: 'text', text: 'a' }]],
  [
    'a member of a part',
    frame(parts({ text: 'a', of_tomorrow: 1 })),
    [{ type: 'text', text: 'a', ...beside(parts({ of_tomorrow: 1 })) }],
  ],
  [
    'the signature of a thought, and of no text',
    frame(parts({ text: 'a', thought: true, thoughtSignature: 's' }, { text: 'b' })),
    [
      { type: 'thought', text: 'a', ...beside(parts({ thoughtSignature: 's' })) },
      { type: 'text', text: 'b' },
    ],
  ],
  [
    'the signature of a call behind a text',
    frame(parts({ text: 'a' }, { functionCall: { name: 'f', id: 'c' }, of_tomorrow: 1 })),
    [
      { type: 'text', text: 'a' },
      {
        ...{ type: 'tool_call', index: 0, id: 'c', name: 'f' },
        ...beside(parts({ functionCall: { id: 'c' }, of_tomorrow: 1 })),
      },
      { type: 'arguments', index: 0, text: '{}' },
    ],
  ],
  [
    'a part of another kind, and an empty text with a signature',
    frame({ index: 1, ...parts({ inlineData: { data: 'x' } }, { text: '', thoughtSignature: 's' }) }),
    [{ inlineData: { data: 'x' } }, { text: '', thoughtSignature: 's' }].map((part) => ({
      type: 'other',
      beside: { candidates: [{ index: 1, content: { parts: [part], role: 'model' } }] },
    })),
  ],
  [
    'a member of an answer behind a text',
    frame({ ...parts({ text: 'a' }, { text: 'b' }), of_tomorrow: 1 }),
    [
      { type: 'text', text: 'a', ...beside({ of_tomorrow: 1 }) },
      { type: 'text', text: 'b' },
    ],
  ],
  [
    'a member of an answer alone',
    frame({ index: 1, of_tomorrow: 1 }),
    [{ type: 'other', ...beside({ of_tomorrow: 1 }, 1) }],
  ],
  [
    'a member of a frame',
    frame(parts({ text: 'a' }), { responseId: 'r' }),
    [{ type: 'text', text: 'a', beside: { responseId: 'r' } }],
  ],
  ['a frame without an answer', { responseId: 'r' }, [{ type: 'other', beside: { responseId: 'r' } }]],
  ['an empty frame', {}, []],
  ['nothing of an answer', frame({}), []],
])('a frame with %s', (_what, given, chunks) => {
  expect(read([given])).toEqual(chunks);
});

it('nothing of it comes where the caller speaks other words', () => {
  const all = frame({ ...parts({ text: 'a', x: 1 }, { inlineData: {} }), x: 1, ...STOP }, { x: 1 });
  const usage = { promptTokens: 1, completionTokens: 0 };
  expect(read([all, { usageMetadata: { promptTokenCount: 1 } }], false)).toEqual([
    { type: 'text', text: 'a' },
    { type: 'finish', finishReason: 'stop' },
    { type: 'usage', usage },
  ]);
});

describe('the end of an answer', () => {
  const end = (finishReason: string, given: object, index = 0) => ({
    ...{ type: 'finish', finishReason },
    ...(index === 0 ? {} : { choice: index }),
    beside: given,
  });

  it('has what came with its reason, in the words of the provider', () => {
    expect(read([frame({ ...STOP, finishMessage: 'm' }, { responseId: 'r' })])).toEqual([
      end('stop', { responseId: 'r', candidates: [{ index: 0, ...STOP, finishMessage: 'm' }] }),
    ]);
  });

  it('leaves the frame to the text that came in it', () => {
    expect(read([frame({ ...parts({ text: 'a' }), ...STOP }, { responseId: 'r' })])).toEqual([
      { type: 'text', text: 'a', beside: { responseId: 'r' } },
      end('stop', { candidates: [{ index: 0, ...STOP }] }),
    ]);
  });

  const [length, stop] = [
    { finishReason: 'MAX_TOKENS', finishMessage: 'cut' },
    { finishReason: 'STOP', finishMessage: 'end', of_tomorrow: 1 },
  ];
  it.each([
    ['first', [length, stop]],
    ['last', [stop, length]],
  ])('has the words of the reason that cut most where that comes %s', (_when, ends) => {
    expect(read(ends.map((candidate) => frame(candidate)))).toEqual([
      end('length', { candidates: [{ index: 0, ...length, of_tomorrow: 1 }] }),
    ]);
  });

  it('is that of its own answer, with the frame that it came in', () => {
    const both = { candidates: [{ index: 0 }, { index: 1, ...STOP }], responseId: 'r' };
    expect(read([both, frame(STOP)])).toEqual([
      end('stop', { candidates: [{ index: 0, ...STOP }] }),
      end('stop', { responseId: 'r', candidates: [{ index: 1, ...STOP }] }, 1),
    ]);
  });

  it('says why the prompt was blocked, and has no bill in it', () => {
    const promptFeedback = { blockReason: 'SAFETY' };
    const usageMetadata = { promptTokenCount: 3, of_tomorrow: 1 };
    expect(read([{ promptFeedback, usageMetadata }])).toEqual([
      end('content_filter', { promptFeedback }),
      {
        ...{ type: 'usage', usage: { promptTokens: 3, completionTokens: 0 } },
        beside: { usageMetadata },
      },
    ]);
  });
});
