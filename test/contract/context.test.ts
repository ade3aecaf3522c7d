/** What a request brings as evidence, source `context`: whether an answer is faithful to what it was given. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Claim, FactCheckMetadata } from '../../src/domain/claim.ts';
import { readStream } from '../harness/read-answer.ts';
import { type Gateway, startGateway } from '../harness/start-gateway.ts';

const DOCUMENTS = [
  {
    title: 'Kestrel Bridge, a history',
    url: 'https://docs.example.org/kestrel',
    text: 'Work on the crossing took nine years. The Kestrel Bridge in Oberwald was opened in 1987. It carries two lanes of traffic and a footpath.',
  },
  {
    id: 'traffic-2024',
    text: 'The Kestrel Bridge carried 14,200 vehicles a day in 2024. Lorries were a fifth of them.',
  },
];
const FAITHFUL = 'The Kestrel Bridge carried 14,200 vehicles a day in 2024.';
const CONTRADICTED = 'The Kestrel Bridge in Oberwald was opened in 1978.';
const NOT_HELD = 'The Kestrel Bridge was designed by the engineer Ada Brunner.';
const ANSWER = `${FAITHFUL} ${CONTRADICTED} ${NOT_HELD}`;

let gateway: Gateway;
beforeAll(async () => {
  gateway = await startGateway({ yaml: 'plans: { default: enterprise }' });
});
afterAll(() => gateway.stop());

/** @returns the metadata of an answer that says what it is asked to say. */
async function ask(body: Record<string, unknown>): Promise<FactCheckMetadata> {
  const response = await gateway.chat({ api_key: 'sandbox', ...body });
  if (body.stream !== true) {
    const text = await response.text();
    expect(response.status, text).toBe(200);
    return (JSON.parse(text) as { fact_check_metadata: FactCheckMetadata }).fact_check_metadata;
  }
  const { chunks, done } = await readStream(response);
  expect(done).toBe(true);
  return chunks.find(({ choices }) => choices[0]?.finish_reason === 'stop')
    ?.fact_check_metadata as FactCheckMetadata;
}

const question = { role: 'user', content: `What do the documents say of the bridge?\nSay: ${ANSWER}` };
const WAYS: Readonly<Record<string, () => Promise<FactCheckMetadata>>> = {
  'a whole answer': () =>
    ask({ messages: [question], fact_check: { mode: 'verify', documents: DOCUMENTS, sources: [] } }),
  'a streamed answer': () =>
    ask({ messages: [question], stream: true, fact_check: { mode: 'verify', documents: DOCUMENTS } }),
  'a check of a text': async () => {
    const response = await gateway.post('/v1/claims', {
      ...{ api_key: 'sandbox', model: 'gpt-6-luna', mode: 'verify', text: ANSWER, documents: DOCUMENTS },
    });
    expect(response.status).toBe(200);
    return ((await response.json()) as { fact_check_metadata: FactCheckMetadata }).fact_check_metadata;
  },
  'a streamed check of a text': async () => {
    const response = await gateway.post('/v1/claims', {
      ...{ api_key: 'sandbox', model: 'gpt-6-luna', mode: 'verify', text: ANSWER, documents: DOCUMENTS },
      stream: true,
    });
    const done = /^event: done\ndata: (.*)$/m.exec(await response.text())?.[1] as string;
    return (JSON.parse(done) as { fact_check_metadata: FactCheckMetadata }).fact_check_metadata;
  },
};

const ofAnswer = ({ claims }: FactCheckMetadata): readonly Claim[] =>
  claims.filter(({ role }) => role !== 'user');

describe('groundedness', () => {
  it.each(Object.entries(WAYS))(
    '%s: what the documents say, contradict and do not hold',
    async (_way, check) => {
      const metadata = await check();
      expect(metadata.sources_consulted[0]).toBe('context');
      const [faithful, contradicted, notHeld, ...others] = ofAnswer(metadata);
      expect(others).toEqual([]);
      expect(faithful).toMatchObject({ text: FAITHFUL, verdict: 'supported' });
      expect(faithful?.evidence?.[0]).toMatchObject({
        source: 'context',
        kind: 'context',
        title: 'traffic-2024',
        url: '',
        stance: 'supports',
      });
      expect(contradicted).toMatchObject({ text: CONTRADICTED, verdict: 'refuted' });
      const [proof] = contradicted?.evidence ?? [];
      expect(proof).toMatchObject({
        source: 'context',
        kind: 'context',
        title: 'Kestrel Bridge, a history',
        url: 'https://docs.example.org/kestrel',
        stance: 'refutes',
      });
      expect(proof?.quote).toContain('The Kestrel Bridge in Oberwald was opened in 1987.');
      expect(DOCUMENTS[0]?.text).toContain(proof?.quote);
      expect(notHeld).toMatchObject({ text: NOT_HELD, verdict: 'not_enough_evidence' });
      expect(notHeld?.evidence?.every(({ source }) => source === 'context')).toBe(true);
    },
  );
});
