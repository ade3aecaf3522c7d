import { EventEmitter } from 'node:events';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { describe, expect, it } from 'vitest';
import { ApiKey } from '../../../domain/api-key.ts';
import type { ChatEvent } from '../../../domain/chat-answer.ts';
import type { Claim } from '../../../domain/claim.ts';
import { type ErrorCode, GatewayError } from '../../../domain/errors.ts';
import type { FoundModel } from '../../../models/upstream/model-directory.ts';
import { createCallerIds } from '../../admission/caller-id.ts';
import type { PreparedChat } from '../../chat/chat-call.ts';
import type { Gate } from '../admission/gate.ts';
import { allowAbsent, askOf, type ChatAsk, createChatService, type requireIdentity } from './chat-service.ts';

const key = ApiKey.parse('cg-1')!;
const identity = { key, caller: createCallerIds('secret').callerOf(key) };
const request = () => ({ headers: {}, keyAccepted: false }) as unknown as FastifyRequest;

const foundOf = (id: string, provider = 'a', listed = true) =>
  ({
    model: { id, provider },
    listed,
    endpoint: { provider, sandbox: false, adapter: { dialects: [] } },
  }) as unknown as FoundModel;
const ALL: Readonly<Record<string, FoundModel>> = {
  one: foundOf('one'),
  two: foundOf('two'),
  'of-b': foundOf('of-b', 'b'),
  'sk-typed': foundOf('sk-typed', 'a', false),
  short: { ...foundOf('short'), fallbacks: ['two'] },
  alias: { ...foundOf('one'), fallbacks: ['two'] },
};

const ASK: ChatAsk = {
  modelId: 'alias',
  request: { messages: [], stream: false },
  media: [],
  task: 'auto',
  factCheck: { isModeNamed: true, mode: 'off' },
};

/**
 * @param fails what each model's call throws.
 * @param appended what the gateway wrote behind a whole answer.
 */
function open(
  fails: Readonly<Record<string, unknown>> = {},
  batches: readonly (readonly object[])[] = [],
  appended = '',
) {
  const log: string[] = [];
  const headers = new Map<string, string>();
  const reply = {
    raw: Object.assign(new EventEmitter(), { destroyed: false }),
    header: (name: string, value: string) => headers.set(name, value),
    removeHeader: (name: string) => headers.delete(name),
  } as unknown as FastifyReply;
  const asked = ({ call: { model, onShortened } }: PreparedChat): string => {
    if (model.id === 'short') onShortened?.(50);
    log.push(`ask ${model.id}`);
    if (fails[model.id] !== undefined) throw fails[model.id];
    return model.id;
  };
  const options = {
    chat: {
      prepare: async (call: PreparedChat['call']) => {
        const fault = fails[`prepare ${call.model.id}`];
        if (fault !== undefined) throw fault;
        return {
          call,
          task: { name: 'chat' },
          upstream: { translated: { adjusted: call.model.id === 'two' ? [] : ['temperature=1'] } },
        };
      },
      answer: async (prepared: PreparedChat) => ({
        id: 'id',
        content: `${asked(prepared)}${appended}`,
        ...(appended === '' ? {} : { appended }),
      }),
      async stream(prepared: PreparedChat) {
        asked(prepared);
        const left = [...batches];
        return {
          id: 'id',
          async next() {
            const batch = left.shift();
            if (batch?.[0] instanceof Error) throw batch[0];
            return batch;
          },
          close() {},
        };
      },
    },
    gate: {
      mayUse: () => true,
      planOf: () => ({}),
      profilesOf: () => [],
      admit: async (
        _request: unknown,
        _reply: unknown,
        _holder: unknown,
        found: FoundModel,
        others: FoundModel[],
      ) => {
        log.push(`admit ${[found, ...others].map(({ model }) => model.id).join(' ')}`);
        return { accepted: () => log.push('accepted') };
      },
      failed: async (_reply: unknown, _admitted: unknown, error: GatewayError) => {
        log.push(`failed ${error.code}`);
      },
      acceptedLately: () => true,
    },
    models: { find: (id: string) => ALL[id] },
    openRequests: { signalOf: () => new AbortController().signal },
    evidence: {
      maxClaims: 8,
      retrieveFor: () => ({ retrieve: async () => ({ items: [] }), searches: () => [] }),
    },
    evaluations: {
      begin: async ({ answer, claims = [] }: { answer: string; claims?: readonly Claim[] }) =>
        log.push(['evaluate', answer, ...claims.map(({ id }) => id)].join(' ')),
    },
    metrics: {
      tokens: (_: unknown, __: unknown, { prompt }: { prompt: number }) => log.push(`count ${prompt}`),
      firstText: () => log.push('first text'),
    },
    action: { do: 'annotate', on: ['refuted'], message: 'No.' },
    profiles: {},
    prepareReport: () => () => {},
  } as unknown as Parameters<typeof createChatService>[0];
  const service = createChatService(options);
  const noted = request();
  return {
    answer: (ask: Partial<ChatAsk> = {}) => service.answer(noted, reply, identity, { ...ASK, ...ask }),
    stream: (ask: Partial<ChatAsk> = {}) => service.stream(noted, reply, identity, { ...ASK, ...ask }),
    log,
    headers,
    noted,
  };
}

