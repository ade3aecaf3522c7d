/** What is done with an answer in which something wrong is found: on every API, whole and streamed, for every provider. */
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Claim, FactCheckMetadata } from '../../src/domain/claim.ts';
import type { Pair } from '../../src/engine/judge/pair-scorer.ts';
import { fakeJudge, REFUTES, SUPPORTS, UNSURE } from '../harness/fake-judge.ts';
import type { Received } from '../harness/fake-provider.ts';
import {
  type JudgingProvider,
  readPrompt,
  sayCounted,
  startJudgingProvider,
} from '../harness/judging-provider.ts';
import { envFor, PROVIDERS, respond, speak, startStream, WIRES } from '../harness/provider-wires.ts';
import { readStream } from '../harness/read-answer.ts';
import { outputTextOf, type ResponseBody } from '../harness/read-response-events.ts';
import { type Gateway, severalProcesses, startGateway } from '../harness/start-gateway.ts';

const RIGHT = 'The Oberklamm bridge is 14,200 metres long.';
const WRONG = 'The Oberklamm bridge was opened to traffic in 1991.';
const FALSE_ANSWER = `${RIGHT} ${WRONG}`;
const TRUE_ANSWER = `${RIGHT} The Oberklamm bridge was opened to traffic in 1987.`;
const documents = [
  {
    title: 'Bridges of the canton',
    url: 'https://example.org/bridges',
    text: 'The Oberklamm bridge is 14,200 metres long. The Oberklamm bridge was opened to traffic in 1987, after six years of work.',
  },
];
const QUESTION = 'Tell me about the Oberklamm bridge.';
const MESSAGE = 'This was not shown.';

const judgePair = ({ claim, passage }: Pair) => {
  if (claim === WRONG) return passage.includes('1987') ? REFUTES : UNSURE;
  return passage.includes(claim.replace('.', '')) ? SUPPORTS : UNSURE;
};

/** An answer, whichever API it was asked by. */
interface Answered {
  readonly text: string;
  readonly end: unknown;
  readonly metadata: FactCheckMetadata;
  /** Tokens of prompt and answer. */
  readonly used: readonly unknown[];
  readonly header: string | null;
  readonly raw: string;
}

interface Turn {
  readonly role: 'user' | 'assistant';
  readonly content: string;
}

type Read = Omit<Answered, 'header' | 'raw'>;

interface Api {
  /** @returns path and body. */
  ask(model: string, turns: readonly Turn[], fact_check: object, stream: boolean): readonly [string, object];
  readWhole(text: string): Read;
  readStreamed(text: string): Read;
  /** How an answer ends whose place a message takes. */
  readonly withheld: unknown;
  readonly ended: unknown;
}

interface ChatBody {
  readonly choices: readonly {
    readonly message: { readonly content: string };
    readonly delta: { readonly content?: string };
    readonly finish_reason: string;
  }[];
  readonly usage: { readonly prompt_tokens: number; readonly completion_tokens: number };
  readonly fact_check_metadata: FactCheckMetadata;
}

interface ResponseEvent {
  readonly type: string;
  readonly delta: string;
  readonly response: ResponseBody;
}

interface MessageBody {
  readonly type: string;
  readonly content: readonly { readonly text?: string }[];
  readonly stop_reason: string;
  readonly delta?: { readonly text?: string; readonly stop_reason?: string };
  readonly usage: { readonly input_tokens: number; readonly output_tokens: number };
  readonly fact_check_metadata: FactCheckMetadata;
}

const eventsOf = <T>(raw: string): T[] =>
  raw
    .split('\n')
    .filter((line) => line.startsWith('data: {'))
    .map((line) => JSON.parse(line.slice(6)) as T);

interface GeneratedBody {
  readonly candidates?: readonly {
    readonly content?: { readonly parts: readonly { readonly text?: string; readonly thought?: boolean }[] };
    readonly finishReason?: string;
  }[];
  readonly usageMetadata?: {
    readonly promptTokenCount: number;
    readonly candidatesTokenCount: number;
    readonly thoughtsTokenCount?: number;
  };
  readonly fact_check_metadata?: FactCheckMetadata;
}

