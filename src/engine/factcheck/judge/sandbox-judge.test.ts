/**
 * The whole way, with the sandbox as the judge: each provider's wire, the starter corpus, the verdicts. What it finds is said by
 * a judge of the test.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fakeJudge, REFUTES, SUPPORTS, UNSURE } from '../../../../test/harness/fake-judge.ts';
import { ApiKey } from '../../../domain/api-key.ts';
import { textMessage } from '../../../domain/chat.ts';
import { readConfig } from '../../../gateway/config/read-config.ts';
import { openProviders, type Providers } from '../../../gateway/wiring/open-providers.ts';
import { jsonModel } from '../../../models/upstream/ask-json.ts';
import type { Pair, PairScore } from '../../judge/pair-scorer.ts';
import { gatherContext } from '../find/gather-context.ts';
import { createRetriever } from '../find/retrieve.ts';
import type { Retrieve } from '../ground-conversation.ts';
import { createContextSource } from '../sources/context.ts';
import { createMemoryEvidenceCache } from '../sources/evidence-cache.ts';
import type { EvidenceSource } from '../sources/source.ts';
import { readStarterEntries } from '../sources/starter/read-entries.ts';
import { createStarterSource } from '../sources/starter.ts';
import { claimOf, openTestVerifier } from './judge-in-tests.ts';

const read = ({ claim, passage }: Pair): PairScore => {
  if (claim.includes('visible from the Moon') && passage.includes('cannot be seen')) return REFUTES;
  if (claim.includes('100 °C') && passage.includes('100 degrees')) return SUPPORTS;
  if (claim.includes('43 metres') && passage.includes('43 metres')) return SUPPORTS;
  return claim.includes('34 metres') && passage.includes('43 metres') ? REFUTES : UNSURE;
};

let providers: Providers;
beforeAll(async () => {
  providers = await openProviders(readConfig({ CLAIMGATE_SANDBOX: 'all' }), {
    judge: fakeJudge(read),
    sandboxPace: { firstTokenMs: 0, perTokenMs: 0 },
  });
});
afterAll(() => providers.close());

const retriever = createRetriever({
  sources: [{ source: createStarterSource(readStarterEntries()) }],
  cache: createMemoryEvidenceCache({ now: () => performance.now() }),
  secret: 'secret',
  now: () => performance.now(),
});
/** @param own what the request brought. */
const retrieveWith =
  (own: readonly EvidenceSource[]): Retrieve =>
  async (claim, signal, query) => {
    const { items, answered } = await retriever.retrieve(
      {
        claimText: query ?? claim.text,
        category: 'other',
        language: 'en',
        sources: new Set(['starter', 'context']),
        own: own.map((source) => ({ source })),
        limit: 6,
      },
      signal,
      1_000,
    );
    return { items, answered };
  };

async function verify(
  key: string,
  provider: string,
  texts: readonly string[],
  own: readonly EvidenceSource[] = [],
) {
  const model = providers.catalogue.providers.find((one) => one.key === provider)?.models[0]?.id ?? '';
  const parsed = ApiKey.parse(key) as ApiKey;
  const verifier = openTestVerifier(
    { calls: [], readings: [], upstream: providers.upstream },
    {
      model: jsonModel(providers.upstream, { ...providers.models.find(model, parsed), key: parsed }),
      retrieve: retrieveWith(own),
    },
  );
  for (const text of texts) verifier.add(claimOf(text));
  return verifier.finish();
}

describe('the sandbox', () => {
  it.each(['openai', 'anthropic', 'google', 'xai', 'together'])(
    'judges by the starter corpus, over the wire of %s',
    async (provider) => {
      const { claims, sources, usage, calibrated } = await verify('sandbox', provider, [
        'The Great Wall of China is visible from the Moon.',
        'Water boils at 100 °C at sea level.',
        'The village of Oberunterbach has 312 inhabitants.',
      ]);
      expect(claims).toMatchObject([
        {
          verdict: 'refuted',
          explanation: expect.stringMatching(/gateway’s own small model, which answers here for a model/),
          evidence: [
            {
              source: 'starter',
              url: '/starter/great-wall-from-space',
              quote: expect.stringMatching(/^The Great Wall of China cannot be seen from the Moon/),
              stance: 'refutes',
            },
          ],
        },
        {
          verdict: 'supported',
          evidence: [{ url: '/starter/water-boiling-point', stance: 'supports' }],
        },
        { verdict: 'not_enough_evidence' },
      ]);
      expect(sources).toEqual(['starter']);
      expect(usage.promptTokens).toBeGreaterThan(0);
      expect(usage.completionTokens).toBeGreaterThan(0);
      expect(calibrated).toBe(false);
    },
  );

  it('judges an agent’s answer by the results of its tools, before anything else', async () => {
    const { texts } = gatherContext(
      [],
      [
        textMessage('user', 'How high is the tower in Oberwald, and does it rain there?'),
        {
          role: 'assistant',
          content: [],
          toolCalls: [{ id: 'call_1', name: 'find_tower', arguments: '{}' }],
        },
        {
          role: 'tool',
          callId: 'call_1',
          content: [{ type: 'text', text: 'The tower in Oberwald is 43 metres high. It stands on a hill.' }],
        },
      ],
    );
    const { claims, sources } = await verify(
      'sandbox',
      'openai',
      [
        'The tower in Oberwald is 43 metres high.',
        'The tower in Oberwald is 34 metres high.',
        'The tower in Oberwald belongs to the forestry office.',
      ],
      [createContextSource(texts, async () => {})],
    );
    const evidence = { source: 'context', kind: 'context', title: 'Result of find_tower', url: '' };
    const quote = 'The tower in Oberwald is 43 metres high. It stands on a hill.';
    expect(claims).toMatchObject([
      { verdict: 'supported', evidence: [{ ...evidence, quote, stance: 'supports' }] },
      { verdict: 'refuted', evidence: [{ ...evidence, quote, stance: 'refutes' }] },
      {
        verdict: 'not_enough_evidence',
        checked: false,
        evidence: [{ ...evidence, stance: 'unjudged' }],
      },
    ]);
    expect(sources).toEqual(['context', 'starter']);
  });

  it.each([
    ['sandbox-quota', 'refused the request to the judge'],
    ['sandbox-length', 'no usable verdict'],
    ['sandbox-filtered', 'no usable verdict'],
  ])('plays the case of %s: the claim stays unjudged, and says why', async (key, why) => {
    const { claims } = await verify(key, 'openai', ['Water boils at 100 °C at sea level.']);
    expect(claims).toMatchObject([
      {
        verdict: 'not_enough_evidence',
        explanation: expect.stringContaining(why),
        evidence: [{ stance: 'unjudged' }],
      },
    ]);
  });
});
