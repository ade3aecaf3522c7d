/** What providers leave out of a stream, or say in other events; the conformance suite holds whole streams. */
import { describe, expect, it } from 'vitest';
import type { Chunk } from '../../../domain/chat.ts';
import { GatewayError } from '../../../domain/errors.ts';
import { DIALECT_RULES } from '../chat-completions/read-error.ts';
import { EventReader } from './read-chunk.ts';
import { readCompletion } from './read-completion.ts';
import { OPENAI_RESPONSES_FIELDS, type ResponsesSettings } from './settings.ts';

const SETTINGS: ResponsesSettings = {
  ...{
    key: 'openai',
    name: 'OpenAI',
    allowedTools: true,
    customTools: true,
    errorRules: DIALECT_RULES,
    leastTokens: 16,
    search: { parts: ['user_location', 'allowed_domains'], blockedDomains: 'excluded_domains' },
  },
  ...{ fields: OPENAI_RESPONSES_FIELDS, serves: () => true, reasons: () => true, summarizes: true },
};
const COMPLETED = { type: 'response.completed', response: { status: 'completed', error: null } };
const STOP = { type: 'finish', finishReason: 'stop' };
const CALL = { type: 'function_call', call_id: 'c', name: 'f' };

function read(...events: object[]): { chunks: Chunk[]; complete: boolean } {
  return readWith(new EventReader(SETTINGS), events);
}

function readWith(reader: EventReader, events: readonly object[]) {
  const chunks: Chunk[] = [];
  for (const event of events) reader.read({ event: undefined, data: JSON.stringify(event) }, chunks);
  return { chunks, complete: reader.complete };
}

function errorOf(action: () => unknown): unknown {
  try {
    action();
  } catch (error) {
    return error;
  }
  return undefined;
}

const added = (item: object, output_index = 0) => ({
  type: 'response.output_item.added',
  output_index,
  item,
});
const done = (item: object, output_index = 0) => ({ type: 'response.output_item.done', output_index, item });

describe('a message', () => {
  const text = (said: string) => ({ type: 'message', content: [{ type: 'output_text', text: said }] });

  it('that comes in no pieces is read at its end, and one that does is not read twice', () => {
    const piece = { type: 'response.output_text.delta', output_index: 0, delta: 'Hi' };
    expect(read(done(text('Hi')), COMPLETED).chunks).toEqual([{ type: 'text', text: 'Hi' }, STOP]);
    expect(read(piece, done(text('Hi')), COMPLETED).chunks).toEqual([{ type: 'text', text: 'Hi' }, STOP]);
    expect(read(piece, done(text('Ho'), 1), COMPLETED).chunks).toHaveLength(3);
  });

  it('that refuses is cut by the filter, in pieces or whole', () => {
    const refusal = { type: 'message', content: [{ type: 'refusal', refusal: 'No.' }] };
    for (const events of [
      [done(refusal)],
      [{ type: 'response.refusal.delta', output_index: 0, delta: 'No.' }],
    ]) {
      const { chunks } = read(...events, COMPLETED);
      expect(chunks).toEqual([
        { type: 'text', text: 'No.' },
        { type: 'finish', finishReason: 'content_filter' },
      ]);
    }
  });
});

describe('a call', () => {
  const arguments_ = (chunks: readonly Chunk[]) =>
    chunks.flatMap((chunk) => (chunk.type === 'arguments' ? [[chunk.index, chunk.text]] : []));

  it('that is only told of at its end has its arguments from there', () => {
    const { chunks } = read(done({ ...CALL, arguments: '{"a":1}' }), COMPLETED);
    expect(chunks[0]).toEqual({ type: 'tool_call', index: 0, id: 'c', name: 'f' });
    expect(arguments_(chunks)).toEqual([[0, '{"a":1}']]);
  });

  it.each([
    ['that says so', done({ ...CALL, arguments: '' })],
    ['that never ends', { type: 'response.in_progress' }],
  ])('without arguments %s has none', (_how, last) => {
    expect(arguments_(read(added(CALL), last, COMPLETED).chunks)).toEqual([[0, '{}']]);
  });

  it('is numbered in the order of the calls, wherever it stands, and its pieces by its place', () => {
    const piece = (output_index: number, delta: string) => ({
      ...{ type: 'response.function_call_arguments.delta', output_index },
      delta,
    });
    const { chunks } = read(
      ...[added(CALL, 1), added({ ...CALL, call_id: 'd' }, 4), piece(4, '{}'), piece(1, '{"a":1}')],
      COMPLETED,
    );
    expect(arguments_(chunks)).toEqual([
      [1, '{}'],
      [0, '{"a":1}'],
    ]);
    expect(chunks.at(-1)).toEqual({ type: 'finish', finishReason: 'tool_calls' });
  });

  it('takes the reasoning with it that no call before has taken', () => {
    const reasoning = (id: string) => ({ type: 'reasoning', id, summary: [], encrypted_content: id });
    const { chunks } = read(
      ...[done(reasoning('r1')), added(CALL, 1), added(CALL, 2), done(reasoning('r2'), 3), added(CALL, 4)],
      COMPLETED,
    );
    const extras = chunks.flatMap((chunk) => (chunk.type === 'tool_call' ? [chunk.extra] : []));
    const openai = (id: string) => ({ openai: { reasoning: [reasoning(id)] } });
    expect(extras).toEqual([openai('r1'), undefined, openai('r2')]);
  });
});