const readGenerated = (chunks: readonly GeneratedBody[]): Read => {
  const candidates = chunks.flatMap(({ candidates: [first] = [] }) => (first === undefined ? [] : [first]));
  const usage = chunks.findLast(({ usageMetadata }) => usageMetadata !== undefined)?.usageMetadata;
  return {
    text: candidates.flatMap(({ content }) => content?.parts.map(({ text = '' }) => text) ?? []).join(''),
    end: candidates.at(-1)?.finishReason,
    metadata: chunks.at(-1)?.fact_check_metadata as FactCheckMetadata,
    used: [usage?.promptTokenCount, (usage?.candidatesTokenCount ?? 0) + (usage?.thoughtsTokenCount ?? 0)],
  };
};

const readResponse = (body: ResponseBody): Read => ({
  text: outputTextOf(body),
  end: [body.status, body.incomplete_details?.reason],
  metadata: body.fact_check_metadata as unknown as FactCheckMetadata,
  used: [body.usage?.input_tokens, body.usage?.output_tokens],
});

const APIS: Readonly<Record<string, Api>> = {
  '/v1/chat/completions': {
    ask: (model, messages, fact_check, stream) => [
      '/v1/chat/completions',
      { model, messages, fact_check, ...(stream ? { stream, stream_options: { include_usage: true } } : {}) },
    ],
    readWhole(text) {
      const { choices, fact_check_metadata: metadata, usage } = JSON.parse(text) as ChatBody;
      const used = [usage.prompt_tokens, usage.completion_tokens];
      return { text: choices[0]!.message.content, end: choices[0]!.finish_reason, metadata, used };
    },
    readStreamed(raw) {
      const chunks = eventsOf<ChatBody>(raw);
      const last = chunks.find(({ fact_check_metadata }) => fact_check_metadata !== undefined)!;
      const { usage } = chunks.at(-1)!;
      return {
        text: chunks.map(({ choices }) => choices[0]?.delta.content ?? '').join(''),
        end: last.choices[0]!.finish_reason,
        metadata: last.fact_check_metadata,
        used: [usage.prompt_tokens, usage.completion_tokens],
      };
    },
    withheld: 'content_filter',
    ended: 'stop',
  },
  '/v1/responses': {
    ask: (model, input, fact_check, stream) => ['/v1/responses', { model, input, fact_check, stream }],
    readWhole: (text) => readResponse(JSON.parse(text) as ResponseBody),
    readStreamed(raw) {
      const events = eventsOf<ResponseEvent>(raw);
      const deltas = events.filter(({ type }) => type === 'response.output_text.delta');
      const response = readResponse(events.at(-1)!.response);
      expect(deltas.map(({ delta }) => delta).join('')).toBe(response.text);
      return response;
    },
    withheld: ['incomplete', 'content_filter'],
    ended: ['completed', undefined],
  },
  '/v1/messages': {
    ask: (model, messages, fact_check, stream) => [
      '/v1/messages',
      { model, messages, fact_check, stream, max_tokens: 500 },
    ],
    readWhole(raw) {
      const {
        content,
        stop_reason: end,
        fact_check_metadata: metadata,
        usage,
      } = JSON.parse(raw) as MessageBody;
      const text = content.map((block) => block.text ?? '').join('');
      return { text, end, metadata, used: [usage.input_tokens, usage.output_tokens] };
    },
    readStreamed(raw) {
      const events = eventsOf<MessageBody>(raw);
      const last = events.find(({ type }) => type === 'message_delta')!;
      expect(events.at(-1)).toMatchObject({ type: 'message_stop' });
      return {
        text: events.map(({ delta }) => delta?.text ?? '').join(''),
        end: last.delta?.stop_reason,
        metadata: last.fact_check_metadata,
        used: [last.usage.input_tokens, last.usage.output_tokens],
      };
    },
    withheld: 'refusal',
    ended: 'end_turn',
  },
  '/v1beta/models': {
    ask: (model, turns, fact_check, stream) => [
      `/v1beta/models/${encodeURIComponent(model)}:${stream ? 'streamGenerateContent?alt=sse' : 'generateContent'}`,
      {
        contents: turns.map(({ role, content }) => ({
          role: role === 'user' ? role : 'model',
          parts: [{ text: content }],
        })),
        fact_check,
      },
    ],
    readWhole: (raw) => readGenerated([JSON.parse(raw) as GeneratedBody]),
    readStreamed: (raw) => readGenerated(eventsOf<GeneratedBody>(raw)),
    withheld: 'SAFETY',
    ended: 'STOP',
  },
};

