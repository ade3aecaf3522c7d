import { describe, expect, it } from 'vitest';
import type { ChatEvent } from '../../../domain/chat-answer.ts';
import { claimOf } from '../../../engine/factcheck/judge/judge-in-tests.ts';
import { chunkFormat } from './format-chunks.ts';

const STREAM = { id: 'chatcmpl-1', created: 5, model: 'a/"b"' };

function format(events: readonly ChatEvent[], form: Partial<Parameters<typeof chunkFormat>[1]> = {}) {
  return chunkFormat(STREAM, { includeUsage: false, ...form })(events);
}
/** What each chunk holds, without what all have in common. */
function chunks(...[events, form]: Parameters<typeof format>) {
  return format(events, form)
    .split('\n\n')
    .filter((line) => line !== '')
    .map((line) => {
      const { id, object, created, model, ...rest } = JSON.parse(line.replace(/^data: /, ''));
      expect({ id, created, model }).toEqual(STREAM);
      expect(object).toBe('chat.completion.chunk');
      return rest;
    });
}
const chunk = (delta: object, index = 0, more = {}) => ({
  choices: [{ index, delta, finish_reason: null, ...more }],
});
const text = (said: string, choice?: number, more: object = {}): ChatEvent =>
  choice === undefined
    ? { type: 'text', text: said, ...more }
    : { type: 'text', text: said, choice, ...more };
const LOGPROBS = [{ token: 'a', logprob: -1, bytes: null, top_logprobs: [] }];

describe('a stream of text', () => {
  it('says once whose it is', () => {
    expect(chunks([text('a'), text('"b"\n')])).toEqual([
      chunk({ role: 'assistant', content: 'a' }),
      chunk({ content: '"b"\n' }),
    ]);
  });

  it('says so for each choice', () => {
    expect(chunks([text('b', 1), text('a'), text('b', 1), text('a')])).toEqual([
      chunk({ role: 'assistant', content: 'b' }, 1),
      chunk({ role: 'assistant', content: 'a' }),
      chunk({ content: 'b' }, 1),
      chunk({ content: 'a' }),
    ]);
  });

  it('has the probabilities of its tokens', () => {
    const event: ChatEvent = { type: 'text', text: 'a', logprobs: LOGPROBS };
    const logprobs = { content: LOGPROBS, refusal: null };
    expect(chunks([event, event, text('b')])).toEqual([
      chunk({ role: 'assistant', content: 'a' }, 0, { logprobs }),
      chunk({ content: 'a' }, 0, { logprobs }),
      chunk({ content: 'b' }),
    ]);
  });
});

describe('a stream of thoughts', () => {
  const thought = (said: string, more: object = {}): ChatEvent => ({ type: 'thought', text: said, ...more });

  it('opens the answer of each choice without a text, and goes on with it', () => {
    expect(chunks([thought('Hm.'), thought('Ah.', { choice: 1 }), thought('So.'), text('a')])).toEqual([
      chunk({ role: 'assistant', content: null, reasoning_content: 'Hm.' }),
      chunk({ role: 'assistant', content: null, reasoning_content: 'Ah.' }, 1),
      chunk({ reasoning_content: 'So.' }),
      chunk({ content: 'a' }),
    ]);
  });

  it('has nothing of an empty one but what came beside it', () => {
    expect(chunks([thought('')])).toEqual([]);
    const beside = { choices: [{ index: 0, delta: { reasoning_details: [1] } }] };
    expect(chunks([thought('', { beside })])).toEqual([
      chunk({ role: 'assistant', content: null, reasoning_details: [1] }),
    ]);
  });
});

describe('what came beside a piece', () => {
  const tier = { service_tier: 'default' };
  const annotated = { choices: [{ index: 0, delta: { annotations: [1] } }] };
  const counted = { usage: { cost: 1 } };

  it('stands where it stood, beside the choices or within them', () => {
    const events = [tier, annotated, counted, tier, undefined].map((beside) =>
      text('a', undefined, beside === undefined ? {} : { beside }),
    );
    const [role, ...rest] = chunks(events);
    expect(role).toEqual({ ...tier, ...chunk({ role: 'assistant', content: 'a' }) });
    expect(rest).toEqual([
      chunk({ content: 'a', annotations: [1] }),
      { ...chunk({ content: 'a' }), ...counted },
      { ...tier, ...chunk({ content: 'a' }) },
      chunk({ content: 'a' }),
    ]);
  });

  it('belongs to a call too, but where it is read as a function alone', () => {
    const call: ChatEvent = {
      ...{ type: 'tool_call', index: 0, id: 'c', name: 'look', beside: tier },
      extra: { google: { thought_signature: 's' } },
    };
    const piece: ChatEvent = { type: 'arguments', index: 0, text: '{}', beside: tier };
    const called = { index: 0, id: 'c', type: 'function', function: { name: 'look', arguments: '' } };
    expect(chunks([call, piece])).toEqual([
      chunk({ role: 'assistant', content: null }),
      {
        ...tier,
        ...chunk({ tool_calls: [{ ...called, extra_content: { google: { thought_signature: 's' } } }] }),
      },
      { ...tier, ...chunk({ tool_calls: [{ index: 0, function: { arguments: '{}' } }] }) },
    ]);
    expect(chunks([call, piece], { asFunctionCall: true })).toEqual([
      chunk({ role: 'assistant', content: null }),
      chunk({ function_call: { name: 'look', arguments: '' } }),
      chunk({ function_call: { arguments: '{}' } }),
    ]);
  });
});

