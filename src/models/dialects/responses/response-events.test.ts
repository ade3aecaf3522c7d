import fc from 'fast-check';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { expectEventTypes } from '../../../../test/harness/openai-types.ts';
import {
  type EventBody,
  outputTextOf,
  parseResponseStream,
  type ResponseStreamBody,
} from '../../../../test/harness/read-response-events.ts';
import type { FinishReason, TokenLogprob } from '../../../domain/chat.ts';
import type { ChatEvent, ChatStream } from '../../../domain/chat-answer.ts';
import type { Claim } from '../../../domain/claim.ts';
import { GatewayError } from '../../../domain/errors.ts';
import { responsesSchema } from '../../../gateway/http/responses/responses-request.ts';
import { echoSettings } from './echo-settings.ts';
import { formatResponse, type ResponseHead } from './format-response.ts';
import { responseEvents } from './response-events.ts';

const settings = echoSettings(responsesSchema.parse({ model: 'm', input: 'Hi' }));
const head: ResponseHead = {
  id: `resp_${'a'.repeat(24)}`,
  created: 1_700_000_000,
  model: 'm',
  settings,
  store: true,
};

const text = (words: string): ChatEvent => ({ type: 'text', text: words });
const call = (index: number, more: object = {}): ChatEvent => ({
  ...{ type: 'tool_call', index, id: `call_${index}`, name: 'get_weather' },
  ...more,
});
const args = (index: number, words: string): ChatEvent => ({ type: 'arguments', index, text: words });
const finish = (finishReason: FinishReason = 'stop', more: object = {}): ChatEvent => ({
  ...{ type: 'finish', finishReason },
  ...more,
});
const usage: ChatEvent = { type: 'usage', usage: { promptTokens: 7, completionTokens: 5, cachedTokens: 3 } };

interface Ask {
  readonly mayCite?: boolean;
  readonly store?: boolean;
  readonly citable?: ChatStream['citable'];
  readonly keep?: () => Promise<boolean>;
  /** What is thrown behind the last of the events. */
  readonly error?: unknown;
}

/** All events of the streams here that a provider says nothing beside, held to OpenAI's types at the end: the compiler is asked once. */
const seen: EventBody[] = [];
afterAll(() => expectEventTypes(seen));

/** Writes a stream of these batches as the server does. */
async function write(batches: readonly (readonly ChatEvent[])[], ask: Ask = {}): Promise<ResponseStreamBody> {
  const { mayCite = false, store = true, citable, keep = async () => true, error } = ask;
  const left = [...batches];
  const stream = {
    ...{ id: 'chatcmpl-x', created: 1, model: 'm', adjusted: [], citable },
    close() {},
    async next() {
      if (left.length === 0 && error !== undefined) throw error;
      return left.shift();
    },
  } as unknown as ChatStream;
  const { source, form } = responseEvents(
    stream,
    { ...head, store },
    { mayCite, keep, now: () => 1_700_000_009 },
  );
  let raw = '';
  try {
    for (let texts = await source.next(); texts !== undefined; texts = await source.next())
      raw += texts.join('');
    raw += form.end;
  } catch (thrown) {
    raw += form.formatError(thrown as GatewayError);
  }
  const read = parseResponseStream(raw);
  const isOwn = batches.flat().every(({ type }) => type !== 'other');
  if (isOwn && seen.length < 20_000) seen.push(...read.events);
  return read;
}

/** The types of the events between the beginning and the end, runs of the same counted once. */
const shapeOf = ({ events }: ResponseStreamBody): string[] =>
  events
    .slice(2, -1)
    .map(
      ({ type, output_index: index }) =>
        `${type.replace('response.', '')}${index === undefined ? '' : ` ${index}`}`,
    )
    .filter((name, at, all) => name !== all[at - 1]);

