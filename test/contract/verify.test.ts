/** Mode `verify` as a caller sees it, with the sandbox's simulated models, which judge as the gateway's own judge does. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Claim, FactCheckMetadata } from '../../src/domain/claim.ts';
import { expectError, readStream } from '../harness/read-answer.ts';
import { type Gateway, OWN_JUDGE, severalProcesses, startGateway } from '../harness/start-gateway.ts';
import labelled from '../harness/starter-claims.json' with { type: 'json' };

/** Of the first two the model on this machine is sure by the starter corpus; of many others it is not. */
const LIGHTNING = 'Lightning never strikes the same place twice.';
const BONES = 'The human body has 206 bones.';
const VILLAGE = 'The village of Oberklammstein has 4,212 inhabitants.';
const MODELS = ['gpt-6-luna', 'claude-haiku-5-5', 'gemini-3.8-flash', 'grok-4.3', 'zai-org/GLM-5.3-Flash'];

let gateway: Gateway;
beforeAll(async () => {
  gateway = await startGateway({ yaml: `plans: { default: enterprise }\n${OWN_JUDGE}` });
});
afterAll(() => gateway.stop());

const verdicts = (claims: readonly Claim[]) => claims.map(({ text, verdict }) => [text, verdict]);

/** By the simulated model alone, so that its way is run: it says what the model on this machine says. */
async function verify(body: Record<string, unknown>): Promise<FactCheckMetadata> {
  const response = await gateway.chat({
    api_key: 'sandbox',
    fact_check: { mode: 'verify', judge: 'model' },
    ...body,
  });
  expect(response.status).toBe(200);
  return ((await response.json()) as { fact_check_metadata: FactCheckMetadata }).fact_check_metadata;
}

interface Check {
  readonly metadata: FactCheckMetadata;
  /** What a stream told on the way. */
  readonly told?: readonly Claim[];
}

/** Every way to have the same text checked. */
const WAYS: Readonly<Record<string, (model: string, text: string) => Promise<Check>>> = {
  'a whole answer': async (model, text) => ({
    metadata: await verify({ model, messages: [{ role: 'user', content: text }] }),
  }),
  'a streamed answer': async (model, text) => {
    const response = await gateway.chat({
      api_key: 'sandbox',
      model,
      stream: true,
      fact_check: { mode: 'verify', judge: 'model', stream_events: true },
      messages: [{ role: 'user', content: text }],
    });
    const { chunks, done } = await readStream(response);
    expect(done).toBe(true);
    const finish = chunks.find(({ choices }) => choices[0]?.finish_reason === 'stop');
    const told = chunks.flatMap(({ claim_event: event }) =>
      event?.type === 'verdict' ? [event.claim as Claim] : [],
    );
    return { metadata: finish?.fact_check_metadata as FactCheckMetadata, told };
  },
  'POST /chat': async (model, text) => {
    const response = await gateway.post(
      '/chat',
      { user_query: text, model, fact_check: { judge: 'model' } },
      { authorization: 'Bearer sandbox' },
    );
    const body = (await response.json()) as {
      fact_check_metadata: FactCheckMetadata;
      fact_check_result: object;
    };
    expect(body.fact_check_result).toMatchObject({
      verdict: 'refuted',
      evidence_sources: [{ source: 'starter' }],
    });
    return { metadata: body.fact_check_metadata };
  },
  'a check of a text': async (model, text) => {
    const response = await gateway.post('/v1/claims', {
      ...{ api_key: 'sandbox', model, mode: 'verify', judge: 'model', text },
    });
    return {
      metadata: ((await response.json()) as { fact_check_metadata: FactCheckMetadata }).fact_check_metadata,
    };
  },
  'a streamed check of a text': async (model, text) => {
    const response = await gateway.post('/v1/claims', {
      api_key: 'sandbox',
      model,
      mode: 'verify',
      judge: 'model',
      text,
      stream: true,
    });
    const events = [...(await response.text()).matchAll(/^event: (\w+)\ndata: (.*)$/gm)];
    const of = (type: string): unknown[] =>
      events.filter(([, name]) => name === type).map(([, , data]) => JSON.parse(data as string));
    const [done] = of('done') as [{ fact_check_metadata: FactCheckMetadata }];
    return { metadata: done.fact_check_metadata, told: of('verdict') as Claim[] };
  },
};