describe('a stream of calls', () => {
  const call = (index: number, choice?: number): ChatEvent => ({
    type: 'tool_call',
    index,
    id: `call_${index}`,
    name: 'look',
    ...(choice === undefined ? {} : { choice }),
  });
  const piece = (index: number, choice?: number): ChatEvent => ({
    type: 'arguments',
    index,
    text: '{"a"',
    ...(choice === undefined ? {} : { choice }),
  });
  const opened = (index: number) => ({
    tool_calls: [{ index, id: `call_${index}`, type: 'function', function: { name: 'look', arguments: '' } }],
  });
  const argument = (index: number) => ({ tool_calls: [{ index, function: { arguments: '{"a"' } }] });

  it('opens without text, once for all its calls', () => {
    expect(chunks([call(0), piece(0), call(1), piece(1)])).toEqual([
      chunk({ role: 'assistant', content: null }),
      chunk(opened(0)),
      chunk(argument(0)),
      chunk(opened(1)),
      chunk(argument(1)),
    ]);
  });

  it('goes on behind text, and stays with its choice', () => {
    expect(chunks([text('a', 2), call(0, 2), piece(0, 2)])).toEqual([
      chunk({ role: 'assistant', content: 'a' }, 2),
      chunk(opened(0), 2),
      chunk(argument(0), 2),
    ]);
  });

  it('has the first call alone as callers of functions read it', () => {
    const events = [call(0), piece(0), call(1), piece(1)];
    expect(chunks(events, { asFunctionCall: true })).toEqual([
      chunk({ role: 'assistant', content: null }),
      chunk({ function_call: { name: 'look', arguments: '' } }),
      chunk({ function_call: { arguments: '{"a"' } }),
    ]);
    expect(format([call(1)], { asFunctionCall: true })).toBe('');
  });
});

describe('the end of a stream', () => {
  it('opens an answer without text', () => {
    expect(chunks([{ type: 'finish', finishReason: 'stop' }])).toEqual([
      chunk({ role: 'assistant', content: '' }),
      { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] },
    ]);
  });

  it('opens none that has begun, and names its choice', () => {
    expect(chunks([text('a', 1), { type: 'finish', finishReason: 'length', choice: 1 }])).toEqual([
      chunk({ role: 'assistant', content: 'a' }, 1),
      { choices: [{ index: 1, delta: {}, finish_reason: 'length' }] },
    ]);
  });

  it('has what was found beside the choice', () => {
    const metadata = { claims_detected: 0 } as unknown as NonNullable<
      Extract<ChatEvent, { type: 'finish' }>['metadata']
    >;
    expect(chunks([text('a'), { type: 'finish', finishReason: 'stop', metadata }]).at(-1)).toEqual({
      choices: [{ index: 0, delta: {}, finish_reason: 'stop' }],
      fact_check_metadata: { claims_detected: 0 },
    });
  });

  it('counts tokens where the caller wants them', () => {
    const usage: ChatEvent = { type: 'usage', usage: { promptTokens: 3, completionTokens: 4 } };
    expect(format([usage])).toBe('');
    expect(chunks([usage], { includeUsage: true })).toEqual([
      { choices: [], usage: { prompt_tokens: 3, completion_tokens: 4, total_tokens: 7 } },
    ]);
  });
});

describe('claims in a stream', () => {
  it('are found, and then have a verdict', () => {
    const claim = claimOf('a', { id: 'c1' });
    expect(
      chunks([
        { type: 'claim', claim },
        { type: 'claim', claim: { ...claim, verdict: 'supported' } },
      ]),
    ).toMatchObject([
      { choices: [], claim_event: { type: 'claim', claim: { id: 'c1' } } },
      { choices: [], claim_event: { type: 'verdict', claim: { id: 'c1', verdict: 'supported' } } },
    ]);
  });

  it('are spoken of in comments', () => {
    expect(format([{ type: 'judging', ids: ['c1', 'c2'] }])).toBe(': checking c1 c2\n\n');
    expect(format([{ type: 'progress', verified: 1, total: 2 }])).toBe(': verified 1 of 2\n\n');
  });

  it('nothing is nothing', () => {
    expect(format([])).toBe('');
  });
});
