/** What is said of verdicts, and in what order: events of checks, ClaimReview, and answers that fail while they are verified. */
import { request } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Claim, FactCheckMetadata } from '../../src/domain/claim.ts';
import { agreeable } from '../../src/engine/factcheck/judge/judge-in-tests.ts';
import type { ClaimReview } from '../../src/engine/factcheck/state/claim-review.ts';
import { type JudgingProvider, sayPaced, startJudgingProvider } from '../harness/judging-provider.ts';
import {
  envFor,
  PROVIDERS,
  providerOf,
  respond,
  speak,
  startStream,
  WIRES,
} from '../harness/provider-wires.ts';
import { readJson, readStream } from '../harness/read-answer.ts';
import { type Gateway, OWN_JUDGE, startGateway } from '../harness/start-gateway.ts';

/** Of the first two the model on this machine is sure by the starter corpus; of many others it is not. */
const LIGHTNING = 'Lightning never strikes the same place twice.';
const BONES = 'The human body has 206 bones.';
const VILLAGE = 'The village of Oberklammstein has 4,212 inhabitants.';
const TEXT = `${LIGHTNING} ${BONES} ${VILLAGE}`;

let provider: JudgingProvider;
let gateway: Gateway;
beforeAll(async () => {
  provider = await startJudgingProvider();
  gateway = await startGateway({
    env: envFor(provider),
    yaml: `plans: { default: enterprise }\n${OWN_JUDGE}`,
  });
});
afterAll(() => Promise.all([gateway.stop(), provider.stop()]));
beforeEach(() => provider.reset());

const claimsOf = async (response: Response): Promise<readonly Claim[]> =>
  (await readJson<{ fact_check_metadata: FactCheckMetadata }>(response)).fact_check_metadata.claims;

/** What readers of fact-check markup require: https://schema.org/ClaimReview, and Google's guide to it. */
function expectReview(review: unknown, { text, verdict }: Claim): void {
  const { url, datePublished, citation = [], ...rest } = review as ClaimReview;
  expect(URL.canParse(url)).toBe(true);
  expect(datePublished).toMatch(/^\d{4}-\d\d-\d\d$/);
  const [ratingValue, alternateName] = {
    supported: [5, 'True'],
    refuted: [1, 'False'],
    conflicting: [3, 'Conflicting evidence'],
    not_enough_evidence: [undefined, 'Not enough evidence'],
  }[verdict ?? 'not_enough_evidence'] as [number | undefined, string];
  expect(rest).toMatchObject({
    '@context': 'https://schema.org',
    '@type': 'ClaimReview',
    author: { '@type': 'Organization', name: 'Claimgate' },
    claimReviewed: text,
    itemReviewed: { '@type': 'Claim', text },
    reviewRating: { '@type': 'Rating', alternateName },
  });
  expect(rest.reviewRating.ratingValue).toBe(ratingValue);
  for (const one of citation) {
    expect(one['@type']).toBe('CreativeWork');
    expect(URL.canParse(one.url ?? '')).toBe(true);
    expect(one.text).not.toBe('');
  }
}

describe('ClaimReview', () => {
  const messages = [{ role: 'user', content: TEXT }];
  const fact_check = { mode: 'verify', claim_review: true };
  const ASKS: Readonly<Record<string, () => Promise<readonly Claim[]>>> = {
    'a whole answer': async () => claimsOf(await gateway.chat({ api_key: 'sandbox', messages, fact_check })),
    'a streamed answer': async () => {
      const response = await gateway.chat({ api_key: 'sandbox', messages, fact_check, stream: true });
      const { chunks } = await readStream(response);
      const metadata = chunks.at(-1)?.fact_check_metadata as FactCheckMetadata | undefined;
      return metadata?.claims ?? [];
    },
    'POST /chat': async () =>
      claimsOf(
        await gateway.post('/chat', {
          api_key: 'sandbox',
          model: 'gpt-6-luna',
          user_query: TEXT,
          fact_check,
        }),
      ),
    'POST /v1/claims': async () =>
      claimsOf(
        await gateway.post('/v1/claims', {
          api_key: 'sandbox',
          model: 'gpt-6-luna',
          text: TEXT,
          mode: 'verify',
          claim_review: true,
        }),
      ),
  };

  it.each(Object.entries(ASKS))('stands beside each verdict of %s', async (_way, ask) => {
    const claims = await ask();
    expect(claims.length).toBeGreaterThanOrEqual(3);
    const judged = claims.filter(({ checked }) => checked !== false);
    expect(new Set(judged.map(({ verdict }) => verdict))).toEqual(
      new Set(['refuted', 'supported', 'not_enough_evidence']),
    );
    for (const claim of judged) expectReview(claim.claim_review, claim);
  });

  it('is not there unless it is asked for, nor where nothing was judged', async () => {
    const plain = await claimsOf(
      await gateway.chat({ api_key: 'sandbox', messages, fact_check: { mode: 'verify' } }),
    );
    const ground = { mode: 'ground', judge: 'model', claim_review: true };
    const grounded = await claimsOf(await gateway.chat({ api_key: 'sandbox', messages, fact_check: ground }));
    for (const claim of [...plain, ...grounded]) expect(claim.claim_review).toBeUndefined();
  });

  it('costs no answer, whatever the caller takes the host for', async () => {
    for (const host of ['[', 'a b', '%', 'x:99999']) {
      const body = JSON.stringify({
        api_key: 'sandbox',
        model: 'gpt-6-luna',
        text: LIGHTNING,
        mode: 'verify',
        claim_review: true,
      });
      const status = await new Promise<number | undefined>((resolve, reject) => {
        const headers = {
          host,
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
        };
        const sending = request(`${gateway.url}/v1/claims`, { method: 'POST', headers }, (response) => {
          response.resume();
          resolve(response.statusCode);
        });
        sending.on('error', reject);
        sending.end(body);
      });
      expect([host, status]).toEqual([host, expect.toBeOneOf([400, 421])]);
    }
  });
});

