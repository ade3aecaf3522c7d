/** Traces: one request told by its metrics, its spans and its line of the log, and what spans never hold. */
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { agreeable } from '../../src/engine/factcheck/judge/judge-in-tests.ts';
import { type FakeSearch, searchConfig, startFakeSearch } from '../harness/fake-search.ts';
import { type JudgingProvider, sayCounted, startJudgingProvider } from '../harness/judging-provider.ts';
import { envFor } from '../harness/provider-wires.ts';
import { type CollectedSpan, type Collector, startCollector } from '../harness/start-collector.ts';
import { type Gateway, startGateway, WORKERS } from '../harness/start-gateway.ts';

const KEY = 'sk-canary-of-the-traces-0123456789';
const QUESTION = 'Please be honest: was the Eiffel Tower completed in 1889?';
const ANSWER = 'The Eiffel Tower was completed in 1889.';
const TRACE = '0af7651916cd43dd8448eb211c80319c';
const PARENT = 'b7ad6b7169203331';
const auth = { authorization: `Bearer ${KEY}` };

let collector: Collector;
let provider: JudgingProvider;
let search: FakeSearch;
let gateway: Gateway;
beforeEach(async () => {
  [collector, provider, search] = await Promise.all([
    startCollector(),
    startJudgingProvider(),
    startFakeSearch(),
  ]);
  provider.answer(sayCounted([ANSWER], { prompt: 40, completion: 12 }));
  provider.judge(agreeable);
  search.find(() => [{ title: 'Tower', url: 'https://example.org/tower', content: ANSWER }]);
});
afterEach(async () => {
  try {
    await gateway.stop();
  } finally {
    await Promise.all([collector.stop(), provider.stop(), search.stop()]);
  }
});