describe.each(MODELS)('verdicts with %s', (model) => {
  it.each(Object.entries(WAYS))(
    'in %s say what holds, what does not, and what nobody knows',
    async (_way, check) => {
      const { metadata, told } = await check(model, `${LIGHTNING} ${BONES} ${VILLAGE}`);
      expect(metadata).toMatchObject({
        mode: 'verify',
        calibrated: false,
        sources_consulted: ['starter'],
      });
      const own = metadata.claims.filter(({ role }) => role !== 'assistant');
      const expected = [
        [LIGHTNING, 'refuted'],
        [BONES, 'supported'],
        [VILLAGE, 'not_enough_evidence'],
      ];
      expect(verdicts(own)).toEqual(expected);
      if (told !== undefined) expect(verdicts(told)).toEqual(expect.arrayContaining(expected));
      expect(own[0]?.evidence?.[0]).toMatchObject({ source: 'starter', stance: 'refutes' });
      expect(own[0]?.evidence?.[0]?.quote).toContain('can strike the same place twice');
      expect(own[2]?.explanation).not.toBe('');
      const { prompt_tokens = 0, completion_tokens = 0, total_tokens } = metadata.usage ?? {};
      expect(total_tokens).toBe(prompt_tokens + completion_tokens);
    },
  );
});

/** What everybody knows; the sandbox may say that it does not, but not the opposite. */
const EVERYDAY: Readonly<Record<'supported' | 'refuted', readonly string[]>> = {
  supported: [
    'The Eiffel Tower is in Paris.',
    'Mount Everest is the highest mountain.',
    'The Earth orbits the Sun.',
    'Canberra is the capital of Australia.',
    'Lightning can strike the same place twice.',
    'Neil Armstrong was the first person to walk on the Moon.',
    'Jupiter is the largest planet in the Solar System.',
    'Vaccines do not cause autism.',
    'The human body has 206 bones.',
    'Antibiotics do not work against viruses.',
    'Mount Everest is 8,849 metres high.',
    'Marie Curie won two Nobel Prizes.',
    'Diamonds are made of carbon.',
    'The Titanic sank in 1912.',
    'The Mona Lisa hangs in the Louvre.',
    'Spiders have eight legs.',
  ],
  refuted: [
    'The Eiffel Tower is in Berlin.',
    'Humans use only 10% of their brain.',
    'The Sun orbits the Earth.',
    'Sydney is the capital of Australia.',
    'Lightning never strikes the same place twice.',
    'Buzz Aldrin was the first person to walk on the Moon.',
    'Michael Collins walked on the Moon.',
    'The Atlantic Ocean is the largest ocean.',
    'Penguins live at the North Pole.',
    'Michelangelo painted the Mona Lisa.',
    'Einstein won the Nobel Prize for the theory of relativity.',
    'The Moon landing in 1969 was a hoax.',
    'Mercury is hotter than Venus.',
    'The Titanic struck a whale in 1912.',
    'Antibiotics work against the common cold.',
    'Marie Curie never won a Nobel Prize.',
  ],
};

it('never says the opposite of what is so', async () => {
  let decided = 0;
  for (const [truth, claims] of Object.entries(EVERYDAY)) {
    for (const text of claims) {
      const response = await gateway.post('/v1/claims', {
        api_key: 'sandbox',
        model: MODELS[0],
        mode: 'verify',
        text,
      });
      const body = (await response.json()) as { fact_check_metadata: FactCheckMetadata };
      const said = body.fact_check_metadata.claims.map(({ verdict }) => verdict);
      for (const verdict of said)
        expect([text, verdict]).toEqual([text, verdict === truth ? truth : 'not_enough_evidence']);
      if (said.includes(truth as 'supported')) decided += 1;
    }
  }
  // Of thirty-two, the model on this machine is sure of nine: no list says what else is so.
  expect(decided).toBeGreaterThan(6);
});

