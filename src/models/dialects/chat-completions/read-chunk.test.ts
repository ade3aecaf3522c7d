/** What a caller who speaks OpenAI's own words gets of a stream beside what the gateway reads of it. */
import { describe, expect, it } from 'vitest';
import type { Model } from '../../../domain/catalogue.ts';
import type { Chunk } from '../../../domain/chat.ts';
import { dialectOf } from '../../providers/registry.ts';

const { adapter } = dialectOf('openai');

function read(events: readonly (object | string)[], asWritten = true): Chunk[] {
  const reader = adapter.openStream({} as Model, asWritten);
  const chunks: Chunk[] = [];
  for (const event of events) {
    const data = typeof event === 'string' ? event : JSON.stringify(event);
    reader.read({ event: undefined, data }, chunks);
  }
  return chunks;
}

const event = (delta: object, more: object = {}, head: object = {}) => ({
  ...{ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm', ...head },
  choices: [{ index: 0, delta, finish_reason: null, ...more }],
});
const end = (more: object = {}, head: object = {}) => event({}, { finish_reason: 'stop', ...more }, head);
const text = (said: string, beside?: object) => ({
  ...{ type: 'text', text: said },
  ...(beside === undefined ? {} : { beside }),
});
const finish = (beside?: object) => ({
  ...{ type: 'finish', finishReason: 'stop' },
  ...(beside === undefined ? {} : { beside }),
});
const ofChoice = (more: object, index = 0) => ({ choices: [{ index, ...more }] });

describe('a piece of an answer', () => {
  it.each<[string, object, object[]]>([
    ['no more than a text', event({ role: 'assistant', content: 'a' }), [text('a')]],
    [
      'a member of an event',
      event({ content: 'a' }, {}, { of_tomorrow: 1 }),
      [text('a', { of_tomorrow: 1 })],
    ],
    [
      'a member of a choice',
      event({ content: 'a' }, { of_tomorrow: 1 }),
      [text('a', ofChoice({ of_tomorrow: 1 }))],
    ],
    [
      'a member of its delta',
      event({ content: 'a', annotations: [] }),
      [text('a', ofChoice({ delta: { annotations: [] } }))],
    ],
    [
      'a member of a call',
      event({ tool_calls: [{ index: 0, id: 'c', function: { name: 'f', arguments: '' }, x: 1 }] }),
      [
        {
          ...{ type: 'tool_call', index: 0, id: 'c', name: 'f' },
          beside: ofChoice({ delta: { tool_calls: [{ index: 0, x: 1 }] } }),
        },
      ],
    ],
  ])('with %s', (_what, given, chunks) => {
    expect(read([given])).toEqual(chunks);
  });

  it('has what each event says, however much alike they are', () => {
    const head = { service_tier: 'default' };
    const events = ['a', 'b', 'c'].map((content) => event({ content }, {}, head));
    expect(read(events)).toEqual(['a', 'b', 'c'].map((said) => text(said, head)));
    const others = [1, 1, 2].map((seen) => event({ content: 'a' }, {}, { seen }));
    expect(read(others)).toEqual([1, 1, 2].map((seen) => text('a', { seen })));
  });
});

describe('what an event says that has no piece', () => {
  const opening = event({ role: 'assistant', content: '' }, {}, { of_tomorrow: 1 });

  it('comes with the next, and not again', () => {
    expect(read([opening, event({ content: 'a' }), event({ content: 'b' })])).toEqual([
      text('a', { of_tomorrow: 1 }),
      text('b'),
    ]);
  });

  it('yields to what the next says of the same', () => {
    const next = event({ content: 'a' }, {}, { of_tomorrow: 2, x: 1 });
    expect(read([opening, next])).toEqual([text('a', { of_tomorrow: 2, x: 1 })]);
  });

  it('of a choice is a chunk of its own once the answer has begun', () => {
    const silent = event({ annotations: [1] });
    const beside = ofChoice({ delta: { annotations: [1] } });
    expect(read([event({ content: 'a' }), silent])).toEqual([text('a'), { type: 'other', beside }]);
    expect(read([silent, event({ content: 'a' })])).toEqual([text('a', beside)]);
  });
});

describe('the end', () => {
  const usage = { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 };
  const bill = { type: 'usage', usage: { promptTokens: 1, completionTokens: 2 } };

  it('has what came with its reason', () => {
    const given = [event({ content: 'a' }), end({ stop_reason: 7 }), '[DONE]'];
    expect(read(given)).toEqual([text('a'), finish(ofChoice({ stop_reason: 7 }))]);
  });

  it('leaves what its delta says to a chunk of its own', () => {
    const last = event({ annotations: [1] }, { finish_reason: 'stop' });
    const beside = ofChoice({ delta: { annotations: [1] } });
    expect(read([event({ content: 'a' }), last, '[DONE]'])).toEqual([
      text('a'),
      { type: 'other', beside },
      finish(),
    ]);
  });

  it('is that of its own choice', () => {
    const both = { choices: [event({ content: 'a' }).choices[0], { index: 1, delta: { content: 'b' } }] };
    const second = { choices: [{ index: 1, delta: {}, finish_reason: 'stop', stop_reason: 7 }] };
    expect(read([both, second, end(), '[DONE]']).slice(2)).toEqual([
      finish(),
      { ...finish(ofChoice({ stop_reason: 7 }, 1)), choice: 1 },
    ]);
  });

  it('has a bill with what nobody here reads of it, and what events say as a rule', () => {
    const head = { service_tier: 'default' };
    const billed = { ...head, choices: [], usage: { ...usage, cost: 1 } };
    const given = [event({ content: 'a' }, {}, head), end({}, head), billed, '[DONE]'];
    expect(read(given)).toEqual([
      text('a', head),
      finish(head),
      { ...bill, beside: { ...head, usage: { cost: 1 } } },
    ]);
    expect(read([end(), { choices: [], usage }, '[DONE]'])).toEqual([finish(), bill]);
  });

  it('and all before it has nothing more where the caller speaks other words', () => {
    const given = [
      event({ content: 'a' }, { x: 1 }, { x: 1 }),
      { ...end({ x: 1 }), usage: { ...usage, cost: 1 } },
      '[DONE]',
    ];
    expect(read(given, false)).toEqual([text('a'), finish(), bill]);
  });
});
