/** What a chat asks its model, and what its answer brings, whole and streamed. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type ChatRequest, type Completion, textMessage, textOf } from '../../domain/chat.ts';
import type { ChatEvent, ChatStream } from '../../domain/chat-answer.ts';
import { GatewayError } from '../../domain/errors.ts';
import type { VerifySettings } from '../../engine/factcheck/check-plan.ts';
import { createClaimMemory } from '../../engine/factcheck/claim-memory.ts';
import {
  agreeable,
  found,
  itemOf,
  type SimulatedJudge,
  simulateJudge,
  verdict,
} from '../../engine/factcheck/judge/judge-in-tests.ts';
import { createExampleBank } from '../../engine/factcheck/normalize/example-bank.ts';
import type { PreparedCall, Upstream } from '../../models/upstream/call-provider.ts';
import { wholeAsChunks } from '../../models/upstream/whole-as-chunks.ts';
import type { ChatCall } from './chat-call.ts';
import { createChat } from './chat-story.ts';

const QUESTION = 'The Eiffel Tower was completed in 1890. Is that right?';
const ANSWER = 'The Eiffel Tower was completed in 1889.';
const EVIDENCE = 'The Eiffel Tower was completed in March 1889 in Paris.';

/** What the model was sent, and what it says of it. */
let asked: ChatRequest[];
let say: () => string | Error;
/** The same model as the judge. */
let judge: SimulatedJudge;
let kept: Map<string, unknown>;
beforeEach(() => {
  asked = [];
  kept = new Map();
  say = () => ANSWER;
  judge = simulateJudge(agreeable);
});

function openTestChat(options: { readonly marks?: boolean; readonly verify?: Partial<VerifySettings> } = {}) {
  const answer = (call: PreparedCall): Completion => {
    asked.push((call as unknown as { request: ChatRequest }).request);
    const said = say();
    if (said instanceof Error) throw said;
    return { content: said, finishReason: 'stop', usage: { promptTokens: 10, completionTokens: 5 } };
  };
  const upstream = {
    prepare: (_endpoint: unknown, _model: unknown, request: ChatRequest) => ({
      request,
      translated: { adjusted: ['seed=ignored'] },
    }),
    complete: async (call: PreparedCall, caller: AbortSignal) =>
      (call as unknown as { request: ChatRequest }).request.responseFormat?.type === 'json_schema'
        ? judge.upstream.complete(call, caller)
        : answer(call),
    stream: async (call: PreparedCall) => wholeAsChunks(answer(call)),
  } as unknown as Upstream;
  let ids = 0;
  return createChat({
    upstream,
    examples: createExampleBank([]),
    verify: {
      ...{ concurrency: 2, deadlineMs: 10_000, judgeTimeoutMs: 10_000, tokenBudget: 1e6 },
      ...{ verdicts: new Map(), citations: new Map(), readings: new Map() },
      ...{ fenceWord: () => 'c0ffeec0ffeec0ffee00', now: () => Date.now(), today: () => '2026-11-28' },
      ...options.verify,
    } as VerifySettings,
    calls: { keep: async () => {}, find: async () => undefined },
    evidence: {
      keep: async (name, value) => void kept.set(JSON.stringify(name), value),
      find: async (name) => kept.get(JSON.stringify(name)),
    },
    claims: createClaimMemory(),
    marksConversations: options.marks ?? false,
    newId: () => `id${++ids}`,
    now: () => 1_999,
    yieldTurn: async () => {},
  });
}

const retrieve = vi.fn(async () => found({ item: itemOf(EVIDENCE), relevance: 0.9 }));