const failure = (code: ErrorCode) => new GatewayError(code);

describe('a chat', () => {
  it('is admitted with all models that may answer it, and asks the first', async () => {
    const { answer, log, headers, noted } = open();
    expect(await answer()).toMatchObject({ content: 'one' });
    expect(log).toEqual(['admit one two', 'ask one', 'accepted']);
    expect(headers.get('X-Claimgate-Model')).toBe('one');
    expect(headers.get('X-Claimgate-Adjusted')).toBe('temperature=1');
    expect(noted).toMatchObject({ model: 'one', provider: 'a' });
  });

  it('asks the next model where one cannot answer, and says which did', async () => {
    const { answer, log, headers, noted } = open({ one: failure('provider_overloaded') });
    expect(await answer()).toMatchObject({ content: 'two' });
    expect(log).toEqual(['admit one two', 'ask one', 'ask two', 'accepted']);
    expect(headers.get('X-Claimgate-Model')).toBe('two');
    expect(headers.has('X-Claimgate-Adjusted')).toBe(false);
    expect(noted.model).toBe('two');
  });

  it('asks no other for what the caller did wrong, or a fault of the gateway', async () => {
    for (const error of [
      failure('api_key_invalid'),
      Object.assign(new Error('a fault'), { code: 'fault' }),
    ]) {
      const { answer, log } = open({ one: error });
      await expect(answer()).rejects.toBe(error);
      expect(log).toEqual(['admit one two', 'ask one', `failed ${error.code}`]);
    }
  });

  it('fails as the last model did where all were asked, and as the one before where it cannot serve', async () => {
    const [first, last] = [failure('provider_timeout'), failure('provider_overloaded')];
    await expect(open({ one: first, two: last }).answer()).rejects.toBe(last);
    const unready = open({ one: first, 'prepare two': failure('unsupported') });
    await expect(unready.answer()).rejects.toBe(first);
    expect(unready.log).toEqual(['admit one two', 'ask one', 'failed provider_timeout']);
    const fault = new TypeError('a fault');
    await expect(open({ one: first, 'prepare two': fault }).answer()).rejects.toBe(fault);
  });

  it('is admitted for the next model where the first cannot serve it', async () => {
    const { answer, log } = open({ 'prepare one': failure('unsupported') });
    await answer();
    expect(log).toEqual(['admit two', 'ask two', 'accepted']);
  });

  it('names no model on the reply that the caller named itself, and in the log none that is not listed', async () => {
    const { answer, headers, noted } = open();
    await answer({ modelId: 'sk-typed' });
    expect(headers.has('X-Claimgate-Model')).toBe(false);
    expect(noted).toMatchObject({ model: 'unlisted', provider: 'a' });
  });

  it('says what was changed, in the words of the caller’s API where it has some', async () => {
    const { answer, headers } = open();
    await answer({ adjusted: ['seed'], inWords: (changed) => changed.map((one) => `api:${one}`) });
    expect(headers.get('X-Claimgate-Adjusted')).toBe('seed, api:temperature=1');
  });

  it('says how many tokens its answer may have where that is fewer, of the model that answers', async () => {
    const shortened = open();
    await shortened.answer({ modelId: 'short' });
    expect(shortened.headers.get('X-Claimgate-Adjusted')).toBe('temperature=1, max_tokens=50');
    const { answer, headers } = open({ short: failure('provider_timeout') });
    await answer({ modelId: 'short' });
    expect(headers.has('X-Claimgate-Adjusted')).toBe(false);
  });

  it('has judges of the provider that answers, or is refused', async () => {
    const judged = (judge: string) =>
      open().answer({ modelId: 'one', factCheck: { isModeNamed: true, mode: 'off', judge_model: judge } });
    await expect(judged('two')).resolves.toBeDefined();
    await expect(judged('of-b')).rejects.toMatchObject({
      code: 'unsupported',
      param: 'fact_check.judge_model',
    });
    const { answer, log } = open();
    await answer({ modelId: 'one', factCheck: { isModeNamed: true, mode: 'off', judge_model: 'two' } });
    expect(log[0]).toBe('admit one two');
  });

  it('is evaluated where that is asked, with its answer', async () => {
    const { answer, log } = open();
    await answer({ evaluate: {} });
    expect(log.at(-1)).toBe('evaluate one');
  });

  it('is evaluated without what the gateway wrote behind it', async () => {
    const { answer, log } = open({}, [], ' A note.');
    expect(await answer({ evaluate: {} })).toMatchObject({ content: 'one A note.' });
    expect(log.at(-1)).toBe('evaluate one');
  });
});