const MESSAGE = ['output_item.added', 'content_part.added', 'output_text.delta'];
const MESSAGE_DONE = ['output_text.done', 'content_part.done', 'output_item.done'];
const CALL = ['output_item.added', 'function_call_arguments.delta'];
const CALL_DONE = ['function_call_arguments.done', 'output_item.done'];
const at = (index: number, ...names: readonly string[][]): string[] =>
  names.flat().map((name) => `${name} ${index}`);

describe('the events of an answer', () => {
  it('are those of one message', async () => {
    const read = await write([[text('Hello')], [text(' there.')], [finish(), usage]]);
    expect(shapeOf(read)).toEqual(at(0, MESSAGE, MESSAGE_DONE));
    expect(read.response).toMatchObject({
      status: 'completed',
      completed_at: 1_700_000_009,
      store: true,
      output: [{ id: `msg_${'a'.repeat(24)}o0`, content: [{ text: 'Hello there.' }] }],
      usage: {
        ...{ input_tokens: 7, output_tokens: 5, total_tokens: 12 },
        input_tokens_details: { cached_tokens: 3 },
        output_tokens_details: { reasoning_tokens: 0 },
      },
    });
  });

  it('are those of a message that is done where its calls begin, and of calls, each done where the next begins', async () => {
    const read = await write([
      [text('Let me see.'), call(0), args(0, '{"a'), args(0, '":1}')],
      [call(1, { extra: { google: { thought_signature: 's' } } }), args(1, '{}')],
      [finish('tool_calls')],
    ]);
    expect(shapeOf(read)).toEqual([
      ...at(0, MESSAGE, MESSAGE_DONE),
      ...at(1, CALL, CALL_DONE),
      ...at(2, CALL, CALL_DONE),
    ]);
    expect(read.response?.output.slice(1)).toEqual([
      {
        ...{ id: `fc_${'a'.repeat(24)}o1`, type: 'function_call', status: 'completed' },
        ...{ call_id: 'call_0', name: 'get_weather', arguments: '{"a":1}' },
      },
      expect.objectContaining({ arguments: '{}', extra_content: { google: { thought_signature: 's' } } }),
    ]);
    expect(read.response?.usage).toBeNull();
  });

  it('are those of items of thinking, each done where it is sealed or the answer begins', async () => {
    const thought = (words: string, more: object = {}): ChatEvent => ({
      type: 'thought',
      text: words,
      ...more,
    });
    const taken = { takenBy: 'openai' };
    const THOUGHT = ['output_item.added', 'reasoning_summary_part.added', 'reasoning_summary_text.delta'];
    const THOUGHT_DONE = ['reasoning_summary_text.done', 'reasoning_summary_part.done', 'output_item.done'];
    const read = await write([
      [thought('Hm,', taken), thought(' so.'), thought('', { ...taken, signature: 'x' })],
      [thought('', { ...taken, signature: 'y' }), thought(''), thought('And?')],
      [text('Yes.'), finish()],
    ]);
    expect(shapeOf(read)).toEqual([
      ...at(0, THOUGHT, THOUGHT_DONE),
      ...at(1, ['output_item.added', 'output_item.done']),
      ...at(2, THOUGHT, THOUGHT_DONE),
      ...at(3, MESSAGE, MESSAGE_DONE),
    ]);
    const summary = (words: string) => [{ type: 'summary_text', text: words }];
    expect(read.response?.output.slice(0, 3)).toMatchObject([
      { type: 'reasoning', summary: summary('Hm, so.'), encrypted_content: 'x' },
      { type: 'reasoning', summary: [], encrypted_content: 'y' },
      { type: 'reasoning', summary: summary('And?') },
    ]);
    const said = read.events.flatMap(({ type, text: words, delta }) =>
      /summary_text/.test(type) ? [words ?? delta] : [],
    );
    expect(said).toEqual(['Hm,', ' so.', 'Hm, so.', 'And?', 'And?']);
  });

  it('lose no piece of calls that are written at once', async () => {
    const read = await write([
      [call(0), args(0, '{"a":'), call(1), args(1, '{"b":'), args(0, '1}'), args(1, '2}')],
      [finish('tool_calls')],
    ]);
    expect(read.response?.output).toMatchObject([{ arguments: '{"a":1}' }, { arguments: '{"b":2}' }]);
  });

  it('have no piece of a call that is done', async () => {
    const { response } = await write([
      [call(0), args(0, '{}'), call(1), args(0, '\n'), args(1, '{}')],
      [finish()],
    ]);
    expect(response?.output).toMatchObject([{ arguments: '{}' }, { arguments: '{}' }]);
  });

  it('begin another message for text behind a call', async () => {
    const read = await write([[text('One.'), call(0), args(0, '{}'), text('Two.')], [finish()]]);
    expect(shapeOf(read)).toEqual([
      ...at(0, MESSAGE, MESSAGE_DONE),
      ...at(1, CALL, CALL_DONE),
      ...at(2, MESSAGE, MESSAGE_DONE),
    ]);
    expect(read.response?.output.map(({ type }) => type)).toEqual(['message', 'function_call', 'message']);
  });

  describe('of a provider that speaks this API', () => {
    const other = (type: string, more: object): ChatEvent => ({
      type: 'other',
      beside: { type: `response.${type}`, ...more },
    });
    const added = (output_index: number, item: object) => other('output_item.added', { output_index, item });
    const done = (output_index: number, item: object) => other('output_item.done', { output_index, item });
    const ends = (...output: object[]) => other('completed', { response: { output } });

    it('have each of its items, also those that say nothing', async () => {
      const [wait, ready] = ['commentary', 'final_answer'].map((phase) => ({ type: 'message', phase }));
      const read = await write([
        [added(0, { type: 'reasoning', summary: [] }), done(0, { type: 'reasoning', summary: [] })],
        [added(1, { type: 'reasoning' }), added(2, wait!), text('Wait.'), done(2, wait!)],
        [added(3, ready!), text('Done.'), done(3, ready!)],
        [ends({}, {}, wait!, ready!), finish(), usage],
      ]);
      expect(read.response?.output).toMatchObject([
        { type: 'reasoning', summary: [] },
        { type: 'reasoning' },
        { type: 'message', content: [{ text: 'Wait.' }] },
        { type: 'message', content: [{ text: 'Done.' }] },
      ]);
      const phases = read.events.filter(({ type }) => type === 'response.output_item.added');
      expect(phases.map((event) => (event.item as { phase?: string }).phase)).toEqual([
        ...[undefined, undefined, 'commentary', 'final_answer'],
      ]);
    });

    it('know an item by the place that it has here', async () => {
      const item = { type: 'message', phase: 'final_answer' };
      const read = await write([
        [added(5, item), text('Done.')],
        [done(5, { ...item, extra: 1 }), ends({ ...item, extra: 1 }), finish()],
      ]);
      expect(read.events.filter(({ output_index: place }) => place === 5)).toEqual([]);
      expect(read.events.find(({ type }) => type === 'response.output_item.done')).toMatchObject({
        ...{ output_index: 0, item: { extra: 1, content: [{ text: 'Done.' }] } },
      });
    });

    it('name calls that were not offered as it names them', async () => {
      const item = { type: 'custom_tool_call', name: 'x_search', call_id: 'c', input: '' };
      const found = { type: 'function_call', name: 'look', namespace: 'tower', call_id: 'd' };
      const read = await write([
        [added(0, item), call(0, { name: 'x_search' }), args(0, '{"input":"from:'), args(0, 'me"}')],
        [added(1, found), call(1, { name: 'tower__look' }), args(1, '{}')],
        [call(2, { name: 'plain' }), args(2, '{}'), finish('tool_calls')],
      ]);
      expect(read.response?.output).toMatchObject([
        { type: 'custom_tool_call', name: 'x_search', input: 'from:me' },
        { type: 'function_call', name: 'look', namespace: 'tower', arguments: '{}' },
        { type: 'function_call', name: 'plain', arguments: '{}' },
      ]);
      expect(read.response?.output[2]).not.toHaveProperty('namespace');
    });

    it('have the settings that it used, from its first event on', async () => {
      const used = { top_p: 0.98, reasoning: { effort: 'medium', summary: null }, store: true, tools: [] };
      const response = { ...used, service_tier: 'auto' };
      const begun = other('created', { response });
      const goesOn = other('in_progress', { response });
      const ended = other('completed', { response: { ...used, service_tier: 'priority' } });
      const read = await write(
        [
          [begun, text('Hi.')],
          [ended, finish()],
        ],
        { store: false },
      );
      const own = { top_p: 0.98, reasoning: { effort: 'medium' }, temperature: 1, store: false };
      expect(read.events[0]).toMatchObject({ response: { ...own, service_tier: 'auto', tools: [] } });
      expect(read.response).toMatchObject({ ...own, service_tier: 'priority', tools: [] });
      const failed = await write([[begun, goesOn, text('Hi.')]], {
        error: new GatewayError('provider_failed', 'It broke'),
      });
      expect(failed.events.at(-1)).toMatchObject({ response: { status: 'failed', top_p: 0.98 } });
    });
  });

  it('are those of an empty message where nothing is said', async () => {
    const read = await write([[finish('content_filter'), usage]]);
    expect(read.response).toMatchObject({
      ...{ status: 'incomplete', incomplete_details: { reason: 'content_filter' }, completed_at: null },
      output: [{ status: 'incomplete', content: [{ text: '' }] }],
    });
    expect(read.events.at(-1)?.type).toBe('response.incomplete');
  });

  it('of one that was cut are incomplete in its last item', async () => {
    const { response } = await write([[text('One.'), call(0), args(0, '{"a')], [finish('length')]]);
    expect(response).toMatchObject({
      incomplete_details: { reason: 'max_output_tokens' },
      output: [{ status: 'completed' }, { status: 'incomplete', arguments: '{"a' }],
    });
  });

  it('have the probabilities of tokens', async () => {
    const token: TokenLogprob = {
      token: 'a',
      logprob: -1,
      bytes: null,
      top_logprobs: [{ token: 'b', logprob: -2, bytes: [98] }],
    };
    const { events, response } = await write([[{ type: 'text', text: 'a', logprobs: [token] }], [finish()]]);
    const lean = [{ token: 'a', logprob: -1, top_logprobs: [{ token: 'b', logprob: -2 }] }];
    const ofType = (type: string) => events.find((event) => event.type === `response.output_text.${type}`);
    expect([ofType('delta')?.logprobs, ofType('done')?.logprobs]).toEqual([lean, lean]);
    expect(response?.output).toMatchObject([{ content: [{ logprobs: [{ ...token, bytes: [] }] }] }]);
  });
});

