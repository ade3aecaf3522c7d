/** What every dashboard must do, whichever it is: simulated ones check what they are sent. */
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ApiKey } from '../../src/domain/api-key.ts';
import type { ScoredClaim } from '../../src/domain/evaluation.ts';
import type { DashboardReport } from '../../src/evaluation/dashboards/dashboard.ts';
import { DASHBOARDS } from '../../src/evaluation/dashboards/registry.ts';
import { createDashboardSender, type DashboardSender } from '../../src/evaluation/dashboards/send-reports.ts';
import { createHttpClient, type HttpClient } from '../../src/models/wire/http-client.ts';

const NOW = Date.parse('2026-11-05T13:20:00Z');

/** A key of each dashboard's own form, and what a simulated one expects of a request. */
const KINDS: Record<string, { key: string; check(seen: Seen): Received }> = {
  langfuse: { key: 'pk-lf-canary-1:sk-lf-canary-2', check: checkLangfuse },
  confident_ai: { key: 'confident_us_canary_3', check: checkConfidentAi },
};

interface Seen {
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly body: Record<string, unknown>;
}

/** What a request says of claims: which claims, and which scores. */
interface Received {
  readonly claims: readonly string[];
  readonly scores: readonly string[];
}

function row(number: number, over: Partial<ScoredClaim> = {}): ScoredClaim {
  return {
    claim_id: `claim-${number}`,
    original_text: `It was built in ${1800 + number}.`,
    extracted_claim: `The lighthouse was built in ${1800 + number}.`,
    accuracy: 0.75,
    completeness: 0.5,
    coherence: 0.25,
    verifiable: true,
    added: ['lighthouse'],
    missing: ['It is high.'],
    faults: ['"It" is not resolved.'],
    confidence: 0.9,
    category: 'event',
    timestamp: NOW,
    ...over,
  };
}

function report(id: string, count = 2): DashboardReport {
  return {
    id,
    model: 'gpt-6-luna',
    scorer: 'model',
    began: NOW,
    ended: NOW + 1_500,
    rows: Array.from({ length: count }, (_, index) => row(index + 1)),
  };
}

it('knows every dashboard of the registry', () => {
  expect(DASHBOARDS.map(({ name }) => name).sort()).toEqual(Object.keys(KINDS).sort());
});