describe('a streamed chat', () => {
  const TEXT = [{ type: 'text', text: 'Hi' }];
  const USAGE = [{ type: 'usage', usage: { promptTokens: 3, completionTokens: 1 } }];

  it('has an accepted key once its first events are there, and counts them', async () => {
    const { stream, log } = open({}, [TEXT, USAGE]);
    const { next } = await stream();
    expect(log).toEqual(['admit one two', 'ask one']);
    expect(await next()).toEqual(TEXT);
    expect(log.slice(2)).toEqual(['first text', 'accepted']);
    expect(await next()).toEqual(USAGE);
    expect(await next()).toBeUndefined();
    expect(log.slice(4)).toEqual(['count 3']);
  });

  it('that ends before its first event has no first text', async () => {
    const { stream, log } = open({}, []);
    expect(await (await stream()).next()).toBeUndefined();
    expect(log.slice(2)).toEqual(['accepted']);
  });

  it('is rejected where its first event is an error, and not by a later one', async () => {
    const error = failure('api_key_invalid');
    const rejected = open({}, [[error]]);
    await expect((await rejected.stream()).next()).rejects.toBe(error);
    expect(rejected.log.at(-1)).toBe('failed api_key_invalid');
    const broken = open({}, [TEXT, [error]]);
    const { next } = await broken.stream();
    await next();
    await expect(next()).rejects.toBe(error);
    expect(broken.log.at(-1)).toBe('accepted');
  });

  it('is evaluated with its first answer’s text and claims, on its finish', async () => {
    const finish = { type: 'finish', claims: [{ id: 'c1' }, { id: 'c2', choice_index: 1 }] };
    const note = { type: 'text', text: ' A note.', appended: true };
    const { stream, log } = open({}, [TEXT, [note, finish]]);
    const { next } = await stream({ evaluate: {} });
    await next();
    const last = ((await next()) as readonly ChatEvent[]).at(-1);
    expect(last).toHaveProperty('evaluation');
    expect(log.at(-1)).toBe('evaluate Hi c1');
  });
});

describe('what a request asks', () => {
  const defaults = { factCheckMode: 'ground', task: 'chat' } as const;

  it('is what it says, and the defaults where it does not', () => {
    expect(askOf({ model: 'one' }, request(), defaults)).toMatchObject({
      ...{ modelId: 'one', task: 'chat', factCheck: { mode: 'ground' }, evaluate: undefined },
    });
    const body = {
      model: 'one',
      task: 'auto',
      fact_check: { mode: 'off' },
      enable_evaluations: true,
    } as const;
    expect(askOf(body, request(), defaults)).toMatchObject({
      ...{ task: 'auto', factCheck: { isModeNamed: true, mode: 'off' }, evaluate: {} },
    });
  });

  it('may be asked without a key where the gateway serves everybody, and never with a key that is none', () => {
    const invalid = failure('api_key_invalid');
    const allow = (needsKey: boolean, identified: Parameters<typeof requireIdentity>[0]) =>
      allowAbsent({ needsKey } as Gate, identified);
    expect(allow(false, 'absent')).toBeUndefined();
    expect(() => allow(true, 'absent')).toThrow(expect.objectContaining({ code: 'api_key_required' }));
    expect(() => allow(false, invalid)).toThrow(invalid);
    expect(allow(true, identity)).toBe(identity);
  });
});
