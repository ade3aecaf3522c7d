/** Contract, section 2: when the caller goes away, every search and judge call made for it is aborted: at once, as nothing else would end it in the time of a test. */
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { agreeable } from '../../src/engine/factcheck/judge/judge-in-tests.ts';
import type { Received } from '../harness/fake-provider.ts';
import type { FakeSearch } from '../harness/fake-search.ts';
import { type JudgedGateway, startJudgedGateway } from '../harness/judged-gateway.ts';
import { type JudgingProvider, sayPaced } from '../harness/judging-provider.ts';
import { PROVIDERS, speak, WIRES } from '../harness/provider-wires.ts';
import type { Gateway } from '../harness/start-gateway.ts';

let provider: JudgingProvider;
let search: FakeSearch;
let gateway: Gateway;
let stop: JudgedGateway['stop'];
beforeAll(async () => {
  ({ provider, search, gateway, stop } = await startJudgedGateway(
    '{ outside: always, ground_deadline: 10m, verify_deadline: 10m, judge_timeout: 10m }',
  ));
});
afterAll(() => stop());
beforeEach(() => {
  provider.reset();
  search.received.length = 0;
  search.find((query) => [{ title: 'A page', url: 'https://a.example/', content: `It is known: ${query}` }]);
});

let towers = 0;
/** A claim that nobody has made before. */
const newClaim = (): string => `The tower of Sunderholm number ${++towers} is 43 metres high.`;

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await delay(2);
}

/**
 * Sends a request, leaves once it is time, and waits until what was open has ended: it would go on. Nothing is asked
 * for later.
 *
 * @param busy what must be closed.
 */
async function leave(
  path: string,
  body: Record<string, unknown>,
  busy: () => readonly Pick<Received, 'closed'>[],
  headers: Record<string, string> = {},
): Promise<void> {
  const leaving = new AbortController();
  const response = fetch(gateway.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
    signal: leaving.signal,
  });
  response.then((reply) => reply.text()).catch(() => {});
  await until(() => busy().length > 0);
  await delay(20);
  leaving.abort();
  await Promise.all(busy().map(({ closed }) => closed));
  const calls = provider.received.length + search.received.length;
  await delay(50);
  expect(provider.received.length + search.received.length).toBe(calls);
}

let keys = 0;

/** Searches end alike whichever provider judges: one stands for all. */
const SEARCHING: readonly string[] =
  process.env.CLAIMGATE_TEST_SLOW === '1' ? PROVIDERS : PROVIDERS.slice(0, 1);

describe.each(PROVIDERS)('who leaves while %s judges', (name) => {
  const { model } = WIRES[name];
  /** A body that asks for verdicts on a new claim, with a key that may have pages searched. */
  const ask = async (more: Record<string, unknown> = {}): Promise<Record<string, unknown>> => {
    const api_key = `sk-leaving-${++keys}`;
    expect((await gateway.chat({ api_key, model })).status).toBe(200);
    provider.reset();
    return { api_key, model, ...more };
  };
  const chat = (stream: boolean) =>
    ask({ stream, messages: [{ role: 'user', content: newClaim() }], fact_check: { mode: 'verify' } });
  const claims = (stream: boolean, mode = 'verify') => ask({ stream, mode, text: newClaim() });

  it('ends the answer and the judge’s calls in mid-stream', async () => {
    const body = await chat(true);
    const pieces = Array.from({ length: 500 }, () => ({ text: `${newClaim()} `, after: 10 }));
    provider.answer(sayPaced(pieces));
    await leave('/v1/chat/completions', body, () => (provider.calls.length > 2 ? provider.received : []));
    expect(provider.calls.every(({ aborted }) => aborted)).toBe(true);
  });

  it('ends the judge’s calls behind the last token', async () => {
    const body = await chat(true);
    provider.answer(speak([newClaim()]));
    await leave('/v1/chat/completions', body, () => provider.calls);
  });

  it('ends the judge’s calls of a whole answer', async () => {
    const body = await chat(false);
    provider.answer(speak([newClaim()]));
    await leave('/v1/chat/completions', body, () => provider.calls);
  });

  it.each([false, true])('ends a check of a text while it is judged (streamed: %s)', async (stream) => {
    const body = await claims(stream);
    await leave('/v1/claims', body, () => provider.calls);
  });

  it.each(['application/json', 'text/plain'])('ends POST /chat (%s)', async (accept) => {
    const { api_key, ...body } = await ask({ user_query: newClaim() });
    provider.answer(speak([newClaim()]));
    const headers = { accept, authorization: `Bearer ${api_key}` };
    await leave('/chat', body, () => provider.calls, headers);
  });

  it.each([
    ['a whole answer', '/v1/chat/completions', false],
    ['a stream', '/v1/chat/completions', true],
    ['POST /v1/claims', '/v1/claims', false],
    ['POST /v1/claims, streamed', '/v1/claims', true],
  ])('ends the calls that read claims: %s', async (_way, path, stream) => {
    const text = `Ann Lee of Sunderholm met Eve Fox there in ${1800 + ++towers}. ${'She left the town in 1911. '.repeat(3)}`;
    const messages = [{ role: 'user', content: text }];
    const body = await ask(
      path === '/v1/claims'
        ? { stream, mode: 'verify', text }
        : { stream, messages, fact_check: { mode: 'verify' } },
    );
    provider.judge(agreeable);
    provider.read(() => 'silence');
    provider.answer(
      sayPaced([
        { text: 'So they say.', after: 0 },
        { text: ' Well.', after: 2_000 },
      ]),
    );
    await leave(path, body, () => provider.readings);
    expect(provider.readings.every(({ aborted }) => aborted)).toBe(true);
  });

  if (!SEARCHING.includes(name)) return;

  it.each([false, true])('ends searches before the model is asked (streamed: %s)', async (stream) => {
    const body = await chat(stream);
    search.find(() => 'silence');
    await leave('/v1/chat/completions', body, () => search.received);
    expect(provider.received).toEqual([]);
  });

  it('ends searches for what the answer says', async () => {
    const body = await chat(true);
    const own = newClaim();
    provider.answer(
      sayPaced([
        { text: `${own} And so on. `, after: 0 },
        { text: 'The end.', after: 5_000 },
      ]),
    );
    search.find((query) => (query.includes(own) ? 'silence' : []));
    await leave('/v1/chat/completions', body, () =>
      search.queries.some((query) => query.includes(own)) ? [...search.received, ...provider.received] : [],
    );
  });

  it.each([
    [false, 'ground'],
    [true, 'ground'],
    [false, 'verify'],
    [true, 'verify'],
  ])('ends a check of a text while pages are searched (streamed: %s, %s)', async (stream, mode) => {
    const body = await claims(stream, mode);
    search.find(() => 'silence');
    await leave('/v1/claims', body, () => search.received);
  });
});