function callOf(
  factCheck: Partial<ChatCall['factCheck']> = {},
  rest: Partial<ChatCall> = {},
  request: Partial<ChatRequest> = {},
): ChatCall {
  return {
    request: { messages: [textMessage('user', QUESTION)], stream: false, ...request },
    model: { id: 'judge-1', capabilities: { responseFormat: 'json_schema' } },
    endpoint: { provider: 'openai', adapter: { dialects: [] }, sandbox: false },
    key: {},
    task: 'chat',
    ...rest,
    factCheck: {
      ...{ mode: 'detect', streamEvents: true, revise: false, claims: 'new', maxClaims: 10 },
      ...{ minConfidence: 0, minCheckWorthiness: 0, retrieve, searches: () => [], context: false },
      ...{ brings: false, factsAlone: false, citations: false, callerId: 'caller', native: false },
      action: { do: 'annotate', on: ['refuted'], message: 'Withheld.' },
      ...factCheck,
    },
  } as unknown as ChatCall;
}

const signal = new AbortController().signal;
const answerTo = async (call: ChatCall, chat = openTestChat()) =>
  chat.answer(await chat.prepare(call), signal);
async function eventsOf(stream: ChatStream): Promise<ChatEvent[]> {
  const all: ChatEvent[] = [];
  for (let events = await stream.next(); events !== undefined; events = await stream.next())
    all.push(...events);
  return all;
}
const streamTo = async (call: ChatCall, chat = openTestChat()) => {
  const stream = await chat.stream(await chat.prepare(call), signal);
  return { stream, events: await eventsOf(stream) };
};
const textsTo = (request: ChatRequest | undefined): string[] => (request?.messages ?? []).map(textOf);

describe('an answer', () => {
  it('says who gave it and when, and what became of the request', async () => {
    expect(await answerTo(callOf())).toMatchObject({
      ...{ id: 'chatcmpl-id1', created: 1, model: 'judge-1', adjusted: ['seed=ignored'] },
      ...{ content: ANSWER, finishReason: 'stop', usage: { promptTokens: 10, completionTokens: 5 } },
      metadata: { mode: 'detect', claims_detected: 2 },
    });
    const { stream } = await streamTo(callOf());
    expect(stream).toMatchObject({ id: 'chatcmpl-id1', created: 1, model: 'judge-1' });
    expect(stream).not.toHaveProperty('writtenBy');
    expect(stream).not.toHaveProperty('citable');
  });

  it('has no claims where they are not wanted', async () => {
    expect(await answerTo(callOf({ mode: 'off' }))).not.toHaveProperty('metadata');
    const { events } = await streamTo(callOf({ mode: 'off' }));
    expect(events.map(({ type }) => type)).toEqual(['text', 'finish', 'usage']);
  });

  it('streams its claims as they are found, where that is wanted', async () => {
    const typesOf = async (streamEvents: boolean) =>
      (await streamTo(callOf({ streamEvents }))).events.map(({ type }) => type);
    expect(await typesOf(true)).toContain('claim');
    expect(await typesOf(false)).not.toContain('claim');
  });

  it('fails as its provider does, whole and streamed', async () => {
    const down = new GatewayError('provider_failed', 'It is down.');
    say = () => down;
    for (const mode of ['off', 'detect', 'ground'] as const) {
      await expect(answerTo(callOf({ mode }))).rejects.toBe(down);
      await expect(streamTo(callOf({ mode }))).rejects.toBe(down);
    }
  });
});