async function open(env: Record<string, string> = {}, telemetry = ''): Promise<void> {
  gateway = await startGateway({
    env: {
      ...envFor(provider),
      OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/`,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
      OTEL_BSP_SCHEDULE_DELAY: '20',
      ...env,
    },
    yaml: `plans: { default: enterprise }\n${searchConfig(search)}\n${telemetry}`,
    outputs: () => (telemetry === '' ? { 'a trace': collector.text() } : {}),
  });
}

const ask = (body: object = {}, headers: Record<string, string> = {}) =>
  gateway.chat(
    {
      messages: [{ role: 'user', content: QUESTION }],
      fact_check: { mode: 'verify', sources: ['searxng'] },
      ...body,
    },
    { ...auth, ...headers },
  );

/** The spans of a trace, once its request's own is there. */
async function spansOf(trace?: string): Promise<readonly CollectedSpan[]> {
  const found = (): CollectedSpan[] =>
    collector.spans().filter(({ traceId }) => trace === undefined || traceId === trace);
  await expect.poll(() => found().some(({ kind }) => kind === 2), { timeout: 60_000 }).toBe(true);
  return found();
}
const named = (spans: readonly CollectedSpan[], name: RegExp): CollectedSpan[] =>
  spans.filter((span) => name.test(span.name));
const millisecondsOf = ({ startTimeUnixNano: start, endTimeUnixNano: end }: CollectedSpan): number =>
  Number(BigInt(end) - BigInt(start)) / 1e6;

interface Line {
  readonly route?: string;
  readonly trace_id?: string;
  readonly [name: string]: unknown;
}
async function lineOf(route: string): Promise<Line> {
  await gateway.logged();
  const find = () =>
    gateway.logLines.map((line) => JSON.parse(line) as Line).findLast((line) => line.route === route);
  await expect.poll(find).toBeDefined();
  return find() as Line;
}
const metric = async (series: RegExp): Promise<number> => {
  const text = await (await fetch(`${gateway.url}/metrics`)).text();
  return text
    .split('\n')
    .filter((line) => series.test(line))
    .reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' '))), 0);
};

describe('one request, with a retry, a search and a judge', () => {
  it.each([false, true])(
    'is the same story in a metric, a trace and the log (streamed: %s)',
    async (stream) => {
      await open();
      let tries = 0;
      const answers = sayCounted([ANSWER], { prompt: 40, completion: 12 });
      provider.answer((request, response) => {
        tries += 1;
        if (tries > 1) return answers(request, response);
        response.writeHead(503, { 'content-type': 'application/json' }).end('{"error":{"message":"busy"}}');
      });
      // The key has to have been accepted before anything goes outside.
      await (await ask({ fact_check: { mode: 'off' } })).text();
      tries = 0;
      const response = await ask({ stream }, { traceparent: `00-${TRACE}-${PARENT}-01` });
      await response.text();
      expect(response.status).toBe(200);

      const spans = await spansOf(TRACE);
      const [root] = named(spans, /^POST /);
      expect(root).toMatchObject({ name: 'POST /v1/chat/completions', kind: 2, parentSpanId: PARENT });
      expect(root?.attributes).toMatchObject({
        'http.request.method': 'POST',
        'http.route': '/v1/chat/completions',
        'http.response.status_code': 200,
        'gen_ai.provider.name': 'openai',
        'gen_ai.request.model': 'gpt-6-luna',
        'claimgate.request_id': response.headers.get('x-request-id'),
      });
      const calls = named(spans, /^chat gpt-6-luna$/);
      const [answer] = calls.filter(({ attributes }) => attributes['claimgate.purpose'] === 'answer');
      const judges = calls.filter(({ attributes }) => attributes['claimgate.purpose'] === 'verdicts');
      expect(answer?.attributes).toMatchObject({
        'gen_ai.operation.name': 'chat',
        'gen_ai.usage.input_tokens': 40,
        'gen_ai.usage.output_tokens': 12,
        'claimgate.cost': (40 * 0.1 + 12 * 0.5) / 1e6,
        'gen_ai.response.finish_reasons': ['stop'],
        'server.address': '127.0.0.1',
      });
      expect(answer?.events).toMatchObject([
        { name: 'retry', attributes: { 'error.type': 'provider_overloaded' } },
      ]);
      expect(judges).toHaveLength(provider.calls.length);
      expect(judges.map(({ attributes }) => attributes['gen_ai.usage.input_tokens'])).toEqual(
        provider.calls.map(({ counted }) => counted?.prompt),
      );
      const searches = named(spans, /^search searxng$/);
      expect(searches.length).toBe(search.queries.length);
      for (const span of [...calls, ...searches]) {
        expect(span).toMatchObject({ kind: 3, parentSpanId: root?.spanId, traceId: TRACE });
        expect(span.status.code ?? 0).toBe(0);
        expect(millisecondsOf(span)).toBeLessThanOrEqual(millisecondsOf(root as CollectedSpan) + 5);
      }
      // Each server that was asked was told whose trace it is part of.
      expect(provider.asked.at(-1)?.headers.traceparent).toBe(`00-${TRACE}-${answer?.spanId}-01`);
      expect(search.received.at(-1)?.headers.traceparent).toBe(`00-${TRACE}-${root?.spanId}-01`);

      const line = await lineOf('/v1/chat/completions');
      expect(line).toMatchObject({
        request_id: response.headers.get('x-request-id'),
        trace_id: TRACE,
        status: 200,
        provider: 'openai',
        model: 'gpt-6-luna',
        caller: root?.attributes['claimgate.caller'],
      });
      expect(Math.abs((line.ms as number) - millisecondsOf(root as CollectedSpan))).toBeLessThan(50);

      // The one before had a try of its own, and one that was repeated.
      expect(await metric(/^claimgate_provider_calls_total\{provider="openai"/)).toBe(4 + judges.length);
      expect(
        await metric(/^claimgate_provider_retries_total\{provider="openai",code="provider_overloaded"\}/),
      ).toBe(2);
      expect(await metric(/^claimgate_requests_total\{route="\/v1\/chat\/completions",status="200"/)).toBe(2);
      expect(await metric(/^claimgate_tokens_total\{.*purpose="answer".*kind="prompt"/)).toBe(80);
      expect(await metric(/^claimgate_tokens_total\{.*purpose="verification".*kind="prompt"/)).toBe(
        judges.reduce((sum, { attributes }) => sum + Number(attributes['gen_ai.usage.input_tokens']), 0),
      );
      expect(await metric(/^claimgate_source_answers_total\{source="searxng"/)).toBe(searches.length);
    },
  );
});

describe('a span', () => {
  it('says how a request failed: the fault of a provider is an error, that of a caller is none', async () => {
    await open();
    provider.answer((_request, response) => void response.writeHead(500).end('{}'));
    const failed = await ask({ fact_check: { mode: 'off' } }, { traceparent: `00-${TRACE}-${PARENT}-01` });
    expect(failed.status).toBe(502);
    const spans = await spansOf(TRACE);
    for (const span of spans) {
      expect(span).toMatchObject({ status: { code: 2 }, attributes: { 'error.type': 'provider_failed' } });
    }
    const other = TRACE.replace('0af', '1af');
    await (await ask({ temperature: 9 }, { traceparent: `00-${other}-${PARENT}-01` })).text();
    const [refused] = await spansOf(other);
    expect(refused).toMatchObject({ attributes: { 'error.type': 'invalid_body' } });
    expect(refused?.status.code ?? 0).toBe(0);
  });

  it('says that its caller has left, as the log does', async () => {
    await open();
    provider.answer(() => {});
    const leaving = new AbortController();
    const asked = fetch(`${gateway.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...auth, traceparent: `00-${TRACE}-${PARENT}-01` },
      body: JSON.stringify({ model: 'gpt-6-luna', messages: [{ role: 'user', content: QUESTION }] }),
      signal: leaving.signal,
    }).catch(() => {});
    await expect.poll(() => provider.asked.length).toBe(1);
    leaving.abort();
    await asked;
    const spans = await spansOf(TRACE);
    expect(spans.map(({ attributes }) => attributes['error.type'])).toEqual(spans.map(() => 'caller_left'));
    expect(await lineOf('/v1/chat/completions')).toMatchObject({ status: 499, failure: 'caller_left' });
  });

  it('holds texts only where the config says so, and never a key', async () => {
    await open({}, 'telemetry: { content: true }');
    const said = `${QUESTION} My key is ${KEY}.`;
    await (
      await ask({ messages: [{ role: 'user', content: said }], stream: true, fact_check: { mode: 'off' } })
    ).text();
    const [call] = named(await spansOf(), /^chat /);
    const asked = JSON.parse(call?.attributes['gen_ai.input.messages'] as string);
    expect(asked.at(-1)).toEqual({
      role: 'user',
      parts: [{ type: 'text', content: `${QUESTION} My key is [redacted].` }],
    });
    expect(JSON.parse(call?.attributes['gen_ai.output.messages'] as string)).toEqual([
      { role: 'assistant', parts: [{ type: 'text', content: ANSWER }], finish_reason: 'stop' },
    ]);
    expect(collector.text()).not.toContain(KEY.slice(0, 12));
  });
});