// Each process remembers its own.
it.skipIf(severalProcesses)(
  'counts what the judge used, and nothing for what was judged before',
  async () => {
    const messages = [{ role: 'user', content: 'The Eiffel Tower was completed in 1889.' }];
    expect((await verify({ messages })).usage?.total_tokens).toBeGreaterThan(0);
    expect((await verify({ messages })).usage?.total_tokens).toBe(0);
  },
);

describe('a stream', () => {
  it('sends claims, verdicts and progress, and has all of it in its finish chunk', async () => {
    const response = await gateway.chat({
      api_key: 'sandbox',
      stream: true,
      fact_check: { mode: 'verify', stream_events: true },
      messages: [{ role: 'user', content: `${LIGHTNING} ${BONES}` }],
    });
    const text = await response.text();
    expect(text).toMatch(/^: verified 1 of \d$/m);
    const chunks = [...text.matchAll(/^data: (\{.*\})$/gm)].map(([, json]) => JSON.parse(json as string));
    const told = chunks.flatMap(({ claim_event: event }) => (event === undefined ? [] : [event]));
    for (const { type, claim } of told) expect(type === 'verdict').toBe(claim.verdict !== undefined);
    const order = told.map(({ type, claim }) => `${claim.id} ${type}`);
    for (const { claim } of told) {
      expect(order.indexOf(`${claim.id} claim`)).toBeLessThan(order.indexOf(`${claim.id} verdict`));
    }
    const finish = chunks.find(({ choices }) => choices[0]?.finish_reason === 'stop');
    expect(finish.fact_check_metadata.claims.every(({ verdict }: Claim) => verdict !== undefined)).toBe(true);
    expect(text.endsWith('data: [DONE]\n\n')).toBe(true);
  });
});

describe('what a request may ask for', () => {
  const messages = [{ role: 'user', content: LIGHTNING }];

  it('is a ClaimReview beside each verdict', async () => {
    const { claims } = await verify({
      messages,
      fact_check: { mode: 'verify', judge: 'model', claim_review: true },
    });
    expect(claims[0]?.claim_review).toMatchObject({
      '@type': 'ClaimReview',
      claimReviewed: LIGHTNING,
      reviewRating: { alternateName: 'False' },
    });
  });

  it('is another judge of the same provider, and of no other', async () => {
    const judged = await verify({
      messages,
      fact_check: { mode: 'verify', judge: 'model', judge_model: 'gpt-6.1-terra' },
    });
    expect(judged.claims[0]?.verdict).toBe('refuted');
    const response = await gateway.chat({
      api_key: 'sandbox',
      messages,
      fact_check: { mode: 'verify', judge_model: 'claude-haiku-5-5' },
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { param: 'fact_check.judge_model' } });
    for (const [path, body] of [
      ['/v1/chat/completions', { messages }],
      ['/chat', { user_query: 'Hello' }],
    ] as const) {
      const ask = { model: 'gpt-6-luna', ...body, fact_check: { judge_model: 'mistral-9' } };
      await expectError(await gateway.post(path, ask, { authorization: 'Bearer sandbox' }), {
        status: 400,
        code: 'model_not_found',
        detail: expect.stringMatching(/^Unknown model 'mistral-9' in fact_check\.judge_model\. /),
        param: 'fact_check.judge_model',
      });
    }
  });

  it('is a number of claims', async () => {
    const both = [{ role: 'user', content: `${LIGHTNING} ${BONES}` }];
    const { claims } = await verify({ messages: both, fact_check: { mode: 'verify', max_claims: 1 } });
    const worthiest = claims.toSorted((a, b) => (b.check_worthiness ?? 0) - (a.check_worthiness ?? 0))[0]
      ?.text;
    const stated = claims.filter(({ verdict }) => verdict !== 'not_enough_evidence');
    expect([...new Set(stated.map(({ text }) => text))]).toEqual([worthiest]);
  });
});

