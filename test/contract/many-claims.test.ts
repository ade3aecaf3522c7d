/** Contract, section 4: at most 1,000 claims are listed, and the others counted; section 12: texts are limited. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FakeProvider, startFakeProvider } from '../harness/fake-provider.ts';
import { envFor, speak } from '../harness/provider-wires.ts';
import { type CompletionBody, type MetadataBody, readJson, readStream } from '../harness/read-answer.ts';
import { type Gateway, startGateway } from '../harness/start-gateway.ts';

const CLAIM = 'The tower in Paris was completed in 1889. ';
const LONG = CLAIM.repeat(2_500);

let fake: FakeProvider;
let gateway: Gateway;
beforeAll(async () => {
  fake = await startFakeProvider(speak([LONG]));
  gateway = await startGateway({
    env: envFor(fake),
    yaml: 'limits: { detect_characters_per_minute: 250000 }',
  });
});
afterAll(() => Promise.all([gateway.stop(), fake.stop()]));

const expectListed = (metadata: MetadataBody | undefined, detected: number): void => {
  expect(metadata).toMatchObject({ claims_detected: detected, claims_omitted: detected - 1_000 });
  expect(metadata?.claims).toHaveLength(1_000);
  expect(new Set(metadata?.claims.map(({ id }) => id)).size).toBe(1_000);
  expect(metadata?.confidence_score).toBeLessThan(1);
};

describe('an answer with thousands of claims', () => {
  const messages = [{ role: 'user', content: CLAIM }];

  it.each(['detect', 'ground'])('lists the first thousand, mode %s', async (mode) => {
    const response = await gateway.chat({ api_key: 'sk-test', messages, fact_check: { mode } });
    const { fact_check_metadata: metadata } = await readJson<CompletionBody>(response);
    expectListed(metadata, 2_501);
  });

  it('does so in a stream, where no more claims are sent than are listed', async () => {
    const response = await gateway.chat({
      api_key: 'sk-test',
      messages,
      stream: true,
      fact_check: { mode: 'detect', stream_events: true },
    });
    const { chunks } = await readStream(response);
    expectListed(chunks.find((chunk) => chunk.fact_check_metadata)?.fact_check_metadata, 2_501);
    expect(chunks.filter((chunk) => 'claim_event' in chunk)).toHaveLength(1_001);
  });
});

describe('POST /v1/claims', () => {
  it('lists the first thousand claims of a text', async () => {
    const response = await gateway.post('/v1/claims', { text: LONG });
    const { fact_check_metadata: metadata } = (await response.json()) as CompletionBody;
    expectListed(metadata, 2_500);
  });

  it('takes so many characters a minute of one address without a key', async () => {
    const statuses: number[] = [];
    let refused: Response | undefined;
    for (let i = 0; i < 3; i++) {
      const response = await gateway.post('/v1/claims', { text: LONG });
      statuses.push(response.status);
      if (response.status !== 200) refused = response;
    }
    // One of the test before is within the same minute.
    expect(statuses).toEqual([200, 429, 429]);
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0);
    // A short text still has room.
    expect((await gateway.post('/v1/claims', { text: CLAIM })).status).toBe(200);
  });
});