describe('the events of POST /v1/claims', () => {
  const ask = async (mode: string) => {
    const response = await gateway.post('/v1/claims', {
      api_key: 'sandbox',
      model: 'gpt-6-luna',
      text: TEXT,
      mode,
      judge: 'model',
      stream: true,
    });
    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    const text = await response.text();
    expect(text.endsWith('data: [DONE]\n\n')).toBe(true);
    const blocks = text.split('\n\n').filter((block) => block !== '' && !block.startsWith(': '));
    const events = blocks.slice(0, -1).map((block) => {
      const [, type, data] = /^event: (\w+)\ndata: (\{.*\})$/.exec(block) ?? [];
      return { type, data: JSON.parse(data ?? 'null') };
    });
    return { events, types: events.map(({ type }) => type) };
  };

  it.each([
    ['detect', ['claim', 'claim', 'claim', 'done']],
    ['ground', ['claim', 'claim', 'claim', 'done']],
    ['verify', ['claim', 'claim', 'claim', 'verdict', 'verdict', 'verdict', 'done']],
  ])('are those of the contract: %s', async (mode, types) => {
    const { events, types: came } = await ask(mode);
    expect([...came].sort()).toEqual([...types].sort());
    expect(came.at(-1)).toBe('done');
    const done = events.at(-1)?.data as { id: string; mode: string; fact_check_metadata: FactCheckMetadata };
    expect(done).toMatchObject({ object: 'claim_check', mode, created: expect.any(Number) });
    expect(done.id).toMatch(/^clm-[A-Za-z0-9_-]{24,}$/);
    const { claims } = done.fact_check_metadata;
    expect(claims.map(({ role, text, start, end }) => [role, text, TEXT.slice(start, end)])).toEqual(
      [LIGHTNING, BONES, VILLAGE].map((text) => ['text', text, text]),
    );
    const found = events.filter(({ type }) => type === 'claim').map(({ data }) => data as Claim);
    expect(found.map(({ id }) => id)).toEqual(claims.map(({ id }) => id));
    const judged = events.filter(({ type }) => type === 'verdict').map(({ data }) => data as Claim);
    for (const claim of judged) expect(claims).toContainEqual(claim);
    for (const { id } of judged) {
      const of = (type: string): number => events.findIndex((one) => one.type === type && one.data.id === id);
      expect(of('claim')).toBeLessThan(of('verdict'));
    }
    if (mode === 'ground') expect(claims[0]?.evidence?.[0]?.stance).toBe('unjudged');
  });
});