describe.each(DASHBOARDS.map((dashboard) => [dashboard.name, dashboard] as const))(
  '%s',
  (name, dashboard) => {
    const { key: keyText, check } = KINDS[name]!;
    const key = ApiKey.parse(keyText)!;
    const good = (response: ServerResponse): void => {
      const body =
        name === 'langfuse' ? { successes: [], errors: [] } : { success: true, data: { id: 'run' } };
      response
        .writeHead(name === 'langfuse' ? 207 : 200, { 'content-type': 'application/json' })
        .end(JSON.stringify(body));
    };
    let server: Server;
    let baseUrl = '';
    let http: HttpClient;
    let sender: DashboardSender;
    let answer: (response: ServerResponse, seen: Seen) => void = good;
    const seen: Seen[] = [];
    const outcomes: string[] = [];

    beforeAll(async () => {
      server = createServer((request, response) => {
        let text = '';
        request.on('data', (piece: Buffer) => {
          text += piece.toString();
        });
        request.on('end', () => {
          const one = { url: request.url ?? '', headers: request.headers, text, body: JSON.parse(text) };
          seen.push(one);
          answer(response, one);
        });
      }).listen(0, '127.0.0.1');
      await new Promise((resolve) => server.once('listening', resolve));
      baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/below`;
      http = createHttpClient({ connectTimeout: 1_000 });
    });
    beforeEach(() => {
      answer = good;
      sender = createDashboardSender({
        http,
        settings: DASHBOARDS.map((each) => ({ dashboard: each, baseUrl })),
        userAgent: 'claimgate/test',
        random: () => 0,
        timeout: 300,
        retryAfter: 1,
        onDone: (...done) => outcomes.push(done.join(' ').trim()),
      });
    });
    afterEach(async () => {
      await sender.drain(0);
      seen.length = 0;
      outcomes.length = 0;
    });
    afterAll(async () => {
      await http.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    });

    it('gets every claim and its scores, with the key where it belongs and nowhere else', async () => {
      sender.send(report('chatcmpl-one', 3), key, false);
      await sender.drain(2_000);
      expect(outcomes).toEqual([`${name} sent`]);
      const received = seen.map(check);
      const claims = received.flatMap((each) => each.claims);
      expect(new Set(claims)).toEqual(new Set(['claim-1', 'claim-2', 'claim-3']));
      expect(received.flatMap((each) => each.scores).sort()).toEqual(
        ['claim-1', 'claim-2', 'claim-3']
          .flatMap((claim) => [
            `${claim} accuracy 0.75`,
            `${claim} coherence 0.25`,
            `${claim} completeness 0.5`,
          ])
          .sort(),
      );
      for (const { url, text, headers } of seen) {
        expect(url.startsWith('/below/')).toBe(true);
        expect(`${url}${text}`).not.toContain('canary');
        expect(headers['user-agent']).toBe('claimgate/test');
      }
      const all = seen.map(({ text }) => text).join();
      for (const words of [
        'It was built in 1801.',
        'The lighthouse was built in 1801.',
        'It is high.',
        'gpt-6-luna',
      ]) {
        expect(all).toContain(words);
      }
    });

    it('gets reports of thousands of claims in parts that it takes', async () => {
      sender.send(
        { ...report('chatcmpl-long'), rows: Array.from({ length: 2_500 }, (_, index) => row(index)) },
        key,
        false,
      );
      await sender.drain(5_000);
      expect(outcomes).toEqual([`${name} sent`]);
      expect(seen.map(check).flatMap((each) => each.scores)).toHaveLength(7_500);
      for (const { url, text } of seen)
        if (url.endsWith('/ingestion')) expect(text.length).toBeLessThan(3_500_000);
    });

    it.each([
      ['says 503 at first', (response: ServerResponse) => response.writeHead(503).end('{}')],
      [
        'says 429 at first',
        (response: ServerResponse) => response.writeHead(429, { 'retry-after': '0' }).end(),
      ],
      ['breaks the connection at first', (response: ServerResponse) => response.destroy()],
      ['is silent at first', () => {}],
    ])('is tried again where it %s', async (_what, fail) => {
      let failures = 2;
      answer = (response) => (failures-- > 0 ? fail(response) : good(response));
      sender.send(report('chatcmpl-again'), key, false);
      await sender.drain(5_000);
      expect(outcomes).toEqual([`${name} sent`]);
    });

    it.each([
      ['refuses the key', 401, '{}', 'status_401'],
      ['rejects what was sent', 200, '{"success":false,"errors":[{"status":400}]}', 'rejected'],
    ])('is not tried again where it %s', async (_what, status, body, reason) => {
      answer = (response) => response.writeHead(status, { 'content-type': 'application/json' }).end(body);
      sender.send(report('chatcmpl-refused'), key, false);
      await sender.drain(2_000);
      expect(seen).toHaveLength(1);
      expect(outcomes).toEqual([`${name} dropped ${reason}`]);
    });

    it('is given up after a while, and holds nobody up meanwhile', async () => {
      const other = ApiKey.parse(name === 'langfuse' ? 'pk-lf-other:sk-lf-other' : 'confident_us_other')!;
      answer = (response, { headers }) => {
        const isOther = `${headers.authorization ?? ''}${String(headers.confident_api_key ?? '')}`;
        if (isOther.includes(name === 'langfuse' ? btoa('pk-lf-other:sk-lf-other') : 'other')) good(response);
      };
      for (let i = 0; i < 30; i++) sender.send(report(`chatcmpl-${i}`), key, false);
      sender.send(report('chatcmpl-other'), other, false);
      await expect.poll(() => outcomes).toContain(`${name} sent`);
      await sender.drain(50);
      expect(outcomes.filter((outcome) => outcome.includes('dropped'))).toHaveLength(30);
    });

    it('gets nothing from the sandbox, unless it is on this machine', async () => {
      const done: string[] = [];
      const outside = createDashboardSender({
        http,
        settings: [{ dashboard, baseUrl: 'http://dashboard.invalid' }],
        userAgent: 'claimgate/test',
        random: () => 0,
        onDone: (...each) => done.push(each.join(' ').trim()),
      });
      outside.send(report('chatcmpl-sandbox'), key, true);
      await outside.drain(100);
      expect(done).toEqual([]);
      sender.send(report('chatcmpl-sandbox'), key, true);
      await sender.drain(2_000);
      expect(outcomes).toEqual([`${name} sent`]);
    });

    it('has an address of its own, over TLS', () => {
      expect(dashboard.baseUrlFor(keyText)).toMatch(/^https:\/\//);
    });
  },
);

it('gives each key to the dashboard that it belongs to', () => {
  const ownerOf = (key: string) => DASHBOARDS.find((dashboard) => dashboard.accepts(key))?.name;
  expect(ownerOf('pk-lf-1:sk-lf-2')).toBe('langfuse');
  expect(ownerOf('confident_us_proj_abc')).toBe('confident_ai');
  expect(ownerOf('a:b:c')).toBeUndefined();
  const confident = DASHBOARDS.find(({ name }) => name === 'confident_ai')!;
  expect(confident.baseUrlFor('confident_eu_x')).toBe('https://eu.api.confident-ai.com');
});

function checkLangfuse({ url, headers, body }: Seen): Received {
  expect(headers.authorization).toBe(`Basic ${btoa('pk-lf-canary-1:sk-lf-canary-2')}`);
  if (url === '/below/api/public/otel/v1/traces') {
    expect(headers['x-langfuse-ingestion-version']).toBe('4');
    const [{ scopeSpans }] = body.resourceSpans as [{ scopeSpans: [{ spans: Span[] }] }];
    const [{ spans }] = scopeSpans;
    const roots = spans.filter((span) => span.parentSpanId === undefined);
    for (const span of spans) {
      expect(span.traceId).toMatch(/^[0-9a-f]{32}$/);
      expect(span.spanId).toMatch(/^[0-9a-f]{16}$/);
      expect(span.startTimeUnixNano).toMatch(/^\d{19}$/);
      expect(BigInt(span.endTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(span.startTimeUnixNano));
      const names = span.attributes.map((attribute) => attribute.key);
      expect(names).toEqual(expect.arrayContaining(['langfuse.trace.name', 'langfuse.observation.type']));
      if (span.parentSpanId !== undefined) {
        expect(roots.some((root) => root.spanId === span.parentSpanId && root.traceId === span.traceId)).toBe(
          true,
        );
      }
    }
    return {
      claims: spans.filter((span) => span.parentSpanId !== undefined).map((span) => span.name),
      scores: [],
    };
  }
  expect(url).toBe('/below/api/public/ingestion');
  const events = body.batch as ScoreEvent[];
  expect(new Set(events.map((event) => event.id)).size).toBe(events.length);
  for (const event of events) {
    expect(event.type).toBe('score-create');
    expect(event.body).toMatchObject({ dataType: 'NUMERIC', id: event.id });
    expect(event.body.traceId).toMatch(/^[0-9a-f]{32}$/);
    expect(event.body.observationId).toMatch(/^[0-9a-f]{16}$/);
  }
  return {
    claims: [],
    scores: events.map(({ body: { metadata, name, value } }) => `${metadata.claim_id} ${name} ${value}`),
  };
}

interface Span {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly { readonly key: string }[];
}

interface ScoreEvent {
  readonly id: string;
  readonly type: string;
  readonly body: {
    readonly traceId: string;
    readonly observationId: string;
    readonly name: string;
    readonly value: number;
    readonly metadata: { readonly claim_id: string };
  };
}

function checkConfidentAi({ url, headers, body }: Seen): Received {
  expect(url).toBe('/below/v1/test-run');
  expect(headers.confident_api_key).toBe('confident_us_canary_3');
  const cases = body.testCases as TestCase[];
  expect(body).toMatchObject({ conversationalTestCases: [], hyperparameters: { scorer: 'model' } });
  expect((body.testPassed as number) + (body.testFailed as number)).toBe(cases.length);
  for (const each of cases) {
    expect(typeof each.input).toBe('string');
    expect(typeof each.actualOutput).toBe('string');
    expect(each.success).toBe(each.metricsData.every((metric) => metric.success));
  }
  return {
    claims: cases.map(({ name }) => name),
    scores: cases.flatMap(({ name, metricsData }) =>
      metricsData.map((metric) => `${name} ${metric.name.toLowerCase()} ${metric.score}`),
    ),
  };
}

interface TestCase {
  readonly name: string;
  readonly input: string;
  readonly actualOutput: string;
  readonly success: boolean;
  readonly metricsData: readonly {
    readonly name: string;
    readonly score: number;
    readonly success: boolean;
  }[];
}