describe('traces', () => {
  it.each([
    ['always_off', '', 0],
    ['traceidratio', '0', 0],
    ['traceidratio', '1', 3],
    ['parentbased_always_off', '', 1],
  ])('sampled by %s %s are %i of three', async (sampler, ratio, expected) => {
    await open({ OTEL_TRACES_SAMPLER: sampler, OTEL_TRACES_SAMPLER_ARG: ratio });
    await (await fetch(`${gateway.url}/models`)).text();
    await (
      await fetch(`${gateway.url}/models`, { headers: { traceparent: `00-${TRACE}-${PARENT}-01` } })
    ).text();
    await (
      await fetch(`${gateway.url}/models`, { headers: { traceparent: `00-${TRACE}-${PARENT}-00` } })
    ).text();
    expect((await lineOf('/models')).trace_id).toMatch(/^[\da-f]{32}$/);
    await gateway.app.drain();
    expect(collector.spans()).toHaveLength(expected);
  });

  it('are sent as protobuf unless asked otherwise, with the headers that the standard names', async () => {
    await open({
      OTEL_EXPORTER_OTLP_PROTOCOL: '',
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20collector',
    });
    await (await fetch(`${gateway.url}/models`)).text();
    await expect.poll(() => collector.exports.length, { timeout: 60_000 }).toBeGreaterThan(0);
    expect(collector.exports[0]).toMatchObject({
      path: '/v1/traces',
      type: 'application/x-protobuf',
      auth: 'Bearer collector',
    });
    expect(collector.text()).toContain('GET /models');
  });

  it('that no collector takes hold nothing up, and are told once', async () => {
    await open({
      OTEL_BSP_MAX_QUEUE_SIZE: '20',
      OTEL_BSP_MAX_EXPORT_BATCH_SIZE: '10',
      OTEL_EXPORTER_OTLP_TIMEOUT: '300',
    });
    for (const answer of [500, 'silence'] as const) {
      collector.answer(answer);
      const answers = await Promise.all(
        Array.from({ length: 100 }, () => ask({ fact_check: { mode: 'off' } })),
      );
      expect(answers.map(({ status }) => status)).toEqual(Array(100).fill(200));
      await Promise.all(answers.map((one) => one.text()));
    }
    const told = () =>
      gateway.logLines.filter((line) => line.includes('traces cannot be sent') && line.includes('"warn"'));
    await expect.poll(() => told().length, { timeout: 60_000 }).toBe(WORKERS);
    await gateway.app.drain();
  });

  it('continue that of a caller alone whose header is well-formed, and keep nothing else of it', async () => {
    await open();
    const hex = (length: number) =>
      fc
        .array(fc.constantFrom(...'0123456789abcdefG-'), { minLength: length - 1, maxLength: length + 1 })
        .map((units) => units.join(''));
    const headers = fc.oneof(
      fc.tuple(hex(2), hex(32), hex(16), hex(2)).map((parts) => parts.join('-')),
      fc.constantFrom(
        `ff-${TRACE}-${PARENT}-01`,
        `00-${'0'.repeat(32)}-${PARENT}-01`,
        `00-${TRACE}-${'0'.repeat(16)}-01`,
        `00-${TRACE.toUpperCase()}-${PARENT}-01`,
        `00-${TRACE}-${PARENT}-01-more`,
      ),
    );
    await fc.assert(
      fc.asyncProperty(headers, async (traceparent) => {
        const isGood = /^00-(?!0{32})[\da-f]{32}-(?!0{16})[\da-f]{16}-[\da-f]{2}$/.test(traceparent);
        const from = gateway.logLines.length;
        await (await fetch(`${gateway.url}/models`, { headers: { traceparent } })).text();
        await expect.poll(() => gateway.logLines.length).toBeGreaterThan(from);
        const { trace_id: trace } = JSON.parse(gateway.logLines.at(-1) as string) as Line;
        expect(trace).toMatch(/^[\da-f]{32}$/);
        expect(trace === traceparent.slice(3, 35)).toBe(isGood);
      }),
      { numRuns: 40 },
    );
  });
});