describe('the model is sent', () => {
  it('the service’s words first, and those of no task where there is none', async () => {
    await answerTo(callOf());
    expect(textsTo(asked[0])).toEqual([expect.any(String), QUESTION]);
    await answerTo(callOf({}, { task: 'none' }));
    expect(textsTo(asked[1])).toEqual([QUESTION]);
  });

  it('evidence behind the question, where there is any and it is wanted', async () => {
    const { metadata } = await answerTo(callOf({ mode: 'ground' }));
    expect(textsTo(asked[0]).at(-1)).toContain(EVIDENCE);
    expect(metadata).toMatchObject({ mode: 'ground' });
    await answerTo(callOf({ mode: 'detect' }));
    expect(textsTo(asked[1]).join()).not.toContain(EVIDENCE);
    kept.clear();
    await answerTo(callOf({ mode: 'ground', retrieve: async () => found() }));
    expect(textsTo(asked[2])).toEqual([expect.any(String), QUESTION]);
  });

  it('evidence with numbers to cite, where the answer may have some', async () => {
    const cite = await answerTo(callOf({ mode: 'ground', citations: true }));
    expect(cite.citable).toEqual([{ title: 'A page', url: 'https://example.org/page' }]);
    expect(await answerTo(callOf({ mode: 'ground' }))).not.toHaveProperty('citable');
    const form = { responseFormat: { type: 'json_object' } } as Partial<ChatRequest>;
    expect(await answerTo(callOf({ mode: 'ground', citations: true }, {}, form))).not.toHaveProperty(
      'citable',
    );
  });

  it('none beside a conversation: a name for the chat needs no evidence', async () => {
    const title = 'Generate a concise, 3-5 word title for this chat, as JSON.\n### Chat History:\nUSER: Hi';
    const call = callOf({ mode: 'ground' }, { task: 'auto' }, { messages: [textMessage('user', title)] });
    const chat = openTestChat();
    const prepared = await chat.prepare(call);
    if (prepared.task === 'helper') expect(prepared.mode).toBe('detect');
    await chat.answer(prepared, signal);
    expect(textsTo(asked[0]).join()).not.toContain(EVIDENCE);
  });

  it('a mark for its provider’s cache, where nobody has set one and the provider wants it', async () => {
    const adapter = { dialects: [], cachesByMarks: true };
    const marked = { endpoint: { provider: 'anthropic', adapter } } as unknown as Partial<ChatCall>;
    await answerTo(callOf({}, marked), openTestChat({ marks: true }));
    await answerTo(callOf({}, marked), openTestChat());
    await answerTo(callOf(), openTestChat({ marks: true }));
    const own = { promptCacheOptions: { mode: 'explicit' } } as unknown as Partial<ChatRequest>;
    await answerTo(callOf({}, marked, own), openTestChat({ marks: true }));
    expect(asked.map(({ promptCacheOptions }) => promptCacheOptions?.mode)).toEqual([
      'implicit',
      undefined,
      undefined,
      'explicit',
    ]);
  });

  it('no more than fits, and its caller hears of it', async () => {
    const onShortened = vi.fn();
    const chat = openTestChat();
    const prepared = await chat.prepare(callOf({}, { onShortened }));
    expect((prepared.upstream as { onShortened?: unknown }).onShortened).toBe(onShortened);
    expect((await chat.prepare(callOf())).upstream).not.toHaveProperty('onShortened');
  });

  it('the evidence of before, when the conversation goes on', async () => {
    const chat = openTestChat();
    await answerTo(callOf({ mode: 'ground' }), chat);
    const messages = [
      textMessage('user', QUESTION),
      textMessage('assistant', ANSWER),
      textMessage('user', 'Who built it?'),
    ];
    await answerTo(callOf({ mode: 'ground', retrieve: async () => found() }, {}, { messages }), chat);
    expect(textsTo(asked[1]).filter((text) => text.includes(EVIDENCE))).toHaveLength(1);
    // Another caller was given nothing.
    await answerTo(
      callOf({ mode: 'ground', callerId: 'other', retrieve: async () => found() }, {}, { messages }),
      chat,
    );
    expect(textsTo(asked[2]).join()).not.toContain(EVIDENCE);
  });

  it('its evidence of before after a streamed answer too', async () => {
    const chat = openTestChat();
    await streamTo(callOf({ mode: 'ground' }), chat);
    const messages = [
      textMessage('user', QUESTION),
      textMessage('assistant', ANSWER),
      textMessage('user', 'Who built it?'),
    ];
    await streamTo(callOf({ mode: 'ground', retrieve: async () => found() }, {}, { messages }), chat);
    expect(textsTo(asked[1]).filter((text) => text.includes(EVIDENCE))).toHaveLength(1);
  });
});