describe('a call of a custom tool', () => {
  const custom = { type: 'custom_tool_call', call_id: 'c', name: 'exec', namespace: 'functions' };
  const piece = (delta: string) => ({
    ...{ type: 'response.custom_tool_call_input.delta', output_index: 0 },
    delta,
  });
  const input = 'say("\u{1f600}\\n")\n';
  const ended = done({ ...custom, input });
  const expected = { id: 'c', name: 'functions__exec', arguments: JSON.stringify({ input }) };

  it.each([
    ['in pieces', [added(custom), ...[...input].flatMap((sign) => sign.split('')).map(piece), ended]],
    ['at its end', [added(custom), piece(''), ended]],
    ['without a beginning', [ended]],
  ])('has its text as the one argument of a function: %s', (_how, events) => {
    const { chunks } = read(...events, COMPLETED);
    expect(chunks[0]).toEqual({ type: 'tool_call', index: 0, id: 'c', name: 'functions__exec' });
    const text = chunks.map((chunk) => (chunk.type === 'arguments' ? chunk.text : '')).join('');
    expect(JSON.parse(text)).toEqual({ input });
    expect(chunks.at(-1)).toEqual({ type: 'finish', finishReason: 'tool_calls' });
  });

  it('is the same whole', () => {
    const { toolCalls } = readCompletion({ status: 'completed', output: [{ ...custom, input }] }, SETTINGS);
    expect(toolCalls).toEqual([expected]);
    const bare = readCompletion({ status: 'completed', output: [custom] }, SETTINGS);
    expect(bare.toolCalls).toMatchObject([{ arguments: '{"input":""}' }]);
  });
});

describe('reasoning', () => {
  const shown = { takenBy: 'openai', type: 'thought' };
  const piece = (delta: string) => ({
    type: 'response.reasoning_summary_text.delta',
    output_index: 0,
    delta,
  });
  const part = { type: 'response.reasoning_summary_part.added', output_index: 0 };
  const item = { type: 'reasoning', summary: [{ text: 'a' }, { text: 'b' }] };

  it('of several parts is paragraphs, in pieces and whole', () => {
    const { chunks } = read(part, piece('a'), part, piece('b'), done(item), COMPLETED);
    const text = chunks.map((chunk) => (chunk.type === 'thought' ? chunk.text : '')).join('');
    expect(text).toBe('a\n\nb');
    expect(read(done(item), COMPLETED).chunks[0]).toEqual({ ...shown, text: 'a\n\nb' });
    const whole = readCompletion({ status: 'completed', output: [item] }, SETTINGS);
    expect(whole.thoughts).toEqual([{ text: 'a\n\nb', takenBy: 'openai' }]);
  });

  it('is the thinking itself where the provider shows that', () => {
    const open = { type: 'reasoning', summary: [], content: [{ type: 'reasoning_text', text: 'Hm.' }] };
    expect(read(done(open), COMPLETED).chunks[0]).toEqual({ ...shown, text: 'Hm.' });
    const delta = { type: 'response.reasoning_text.delta', output_index: 0, delta: 'Hm.' };
    expect(read(delta, done(open), COMPLETED).chunks[0]).toEqual({ ...shown, text: 'Hm.' });
  });

  it('that shows nothing and cannot go back is nothing', () => {
    expect(read(done({ type: 'reasoning', summary: [] }), COMPLETED).chunks).toEqual([STOP]);
  });
});