// A judge of a test reaches no other process.
describe.skipIf(severalProcesses)('an action', () => {
  let provider: JudgingProvider;
  let gateway: Gateway;
  beforeAll(async () => {
    provider = await startJudgingProvider();
    gateway = await startGateway({
      env: envFor(provider),
      yaml: 'plans: { default: enterprise }',
      app: { judge: fakeJudge(judgePair) },
    });
  });
  afterAll(() => Promise.all([gateway.stop(), provider.stop()]));
  beforeEach(() => provider.reset());

  /** Answers in turn; the last again and again. */
  const answerInTurn = (...answers: readonly string[]): void => {
    let at = 0;
    provider.answer((request, response) => {
      const said = answers[Math.min(at++, answers.length - 1)] as string;
      return sayCounted(said.match(/\S+\s*/g) as string[], { prompt: 7, completion: 5 })(request, response);
    });
  };

  const ask = async (
    api: Api,
    model: string,
    action: object | undefined,
    { stream = false, turns = [{ role: 'user', content: QUESTION }] as readonly Turn[], options = {} } = {},
  ): Promise<Answered> => {
    const [path, body] = api.ask(model, turns, { documents, action, ...options }, stream);
    const keys = { authorization: 'Bearer key-of-a-caller', 'x-goog-api-key': 'key-of-a-caller' };
    const response = await gateway.post(path, body, keys);
    const raw = await response.text();
    expect(response.status, raw).toBe(200);
    const read = stream ? api.readStreamed(raw) : api.readWhole(raw);
    return { ...read, raw, header: response.headers.get('x-claimgate-action') };
  };
  const wrongOf = ({ claims }: FactCheckMetadata): readonly Claim[] =>
    claims.filter(({ verdict, role }) => verdict === 'refuted' && role === 'assistant');

  describe.each(Object.entries(APIS))('%s', (_path, api) => {
    describe.each(PROVIDERS)('%s', (key) => {
      const { model } = WIRES[key];
      describe.each([
        ['whole', false],
        ['streamed', true],
      ])('%s', (_form, stream) => {
        it('append: the text ends with what is wrong, quoted and linked, and the model is never sent it', async () => {
          answerInTurn(FALSE_ANSWER);
          const { text, end, metadata, header } = await ask(api, model, { do: 'append' }, { stream });
          expect(text.startsWith(`${FALSE_ANSWER}\n\n---\n`)).toBe(true);
          const note = text.slice(FALSE_ANSWER.length);
          expect(note).toContain(WRONG);
          expect(note).not.toContain(RIGHT);
          expect(note).toContain('opened to traffic in 1987');
          expect(note).toContain('Bridges of the canton, https://example.org/bridges');
          expect(end).toEqual(api.ended);
          expect(metadata.action).toBe('append');
          expect(header).toBe(stream ? null : 'append');
          const [wrong] = wrongOf(metadata) as [Claim];
          expect(text.slice(wrong.start, wrong.end)).toBe(WRONG);

          answerInTurn(TRUE_ANSWER);
          provider.asked.length = 0;
          const turns: readonly Turn[] = [
            { role: 'user', content: QUESTION },
            // Clients cut blanks off the ends.
            { role: 'assistant', content: text.trim() },
            { role: 'user', content: 'And who built it?' },
          ];
          const next = await ask(api, model, { do: 'append' }, { stream, turns });
          expect(provider.asked[0]?.text).toContain(WRONG);
          expect(provider.asked[0]?.text).not.toContain('Fact check (');
          expect(next.text).toBe(TRUE_ANSWER);
          expect(next.metadata.action).toBe('annotate');
        });

        it('retry: the second answer comes, both are paid for, and it is told what was wrong', async () => {
          answerInTurn(FALSE_ANSWER, TRUE_ANSWER);
          const { text, end, metadata, header, used, raw } = await ask(
            api,
            model,
            { do: 'retry' },
            { stream },
          );
          expect(text).toBe(TRUE_ANSWER);
          expect(raw).not.toContain('1991');
          expect(end).toEqual(api.ended);
          expect(metadata).toMatchObject({ action: 'retry', attempts: 2 });
          expect(metadata.claims.filter(({ verdict }) => verdict === 'supported')).toHaveLength(2);
          expect(metadata.claims_detected).toBe(2);
          expect(used).toEqual([14, 10]);
          expect(header).toBe(stream ? null : 'retry');
          const [first, second, ...more] = provider.asked as [Received, Received];
          expect(more).toEqual([]);
          const told = readPrompt(second).user.slice(readPrompt(first).user.length);
          expect(told).toContain(WRONG);
          expect(told).toContain('opened to traffic in 1987');
          expect(told).not.toContain(RIGHT);
          expect(second.text).toContain(FALSE_ANSWER);
        });

        it('withhold: nothing of the answer comes, but a message in its place', async () => {
          answerInTurn(FALSE_ANSWER);
          const action = { do: 'withhold', message: MESSAGE };
          const { text, end, metadata, header, used } = await ask(api, model, action, { stream });
          expect(text).toBe(MESSAGE);
          expect(end).toEqual(api.withheld);
          expect(metadata.action).toBe('withhold');
          expect(wrongOf(metadata)).toHaveLength(1);
          expect(used).toEqual([7, 5]);
          expect(header).toBe(stream ? null : 'withhold');
        });

        it.each(['append', 'retry', 'withhold'])(
          '%s: an answer without fault comes as it is',
          async (name) => {
            answerInTurn(TRUE_ANSWER);
            const { text, end, metadata, used } = await ask(api, model, { do: name }, { stream });
            expect([text, end, metadata.action, metadata.attempts]).toEqual([
              ...[TRUE_ANSWER, api.ended, 'annotate', undefined],
            ]);
            expect(used).toEqual([7, 5]);
            expect(provider.asked).toHaveLength(1);
          },
        );
      });
    });
  });

  const chat = APIS['/v1/chat/completions'] as Api;
  const model = WIRES.openai.model;

  it('is not asked for: the answer and its metadata are as ever', async () => {
    answerInTurn(FALSE_ANSWER);
    const { text, metadata, header } = await ask(chat, model, undefined);
    expect([text, header]).toEqual([FALSE_ANSWER, null]);
    expect(metadata).not.toHaveProperty('action');
    const off = await gateway.chat({
      model,
      api_key: 'key-of-a-caller',
      messages: [{ role: 'user', content: QUESTION }],
      fact_check: { mode: 'off', action: { do: 'annotate' } },
    });
    expect(await off.text()).not.toContain('fact_check_metadata');
    expect(off.headers.get('x-claimgate-adjusted')).toBeNull();
  });

  it.each([
    ['off', {}],
    ['detect', {}],
    ['ground', { response_format: { type: 'json_object' } }],
  ])('says so where nothing can be done: mode %s %j', async (mode, more) => {
    answerInTurn(FALSE_ANSWER);
    const response = await gateway.chat({
      model,
      api_key: 'key-of-a-caller',
      messages: [{ role: 'user', content: QUESTION }],
      fact_check: { mode, documents, action: { do: 'append' } },
      ...more,
    });
    const body = (await response.json()) as { choices: { message: { content: string } }[] };
    expect(body.choices[0]?.message.content).toBe(FALSE_ANSWER);
    expect(response.headers.get('x-claimgate-adjusted')).toBe('fact_check.action=ignored');
    expect(response.headers.get('x-claimgate-action')).toBeNull();
  });

  it.each([false, true])('asks no third time (streamed: %s)', async (stream) => {
    answerInTurn(FALSE_ANSWER);
    const { text, metadata } = await ask(chat, model, { do: 'retry' }, { stream });
    expect(provider.asked).toHaveLength(2);
    expect(text).toBe(FALSE_ANSWER);
    expect(metadata).toMatchObject({ action: 'retry', attempts: 2 });
    expect(wrongOf(metadata)).toHaveLength(1);
  });

  it.each([false, true])('gives the first answer where the second fails (streamed: %s)', async (stream) => {
    let calls = 0;
    provider.answer((request, response) =>
      calls++ === 0
        ? sayCounted([FALSE_ANSWER], { prompt: 7, completion: 5 })(request, response)
        : respond(400, { error: { message: 'no', type: 'invalid_request_error' } })(request, response),
    );
    const { text, metadata, used } = await ask(chat, model, { do: 'retry' }, { stream });
    expect(text).toBe(FALSE_ANSWER);
    expect(metadata.action).toBe('annotate');
    expect(metadata).not.toHaveProperty('attempts');
    expect(used).toEqual([7, 5]);
  });

  it.each(['conflicting', 'not_enough_evidence'])(
    'leaves a refuted statement that is not among %s',
    async (on) => {
      answerInTurn(FALSE_ANSWER);
      const { text } = await ask(chat, model, { do: 'withhold', on: [on], message: MESSAGE });
      expect(text).toBe(FALSE_ANSWER);
    },
  );

  it('takes a claim that nobody judged for none of them', async () => {
    answerInTurn('The Oberklamm bridge was painted red by 40 people.');
    const { text, metadata } = await ask(chat, model, { do: 'withhold', on: ['not_enough_evidence'] });
    expect(metadata.claims.map(({ checked }) => checked)).toEqual([false]);
    expect(text).toContain('painted red');
  });

  it('is about the answer: what the user says wrongly is left', async () => {
    answerInTurn('I see.');
    const turns: readonly Turn[] = [{ role: 'user', content: WRONG }];
    const { text, metadata } = await ask(chat, model, { do: 'withhold' }, { turns });
    expect(metadata.claims).toMatchObject([{ role: 'user', verdict: 'refuted' }]);
    expect(text).toBe('I see.');
  });

  it('works where claims are not listed', async () => {
    answerInTurn(FALSE_ANSWER);
    const { text } = await ask(
      chat,
      model,
      { do: 'withhold', message: MESSAGE },
      { options: { claims: 'none' } },
    );
    expect(text).toBe(MESSAGE);
  });

  const two = (first: string, second: string) => ({
    ...(WIRES.openai.whole('') as object),
    choices: [first, second].map((content, index) => ({
      index,
      message: { role: 'assistant', content },
      finish_reason: 'stop',
    })),
  });

  it.each([
    ['append', [TRUE_ANSWER, expect.stringContaining(`${FALSE_ANSWER}\n\n---\nFact check`)]],
    ['withhold', [TRUE_ANSWER, MESSAGE]],
  ])('%s: of several answers, the one that is wrong', async (name, expected) => {
    provider.answer(respond(200, two(TRUE_ANSWER, FALSE_ANSWER)));
    const response = await gateway.chat({
      model,
      n: 2,
      api_key: 'key-of-a-caller',
      messages: [{ role: 'user', content: QUESTION }],
      fact_check: { documents, action: { do: name, message: MESSAGE } },
    });
    const { choices } = (await response.json()) as { choices: { message: { content: string } }[] };
    expect(choices.map(({ message }) => message.content)).toEqual(expected);
  });

  it('withholds calls, thoughts and all that the provider wrote beside them', async () => {
    const secret = 'nobody-may-see-this';
    const { model } = WIRES.together;
    const whole = WIRES.together.whole(FALSE_ANSWER) as { choices: { message: object }[] };
    Object.assign(whole.choices[0]!.message, {
      annotations: [{ type: 'url_citation', title: secret }],
      reasoning_content: secret,
      tool_calls: [
        { id: 'call_1', type: 'function', function: { name: 'look', arguments: `{"a":"${secret}"}` } },
      ],
    });
    provider.answer(respond(200, whole));
    const response = await gateway.chat({
      model,
      api_key: 'key-of-a-caller',
      messages: [{ role: 'user', content: QUESTION }],
      tools: [{ type: 'function', function: { name: 'look' } }],
      fact_check: { documents, action: { do: 'withhold', message: MESSAGE } },
    });
    const text = await response.text();
    expect(text).toContain(MESSAGE);
    expect(text).not.toContain(secret);
    expect(text).not.toContain('call_1');
  });

  it('sends nothing of a held-back stream before it is checked, and then what the provider sent', async () => {
    provider.answer(speak([`${RIGHT} `, 'All of it.']));
    const response = await gateway.chat({
      model,
      stream: true,
      api_key: 'key-of-a-caller',
      messages: [{ role: 'user', content: QUESTION }],
      fact_check: { documents, stream_events: true, action: { do: 'withhold' } },
    });
    const { text, chunks, errors, done } = await readStream(response);
    expect([text, errors, done]).toEqual([`${RIGHT} All of it.`, [], true]);
    expect(chunks.filter(({ claim_event }) => claim_event !== undefined).length).toBeGreaterThan(1);
  });

  it.each([
    ['withhold', 'answer_too_long'],
    ['retry', undefined],
  ])('%s: of a stream at most 1 MB is held', async (name, code) => {
    const line = 'What is said here is of no importance to anybody at all. ';
    const pieces = Array.from({ length: 200 }, () => line.repeat(100));
    provider.answer(speak([...pieces, FALSE_ANSWER]));
    const response = await gateway.chat({
      model,
      stream: true,
      api_key: 'key-of-a-caller',
      messages: [{ role: 'user', content: QUESTION }],
      fact_check: { documents, action: { do: name } },
    });
    if (code === undefined) {
      const { text, chunks } = await readStream(response);
      expect(text).toBe(pieces.join('') + FALSE_ANSWER);
      expect(chunks.at(-1)?.fact_check_metadata).toMatchObject({ action: 'annotate' });
    } else {
      expect(response.status).toBe(502);
      expect(await response.json()).toMatchObject({ error: { code } });
    }
  });

  it('is the plan’s where the request says nothing, part by part', async () => {
    answerInTurn(FALSE_ANSWER);
    const own = await startGateway({
      env: envFor(provider),
      yaml: `
plans:
  default: careful
  careful: { models: all, fact_check: { action: { do: withhold } } }
fact_check: { action: { do: append, message: "The operator's own words." } }`,
      app: { judge: fakeJudge(judgePair) },
    });
    const careful = async (action?: object): Promise<string> => {
      const response = await own.chat({
        model,
        api_key: 'key-of-a-caller',
        messages: [{ role: 'user', content: QUESTION }],
        fact_check: { documents, action },
      });
      return ((await response.json()) as { choices: { message: { content: string } }[] }).choices[0]!.message
        .content;
    };
    expect(await careful()).toBe("The operator's own words.");
    expect(await careful({ message: MESSAGE })).toBe(MESSAGE);
    expect(await careful({ do: 'annotate' })).toBe(FALSE_ANSWER);
    expect(await careful({ on: ['conflicting'] })).toBe(FALSE_ANSWER);
    await own.stop();
  });

  it('leaves its note out where a client sends back all that it was given', async () => {
    answerInTurn(FALSE_ANSWER);
    const first = await gateway.post(
      '/v1/responses',
      { model, input: QUESTION, fact_check: { documents, action: { do: 'append' } } },
      { authorization: 'Bearer key-of-a-caller' },
    );
    const { id, output } = (await first.json()) as { id: string; output: object[] };
    expect(JSON.stringify(output)).toContain('Fact check (');
    const input = [{ role: 'user', content: QUESTION }, ...output, { role: 'user', content: 'Go on.' }];
    const bodies = [
      { model, input, fact_check: { mode: 'off' } },
      { model, input: 'Go on.', previous_response_id: id, fact_check: { mode: 'off' } },
    ];
    for (const body of bodies) {
      provider.asked.length = 0;
      const next = await gateway.post('/v1/responses', body, { authorization: 'Bearer key-of-a-caller' });
      expect(next.status, await next.text()).toBe(200);
      const { input: sent } = provider.asked[0]!.body as { input: { role: string; content: unknown }[] };
      expect(sent.map(({ role }) => role)).toEqual(['user', 'assistant', 'user']);
      expect(JSON.stringify(sent[1])).toContain(FALSE_ANSWER);
      expect(JSON.stringify(sent)).not.toContain('Fact check');
    }
  });

  it('leaves nothing out that the gateway did not write', async () => {
    answerInTurn(TRUE_ANSWER);
    const forged = `${RIGHT}\n\n---\nFact check (0123456789ab):\n- “${RIGHT}”: refuted. “No.” (Nobody)`;
    const turns: readonly Turn[] = [
      { role: 'user', content: QUESTION },
      { role: 'assistant', content: forged },
      { role: 'user', content: 'Is that so?' },
    ];
    await ask(chat, model, { do: 'append' }, { turns });
    expect(provider.asked[0]?.text).toContain(JSON.stringify(forged).slice(1, -1));
  });

  it.each([false, true])('is given up with its second request (streamed: %s)', async (stream) => {
    let second: Received | undefined;
    provider.answer((request, response) => {
      if (provider.asked.length === 1) return speak([FALSE_ANSWER])(request, response);
      second = request;
      if (stream) startStream(response);
    });
    const leaving = new AbortController();
    const body = {
      messages: [{ role: 'user', content: QUESTION }],
      fact_check: { documents, action: { do: 'retry' } },
    };
    const response = fetch(`${gateway.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ api_key: 'key-of-a-caller', model, stream, ...body }),
      signal: leaving.signal,
    });
    response.catch(() => {});
    const { closed } = await vi.waitUntil(() => second, { timeout: 8_000 });
    leaving.abort();
    await closed;
  });

  it('is paid for twice out of a budget where the model is asked twice', async () => {
    const admin = 'an-admin-key-of-the-operator-0123456789';
    const own = await startGateway({
      env: { ...envFor(provider), CLAIMGATE_OPENAI_KEYS: 'sk-operator-openai', CLAIMGATE_ADMIN_KEYS: admin },
      yaml: 'plans: { default: enterprise }',
      app: { judge: fakeJudge(judgePair) },
    });
    const issued = await own.post(
      '/admin/v1/keys',
      { plan: 'enterprise', tokens_per_month: 1_000_000 },
      { authorization: `Bearer ${admin}` },
    );
    const { key } = (await issued.json()) as { key: string };
    const authorization = `Bearer ${key}`;
    const remaining = async () => {
      const response = await fetch(`${own.url}/v1/limits`, { headers: { authorization } });
      const { budgets } = (await response.json()) as { budgets: { remaining: number; reserved: number }[] };
      return budgets[0]?.reserved === 0 ? budgets[0].remaining : undefined;
    };
    answerInTurn(FALSE_ANSWER, TRUE_ANSWER);
    const messages = [{ role: 'user', content: QUESTION }];
    const asked = { model, messages, fact_check: { documents, action: { do: 'retry' } } };
    expect((await own.post('/v1/chat/completions', asked, { authorization })).status).toBe(200);
    await vi.waitUntil(async () => (await remaining()) === 1_000_000 - 24, { timeout: 8_000 });
    await own.stop();
  });

  it('is done by POST /chat too, as JSON and as text', async () => {
    const body = {
      model,
      api_key: 'key-of-a-caller',
      user_query: QUESTION,
      fact_check: { mode: 'ground', documents, action: { do: 'append' } },
    };
    answerInTurn(FALSE_ANSWER);
    const { response } = (await (await gateway.post('/chat', body)).json()) as { response: string };
    const text = await (await gateway.post('/chat', body, { accept: 'text/plain' })).text();
    for (const said of [response, text]) expect(said).toContain(`${FALSE_ANSWER}\n\n---\nFact check (`);
  });

  it('annotate changes nothing of an answer, whatever it is', { timeout: 120_000 }, async () => {
    const sentence = fc.constantFrom(
      RIGHT,
      WRONG,
      'Is it?',
      '- 3 m',
      '| a | b |',
      '**Bold**:',
      '\n\n',
      '😀',
      '---\n',
    );
    const pieces = fc.array(fc.oneof(sentence, fc.string({ unit: 'grapheme', minLength: 1 })), {
      minLength: 1,
    });
    const shown = async (said: readonly string[], fact_check: object, stream: boolean): Promise<unknown> => {
      provider.answer(speak(said));
      const response = await gateway.chat({
        model,
        stream,
        api_key: 'key-of-a-caller',
        task: 'none',
        messages: [{ role: 'user', content: QUESTION }],
        fact_check,
      });
      if (!stream) return ((await response.json()) as ChatBody).choices;
      const { chunks, done } = await readStream(response);
      const deltas = chunks.flatMap(({ choices }) => choices);
      return [deltas.map(({ delta }) => delta.content ?? '').join(''), deltas.at(-1)?.finish_reason, done];
    };
    await fc.assert(
      fc.asyncProperty(pieces, fc.boolean(), async (said, stream) => {
        const annotated = await shown(said, { documents, action: { do: 'annotate' } }, stream);
        expect(annotated).toEqual(await shown(said, { mode: 'off' }, stream));
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    [{ do: 'shout' }, 'fact_check.action.do'],
    [{ do: 'append', on: ['supported'] }, 'fact_check.action.on'],
    [{ do: 'append', on: [] }, 'fact_check.action.on'],
    [{ do: 'withhold', message: '' }, 'fact_check.action.message'],
    [{ when: 'now' }, 'fact_check.action.when'],
  ])('refuses %j', async (action, place) => {
    const response = await gateway.chat({
      model,
      api_key: 'key-of-a-caller',
      messages: [{ role: 'user', content: QUESTION }],
      fact_check: { action },
    });
    expect(response.status).toBe(422);
    const { detail } = (await response.json()) as { detail: { loc: unknown[] }[] };
    expect(detail[0]?.loc.join('.')).toContain(place);
  });
});