describe('POST /v1/claims', () => {
  const ask = (body: Record<string, unknown>) => gateway.post('/v1/claims', { model: 'gpt-6-luna', ...body });

  it('verifies a text', async () => {
    const response = await ask({ api_key: 'sandbox', mode: 'verify', text: `${LIGHTNING} ${BONES}` });
    const body = (await response.json()) as { mode: string; fact_check_metadata: FactCheckMetadata };
    expect(body).toMatchObject({ object: 'claim_check', mode: 'verify' });
    expect(verdicts(body.fact_check_metadata.claims)).toEqual([
      [LIGHTNING, 'refuted'],
      [BONES, 'supported'],
    ]);
    expect(body.fact_check_metadata.claims[0]).toMatchObject({
      role: 'text',
      start: 0,
      end: LIGHTNING.length,
    });
  });

  it('streams claims, then verdicts, then all of it', async () => {
    const response = await ask({
      api_key: 'sandbox',
      mode: 'verify',
      stream: true,
      text: `${LIGHTNING} ${BONES}`,
    });
    const events = [...(await response.text()).matchAll(/^event: (\w+)$/gm)].map(([, name]) => name);
    expect(events).toEqual(['claim', 'claim', 'verdict', 'verdict', 'done']);
  });

  it('gives evidence alone with ground and no judge of its own', async () => {
    const response = await ask({ api_key: 'sandbox', mode: 'ground', judge: 'model', text: LIGHTNING });
    const { fact_check_metadata: metadata } = (await response.json()) as {
      fact_check_metadata: FactCheckMetadata;
    };
    expect(metadata.mode).toBe('ground');
    expect(metadata.claims[0]?.evidence?.[0]?.stance).toBe('unjudged');
    expect(metadata.claims[0]?.verdict).toBeUndefined();
  });

  it.each([
    ['sandbox-invalid', 401],
    ['sandbox-quota', 429],
    ['sandbox-overloaded', 503],
  ])('answers with the same errors as a chat: %s', async (key, status) => {
    const response = await ask({ api_key: key, mode: 'verify', judge: 'model', text: LIGHTNING });
    expect(response.status).toBe(status);
  });

  it('needs a key and a model beyond detect', async () => {
    const response = await gateway.post('/v1/claims', { mode: 'verify', text: LIGHTNING });
    expect(response.status).toBe(422);
    const { detail } = (await response.json()) as { detail: { loc: string[] }[] };
    expect(detail.map(({ loc }) => loc.join('.'))).toEqual(['body.api_key', 'body.model']);
  });
});

it('POST /chat verifies unless asked otherwise', async () => {
  const response = await gateway.post(
    '/chat',
    { user_query: LIGHTNING, model: 'gpt-6-luna' },
    { authorization: 'Bearer sandbox' },
  );
  expect(await response.json()).toMatchObject({
    fact_check_result: { verdict: 'refuted' },
    fact_check_metadata: { mode: 'verify' },
  });
});

it('is as right of claims on the starter corpus, and as often sure, as docs/verdicts.md says', async () => {
  const truths = labelled.flatMap(({ supported, refuted }) => [
    ...supported.map((text) => [text, 'supported'] as const),
    ...refuted.map((text) => [text, 'refuted'] as const),
  ]);
  const stated: (readonly [text: string, truth: string, verdict: string | undefined])[] = [];
  for (const [text, truth] of truths) {
    const body = { api_key: 'sandbox', model: MODELS[0], mode: 'verify', text };
    const response = await gateway.post('/v1/claims', body);
    const { fact_check_metadata } = (await response.json()) as { fact_check_metadata: FactCheckMetadata };
    for (const { verdict } of fact_check_metadata.claims)
      if (verdict !== 'not_enough_evidence') stated.push([text, truth, verdict]);
  }
  const wrong = stated.filter(([, truth, verdict]) => verdict !== truth);
  expect(truths).toHaveLength(89);
  // What is barely sure on one processor may be barely unsure on another.
  expect(Math.abs(stated.length - 37)).toBeLessThanOrEqual(2);
  expect(wrong).toEqual([]);
  const docs = readFileSync(path.resolve(import.meta.dirname, '../../docs/verdicts.md'), 'utf8');
  expect(docs).toContain('Of 89 labelled claims on its entries it states 37, all of them rightly');
});
