/** Contract, section 5: POST /chat. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type FakeProvider, startFakeProvider } from '../harness/fake-provider.ts';
import {
  envFor,
  isStreamed,
  PROVIDERS,
  providerOf,
  respond,
  speak,
  startStream,
  WIRES,
} from '../harness/provider-wires.ts';
import { expectError, type MetadataBody, readJson } from '../harness/read-answer.ts';
import { type Gateway, startGateway } from '../harness/start-gateway.ts';

interface ChatBody {
  readonly id: string;
  readonly model: string;
  readonly response: string;
  readonly claims_identified: readonly {
    readonly claim: string;
    readonly confidence: number;
    readonly category: string;
  }[];
  readonly fact_check_result: {
    readonly verdict: string;
    readonly evidence_sources: readonly unknown[];
    readonly explanation: string;
  };
  readonly fact_check_metadata?: MetadataBody;
}

let fake: FakeProvider;
let gateway: Gateway;
beforeAll(async () => {
  fake = await startFakeProvider(speak());
  gateway = await startGateway({ env: envFor(fake) });
});
afterAll(() => Promise.all([gateway.stop(), fake.stop()]));
beforeEach(() => {
  fake.received.length = 0;
  fake.answer(speak(['It was', ' completed in 1889.']));
});

const ask = (fields: Record<string, unknown> = {}, headers: Record<string, string> = {}) =>
  gateway.post(
    '/chat',
    {
      user_query: 'The Eiffel Tower was completed in 1889.',
      model: 'gpt-6-luna',
      api_key: 'sk-test',
      ...fields,
    },
    headers,
  );
const answer = async (fields: Record<string, unknown> = {}): Promise<ChatBody> => {
  const response = await ask(fields);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
  return readJson<ChatBody>(response);
};

describe('the answer', () => {
  it.each(PROVIDERS)('of %s has all its fields', async (provider) => {
    const body = await answer({ model: WIRES[provider].model, fact_check: { mode: 'detect' } });
    expect(body).toMatchObject({
      id: expect.stringMatching(/^chatcmpl-[A-Za-z0-9_-]{24,}$/),
      model: WIRES[provider].model,
      response: 'It was completed in 1889.',
      fact_check_result: {
        verdict: 'not_enough_evidence',
        evidence_sources: [],
        explanation: expect.any(String),
      },
      fact_check_metadata: { mode: 'detect', sources_consulted: [] },
    });
    const claims = body.fact_check_metadata?.claims ?? [];
    expect(claims.length).toBeGreaterThan(0);
    expect(body.claims_identified).toEqual(
      claims.map(({ text, confidence, category }) => ({ claim: text, confidence, category })),
    );
  });

  it('says which mode was run', async () => {
    expect(['detect', 'ground', 'verify']).toContain((await answer()).fact_check_metadata?.mode);
  });

  it('without claims says so', async () => {
    fake.answer(speak(['Hello!']));
    const body = await answer({ user_query: 'Hi!', fact_check: { mode: 'detect' } });
    expect(body.claims_identified).toEqual([]);
    expect(body.fact_check_result.verdict).toBe('not_enough_evidence');
    expect(body.fact_check_result.explanation).toMatch(/\S/);
  });

  it('without checking keeps its form', async () => {
    const body = await answer({ fact_check: { mode: 'off' } });
    expect(body).not.toHaveProperty('fact_check_metadata');
    expect(body).toMatchObject({
      response: 'It was completed in 1889.',
      claims_identified: [],
      fact_check_result: { verdict: 'not_enough_evidence', evidence_sources: [] },
    });
  });
});

describe('the conversation', () => {
  it('is the history with the question behind it', async () => {
    await answer({
      model: 'zai-org/GLM-5.3-Flash',
      conversation_history: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'Hello' },
        {
          role: 'assistant',
          content: [
            { type: 'text', text: 'Hi' },
            { type: 'text', text: '!' },
          ],
        },
      ],
      user_query: 'How are you?',
    });
    const messages = fake.received[0]?.body.messages as { role: string; content: string }[];
    expect(messages.map(({ role, content }) => [role, content])).toEqual([
      ['system', 'Be brief.'],
      ['user', 'Hello'],
      ['assistant', 'Hi!'],
      ['user', 'How are you?'],
    ]);
    expect(messages[0]?.role).toBe('system');
  });

  it.each([null, []])('may have no history (%j)', async (history) => {
    expect((await answer({ conversation_history: history })).response).toBe('It was completed in 1889.');
  });

  it('has its claims at their places', async () => {
    const { fact_check_metadata: metadata } = await answer({
      conversation_history: [{ role: 'user', content: 'Paris has 2.1 million inhabitants.' }],
      fact_check: { mode: 'detect', claims: 'all' },
    });
    expect(new Set(metadata?.claims.map((claim) => claim.message_index))).toEqual(new Set([0, 1, 2]));
  });

  it('lists the claims of the question and of its answer, and those of its history where asked', async () => {
    const conversation_history = [{ role: 'user', content: 'Paris has 2.1 million inhabitants.' }];
    const ask = (claims?: string) =>
      answer({ conversation_history, fact_check: { mode: 'verify', ...(claims && { claims }) } });
    const [asNew, all, none] = [await ask(), await ask('all'), await ask('none')];
    expect(asNew.claims_identified).toHaveLength(2);
    expect(all.claims_identified).toHaveLength(3);
    expect(none.claims_identified).toEqual([]);
    // How many questions the judge is asked, and so its tokens, depends on how claims fall together.
    const { usage } = none.fact_check_metadata as unknown as { usage: unknown };
    expect(none.fact_check_metadata).toEqual({ ...asNew.fact_check_metadata, claims: [], usage });
    // The verdict does not depend on what is listed.
    expect(none.fact_check_result).toEqual(asNew.fact_check_result);
    expect(all.fact_check_result).toEqual(asNew.fact_check_result);
  });

  it('unknown fields are ignored', async () => {
    await answer({ temperature: 99, stream: true, made_up: 1 });
    expect(fake.received[0]?.body).not.toHaveProperty('temperature');
  });
});

describe('with Accept: text/plain', () => {
  it.each(['text/plain', 'text/plain; charset=utf-8', 'TEXT/PLAIN', 'text/plain, */*;q=0.1'])(
    'the answer is its text alone (%s)',
    async (accept) => {
      const response = await ask({}, { accept });
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
      expect(response.headers.get('x-ratelimit-limit')).toBe('100');
      expect(await response.text()).toBe('It was completed in 1889.');
      expect(isStreamed(fake.received[0]!)).toBe(true);
    },
  );

  it.each(['application/json', '*/*', 'application/json, text/plain, */*', 'text/html'])(
    'and not for %s',
    async (accept) => {
      const response = await ask({}, { accept });
      expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
      await response.text();
    },
  );

  it('it is streamed as it comes', async () => {
    let go = (): void => {};
    const wait = new Promise<void>((resolve) => {
      go = resolve;
    });
    fake.answer(async (request, response) => {
      const wire = WIRES[providerOf(request)];
      startStream(response);
      response.write(wire.opening + wire.delta('It was'));
      await wait;
      response.end(wire.delta(' so.') + wire.end);
    });
    const response = await ask({}, { accept: 'text/plain' });
    const reader = (response.body as ReadableStream<Uint8Array>).getReader();
    const first = await reader.read();
    expect(Buffer.from(first.value as Uint8Array).toString()).toBe('It was');
    go();
    let rest = '';
    for (let next = await reader.read(); !next.done; next = await reader.read())
      rest += Buffer.from(next.value).toString();
    expect(rest).toBe(' so.');
  });

  it('an error before the text is an ordinary one', async () => {
    fake.answer(
      respond(429, { error: { message: 'Slow down', code: 'rate_limit_exceeded' } }, { 'retry-after': '9' }),
    );
    await expectError(await ask({}, { accept: 'text/plain' }), {
      status: 429,
      code: 'provider_rate_limit_exceeded',
    });
    await expectError(await ask({ api_key: '' }, { accept: 'text/plain' }), { status: 401 });
  });

  it('an error within it is sent at its end', async () => {
    fake.answer((request, response) => {
      const wire = WIRES[providerOf(request)];
      startStream(response);
      response.end(wire.opening + wire.delta('It was'));
    });
    const response = await ask({}, { accept: 'text/plain' });
    const text = await response.text();
    expect(text.startsWith('It was')).toBe(true);
    expect(text).toContain('cut its answer off');
  });
});

describe('limits and errors are those of chat completions', () => {
  it('the same window counts both', async () => {
    const auth = { authorization: 'Bearer sk-both' };
    const first = await gateway.chat({}, auth);
    const second = await ask({ api_key: undefined }, auth);
    const left = (response: Response) => Number(response.headers.get('x-ratelimit-remaining'));
    expect(left(first) - left(second)).toBe(1);
  });

  it('a model outside the plan is 403', async () => {
    await expectError(await ask({ model: 'gpt-6.1-sol' }), { status: 403, type: 'permission_error' });
  });

  it('an unknown model is 400', async () => {
    await expectError(await ask({ model: 'nobody' }), { status: 400, param: 'model' });
  });

  it("a provider's failure is a 502", async () => {
    fake.answer(respond(403, { error: { message: 'Country not supported' } }));
    await expectError(await ask(), { status: 502, type: 'server_error' });
  });
});
