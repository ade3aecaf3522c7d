/** Contract, section 4: `reading`, `parts`, `correction` and `revised_content`, at every provider and every way to ask. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Claim, FactCheckMetadata } from '../../src/domain/claim.ts';
import { type SeenQuestion, verdictsOf } from '../../src/engine/factcheck/judge/judge-in-tests.ts';
import { readingOf, type SeenReading } from '../../src/engine/factcheck/read/reader-in-tests.ts';
import { type JudgingProvider, sayPaced, startJudgingProvider } from '../harness/judging-provider.ts';
import { envFor, PROVIDERS, speak, WIRES } from '../harness/provider-wires.ts';
import { readJson, readStream } from '../harness/read-answer.ts';
import { type Gateway, startGateway } from '../harness/start-gateway.ts';

const SENTENCE = 'She died in 1943 in France and worked as a dentist.';
const TEXT = `Marie Curie met Lise Meitner in Berlin. ${SENTENCE}`;
const READING = 'Marie Curie died in 1943 in France and worked as a dentist.';
const PARTS = ['Marie Curie died in 1943 in France.', 'Marie Curie worked as a dentist.'];
const DOCUMENT = {
  title: 'A life',
  text: 'Marie Curie died in 1934 in France. Marie Curie worked as a physicist. Lise Meitner met her in Berlin.',
};

let provider: JudgingProvider;
let gateway: Gateway;
beforeAll(async () => {
  provider = await startJudgingProvider();
  gateway = await startGateway({ env: envFor(provider), yaml: 'plans: { default: enterprise }' });
});
afterAll(() => Promise.all([gateway.stop(), provider.stop()]));
beforeEach(() => {
  provider.reset();
  provider.read(read);
  provider.judge(judge);
});

/** Reads the one sentence that needs it. */
const read = ({ passages }: SeenReading): object[] =>
  passages
    .flatMap(({ claims }) => claims)
    .filter(({ text }) => text === SENTENCE)
    .map(({ number }) => readingOf(number, READING, PARTS));

/** Finds the year wrong, supports where they met, and knows nothing of work. */
const judge = ({ blocks }: SeenQuestion): object[] =>
  blocks.flatMap((block) =>
    verdictsOf(block, (text) => {
      const { number } = block.items[0] ?? {};
      const say = (verdict: string, stance: string, words: string) => ({
        verdict,
        evidence: [{ number, stance, words }],
      });
      if (text.includes('1943')) {
        const said = say('refuted', 'refutes', 'Marie Curie died in 1934 in France');
        return { ...said, wrong: '1943', right: '1934' };
      }
      if (text.includes('Berlin')) return say('supported', 'supports', 'Lise Meitner met her in Berlin');
      return { verdict: 'not_enough_evidence', evidence: [] };
    }),
  );

type Ask = (fields: object) => Promise<FactCheckMetadata>;
const fact_check = { mode: 'verify', documents: [DOCUMENT], revise: true };
const WAYS: Readonly<Record<string, Ask>> = {
  'POST /v1/claims': async (fields) =>
    (
      await readJson<{ fact_check_metadata: FactCheckMetadata }>(
        await gateway.post('/v1/claims', { ...fields, ...fact_check, text: TEXT }),
      )
    ).fact_check_metadata,
  'a whole answer': async (fields) => {
    provider.answer(speak([TEXT]));
    const messages = [{ role: 'user', content: 'Tell me of her.' }];
    const response = await gateway.chat({ ...fields, messages, fact_check });
    return (await readJson<{ fact_check_metadata: FactCheckMetadata }>(response)).fact_check_metadata;
  },
  'what the user said, in a stream': async (fields) => {
    provider.answer(
      sayPaced([
        { text: 'So you ', after: 0 },
        { text: 'say.', after: 500 },
      ]),
    );
    const messages = [{ role: 'user', content: TEXT }];
    const { chunks } = await readStream(
      await gateway.chat({ ...fields, messages, fact_check, stream: true }),
    );
    return chunks.findLast((chunk) => chunk.fact_check_metadata)?.fact_check_metadata as FactCheckMetadata;
  },
};

describe.each(PROVIDERS)('%s', (name) => {
  it.each(Object.entries(WAYS))('%s', async (way, ask) => {
    // A key of its own for each way: what was read for another is kept.
    const metadata = await ask({
      api_key: `sk-${name}-${way.replaceAll(' ', '-')}`,
      model: WIRES[name].model,
    });
    const claim = metadata.claims.find(({ original_text }) => original_text === SENTENCE) as Claim;
    expect(claim).toMatchObject({
      text: SENTENCE,
      reading: READING,
      verdict: 'refuted',
      parts: [
        { text: PARTS[0], verdict: 'refuted', evidence: [{ kind: 'context', stance: 'refutes' }] },
        { text: PARTS[1], verdict: 'not_enough_evidence', evidence: [] },
      ],
      evidence: [{ source: 'context', quote: expect.stringContaining('died in 1934') }],
      correction: { wrong: '1943', right: '1934', source: 'context', url: '' },
    });
    const met = metadata.claims.find(({ text }) => text.includes('Berlin'));
    expect(met).toMatchObject({ verdict: 'supported' });
    for (const field of ['reading', 'parts', 'correction']) expect(met).not.toHaveProperty(field);
    // The answer is revised, and not what the user said.
    const start = TEXT.indexOf('1943');
    if (way.startsWith('what the user')) {
      expect(metadata).toMatchObject({ revised_content: 'So you say.', revisions: [] });
    } else {
      expect(metadata.revised_content).toBe(TEXT.replace('1943', '1934'));
      expect(metadata.revisions).toEqual([
        { start, end: start + 4, wrong: '1943', right: '1934', claim_id: claim.id },
      ]);
    }
  });
});

it('nothing is revised unless it is asked for', async () => {
  const fields = { api_key: 'sk-plain', model: WIRES.openai.model, mode: 'verify', documents: [DOCUMENT] };
  const { fact_check_metadata: metadata } = await readJson<{ fact_check_metadata: FactCheckMetadata }>(
    await gateway.post('/v1/claims', { ...fields, text: TEXT }),
  );
  expect(metadata.claims.some(({ correction }) => correction !== undefined)).toBe(true);
  for (const field of ['revised_content', 'revisions']) expect(metadata).not.toHaveProperty(field);
});