const claim = (start: number, end: number, more: Partial<Claim> = {}): Claim => ({
  ...{ id: 'c1', text: 'x', original_text: 'x', role: 'assistant', message_index: 1, start, end },
  ...{ category: 'other', confidence: 1, language: 'en', language_supported: true },
  ...more,
});
const evidence = {
  source: 's',
  kind: 'web',
  title: 'T',
  url: 'https://a.example/',
  quote: 'q',
  stance: 'supports',
} as const;
const judged = (start: number, end: number): Claim =>
  claim(start, end, { verdict: 'supported', evidence: [evidence] });

describe('what is known of an answer at its end', () => {
  it('is told as annotations of the part, behind its deltas and in the words of its own text', async () => {
    const claims = [judged(0, 4), judged(8, 12)];
    const read = await write(
      [
        [text('One.'), call(0), args(0, '{}'), text('So. Two.')],
        [finish('stop', { claims }), usage],
      ],
      {
        mayCite: true,
      },
    );
    const citation = { type: 'url_citation', start_index: 0, end_index: 4, url: evidence.url, title: 'T' };
    expect(read.response?.output).toMatchObject([
      { content: [{ text: 'One.', annotations: [citation] }] },
      {},
      { content: [{ text: 'So. Two.', annotations: [{ ...citation, start_index: 4, end_index: 8 }] }] },
    ]);
    expect(shapeOf(read)).toEqual([
      ...at(0, MESSAGE),
      ...at(1, CALL, CALL_DONE),
      ...at(2, MESSAGE),
      ...at(0, ['output_text.annotation.added'], MESSAGE_DONE),
      ...at(2, ['output_text.annotation.added'], MESSAGE_DONE),
    ]);
  });

  it('is told in the response: the metadata and the evaluation', async () => {
    const metadata = { mode: 'verify', claims: [] };
    const evaluation = { id: 'e', status: 'running', report_url: '/v1/evaluations/e/report' };
    const { response } = await write([[text('One.')], [finish('stop', { metadata, evaluation })]]);
    expect(response).toMatchObject({ fact_check_metadata: metadata, evaluation });
  });

  it('claims and verdicts are events of their own, and what is under way is a comment', async () => {
    const { events, comments } = await write([
      [text('One.'), { type: 'claim', claim: claim(0, 4) }, { type: 'judging', ids: ['c1'] }],
      [{ type: 'claim', claim: judged(0, 4) }, { type: 'progress', verified: 1, total: 1 }, finish()],
    ]);
    expect(
      events.filter(({ type }) => type.startsWith('claimgate')).map(({ type, claim }) => [type, claim]),
    ).toEqual([
      ['claimgate.claim', claim(0, 4)],
      ['claimgate.verdict', judged(0, 4)],
    ]);
    expect(comments).toEqual(['checking c1', 'verified 1 of 1']);
  });
});

