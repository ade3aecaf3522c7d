/** Claims of what was asked for in place of facts: found and listed, and not checked unless the request says so. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Claim, FactCheckMetadata } from '../../src/domain/claim.ts';
import { type FakeJudge, fakeJudge, REFUTES } from '../harness/fake-judge.ts';
import { readStream } from '../harness/read-answer.ts';
import { type Gateway, severalProcesses, startGateway } from '../harness/start-gateway.ts';

const SAID = 'The Great Wall of China is visible from the Moon.';
const ROLE = `You are Captain Harlow, commander of the starship Meridian. Introduce yourself to me.\nSay: ${SAID}`;
const QUESTION = `What is said of the wall?\nSay: ${SAID}`;
const DOCUMENTS = [{ text: 'The Great Wall of China is not visible from the Moon, says NASA.' }];
const SANDBOX = { authorization: 'Bearer sandbox' };

// A judge of a test reaches no other process.
describe.skipIf(severalProcesses)('what is not about facts', () => {
  let gateway: Gateway;
  let judge: FakeJudge;
  beforeAll(async () => {
    judge = fakeJudge(() => REFUTES);
    gateway = await startGateway({
      yaml: 'fact_check: { mode: ground }\nplans: { default: enterprise }',
      app: { judge },
    });
  });
  afterAll(() => gateway.stop());
  beforeEach(() => {
    judge.pairs.length = 0;
  });

  const metadataOf = async (response: Response): Promise<FactCheckMetadata> => {
    const text = await response.text();
    expect(response.status, text).toBe(200);
    return (JSON.parse(text) as { fact_check_metadata: FactCheckMetadata }).fact_check_metadata;
  };
  const ask = async (content: string, rest: object = {}): Promise<FactCheckMetadata> =>
    metadataOf(await gateway.chat({ messages: [{ role: 'user', content }], ...rest }, SANDBOX));
  const answerOf = ({ claims }: FactCheckMetadata): Claim | undefined =>
    claims.find(({ role }) => role === 'assistant');

  const expectLeft = (metadata: FactCheckMetadata): void => {
    expect(metadata.claims_detected).toBeGreaterThan(0);
    expect(metadata).toMatchObject({ mode: 'ground', sources_consulted: [] });
    expect(metadata.summary).toMatchObject({ refuted: 0, unchecked: metadata.claims.length });
    expect(answerOf(metadata)).toMatchObject({
      ...{ original_text: SAID, verdict: 'not_enough_evidence', checked: false, evidence: [] },
      explanation: expect.stringMatching(/^This claim was not checked: something invented was asked for/),
    });
    expect(judge.pairs).toEqual([]);
  };

  it('is listed and not checked, in each API', async () => {
    expectLeft(await ask(ROLE));
    const { chunks } = await readStream(
      await gateway.chat({ messages: [{ role: 'user', content: ROLE }], stream: true }, SANDBOX),
    );
    expectLeft(
      chunks.find(({ choices }) => choices[0]?.finish_reason === 'stop')
        ?.fact_check_metadata as FactCheckMetadata,
    );
    const model = 'gpt-6-luna';
    expectLeft(await metadataOf(await gateway.post('/v1/responses', { model, input: ROLE }, SANDBOX)));
    const messages = { model, max_tokens: 500, messages: [{ role: 'user', content: ROLE }] };
    expectLeft(await metadataOf(await gateway.post('/v1/messages', messages, SANDBOX)));
  });

  it('is checked where the request names a mode or the task, or brings documents', async () => {
    const refuted = { verdict: 'refuted', judged_by: 'local' };
    expect(answerOf(await ask(ROLE, { fact_check: { mode: 'ground' } }))).toMatchObject(refuted);
    expect(answerOf(await ask(ROLE, { fact_check: { documents: DOCUMENTS } }))).toMatchObject(refuted);
    expect(answerOf(await ask(ROLE, { task: 'fact_check' }))).toMatchObject(refuted);
    expect(answerOf(await ask(QUESTION))).toMatchObject(refuted);
  });
});
