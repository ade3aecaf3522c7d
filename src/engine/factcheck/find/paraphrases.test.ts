/** What is found of claims in other words than the sentences that decide them, with the model that ships. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OpenEmbedder, openEmbedder, SHIPPED_EMBEDDER } from '../../vectors/open-embedder.ts';
import { chooseItems } from '../choose/choose-items.ts';
import { relevantItems } from '../ground-conversation.ts';
import { CONTEXT, createContextSource } from '../sources/context.ts';
import { createMemoryEvidenceCache } from '../sources/evidence-cache.ts';
import { PARAPHRASES, type Paraphrase, writeDocuments } from './paraphrases-in-tests.ts';
import { createRetriever } from './retrieve.ts';

const never = new AbortController().signal;
let embedder: OpenEmbedder;
beforeAll(() => {
  embedder = openEmbedder({ folder: SHIPPED_EMBEDDER, isBackground: false, threads: 1 });
});
afterAll(() => embedder.close());

/** @returns the claims whose deciding sentence is neither shown (`ground`) nor read by a judge (`verify`). */
async function missed(withMeaning: boolean) {
  const texts = writeDocuments().map((document) => ({ ...document, url: '' }));
  const source = createContextSource(texts, async () => {}, withMeaning ? { embedder } : {});
  const { retrieve } = createRetriever({
    ...{ sources: [], cache: createMemoryEvidenceCache({ now: () => 0 }), secret: '', now: () => 0 },
  });
  const of: Record<'ground' | 'verify', Paraphrase[]> = { ground: [], verify: [] };
  for (const one of PARAPHRASES) {
    const { items } = await retrieve(
      {
        ...{ claimText: one.claim, category: 'other', language: 'en', sources: new Set([CONTEXT]) },
        ...{ own: [{ source }], patient: true, limit: 16 },
      },
      never,
      60_000,
    );
    if (!relevantItems(items).some(({ item }) => item.text.includes(one.sentence))) of.ground.push(one);
    if (!chooseItems(one.claim, items).some(({ excerpt }) => excerpt.includes(one.sentence)))
      of.verify.push(one);
  }
  return of;
}

/** Of all claims: measured 59 shown and 59 read by a judge; by words alone 12 and 15. */
const FOUND = 57;

describe(`of ${PARAPHRASES.length} claims in other words, each decided in one of fifty documents`, () => {
  it('nearly all find their sentence by what it means', async () => {
    expect(PARAPHRASES.length).toBeGreaterThanOrEqual(60);
    const { ground, verify } = await missed(true);
    const few = PARAPHRASES.length - FOUND;
    expect(ground.length, namesOf(ground)).toBeLessThanOrEqual(few);
    expect(verify.length, namesOf(verify)).toBeLessThanOrEqual(few);
  });

  it('far fewer do by words alone', async () => {
    const { verify } = await missed(false);
    expect(verify.length).toBeGreaterThan(PARAPHRASES.length / 2);
  });
});

function namesOf(some: readonly Paraphrase[]): string {
  return some.map(({ kind, claim }) => `${kind}: ${claim}`).join('\n');
}
