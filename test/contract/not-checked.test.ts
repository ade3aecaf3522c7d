/** Claims that verification did not look at or could not judge: told as such, on every way. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Claim, type FactCheckMetadata, isChecked } from '../../src/domain/claim.ts';
import { agreeable } from '../../src/engine/factcheck/judge/judge-in-tests.ts';
import { type JudgedGateway, startJudgedGateway } from '../harness/judged-gateway.ts';
import { type CompletionBody, readJson, readStream } from '../harness/read-answer.ts';

const TEXT = [1, 2, 3].map((n) => `The tower of Sunderholm number ${n} is 43 metres high.`).join(' ');
const fact_check = {
  mode: 'verify',
  max_claims: 1,
  claim_review: true,
  stream_events: true,
  documents: [
    { text: 'The towers of Sunderholm, number 1, number 2 and number 3, are each 43 metres high.' },
  ],
};

let judged: JudgedGateway;
beforeAll(async () => {
  judged = await startJudgedGateway('{ max_claims: 30 }');
});
afterAll(() => judged.stop());
beforeEach(() => {
  judged.provider.reset();
  judged.provider.judge(agreeable);
});

interface Told {
  readonly metadata: FactCheckMetadata;
  /** Verdicts as a stream sent them. */
  readonly events?: readonly Claim[];
}

const body = { api_key: 'sk-not-checked', model: 'gpt-6-luna' };
const messages = [{ role: 'user', content: TEXT }];

async function streamed(): Promise<Told> {
  const { chunks } = await readStream(
    await judged.gateway.chat({ ...body, messages, fact_check, stream: true }),
  );
  const events = chunks.flatMap(({ claim_event: event }) =>
    event?.type === 'verdict' ? [event.claim as Claim] : [],
  );
  return { metadata: chunks.at(-1)?.fact_check_metadata as FactCheckMetadata, events };
}

const { stream_events: _, ...settings } = fact_check;
const checkText = (stream: boolean): Promise<Response> =>
  judged.gateway.post('/v1/claims', { ...body, text: TEXT, ...settings, stream });

async function streamedCheck(): Promise<Told> {
  const blocks = (await (await checkText(true)).text()).split('\n\n');
  const of = (type: string): unknown[] =>
    blocks.flatMap((block) =>
      block.startsWith(`event: ${type}\n`) ? [JSON.parse(block.slice(block.indexOf('{')))] : [],
    );
  const [done] = of('done') as { fact_check_metadata: FactCheckMetadata }[];
  return { metadata: done?.fact_check_metadata as FactCheckMetadata, events: of('verdict') as Claim[] };
}

const metadataOf = async (response: Response): Promise<Told> => ({
  metadata: (await readJson<CompletionBody>(response)).fact_check_metadata as FactCheckMetadata,
});

const WAYS: Readonly<Record<string, () => Promise<Told>>> = {
  'a whole answer': async () => metadataOf(await judged.gateway.chat({ ...body, messages, fact_check })),
  'a streamed answer': streamed,
  'POST /chat': async () =>
    metadataOf(await judged.gateway.post('/chat', { ...body, user_query: TEXT, fact_check })),
  'a check of a text': async () => metadataOf(await checkText(false)),
  'a streamed check of a text': streamedCheck,
};

const isUnchecked = (claim: Claim): boolean => !isChecked(claim);

it.each(Object.entries(WAYS))('over the limit of claims, in %s', async (_way, ask) => {
  const { metadata, events = metadata.claims } = await ask();
  for (const claims of [metadata.claims, events]) {
    expect(claims).toHaveLength(3);
    expect(claims.filter(isUnchecked)).toHaveLength(2);
    for (const claim of claims.filter(isUnchecked)) {
      expect(claim).toMatchObject({ verdict: 'not_enough_evidence', evidence: [] });
      expect(claim.explanation).toBe(
        'This claim was not checked: the request’s limit of claims was reached.',
      );
      expect(claim).not.toHaveProperty('verdict_confidence');
      expect(claim).not.toHaveProperty('claim_review');
    }
  }
  const [checked] = metadata.claims.filter(isChecked);
  expect(checked).toMatchObject({ verdict: 'supported', claim_review: {} });
  expect(metadata).toMatchObject({ claims_detected: 3 });
  // What was not checked says nothing.
  const sure = checked?.verdict_confidence ?? 0;
  expect(metadata.confidence_score).toBeCloseTo((sure + 0.5 + 0.5) / 3, 3);
  expect(metadata.summary).toMatchObject({ claims: 3, supported: 1, unchecked: 2 });
});

describe('the result of POST /chat', () => {
  const resultOf = async (max_claims: number): Promise<object> => {
    const asked = { ...fact_check, max_claims };
    const response = await judged.gateway.post('/chat', { ...body, user_query: TEXT, fact_check: asked });
    return (await readJson<{ fact_check_result: object }>(response)).fact_check_result;
  };

  it('is the worst of the claims that were checked', async () => {
    expect(await resultOf(1)).toMatchObject({
      verdict: 'supported',
      explanation: 'The evidence says so.',
      evidence_sources: [{ source: 'context', stance: 'supports' }],
    });
  });

  it('is that there is not enough evidence, and why, where none was', async () => {
    judged.provider.judge(() => 'No verdict.');
    // Other words: what was judged before is known.
    const asked = {
      ...fact_check,
      documents: [{ text: `Perhaps ${TEXT.replaceAll('. ', ', and perhaps ')}` }],
    };
    const response = await judged.gateway.post('/chat', { ...body, user_query: TEXT, fact_check: asked });
    const told = await readJson<{ fact_check_result: object; fact_check_metadata: FactCheckMetadata }>(
      response,
    );
    expect(told.fact_check_result).toMatchObject({
      verdict: 'not_enough_evidence',
      explanation: expect.stringContaining('This claim was not '),
    });
    expect(told.fact_check_metadata.claims.every(isUnchecked)).toBe(true);
    expect(told.fact_check_metadata.confidence_score).toBe(0.5);
  });
});