describe('a response that is to be kept', () => {
  it('is kept as it is answered, before its end is told', async () => {
    const keep = vi.fn(async () => true);
    const { response } = await write([[text('One.')], [finish(), usage]], { keep });
    expect(keep.mock.calls).toEqual([[response]]);
  });

  it('says that it is not, where the store does not take it', async () => {
    expect((await write([[text('One.')], [finish()]], { keep: async () => false })).response?.store).toBe(
      false,
    );
  });

  it('is not kept where that is not wanted, nor where it failed', async () => {
    const keep = vi.fn(async () => true);
    expect((await write([[text('One.')], [finish()]], { keep, store: false })).response?.store).toBe(false);
    const failed = await write([[text('One.')]], { keep, error: new GatewayError('provider_cut_off') });
    expect(failed.response).toMatchObject({ status: 'failed', store: false });
    expect(keep).not.toHaveBeenCalled();
  });
});

describe('an error', () => {
  it('before the first event is one of its own', async () => {
    const error = new GatewayError('unsupported', 'No.', { param: 'tools' });
    const { events, response } = await write([], { error });
    expect(response).toBeUndefined();
    expect(events).toEqual([
      { type: 'error', sequence_number: 0, code: 'unsupported_parameter', message: 'No.', param: 'tools' },
    ]);
  });

  it.each([
    ['provider_cut_off', 'server_error'],
    ['provider_rate_limited', 'rate_limit_exceeded'],
  ] as const)('behind it is a response that failed, with what there was (%s)', async (fault, code) => {
    const error = new GatewayError(fault, 'Gone.');
    const batches = [[text('One.'), call(0), args(0, '{}'), call(1), args(1, '{"a')]];
    const { response } = await write(batches, { error, citable: [evidence] });
    expect(response).toMatchObject({
      ...{ status: 'failed', error: { code, message: 'Gone.' }, usage: null },
      output: [
        { status: 'completed', content: [{ text: 'One.' }] },
        { status: 'completed', arguments: '{}' },
        { status: 'incomplete', arguments: '{"a' },
      ],
    });
  });

  it('of the store behind the last item still has the items', async () => {
    const keep = () => Promise.reject(new GatewayError('unavailable'));
    const { response } = await write([[text('One.')], [finish()]], { keep });
    expect(response).toMatchObject({ status: 'failed', output: [{ status: 'completed' }] });
  });
});

