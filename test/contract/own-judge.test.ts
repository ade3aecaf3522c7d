/** The gateway's own judge: verdicts without a key, without a model, and a model asked only for the rest. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Claim, FactCheckMetadata } from '../../src/domain/claim.ts';
import { agreeable } from '../../src/engine/factcheck/judge/judge-in-tests.ts';
import type { Pair, PairScore } from '../../src/engine/judge/pair-scorer.ts';
import { type FakeJudge, fakeJudge, REFUTES, SUPPORTS, UNSURE } from '../harness/fake-judge.ts';
import { type JudgingProvider, startJudgingProvider } from '../harness/judging-provider.ts';
import { envFor } from '../harness/provider-wires.ts';
import { readStream } from '../harness/read-answer.ts';
import { type Gateway, severalProcesses, startGateway } from '../harness/start-gateway.ts';

const DOCUMENTS = [
  {
    title: 'Kestrel Bridge, a history',
    url: 'https://docs.example.org/kestrel',
    text: 'Work on the crossing took nine years. The Kestrel Bridge in Oberwald was opened to traffic in 1987. It has two lanes and a footpath.',
  },
  {
    id: 'traffic-2024',
    text: 'In the year 2024 some 14,200 vehicles crossed the Kestrel Bridge each day. Lorries were a fifth of them.',
  },
];
const RIGHT = 'The Kestrel Bridge carried 14,200 vehicles a day in 2024.';
const WRONG = 'The Kestrel Bridge in Oberwald was opened in 1978.';
const UNKNOWN = 'The Kestrel Bridge in Oberwald was designed by the engineer Ada Brunner.';
const TEXT = `${RIGHT} ${WRONG} ${UNKNOWN}`;

const read = ({ claim, passage }: Pair): PairScore => {
  if (claim === RIGHT && passage.includes('14,200')) return SUPPORTS;
  return claim === WRONG && passage.includes('1987') ? REFUTES : UNSURE;
};

// A judge of a test reaches no other process.
describe.skipIf(severalProcesses)('the gateway’s own judge', () => {
  let provider: JudgingProvider;
  let gateway: Gateway;
  let judge: FakeJudge;
  let say: (pair: Pair) => PairScore | undefined | Promise<PairScore | undefined> = read;
  beforeAll(async () => {
    provider = await startJudgingProvider();
    judge = fakeJudge((pair) => say(pair), { maxPairs: 14 });
    gateway = await startGateway({
      env: envFor(provider),
      yaml: 'plans: { default: enterprise }',
      app: { judge },
    });
  });
  afterAll(() => Promise.all([gateway.stop(), provider.stop()]));
  beforeEach(() => {
    say = read;
    judge.pairs.length = 0;
    provider.reset();
  });

  const metadataOf = async (response: Response): Promise<FactCheckMetadata> => {
    const text = await response.text();
    expect(response.status, text).toBe(200);
    return (JSON.parse(text) as { fact_check_metadata: FactCheckMetadata }).fact_check_metadata;
  };
  const check = async (body: Record<string, unknown> = {}): Promise<FactCheckMetadata> =>
    metadataOf(
      await gateway.post('/v1/claims', { mode: 'ground', text: TEXT, documents: DOCUMENTS, ...body }),
    );
  const question = { role: 'user', content: `What is said of the bridge?\nSay: ${TEXT}` };
  const fact_check = { mode: 'ground', documents: DOCUMENTS };

  const expectVerdicts = ({ claims, summary, confidence_score, ...metadata }: FactCheckMetadata): void => {
    const answer = claims.filter(({ role }) => role !== 'user');
    expect(
      answer.map(({ original_text, verdict, checked, judged_by }) => [
        original_text,
        verdict,
        checked,
        judged_by,
      ]),
    ).toEqual([
      [RIGHT, 'supported', undefined, 'local'],
      [WRONG, 'refuted', undefined, 'local'],
      [UNKNOWN, 'not_enough_evidence', false, undefined],
    ]);
    for (const { evidence = [], verdict, checked } of answer) {
      for (const { quote } of evidence) expect(DOCUMENTS.some(({ text }) => text.includes(quote))).toBe(true);
      if (checked !== false)
        expect(evidence[0]?.stance).toBe(verdict === 'supported' ? 'supports' : 'refutes');
    }
    const [right, wrong, unknown] = answer as [Claim, Claim, Claim];
    expect(right.evidence?.[0]?.quote).toContain('14,200');
    expect(wrong.evidence?.[0]?.quote).toContain('opened to traffic in 1987');
    expect(right.explanation).toMatch(/small model/);
    expect(unknown.explanation).toMatch(/small model was not sure/);
    expect(unknown).not.toHaveProperty('verdict_confidence');
    const count = (verdict: string) =>
      claims.filter((claim) => claim.verdict === verdict && claim.checked !== false).length;
    expect(summary).toEqual({
      claims: claims.length,
      ...{ supported: count('supported'), refuted: count('refuted'), conflicting: 0 },
      not_enough_evidence: 0,
      unchecked: claims.filter(({ checked }) => checked === false).length,
    });
    expect([right.verdict_confidence, wrong.verdict_confidence]).toEqual([0.96, 0.97]);
    const truths = claims.map(({ verdict }) =>
      verdict === 'supported' ? 0.96 : verdict === 'refuted' ? 0.03 : 0.5,
    );
    expect(confidence_score).toBeCloseTo(truths.reduce((sum, truth) => sum + truth, 0) / claims.length, 3);
    expect(metadata).toMatchObject({
      mode: 'ground',
      calibrated: true,
      sources_consulted: expect.arrayContaining(['context']),
    });
    expect(metadata).not.toHaveProperty('usage');
  };

  it('checks a text without a key', async () => {
    expectVerdicts(await check());
    expect(provider.calls).toEqual([]);
  });

  it('checks an answer in mode ground, whole and streamed, in each API', async () => {
    const sandbox = { authorization: 'Bearer sandbox' };
    const model = 'gpt-6-luna';
    expectVerdicts(await metadataOf(await gateway.chat({ messages: [question], fact_check }, sandbox)));
    const streamed = await readStream(
      await gateway.chat({ messages: [question], fact_check, stream: true }, sandbox),
    );
    const last = streamed.chunks.find(({ choices }) => choices[0]?.finish_reason === 'stop');
    expectVerdicts(last?.fact_check_metadata as FactCheckMetadata);
    const response = await gateway.post(
      '/v1/responses',
      { model, input: question.content, fact_check },
      sandbox,
    );
    expectVerdicts(await metadataOf(response));
    const messages = { model, max_tokens: 500, messages: [question], fact_check };
    expectVerdicts(await metadataOf(await gateway.post('/v1/messages', messages, sandbox)));
    expect(provider.calls).toEqual([]);
  });

  it('sends verdicts as they come', async () => {
    const body = { mode: 'ground', text: TEXT, documents: DOCUMENTS, stream: true };
    const events = (await (await gateway.post('/v1/claims', body)).text()).match(/^event: \w+/gm);
    expect(events?.filter((event) => event === 'event: verdict')).toHaveLength(3);
  });

  it('reads the sentences that matter, and no page', async () => {
    const page = `${'Nothing of it is told here at all. '.repeat(200)}${DOCUMENTS[0]?.text}`;
    await check({ text: WRONG, documents: [{ text: page }] });
    expect(judge.pairs.length).toBeGreaterThan(0);
    expect(judge.pairs.length).toBeLessThanOrEqual(4);
    for (const { passage } of judge.pairs) expect(passage.length).toBeLessThan(900);
    expect(judge.pairs[0]?.passage).toContain('opened to traffic in 1987');
  });

  describe('statements', () => {
    const RULES = [
      'Hello! You can return items within 30 days of delivery.',
      'The standard warranty lasts 24 months.',
      '| Plan | Price |\n|---|---|\n| Basic | 10 € |\n| Pro | 20 € |',
      'We offer free gift wrapping in all shops.',
      'Let me know if you need anything else!',
    ].join('\n\n');
    const documents = [
      {
        title: 'Returns',
        text: 'Returns are taken within 14 days. You can return unopened items within 14 days of delivery.',
      },
      {
        title: 'Warranty',
        text: 'Each device comes with a standard warranty that lasts for 24 months.',
      },
      {
        title: 'Plans',
        text: 'The plan Basic has a price of 10 € a month. The plan Pro has a price of 25 € a month.',
      },
    ];
    beforeEach(() => {
      say = ({ claim, passage }) => {
        if (claim.includes('30 days') && passage.includes('14 days')) return REFUTES;
        if (claim === 'Plan: Pro; Price: 20 €' && passage.includes('25')) return REFUTES;
        return /24 months|Basic/.test(claim) && /24 months|Basic/.test(passage) ? SUPPORTS : UNSURE;
      };
    });
    const expectHeld = ({ claims, claims_detected, groundedness }: FactCheckMetadata): void => {
      const answer = claims.filter(({ role }) => role !== 'user');
      expect(answer.map(({ text, verdict }) => [text, verdict])).toEqual([
        ['You can return items within 30 days of delivery.', 'refuted'],
        ['The standard warranty lasts 24 months.', 'supported'],
        ['Plan: Basic; Price: 10 €', 'supported'],
        ['Plan: Pro; Price: 20 €', 'refuted'],
        ['We offer free gift wrapping in all shops.', 'not_enough_evidence'],
      ]);
      expect(new Set(answer.map(({ id }) => id)).size).toBe(5);
      expect(answer.some(({ statement }) => statement === true)).toBe(true);
      expect(claims_detected).toBe(claims.filter(({ statement }) => statement !== true).length);
      expect(groundedness).toEqual({
        ...{ score: 0.4, statements: 5, supported: 2, refuted: 2 },
        ...{ unsupported: 1, unchecked: 0 },
      });
    };

    it('of a text are held against its documents, claims or not', async () => {
      expectHeld(await check({ text: RULES, documents }));
    });

    it('of an answer are too, whole and streamed', async () => {
      const messages = [{ role: 'user', content: `May I return it?\nSay: ${RULES}` }];
      const sandbox = { authorization: 'Bearer sandbox' };
      const body = { messages, fact_check: { mode: 'ground', documents } };
      expectHeld(await metadataOf(await gateway.chat(body, sandbox)));
      const { chunks } = await readStream(await gateway.chat({ ...body, stream: true }, sandbox));
      const last = chunks.find(({ choices }) => choices[0]?.finish_reason === 'stop');
      expectHeld(last?.fact_check_metadata as FactCheckMetadata);
    });

    it('beyond max_claims are held all the same', async () => {
      const { claims } = await check({ text: RULES, documents, max_claims: 1 });
      const statements = claims.filter(({ statement }) => statement === true);
      expect(statements.length).toBeGreaterThan(0);
      expect(statements.every(({ checked }) => checked !== false)).toBe(true);
    });

    it('are left out where the request says so, and where it brings no texts', async () => {
      const countIn = (metadata: FactCheckMetadata): number =>
        metadata.claims.filter(({ statement }) => statement === true).length;
      expect(countIn(await check({ text: RULES, documents, statements: 'none' }))).toBe(0);
      const alone = await check({ text: RULES, documents: [] });
      expect([countIn(alone), alone.groundedness]).toEqual([0, undefined]);
      expect(countIn(await check({ text: RULES, documents: [], statements: 'all' }))).toBeGreaterThan(0);
    });
  });

  describe('claims beyond max_claims', () => {
    const datesIn = (year: number, count: number): string[] =>
      Array.from(
        { length: count },
        (_, at) => `The Kestrel Bridge in Oberwald was opened on ${at + 1} May ${year}.`,
      );
    const opened = datesIn(1978, 12);
    // One more than the limit.
    const others = datesIn(1979, 5);
    const LIMIT = 'This claim was not checked: the request’s limit of claims was reached.';
    const read: FakeJudge = fakeJudge(({ claim, passage }) =>
      claim.includes('1978') && passage.includes('1987') ? REFUTES : UNSURE,
    );
    let roomy: Gateway;
    beforeAll(async () => {
      roomy = await startGateway({
        env: envFor(provider),
        yaml: 'plans: { default: enterprise }\nfact_check: { max_claims: 4 }',
        app: { judge: read },
      });
    });
    afterAll(() => roomy.stop());
    const verdictsOf = async (body: Record<string, unknown>): Promise<(string | undefined)[]> => {
      const response = await roomy.post('/v1/claims', {
        mode: 'ground',
        text: [...opened, ...others].join(' '),
        ...body,
      });
      const { claims } = await metadataOf(response);
      return claims.map(({ verdict, explanation }) => (explanation === LIMIT ? 'limit' : verdict));
    };

    it('are held against the request’s own texts, and nothing is said of those that they do not decide', async () => {
      const verdicts = await verdictsOf({ documents: DOCUMENTS });
      expect(verdicts.slice(0, 12)).toEqual(opened.map(() => 'refuted'));
      expect(verdicts.slice(12)).toContain('limit');
    });

    it('are not where the request says how many, and where it brings no texts', async () => {
      const few = await verdictsOf({ documents: DOCUMENTS, max_claims: 4 });
      expect(few.filter((verdict) => verdict === 'limit')).toHaveLength(13);
      const alone = await verdictsOf({});
      expect(alone.filter((verdict) => verdict === 'limit')).toHaveLength(13);
    });

    it('of an answer are too, streamed', async () => {
      const messages = [{ role: 'user', content: `When was it opened?\nSay: ${opened.join(' ')}` }];
      const body = { messages, fact_check: { mode: 'ground', documents: DOCUMENTS }, stream: true };
      const { chunks } = await readStream(await roomy.chat(body, { authorization: 'Bearer sandbox' }));
      const last = chunks.find(({ choices }) => choices[0]?.finish_reason === 'stop');
      expect(last?.fact_check_metadata).toMatchObject({ groundedness: { statements: 12, refuted: 12 } });
    });
  });

  it('judges alone where a request says so, without a key and a model', async () => {
    const { mode, claims, usage } = await check({ mode: 'verify', judge: 'local' });
    expect([mode, claims.map(({ judged_by }) => judged_by)]).toEqual([
      'verify',
      ['local', 'local', undefined],
    ]);
    expect(usage?.total_tokens).toBe(0);
    const missing = await gateway.post('/v1/claims', { mode: 'verify', text: TEXT });
    expect(missing.status).toBe(422);
  });

  it('leaves to a model only what it is not sure of', async () => {
    provider.judge(agreeable);
    const asked = { mode: 'verify', model: 'gpt-6-luna', api_key: 'sk-cascade-0001' };
    // The first call tells whether the provider accepts the key.
    await check({ ...asked, text: UNKNOWN.replace('designed', 'drawn') });
    expect(judge.pairs).toEqual([]);
    provider.calls.length = 0;
    const { claims, calibrated } = await check(asked);
    expect(claims.map(({ judged_by }) => judged_by)).toEqual(['local', 'local', 'gpt-6-luna']);
    expect(calibrated).toBe(false);
    const left = provider.calls.flatMap(({ question }) => question.blocks.map(({ claim }) => claim));
    expect(left).toEqual([UNKNOWN]);
  });

  it('is not asked where a request wants the model alone', async () => {
    const { claims } = await check({ judge: 'model' });
    expect(claims.map(({ verdict }) => verdict)).toEqual([undefined, undefined, undefined]);
    expect(judge.pairs).toEqual([]);
  });

  it('says so where it could not read a claim', async () => {
    say = () => undefined;
    const busy = await check();
    expect(
      busy.claims.map(({ checked, explanation }) => [checked, /too much to read/.test(explanation ?? '')]),
    ).toEqual(Array(3).fill([false, true]));
    expect(busy).toMatchObject({ confidence_score: 0.5, summary: { unchecked: 3 } });
  });

  it('reads no more pairs of a request than it may', async () => {
    const documents = [
      ...DOCUMENTS,
      { text: 'Others say that the Kestrel Bridge in Oberwald was opened in 1988.' },
    ];
    const text = Array.from(
      { length: 10 },
      (_, i) => `The Kestrel Bridge was opened in ${1900 + i} in Oberwald.`,
    ).join(' ');
    const { claims } = await check({ text, documents });
    expect(judge.pairs.length).toBeLessThanOrEqual(14);
    expect(claims.some(({ explanation = '' }) => /too much to read/.test(explanation))).toBe(true);
  });

  it('says at /health that it can be asked', async () => {
    expect(await (await fetch(`${gateway.url}/health`)).json()).toMatchObject({
      status: 'healthy',
      judge: 'ready',
    });
  });
});

describe.skipIf(severalProcesses)('a gateway without it', () => {
  it.each(['off', 'absent', 'failed'] as const)(
    'that is %s gives evidence, and no verdicts',
    async (state) => {
      const judge = fakeJudge(read, { state });
      const gateway = await startGateway({ app: { judge } });
      try {
        expect(await (await fetch(`${gateway.url}/health`)).json()).toMatchObject({
          status: 'healthy',
          judge: state,
        });
        const body = { text: TEXT, documents: DOCUMENTS };
        const ground = (await (await gateway.post('/v1/claims', { ...body, mode: 'ground' })).json()) as {
          fact_check_metadata: FactCheckMetadata;
        };
        const [claim] = ground.fact_check_metadata.claims;
        expect(claim?.evidence?.[0]?.stance).toBe('unjudged');
        expect(claim).not.toHaveProperty('verdict');
        const alone = (await (
          await gateway.post('/v1/claims', { ...body, mode: 'verify', judge: 'local' })
        ).json()) as typeof ground;
        expect(alone.fact_check_metadata.claims[0]).toMatchObject({
          checked: false,
          explanation: expect.stringMatching(/not available/),
        });
        expect(judge.pairs).toEqual([]);
      } finally {
        await gateway.stop();
      }
    },
  );
});