describe('a claim to state', () => {
  const post = callOf(
    {},
    { task: 'normalize' },
    { messages: [textMessage('user', 'The moon is made of cheese!!')] },
  );

  it('is the answer, with how it was stated', async () => {
    say = () => JSON.stringify({ claim: 'The moon is made of cheese.', candidates: [] });
    const answer = await answerTo(post);
    expect(answer.metadata?.normalization).toBeDefined();
    expect(await answerTo(callOf()).then(({ metadata }) => metadata)).not.toHaveProperty('normalization');
    const { events } = await streamTo(post);
    expect(events.filter(({ type }) => type === 'text')).toEqual([{ type: 'text', text: answer.content }]);
    expect(events.map(({ type }) => type).filter((type) => type !== 'claim')).toEqual([
      'text',
      'finish',
      'usage',
    ]);
    expect(events.find(({ type }) => type === 'finish')).toMatchObject({ metadata: { mode: 'detect' } });
  });

  it('needs no evidence, and has a form of its own', async () => {
    const chat = openTestChat();
    expect((await chat.prepare({ ...post, factCheck: { ...post.factCheck, mode: 'verify' } })).mode).toBe(
      'detect',
    );
    expect((await chat.prepare({ ...post, factCheck: { ...post.factCheck, mode: 'off' } })).mode).toBe('off');
    const form = { ...post.request, responseFormat: { type: 'json_object' } } as ChatRequest;
    await expect(chat.prepare({ ...post, request: form })).rejects.toMatchObject({
      code: 'unsupported',
      param: 'response_format',
    });
  });
});

describe('what is done with an answer', () => {
  const action = (name: string) => ({ do: name, on: ['refuted'], message: 'Withheld.' }) as never;
  const actionOf = async (factCheck: object, request: Partial<ChatRequest> = {}, verify = {}) =>
    (await openTestChat({ verify }).prepare(callOf(factCheck, {}, request))).action?.do;
  const form = { responseFormat: { type: 'json_object' } } as Partial<ChatRequest>;

  it('is nothing where nothing was judged, or is wanted', async () => {
    expect(await actionOf({ mode: 'verify', action: action('append') })).toBe('append');
    expect(await actionOf({ mode: 'verify', action: action('annotate') })).toBeUndefined();
    expect(await actionOf({ mode: 'detect', action: action('append') })).toBeUndefined();
    expect(await actionOf({ mode: 'ground', action: action('append') })).toBeUndefined();
    const local = { state: () => 'ready', deadlineMs: 5 };
    expect(await actionOf({ mode: 'ground', action: action('append') }, {}, { local })).toBe('append');
  });

  it('breaks no JSON', async () => {
    expect(await actionOf({ mode: 'verify', action: action('append') }, form)).toBeUndefined();
    expect(await actionOf({ mode: 'verify', action: action('withhold') }, form)).toBe('withhold');
  });

  it('is done, whole and streamed', async () => {
    say = () => 'The Eiffel Tower was completed in 1891.';
    judge = simulateJudge(({ blocks }) =>
      blocks.map((block) => {
        const evidence = block.items.map(({ number }) => ({
          number,
          stance: 'refutes',
          words: 'in March 1889',
        }));
        return verdict(block, { verdict: 'refuted', evidence });
      }),
    );
    const call = callOf({ mode: 'verify', action: action('withhold') });
    const answer = await answerTo(call);
    expect([answer.content, answer.metadata?.action]).toEqual(['Withheld.', 'withhold']);
    const { events } = await streamTo(call);
    expect(events[0]).toEqual({ type: 'text', text: 'Withheld.' });
    // A second attempt is asked for with what is wrong in the first, and its evidence.
    asked = [];
    await answerTo(callOf({ mode: 'verify', action: action('retry') }));
    expect(asked).toHaveLength(2);
    // Behind the conversation as it was, with the evidence in it.
    const before = textsTo(asked[0]);
    expect(textsTo(asked[1]).slice(0, before.length)).toEqual(before);
    expect(before.join()).toContain(EVIDENCE);
    expect(textsTo(asked[1]).length).toBeGreaterThan(before.length);
    expect(textsTo(asked[1]).join()).toContain(EVIDENCE);
  });
});
