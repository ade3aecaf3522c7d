import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import type { Model } from '../../domain/catalogue.ts';
import type { Chunk } from '../../domain/chat.ts';
import { ANTHROPIC } from '../providers/anthropic.ts';
import { OPENAI } from '../providers/openai.ts';
import type { StreamReader } from './adapter.ts';
import { RepeatedFrame } from './repeated-frame.ts';

const MODEL = {} as Model;
const openai = (delta: object, rest: object = {}): string =>
  JSON.stringify({ id: 'a', choices: [{ index: 0, delta, finish_reason: null }], usage: null, ...rest });
const anthropic = (text: string): string =>
  JSON.stringify({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } });

function texts(reader: StreamReader, events: readonly string[]): string[] {
  const out: Chunk[] = [];
  for (const data of events) reader.read({ event: undefined, data }, out);
  return out.map((chunk) => (chunk.type === 'text' ? chunk.text : chunk.type));
}

describe('reading events that differ in their text alone', () => {
  it('gives every text as it is, whatever it holds', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary', minLength: 1 }), { minLength: 3 }), (pieces) => {
        const whole = ['Plain', ...pieces];
        expect(
          texts(
            OPENAI.adapter.openStream(MODEL),
            whole.map((content) => openai({ content })),
          ),
        ).toEqual(whole);
        expect(texts(ANTHROPIC.adapter.openStream(MODEL), whole.map(anthropic))).toEqual(whole);
      }),
    );
  });

  it('is not misled by another field of the same name and text', () => {
    const twin = (content: string): string => openai({ content }, { first: { content: 'same' } });
    const before = (content: string): string => `{"x":{"content":"same"},${twin(content).slice(1)}`;
    expect(texts(OPENAI.adapter.openStream(MODEL), ['same', 'other', 'same'].map(before))).toEqual([
      'same',
      'other',
      'same',
    ]);
  });

  it('reads what has another frame whole', () => {
    const events = [
      openai({ content: 'one' }),
      openai({ content: 'two' }),
      openai(
        { content: 'three' },
        { choices: [{ index: 0, delta: { content: 'changed' }, finish_reason: 'stop' }] },
      ),
      openai({ content: 'x", "refusal": "no' }),
      '[DONE]',
    ];
    expect(texts(OPENAI.adapter.openStream(MODEL), events)).toEqual([
      'one',
      'two',
      'changed',
      'x", "refusal": "no',
      'finish',
    ]);
  });

  it('refuses an inside that is more than one string', () => {
    const frame = new RepeatedFrame('content');
    const read = (data: string): string => (JSON.parse(data) as { content: string }).content;
    frame.learn('{"content":"a"}', 'a', read);
    expect(frame.match('{"content":"b"}')).toBe('b');
    expect(frame.match('{"content":"b","c":"d"}')).toBeUndefined();
    expect(frame.match('{"content":""}')).toBeUndefined();
    expect(frame.match('{"content":"\n"}')).toBeUndefined();
    expect(frame.match('{"content":"\\n\\u00e9"}')).toBe('\né');
  });

  describe('learns a frame', () => {
    const contentOf = (data: string): string => (JSON.parse(data) as { content: string }).content;
    const learned = (data: string, text: string, read: (data: string) => string | undefined = contentOf) => {
      const frame = new RepeatedFrame('content');
      return [frame.learn(data, text, read), frame.match('{"content":"b"}')];
    };

    it('only where what is read of it is the string that was found', () => {
      expect(learned('{"content":"a"}', 'a')).toEqual([true, 'b']);
      expect(learned('{"content":"a"}', 'a', () => 'a')).toEqual([false, undefined]);
      expect(learned('{"content":"a"}', 'a', () => undefined)).toEqual([false, undefined]);
    });

    it.each([
      ['without the field', '{"text":"a"}', 'a'],
      ['with another text', '{"content":"c"}', 'a'],
      ['with a longer text', '{"content":"ab"}', 'a'],
      ['with a value that is no text', '{"content":7}', '7'],
      ['with an escape', '{"content":"\\n"}', '\n'],
      ['with a quote', '{"content":"\\""}', '"'],
    ])('of none %s', (_what, data, text) => {
      expect(learned(data, text)).toEqual([false, undefined]);
    });

    it('eight times at most', () => {
      const frame = new RepeatedFrame('content');
      const read = (data: string): string => (JSON.parse(data) as { content: string }).content;
      const learnedOf = (at: number) => frame.learn(`{"at":${at},"content":"a"}`, 'a', read);
      expect(Array.from({ length: 9 }, (_, at) => learnedOf(at))).toEqual([...Array(8).fill(true), false]);
      expect(frame.match('{"at":7,"content":"b"}')).toBe('b');
      expect(frame.match('{"at":8,"content":"b"}')).toBeUndefined();
    });
  });

  it('gives what an event has beside its text with each that repeats it, and the names of events apart', () => {
    const frame = new RepeatedFrame('content');
    let whole = 0;
    const read = (data: string, event?: string): Chunk[] => {
      const out: Chunk[] = [];
      const readWhole = (one: { data: string }, chunks: Chunk[]): void => {
        whole++;
        const { content, choice } = JSON.parse(one.data) as { content: string; choice?: number };
        chunks.push({
          type: 'text',
          text: content,
          beside: { x: 1 },
          ...(choice === undefined ? {} : { choice }),
        });
      };
      frame.read({ event, data }, out, readWhole, () => true);
      return out;
    };
    const text = (words: string, more: object = {}) => [
      { type: 'text', text: words, beside: { x: 1 }, ...more },
    ];
    expect(read('{"content":"a"}')).toEqual(text('a'));
    // Once more for the proof.
    expect([read('{"content":"b"}'), whole]).toEqual([text('b'), 2]);
    expect([read('{"content":"c"}', 'delta'), whole]).toEqual([text('c'), 4]);
    expect(read('{"choice":1,"content":"d"}')).toEqual(text('d', { choice: 1 }));
    expect(read('{"choice":1,"content":"e"}')).toEqual(text('e', { choice: 1 }));
    expect(whole).toBe(6);
  });

  it.each<[string, Chunk[], boolean]>([
    [
      'two chunks',
      [
        { type: 'text', text: 'a' },
        { type: 'text', text: 'a' },
      ],
      true,
    ],
    ['none', [], true],
    ['a chunk without a text that repeats', [{ type: 'thought', text: 'a' }], true],
    ['probabilities', [{ type: 'text', text: 'a', logprobs: [] }], true],
    ['something that must be read each time', [{ type: 'text', text: 'a' }], false],
  ])('reads an event whole each time that gives %s', (_what, chunks, isPlain) => {
    const frame = new RepeatedFrame('content');
    const readWhole = vi.fn((_event: object, out: Chunk[]) => void out.push(...chunks));
    for (let time = 0; time < 3; time++) {
      const out: Chunk[] = [];
      frame.read({ event: undefined, data: '{"content":"a"}' }, out, readWhole, () => isPlain);
      expect(out).toEqual(chunks);
    }
    expect(readWhole).toHaveBeenCalledTimes(3);
  });

  it('parses no more of 200 pieces of arguments than of 200 texts', () => {
    const call = (piece: object): string => openai({ tool_calls: [{ index: 0, ...piece }] });
    const pieces = Array.from({ length: 200 }, (_, at) => `piece ${at}`);
    const parsed = (events: readonly string[], expected: number): number => {
      const reader = OPENAI.adapter.openStream(MODEL);
      const out: Chunk[] = [];
      const parse = vi.spyOn(JSON, 'parse');
      try {
        for (const data of events) reader.read({ event: undefined, data }, out);
        return parse.mock.calls.length;
      } finally {
        parse.mockRestore();
        expect(out).toHaveLength(expected);
      }
    };
    const ofTexts = parsed(
      pieces.map((content) => openai({ content })),
      200,
    );
    const begin = call({ id: 'call_1', function: { name: 'f', arguments: '' } });
    const ofArguments = parsed(
      [begin, ...pieces.map((text) => call({ function: { arguments: text } }))],
      201,
    );
    expect(ofTexts).toBeLessThan(5);
    expect(ofArguments).toBeLessThanOrEqual(ofTexts + 1);
  });
});
