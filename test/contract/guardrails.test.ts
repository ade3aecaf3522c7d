/** Whether an answer that somebody else's gateway got may be shown: in the forms of LiteLLM and Portkey, and as a moderation. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { FactCheckMetadata } from '../../src/domain/claim.ts';
import type { Pair } from '../../src/engine/judge/pair-scorer.ts';
import { fakeJudge, REFUTES, SUPPORTS, UNSURE } from '../harness/fake-judge.ts';
import { type FakeProvider, startFakeProvider } from '../harness/fake-provider.ts';
import { envFor, respond } from '../harness/provider-wires.ts';
import { type Gateway, severalProcesses, startGateway } from '../harness/start-gateway.ts';

const RIGHT = 'The Oberklamm bridge is 14,200 metres long.';
const WRONG = 'The Oberklamm bridge was opened to traffic in 1991.';
const SOURCE =
  'The Oberklamm bridge is 14,200 metres long. The Oberklamm bridge was opened to traffic in 1987.';
const documents = [{ title: 'Bridges', url: 'https://example.org/bridges', text: SOURCE }];
const LINE = `“${WRONG}”: refuted. “The Oberklamm bridge was opened to traffic in 1987.” (Bridges, https://example.org/bridges)`;

const judgePair = ({ claim, passage }: Pair) => {
  if (claim === WRONG) return passage.includes('1987') ? REFUTES : UNSURE;
  return passage.includes(claim.replace('.', '')) ? SUPPORTS : UNSURE;
};

// A judge of a test reaches no other process.
describe.skipIf(severalProcesses)('a guardrail', () => {
  let fake: FakeProvider;
  let gateway: Gateway;
  beforeAll(async () => {
    fake = await startFakeProvider(respond(200, { id: 'modr-theirs', results: [] }));
    gateway = await startGateway({
      env: envFor(fake),
      yaml: 'plans: { default: free, free: { per_hour: 5, models: all } }',
      app: { judge: fakeJudge(judgePair) },
    });
  });
  afterAll(() => Promise.all([gateway.stop(), fake.stop()]));
  beforeEach(() => {
    fake.received.length = 0;
  });

  const post = async <T>(path: string, body: object, headers: Record<string, string> = {}): Promise<T> => {
    const response = await gateway.post(path, body, headers);
    const text = await response.text();
    expect(response.status, text).toBe(200);
    return JSON.parse(text) as T;
  };

  describe('of LiteLLM', () => {
    interface Guarded {
      readonly action: string;
      readonly blocked_reason?: string;
      readonly fact_check_metadata?: FactCheckMetadata;
    }
    const guard = (body: object) =>
      post<Guarded>('/beta/litellm_basic_guardrail_api', {
        input_type: 'response',
        request_data: {},
        litellm_version: '1.108.7',
        images: null,
        structured_messages: null,
        ...body,
      });
    const settings = (fact_check: object) => ({
      additional_provider_specific_params: { api_version: 'v1', fact_check: { documents, ...fact_check } },
    });

    it('stops what is refuted, and says why', async () => {
      const { action, blocked_reason, fact_check_metadata } = await guard({
        texts: [RIGHT, WRONG],
        ...settings({}),
      });
      expect([action, blocked_reason]).toEqual(['BLOCKED', LINE]);
      expect(fact_check_metadata?.summary).toMatchObject({ supported: 1, refuted: 1 });
    });

    it('lets what is true pass, what nobody knows, and what other verdicts are to stop', async () => {
      expect(await guard({ texts: [RIGHT], ...settings({}) })).toMatchObject({ action: 'NONE' });
      expect(await guard({ texts: [WRONG] })).toMatchObject({ action: 'NONE' });
      const other = await guard({ texts: [WRONG], ...settings({ on: ['conflicting'] }) });
      expect(other.action).toBe('NONE');
      expect(other).not.toHaveProperty('blocked_reason');
      expect(await guard({ texts: null })).toMatchObject({ action: 'NONE' });
    });

    it('holds answers against what the conversation brought', async () => {
      const structured_messages = [
        { role: 'user', content: [{ type: 'text', text: 'Look it up.' }] },
        { role: 'assistant', content: null, tool_calls: [{ id: 'c1', function: { name: 'look' } }] },
        { role: 'tool', tool_call_id: 'c1', content: SOURCE },
      ];
      expect(await guard({ texts: [WRONG], structured_messages })).toMatchObject({ action: 'BLOCKED' });
    });

    it('stops no question', async () => {
      expect(await guard({ input_type: 'request', texts: [WRONG], ...settings({}) })).toEqual({
        action: 'NONE',
      });
    });

    it.each([
      [{ input_type: 'both' }, 'body.input_type'],
      [{ texts: 'one' }, 'body.texts'],
      [settings({ modes: 'x' }), 'body.additional_provider_specific_params.fact_check.modes'],
      [settings({ sources: ['nowhere'] }), 'body.additional_provider_specific_params.fact_check.sources.0'],
      [settings({ on: ['supported'] }), 'body.additional_provider_specific_params.fact_check.on.0'],
    ])('refuses %j', async (fields, place) => {
      const response = await gateway.post('/beta/litellm_basic_guardrail_api', {
        input_type: 'response',
        texts: [],
        ...fields,
      });
      expect(response.status).toBe(422);
      const { detail } = (await response.json()) as { detail: { loc: unknown[] }[] };
      expect(detail.map(({ loc }) => loc.join('.'))).toContain(place);
    });

    it('takes a key where LiteLLM sends it, and refuses one that is none', async () => {
      const bad = await gateway.post(
        '/beta/litellm_basic_guardrail_api',
        { input_type: 'response', texts: [RIGHT] },
        { 'x-api-key': 'sandbox-unheard-of' },
      );
      expect(bad.status).toBe(401);
      const good = await gateway.post(
        '/beta/litellm_basic_guardrail_api',
        { input_type: 'response', texts: [RIGHT] },
        { 'x-api-key': 'sandbox' },
      );
      expect(good.headers.get('x-ratelimit-limit')).not.toBeNull();
    });
  });

  describe('of Portkey', () => {
    interface Guarded {
      readonly verdict: boolean;
      readonly data: { readonly explanation: string; readonly fact_check_metadata?: FactCheckMetadata };
    }
    const messages = [
      { role: 'system', content: `${SOURCE} ${'Nothing else is known of it. '.repeat(20)}` },
      { role: 'user', content: 'When was it opened?' },
    ];
    const guard = (text: string, { query = '', eventType = 'afterRequestHook' } = {}) =>
      post<Guarded>(`/v1/guardrails/portkey${query}`, {
        eventType,
        provider: 'openai',
        requestType: 'chatComplete',
        request: { json: { model: 'm', messages }, text: 'When was it opened?', isStreamingRequest: false },
        response: { json: { choices: [{ message: { content: text } }] }, text, statusCode: 200 },
      });

    it('stops what the prompt’s own texts refute, and says why', async () => {
      const { verdict, data } = await guard(`${RIGHT} ${WRONG}`);
      expect(verdict).toBe(false);
      expect(data.explanation).toContain(`“${WRONG}”: refuted`);
      expect(data.fact_check_metadata?.summary.refuted).toBe(1);
    });

    it('lets what is true pass, questions, and what other verdicts are to stop', async () => {
      expect(await guard(RIGHT)).toMatchObject({ verdict: true });
      expect(await guard(WRONG, { eventType: 'beforeRequestHook' })).toMatchObject({ verdict: true });
      expect(await guard(WRONG, { query: '?on=conflicting,not_enough_evidence' })).toMatchObject({
        verdict: true,
      });
      expect(await guard(WRONG, { query: '?on=conflicting,refuted' })).toMatchObject({ verdict: false });
      expect(await guard('')).toMatchObject({ verdict: true });
    });

    it('refuses verdicts that there are not', async () => {
      const response = await gateway.post('/v1/guardrails/portkey?on=wrong', {
        eventType: 'afterRequestHook',
      });
      expect(response.status).toBe(422);
      expect(await response.json()).toMatchObject({ detail: [{ loc: ['query', 'on', 0] }] });
    });
  });

  describe('as a moderation', () => {
    interface Moderated {
      readonly id: string;
      readonly model: string;
      readonly results: readonly {
        readonly flagged: boolean;
        readonly categories: Record<string, boolean>;
        readonly category_scores: Record<string, number>;
      }[];
    }
    const moderate = (input: unknown, fact_check: object = { documents }) =>
      post<Moderated>('/v1/moderations', { model: 'claimgate', input, fact_check });

    it('has a result for each text, whatever its form', async () => {
      const { id, model, results } = await moderate([
        RIGHT,
        WRONG,
        { type: 'text', text: 'Is it open?' },
        '',
      ]);
      expect(id).toMatch(/^modr-[\w-]{24,}$/);
      expect(model).toBe('claimgate');
      expect(results.map(({ flagged }) => flagged)).toEqual([false, true, false, false]);
      expect(results[1]).toMatchObject({
        categories: { refuted: true, ungrounded: true, unsupported: false },
        category_scores: { refuted: 0.97, ungrounded: 1, unsupported: 0 },
      });
      expect(results[0]?.category_scores).toEqual({ refuted: 0, ungrounded: 0, unsupported: 0 });
      expect(fake.received).toEqual([]);
    });

    it('has the share of what the texts do not say', async () => {
      const { results } = await moderate(`${RIGHT} ${WRONG}`);
      expect(results[0]?.category_scores).toMatchObject({ ungrounded: 0.5 });
    });

    it('says what no source knows, and does not flag it', async () => {
      const { results } = await moderate(WRONG, {});
      expect(results).toMatchObject([
        { flagged: false, categories: { refuted: false, ungrounded: false, unsupported: true } },
      ]);
    });

    it('goes through with any other model, and with none', async () => {
      for (const model of ['omni-moderation-latest', undefined]) {
        const answer = await post(
          '/v1/moderations',
          { model, input: WRONG },
          { authorization: 'Bearer sk-a-key' },
        );
        expect(answer).toEqual({ id: 'modr-theirs', results: [] });
      }
      expect(fake.received.map(({ url }) => url)).toEqual(Array(2).fill('/openai/v1/moderations'));
    });

    it.each([
      [{ input: 7 }, 'body.input'],
      [{}, 'body.input'],
      [{ input: 'x', fact_check: { mode: 'verify' } }, 'body.fact_check.mode'],
    ])('refuses %j', async (fields, place) => {
      const response = await gateway.post('/v1/moderations', { model: 'claimgate', ...fields });
      expect(response.status).toBe(422);
      const { detail } = (await response.json()) as { detail: { loc: unknown[] }[] };
      expect(detail.some(({ loc }) => loc.join('.').startsWith(place))).toBe(true);
    });

    it('refuses texts that are too long, and counts with an accepted key once', async () => {
      const long = await gateway.post('/v1/moderations', { model: 'claimgate', input: 'x'.repeat(200_001) });
      expect(long.status).toBe(413);
      const limited = async () => {
        const response = await gateway.post(
          '/v1/moderations',
          { model: 'claimgate', input: [RIGHT, RIGHT] },
          { authorization: 'Bearer sandbox-free' },
        );
        return Number(response.headers.get('x-ratelimit-remaining'));
      };
      expect((await limited()) - (await limited())).toBe(1);
    });
  });
});