describe.each(PROVIDERS)('an answer of %s that fails while it is verified', (name) => {
  const { model } = WIRES[name];
  const body = {
    api_key: `sk-failing-${name}`,
    model,
    fact_check: { mode: 'verify', judge: 'model', stream_events: true },
    messages: [{ role: 'user', content: LIGHTNING }],
  };

  it.each([
    ['with an error in mid-stream', (failing: string) => failing],
    ['by breaking off', () => ''],
  ])('%s: the stream says so, and the judge is asked no further', async (_how, last) => {
    provider.answer(async (received, response) => {
      const wire = WIRES[providerOf(received)];
      startStream(response);
      response.write(wire.opening + wire.delta(`${BONES} The rest`));
      while (provider.calls.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
      response.end(last(wire.errorEvent));
    });
    const { errors, done, chunks } = await readStream(await gateway.chat({ ...body, stream: true }));
    expect(errors).toHaveLength(1);
    expect(done).toBe(false);
    expect(chunks.some(({ choices }) => choices[0]?.finish_reason != null)).toBe(false);
    await Promise.all(provider.calls.map(({ closed }) => closed));
    expect(provider.calls.every(({ aborted }) => aborted)).toBe(true);
  });

  it('whole: the error is the answer, and the judge is asked no further', async () => {
    provider.answer(async (received, response) => {
      while (provider.calls.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
      await respond(400, { error: { message: 'No', type: 'invalid_request_error' } })(received, response);
    });
    expect((await gateway.chat(body)).status).toBe(400);
    await Promise.all(provider.calls.map(({ closed }) => closed));
    expect(provider.calls.every(({ aborted }) => aborted)).toBe(true);
  });

  it('by silence of the judge alone is whole, and its text does not wait', async () => {
    provider.judge(agreeable, 1_500);
    provider.answer(
      sayPaced([
        { text: 'Here', after: 0 },
        { text: ' it is.', after: 50 },
      ]),
    );
    const response = await gateway.chat({ ...body, stream: true });
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    while (!text.includes(' it is.')) text += (await reader?.read())?.value ?? '';
    expect(provider.calls.filter(({ ended }) => ended !== undefined)).toEqual([]);
    for (let next = await reader?.read(); next?.done === false; next = await reader?.read())
      text += next.value;
    expect(text).toContain('"finish_reason":"stop"');
    expect(text.endsWith('data: [DONE]\n\n')).toBe(true);
  });
});

it('a judge of its own model is asked with the caller’s key, and the answering model is not its judge', async () => {
  provider.judge(agreeable);
  provider.answer(speak(['I see.']));
  const response = await gateway.chat({
    api_key: 'sk-own-judge',
    messages: [{ role: 'user', content: LIGHTNING }],
    fact_check: { mode: 'verify', judge: 'model', judge_model: 'gpt-6.1-terra' },
  });
  expect(response.status).toBe(200);
  const models = provider.received.map(({ body }) => body.model);
  expect(models.sort()).toEqual(['gpt-6-luna', 'gpt-6.1-terra']);
  expect(provider.calls.map(({ key }) => key)).toEqual(['sk-own-judge']);
});

describe.each([
  ['confidence', 'min_confidence'],
  ['check_worthiness', 'min_check_worthiness'],
] as const)('claims of a lower %s than is asked for', (score, field) => {
  const text =
    'The human body has 206 bones. Many visitors seem to like the old tower. It was painted in 1911.';
  const messages = [{ role: 'user', content: text }];
  const ask = async (body: Record<string, unknown>) => {
    const response = await gateway.chat({ api_key: 'sandbox', messages, ...body });
    return ((await response.json()) as { fact_check_metadata: FactCheckMetadata }).fact_check_metadata;
  };
  const check = async (body: Record<string, unknown>) => {
    const response = await gateway.post('/v1/claims', {
      text,
      api_key: 'sandbox',
      model: 'gpt-6-luna',
      ...body,
    });
    return ((await response.json()) as { fact_check_metadata: FactCheckMetadata }).fact_check_metadata;
  };

  it('are counted, and neither listed, sent nor verified', async () => {
    const all = await ask({ fact_check: { mode: 'detect' } });
    const levels = [...new Set(all.claims.map((claim) => claim[score] as number))].sort((a, b) => a - b);
    expect(levels.length).toBeGreaterThan(1);
    const least = levels.at(-1) as number;
    const wanted = all.claims.filter((claim) => (claim[score] as number) >= least);
    const ids = wanted.map(({ id }) => id);
    for (const mode of ['detect', 'ground', 'verify']) {
      const sure = await ask({ fact_check: { mode, judge: 'model', [field]: least } });
      expect(sure.claims.map(({ id }) => id)).toEqual(ids);
      expect(sure.claims.every(({ verdict }) => (verdict !== undefined) === (mode === 'verify'))).toBe(true);
      expect(sure.claims_detected).toBe(all.claims_detected);
      expect(sure).not.toHaveProperty('claims_omitted');
      if (mode !== 'verify') expect(sure.confidence_score).toBe(0.5);
      expect(sure.summary?.claims).toBe(wanted.length);
      const checked = await check({ mode, judge: 'model', [field]: least });
      expect(checked.claims.every((claim) => (claim[score] as number) >= least)).toBe(true);
      expect(checked.claims.length).toBeLessThan(checked.claims_detected);
    }
    const response = await gateway.chat({
      ...{ api_key: 'sandbox', messages, stream: true },
      fact_check: { mode: 'verify', [field]: least, stream_events: true },
    });
    const { chunks } = await readStream(response);
    const sent = chunks.flatMap(({ claim_event: event }) => (event === undefined ? [] : [event.claim.id]));
    expect(new Set(sent)).toEqual(new Set(ids));
  });
});