/** One answer: what is said and called, in any order, and how it is cut into batches. */
const words = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }).map((one) => one.toWellFormed());
const step = fc.oneof(
  words.map((said) => ({ said })),
  fc.record({
    called: fc.jsonValue({ maxDepth: 1 }).map((value) => JSON.stringify({ value })),
    cuts: fc.nat({ max: 4 }),
  }),
);
const answer = fc.record({
  steps: fc.array(step, { maxLength: 6 }),
  together: fc.boolean(),
  reason: fc.constantFrom<FinishReason>('stop', 'length', 'content_filter', 'tool_calls'),
  batch: fc.integer({ min: 1, max: 5 }),
  mayCite: fc.boolean(),
  failsAt: fc.option(fc.nat({ max: 20 }), { nil: undefined }),
});

/** A text in so many pieces at most, none of them empty. */
function cut(whole: string, cuts: number): string[] {
  const size = Math.ceil(whole.length / (cuts + 1));
  return whole.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? [];
}

function takeInTurns<T>(lists: readonly (readonly T[])[]): T[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, at) => lists.flatMap((list) => list.slice(at, at + 1))).flat();
}

describe('whatever is answered', () => {
  it('the events tell of one response, which is what a whole answer would be', async () => {
    await fc.assert(
      fc.asyncProperty(answer, async ({ steps, together, reason, batch, mayCite, failsAt }) => {
        const events: ChatEvent[] = [];
        const late: ChatEvent[][] = [];
        let calls = 0;
        for (const one of steps) {
          if ('said' in one) {
            events.push(text(one.said));
            continue;
          }
          const index = calls++;
          const pieces = cut(one.called, one.cuts).map((piece) => args(index, piece));
          events.push(call(index));
          // Of calls that are written at once, the pieces come behind all that was begun.
          if (together) late.push(pieces);
          else events.push(...pieces);
        }
        events.push(...takeInTurns(late), finish(reason), usage);
        const sent = failsAt === undefined ? events : events.slice(0, failsAt);
        const batches: ChatEvent[][] = [];
        for (let i = 0; i < sent.length; i += batch) batches.push(sent.slice(i, i + batch));
        const error = failsAt === undefined ? undefined : new GatewayError('provider_cut_off');
        const { response } = await write(batches, { mayCite, error });
        if (response === undefined) return;
        const said = sent.flatMap((event) => (event.type === 'text' ? [event.text] : [])).join('');
        expect(outputTextOf(response)).toBe(said);
        const made = response.output.filter((item) => item.type === 'function_call');
        const begun = sent.filter((event) => event.type === 'tool_call').length;
        expect(made.length).toBe(begun);
        if (error !== undefined) return;
        const called = steps.flatMap((one) => ('called' in one ? [one.called] : []));
        expect(made.map((item) => item.arguments)).toEqual(called);
        const toolCalls = called.map((json, index) => ({
          id: `call_${index}`,
          name: 'get_weather',
          arguments: json,
        }));
        const whole = formatResponse(
          {
            ...{ id: 'x', created: 1, model: 'm', adjusted: [], content: said, finishReason: reason },
            ...(toolCalls.length === 0 ? {} : { toolCalls }),
            usage: { promptTokens: 7, completionTokens: 5, cachedTokens: 3 },
          },
          head,
          1_700_000_009,
        );
        const { output, ...rest } = response;
        const { output: wholeOutput, ...wholeRest } = whole;
        expect(rest).toEqual(wholeRest);
        // A whole answer has one text, before its calls.
        const textsFirst = steps.every(
          (one, i) => 'called' in one || steps.slice(0, i).every((before) => 'said' in before),
        );
        if (textsFirst) expect(output).toEqual(wholeOutput);
      }),
      { numRuns: 500 },
    );
  });
});