describe('the end', () => {
  it.each(['failed', 'completed'])(
    'of a response that has an error, in an event %s, is that error',
    (type) => {
      const error = { code: 'rate_limit_exceeded', message: 'Slow down' };
      const event = { type: `response.${type}`, response: { status: 'failed', error } };
      expect(errorOf(() => read(event))).toMatchObject({ code: 'provider_rate_limited', retryable: false });
    },
  );

  it.each([
    ['failed without an error', { status: 'failed', error: null }],
    [
      'incomplete for a reason that nobody knows',
      { status: 'incomplete', incomplete_details: { reason: 'x' } },
    ],
    ['cancelled', { status: 'cancelled' }],
  ])('of a response that is %s is a failure', (_how, response) => {
    expect(errorOf(() => read({ type: 'response.incomplete', response }))).toBeInstanceOf(GatewayError);
    expect(errorOf(() => readCompletion({ output: [], ...response }, SETTINGS))).toBeInstanceOf(GatewayError);
  });

  it('is none without a status', () => {
    expect(read({ type: 'response.completed', response: {} }).complete).toBe(false);
  });

  it('is the last that is read', () => {
    const late = { type: 'response.output_text.delta', output_index: 0, delta: 'late' };
    expect(read(COMPLETED, late).chunks).toEqual([STOP]);
  });
});

it.each([
  { type: 'error', code: 'server_error', message: 'x' },
  { type: 'error', error: { type: 'server_error', message: 'x' } },
  { type: 'response.other', error: { type: 'server_error', message: 'x' } },
])('%j is an error', (event) => {
  expect(errorOf(() => read(event))).toMatchObject({ code: 'provider_failed' });
});

describe('an empty piece', () => {
  const piece = (what: string) => ({ type: `response.${what}.delta`, output_index: 0, delta: '' });

  it.each(['output_text', 'refusal', 'reasoning_text', 'function_call_arguments'])(
    'of %s is none',
    (what) => {
      expect(read(piece(what)).chunks).toEqual([]);
    },
  );

  it('leaves the arguments of a call to its end', () => {
    const events = [added(CALL), piece('function_call_arguments'), done({ ...CALL, arguments: '{"a":1}' })];
    expect(read(...events).chunks).toMatchObject([
      ...[{ type: 'tool_call' }, { type: 'arguments', text: '{"a":1}' }],
    ]);
  });
});

describe('a caller who speaks these words gets', () => {
  const asWritten = (...events: object[]) => readWith(new EventReader(SETTINGS, true), events).chunks;
  const piece = { type: 'response.output_text.delta', output_index: 0, item_id: 'm', logprobs: [] };

  it('what comes in a piece, and an event of a piece that is none', () => {
    const said = { ...piece, delta: 'Hi' };
    expect(asWritten(said, { ...said, of_tomorrow: 1 }, { ...piece, delta: '' })).toEqual([
      { type: 'text', text: 'Hi' },
      { type: 'text', text: 'Hi', beside: { of_tomorrow: 1 } },
      { type: 'other', beside: { ...piece, delta: '' } },
    ]);
  });

  it('each other event as it came, before what is read from it', () => {
    const events = [added(CALL), { type: 'of_tomorrow' }, COMPLETED];
    expect(asWritten(...events)).toEqual([
      { type: 'other', beside: events[0] },
      { type: 'tool_call', index: 0, id: 'c', name: 'f' },
      { type: 'other', beside: events[1] },
      { type: 'other', beside: COMPLETED },
      { type: 'arguments', index: 0, text: '{}' },
      { type: 'finish', finishReason: 'tool_calls' },
    ]);
  });
});

it.each(['', ' \n', '[DONE]', ' [DONE] '])('an event of %j says nothing', (data) => {
  const chunks: Chunk[] = [];
  const reader = new EventReader(SETTINGS);
  reader.read({ event: undefined, data }, chunks);
  expect([chunks, reader.complete]).toEqual([[], false]);
});

it.each(['x', '7', 'null', '[]', '[DONE'])('an event of %j is none', (data) => {
  expect(errorOf(() => new EventReader(SETTINGS).read({ event: undefined, data }, []))).toMatchObject({
    cause: 'event is no object',
  });
});
