/** Evaluations as a caller sees them: contract, section 7. */
import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Gateway, startGateway } from '../harness/start-gateway.ts';

const HEADER =
  'claim_id,original_text,extracted_claim,accuracy_score,completeness_score,coherence_score,confidence,category,verifiable,timestamp';
const TEXT =
  'The lighthouse at Cape Alder was built in 1874. It stands 41 metres high. =SUM(A1) was 7 in 1999, said Ruth Okafor.';
const MESSAGES = [{ role: 'user', content: TEXT }];

interface Notice {
  readonly id: string;
  readonly status: string;
  readonly report_url: string;
}

interface Completion {
  readonly id: string;
  readonly fact_check_metadata?: {
    readonly claims: readonly { id: string; text: string; original_text: string }[];
  };
  readonly evaluation?: Notice;
}

const bearer = (key: string) => ({ authorization: `Bearer ${key}` });

/** Reads CSV by RFC 4180. */
function readCsv(text: string): string[][] {
  return text
    .split(/\r\n(?=(?:[^"]*"[^"]*")*[^"]*$)/)
    .slice(0, -1)
    .map((line) =>
      [...line.matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)]
        .slice(0, 10)
        .map(([, cell = '']) => (cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell)),
    );
}

describe('evaluations', () => {
  let gateway: Gateway;
  const report = (id: string, key = 'sandbox', query = '', init: RequestInit = {}) =>
    fetch(`${gateway.url}/v1/evaluations/${id}/report${query}`, { headers: bearer(key), ...init });
  const evaluate = async (body: Record<string, unknown> = {}, headers = {}): Promise<Completion> => {
    const answer = await gateway.chat(
      { messages: MESSAGES, enable_evaluations: true, fact_check: { mode: 'detect' }, ...body },
      { ...bearer('sandbox'), ...headers },
    );
    expect(answer.status).toBe(200);
    return (await answer.json()) as Completion;
  };

  beforeAll(async () => {
    gateway = await startGateway();
  });
  afterAll(() => gateway.stop());

  it('are named in the answer, and their report has a row a claim', async () => {
    const { id, evaluation, fact_check_metadata: metadata } = await evaluate();
    expect(evaluation).toEqual({ id, status: 'running', report_url: `/v1/evaluations/${id}/report` });
    const answer = await fetch(gateway.url + evaluation!.report_url, {
      headers: { ...bearer('sandbox'), accept: 'text/csv' },
    });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(answer.headers.get('content-disposition')).toMatch(
      /^attachment; filename="evaluation-chatcmpl-.*\.csv"$/,
    );
    expect(answer.headers.get('x-claimgate-scorer')).toMatch(/^(model|local|mixed)$/);
    expect(answer.headers.get('x-request-id')).toBeTruthy();
    const text = await answer.text();
    expect(text.startsWith(`${HEADER}\r\n`)).toBe(true);
    const rows = readCsv(text).slice(1);
    expect(rows.map(([claimId]) => claimId)).toEqual(metadata!.claims.map((claim) => claim.id));
    for (const [index, cells] of rows.entries()) {
      const [, original, claim, accuracy, completeness, coherence, confidence, , verifiable, timestamp] =
        cells;
      expect(original!.replace(/^'/, '')).toBe(metadata!.claims[index]!.original_text);
      expect(claim!.replace(/^'/, '')).toBe(metadata!.claims[index]!.text);
      for (const score of [accuracy, completeness, coherence, confidence]) {
        expect(score).toMatch(/^(0|1|0\.\d{1,4})$/);
      }
      expect(verifiable).toMatch(/^(true|false)$/);
      expect(timestamp).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    }
    for (const cells of rows) for (const cell of cells) expect(cell).not.toMatch(/^\s*[=+@＝＋＠]/);
  });

  it('are named on the finish chunk of a stream, and nowhere else', async () => {
    const answer = await gateway.chat(
      { messages: MESSAGES, enable_evaluations: true, stream: true },
      bearer('sandbox'),
    );
    const chunks = (await answer.text())
      .split('\n\n')
      .filter((event) => event.startsWith('data: {'))
      .map(
        (event) => JSON.parse(event.slice(6)) as Completion & { choices: { finish_reason: string | null }[] },
      );
    const told = chunks.filter((chunk) => chunk.evaluation !== undefined);
    expect(told).toHaveLength(1);
    expect(told[0]!.choices[0]!.finish_reason).toBe('stop');
    expect(told[0]!.evaluation!.id).toBe(chunks[0]!.id);
    const fetched = await report(chunks[0]!.id);
    expect(fetched.status).toBe(200);
    const rows = readCsv(await fetched.text()).slice(1);
    expect(rows).toHaveLength(told[0]!.fact_check_metadata!.claims.length);
  });

  it('are not made unless they are asked for', async () => {
    for (const off of [undefined, false, null]) {
      const { id, evaluation } = await evaluate({ enable_evaluations: off });
      expect(evaluation).toBeUndefined();
      expect((await report(id)).status).toBe(404);
    }
  });

  it.each(['new', 'none'])(
    'score every claim of the conversation, also where %s are listed',
    async (claims) => {
      const messages = [
        { role: 'user', content: 'The Great Wall of China is visible from the Moon.' },
        { role: 'assistant', content: 'Noted.' },
        { role: 'user', content: 'The Eiffel Tower was completed in 1889.' },
      ];
      const rowsOf = async (listing: string) => {
        const answer = await gateway.chat(
          { messages, enable_evaluations: true, fact_check: { mode: 'detect', claims: listing } },
          bearer('sandbox'),
        );
        const { id, fact_check_metadata: metadata } = (await answer.json()) as Completion;
        const rows = readCsv(await (await report(id)).text()).slice(1);
        return { ids: rows.map(([claimId]) => claimId), listed: metadata!.claims.map((claim) => claim.id) };
      };
      const all = await rowsOf('all');
      expect(all.ids).toEqual(all.listed);
      const some = await rowsOf(claims);
      expect(some.ids).toEqual(all.ids);
      expect(some.listed.length).toBeLessThan(all.listed.length);
    },
  );

  it('find the claims for themselves where fact checking is off', async () => {
    const { id, fact_check_metadata: metadata } = await evaluate({ fact_check: { mode: 'off' } });
    expect(metadata).toBeUndefined();
    expect(readCsv(await (await report(id)).text()).length).toBeGreaterThan(1);
  });

  it('have a report of a header alone where there is no claim', async () => {
    const { id } = await evaluate({
      messages: [{ role: 'user', content: 'Hello!' }],
      fact_check: { mode: 'off' },
    });
    const answer = await report(id);
    expect(answer.status).toBe(200);
    expect((await answer.text()).split('\r\n')[0]).toBe(HEADER);
  });

  it('can be read and deleted by the key that made them alone', async () => {
    const { id } = await evaluate();
    expect((await report(id, 'sandbox')).status).toBe(200);
    const none = await fetch(`${gateway.url}/v1/evaluations/${id}/report`);
    expect([none.status, ((await none.json()) as { detail: string }).detail]).toEqual([
      401,
      'API key is required',
    ]);
    const bad = await fetch(`${gateway.url}/v1/evaluations/${id}/report`, {
      headers: bearer('sandbox-nobody'),
    });
    expect(bad.status).toBe(401);
    for (const key of ['sandbox-free', 'sk-another-key']) {
      const other = await report(id, key);
      expect([other.status, await other.json()]).toMatchObject([404, { detail: 'No such evaluation' }]);
      expect((await report(id, key, '', { method: 'DELETE', headers: bearer(key) })).status).toBe(405);
      const denied = await fetch(`${gateway.url}/v1/evaluations/${id}`, {
        method: 'DELETE',
        headers: bearer(key),
      });
      expect(denied.status).toBe(404);
    }
    expect((await fetch(`${gateway.url}/v1/evaluations/${id}`, { method: 'DELETE' })).status).toBe(401);
    const deleted = await fetch(`${gateway.url}/v1/evaluations/${id}`, {
      method: 'DELETE',
      headers: bearer('sandbox'),
    });
    expect([deleted.status, await deleted.text()]).toEqual([204, '']);
    expect((await report(id)).status).toBe(404);
  });

  it.each([
    'unknown',
    'chatcmpl-000000000000000000000000',
    'a'.repeat(300),
    '%2e%2e',
    "'; drop table evaluations",
  ])('are 404 where there is none: %s', async (id) => {
    const answer = await report(encodeURIComponent(id));
    expect(answer.status).toBe(404);
    expect(await answer.json()).toHaveProperty('error.message');
  });

  it.each([
    ['?wait=x', 'float_parsing'],
    ['?wait=', 'float_parsing'],
    ['?wait=-1', 'greater_than_equal'],
    ['?wait=31', 'less_than_equal'],
    ['?wait=NaN', 'float_parsing'],
    ['?format=xml', 'literal_error'],
  ])('are 422 for %s', async (query, type) => {
    const { id } = await evaluate();
    const answer = await report(id, 'sandbox', query);
    expect([answer.status, await answer.json()]).toMatchObject([422, { detail: [{ type }] }]);
  });

  it('say in JSON also what was added, what is missing and what is wrong', async () => {
    const { id } = await evaluate();
    const answer = await report(id, 'sandbox', '?format=json');
    const body = (await answer.json()) as { claims: Record<string, unknown>[] };
    expect(body).toMatchObject({ id, status: 'completed' });
    expect(Object.keys(body.claims[0]!)).toEqual(
      expect.arrayContaining([
        'claim_id',
        'accuracy_score',
        'added',
        'missing',
        'faults',
        'verifiable',
        'timestamp',
      ]),
    );
  });
});

describe('an evaluation that takes long', () => {
  let gateway: Gateway;
  beforeAll(async () => {
    // The judge thinks for longer than the first look waits.
    gateway = await startGateway({ app: { sandboxPace: { firstTokenMs: 700, perTokenMs: 0 } } });
  });
  afterAll(() => gateway.stop());

  it('is 202 with Retry-After, after as long as was asked for', async () => {
    const answer = await gateway.chat(
      { messages: MESSAGES, enable_evaluations: true, max_tokens: 2 },
      bearer('sandbox'),
    );
    const { id } = (await answer.json()) as Completion;
    const began = performance.now();
    const waiting = await fetch(`${gateway.url}/v1/evaluations/${id}/report?wait=0.3`, {
      headers: bearer('sandbox'),
    });
    expect(performance.now() - began).toBeGreaterThan(250);
    expect(waiting.status).toBe(202);
    expect(waiting.headers.get('retry-after')).toMatch(/^\d+$/);
    expect(await waiting.json()).toEqual({ detail: expect.any(String), status: 'running' });
    const done = await fetch(`${gateway.url}/v1/evaluations/${id}/report?wait=30`, {
      headers: bearer('sandbox'),
    });
    expect(done.status).toBe(200);
  }, 40_000);
});

describe('what an evaluation leaves behind', () => {
  it.each([true, false])('is neither key nor text, with store_text: %s', async (storeText) => {
    const gateway = await startGateway({ yaml: `evaluations: { store_text: ${storeText} }` });
    try {
      const answer = await gateway.chat(
        {
          messages: [{ role: 'user', content: 'The canarytext tower was built in 1874.' }],
          enable_evaluations: true,
        },
        { ...bearer('sandbox'), 'x-evaluation-api-key': 'pk-canarykey:sk-canarykey' },
      );
      const { id } = (await answer.json()) as Completion;
      const url = `${gateway.url}/v1/evaluations/${id}/report`;
      expect(await (await fetch(url, { headers: bearer('sandbox') })).text()).toContain('canarytext');
      for (const file of readdirSync(gateway.dataDir)) {
        const bytes = readFileSync(path.join(gateway.dataDir, file));
        for (const canary of ['canarytext', 'canarykey'])
          expect([file, bytes.includes(canary)]).toEqual([file, false]);
      }
      await gateway.logged();
      expect(gateway.logLines.join()).not.toMatch(/canary/);
    } finally {
      await gateway.stop();
    }
  });
});

describe('a dashboard', () => {
  let gateway: Gateway;
  let dashboard: Server;
  let mood: 'good' | 'refuses' | 'silent' = 'good';
  const seen: { url: string; key: string; body: string }[] = [];

  beforeAll(async () => {
    dashboard = createServer((request, response) => {
      let body = '';
      request.on('data', (piece: Buffer) => {
        body += piece.toString();
      });
      request.on('end', () => {
        seen.push({ url: request.url ?? '', key: request.headers.authorization ?? '', body });
        if (mood === 'good') response.writeHead(207).end('{"successes":[],"errors":[]}');
        else if (mood === 'refuses') response.writeHead(401).end();
      });
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => dashboard.once('listening', resolve));
    const { port } = dashboard.address() as AddressInfo;
    gateway = await startGateway({
      yaml: `evaluations: { dashboards: { langfuse: { base_url: "http://127.0.0.1:${port}" } } }`,
    });
  });
  afterAll(async () => {
    await gateway.stop();
    dashboard.closeAllConnections();
    dashboard.close();
  });

  it.each(['good', 'refuses', 'silent'] as const)(
    'that is %s changes neither the answer nor the report',
    async (now) => {
      mood = now;
      seen.length = 0;
      const answer = await gateway.chat(
        { messages: MESSAGES, enable_evaluations: true },
        { ...bearer('sandbox'), 'x-evaluation-api-key': ' pk-1:sk-2 ' },
      );
      expect(answer.status).toBe(200);
      const { evaluation } = (await answer.json()) as Completion;
      const fetched = await fetch(gateway.url + evaluation!.report_url, { headers: bearer('sandbox') });
      expect(fetched.status).toBe(200);
      const rows = readCsv(await fetched.text()).length - 1;
      await expect.poll(() => seen.length).toBeGreaterThan(now === 'good' ? 1 : 0);
      expect(seen[0]!.key).toBe(`Basic ${btoa('pk-1:sk-2')}`);
      if (now === 'good') {
        const events = (JSON.parse(seen[1]!.body) as { batch: unknown[] }).batch;
        expect(events).toHaveLength(3 * rows);
      }
    },
  );

  it('gets nothing without a key, or with one that is none', async () => {
    mood = 'good';
    seen.length = 0;
    for (const headers of [{}, { 'x-evaluation-api-key': '' }, { 'x-evaluation-api-key': 'a b' }]) {
      const answer = await gateway.chat(
        { messages: MESSAGES, enable_evaluations: true },
        { ...bearer('sandbox'), ...headers },
      );
      const { evaluation } = (await answer.json()) as Completion;
      await fetch(gateway.url + evaluation!.report_url, { headers: bearer('sandbox') });
    }
    expect(seen).toEqual([]);
  });
});
